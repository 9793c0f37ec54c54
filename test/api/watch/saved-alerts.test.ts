import {expect, test} from 'vitest';
import {freshMemory} from '../../../src/api/watch/alert-memory.ts';
import {alertStep, alertsFrom} from '../../../src/api/watch/alerts.ts';

const alert = {rule: 'new', text: 'a has started to fail.', address: 'a', atMs: 1};

test('saved alerts are read as they are', () => {
  expect(alertsFrom([alert, {...alert, atMs: 2}])).toEqual([alert, {...alert, atMs: 2}]);
  expect(alertsFrom([])).toEqual([]);
});

test.each([
  ['no object', null],
  ['no object', undefined],
  ['no object', 'new'],
  ['no rule', {...alert, rule: undefined}],
  ['a number as its rule', {...alert, rule: 7}],
  ['no text', {...alert, text: undefined}],
  ['an object as its text', {...alert, text: {}}],
  ['no time', {...alert, atMs: undefined}],
  ['a text as its time', {...alert, atMs: '1'}],
])('a saved alert with %s is dropped: %j', (_, value) => {
  expect(alertsFrom([value, alert])).toEqual([alert]);
});

test('a limit that is added while failures are read alerts of none before the first poll', () => {
  const settings = {rules: ['2/5m'], mutes: new Map(), nowMs: 60_000, localMs: 60_000};
  const failures = ['a', 'b', 'c'].map(address => ({address, timeMs: 60_000}));
  const read = alertStep(freshMemory, {kind: 'page', failures}, settings).memory;
  const covered = (isPolled: boolean) =>
    alertStep(read, {kind: 'covered', toMs: 60_000, isPolled}, settings).alerts;
  expect(covered(false)).toEqual([]);
});
