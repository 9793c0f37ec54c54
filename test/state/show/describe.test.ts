import {expect, test, vi} from 'vitest';
import type {JsonValue} from '../../../src/base/json-value.ts';
import {describeLines} from '../../../src/state/show/describe.ts';

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0);

function described(value: JsonValue, columns = 60): string {
  return describeLines(value, columns, nowMs)
    .map(line =>
      line
        .map(span => span.text)
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

test('an object is read as labels and values, noise left out', () => {
  expect(
    described({
      self: 'https://site.example/x',
      projectTypeKey: 'software',
      archived: false,
      lead: {accountId: 'a1', displayName: 'Ann Lee', avatarUrls: {}},
      description: '',
      expirationDate: nowMs + 3 * 86_400_000,
      labels: ['a', 'b'],
    }),
  ).toBe(
    [
      'Project type key  software',
      'Archived          no',
      'Lead              Ann Lee  (a1)',
      'Description       —',
      'Expiration date   2026-11-24 12:00  (in 3d)',
      'Labels            a, b',
    ].join('\n'),
  );
});

test('what is nested stands under its own heading, small things on one line', () => {
  const grant = {id: 1, permission: 'BROWSE', holder: {type: 'anyone'}};
  expect(described({name: 'x', scheme: {grants: [grant], by: {type: 'app', id: 7}}})).toBe(
    [
      'Name  x',
      '',
      'Scheme',
      '  Grants (1)',
      '    - id 1 · permission BROWSE · holder type anyone',
      '  By  type app · id 7',
    ].join('\n'),
  );
});

test('a text that is JSON inside is unfolded', () => {
  expect(described({body: '{"issue":{"key":"A-1"}}'})).toBe('\nBody\n  Issue  A-1');
});

test('long values are wrapped behind their label', () => {
  expect(described({note: 'one two three four five six'}, 20)).toBe(
    'Note  one two three\n      four five six',
  );
});

test('control characters are shown, not sent', () => {
  expect(described({name: 'a\u001b[2Jb'})).toBe('Name  a\\u001b[2Jb');
});

test('of a record that never ends no more is looked at than is shown', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  const hostile = {description: '🙂é'.repeat(300_000), list: Array(1000).fill('漢'.repeat(900))};
  const lines = describeLines(hostile, 80, 0, 40);
  expect(lines).toHaveLength(41);
  expect(lines.at(-1)).toEqual([{text: '… continues', tone: 'dim'}]);
  const units = segment.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  expect(units).toBeLessThan(40 * 80 * 10);
  segment.mockRestore();
});

test('an object of more members than a call can take arguments is described', () => {
  const members = Array.from({length: 600_000}, (_, i) => [String(i), 0]);
  expect(describeLines(Object.fromEntries(members), 80, nowMs, 2)).toHaveLength(3);
});

test('a long label is cut only if the screen is narrow', () => {
  const value = {organizationClassificationLevel: 'Public'};
  expect(described(value, 60)).toBe('Organization classificati…  Public');
  expect(described(value, 200)).toBe('Organization classification level  Public');
});
