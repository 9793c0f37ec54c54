import {expect, test} from 'vitest';
import {callAbout} from '../../../src/state/ask/resolve-call.ts';
import {trackerCall} from '../../../src/state/model/call.ts';

const people = trackerCall('user bulk-get', {
  accountId: ['{/driver}', '{/approvers/-/accountId}'],
  maxResults: '50',
});

test('what an answer names is asked about once each, and none of it is taken for a place to fill', () => {
  const answer = {driver: '{id}', approvers: [{accountId: 'b'}, {accountId: '{id}'}]};
  const about = callAbout(people, answer);
  expect(about?.call.inputs).toEqual({
    accountId: ['{named0}', '{named1}', '{named2}'],
    maxResults: ['50'],
  });
  expect(about?.params).toEqual({named0: '{id}', named1: 'b', named2: '{id}'});
});

test('an answer that names nothing is not asked about', () => {
  expect(callAbout(people, {driver: null, approvers: []})).toBeUndefined();
});

test('of very many things only the first fifty are asked about', () => {
  const approvers = Array.from({length: 80}, (_, i) => ({accountId: `a${i}`}));
  expect(callAbout(people, {approvers})?.call.inputs.accountId).toHaveLength(50);
});

test('nothing is asked where a text of several has a gap that the answer does not fill', () => {
  const roles = trackerCall('user bulk-get', {accountId: ['{/driver}', 'of {/lead}']});
  expect(callAbout(roles, {driver: 'a', lead: 'b'})?.call.inputs.accountId).toHaveLength(2);
  expect(callAbout(roles, {driver: 'a'})).toBeUndefined();
});
