import {expect, test} from 'vitest';
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
