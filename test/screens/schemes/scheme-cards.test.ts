import {expect, test} from 'vitest';
import {projectCard} from '../../../src/screens/projects/project-card.ts';
import {notificationSchemeCard} from '../../../src/screens/schemes/scheme-cards.ts';
import {cardLines} from '../../../src/state/show/card-lines.ts';

test('the card of a notification scheme without events says that it tells nobody', () => {
  const scheme = {id: 1, name: 'Quiet', notificationSchemeEvents: []};
  const lines = cardLines(notificationSchemeCard, scheme, {columns: 60, nowMs: 0});
  const said = lines.map(line =>
    line
      .map(({text}) => text)
      .join('')
      .trimEnd(),
  );
  expect(said).toContain('No recipient   the scheme has no events');
});

test.each([
  ['the scheme that lists it', '1', 'Of two'],
  ['the only scheme with more projects than the response lists', '7', 'Default'],
])('the card of a project has as priority scheme %s', (_, id, name) => {
  const scheme = (title: string, ids: readonly string[], isLast: boolean) => ({
    name: title,
    projects: {isLast, values: ids.map(project => ({id: project}))},
  });
  const values = [scheme('Default', ['5', '6'], false), scheme('Of two', ['1', '2'], true)];
  const lines = cardLines(projectCard, {id, priorities: {values}}, {columns: 60, nowMs: 0});
  const texts = lines.map(line => line.map(({text}) => text).join(''));
  expect(texts.find(text => text.startsWith('Priorities'))).toMatch(new RegExp(` ${name} *$`));
});
