import {expect, test} from 'vitest';
import {trackerRef} from '../../../src/api/operation-ref.ts';
import {refOfCall, resolveCall, resolveFollowUps} from '../../../src/api/resolve-call.ts';
import type {JsonValue} from '../../../src/base/json-value.ts';
import {callOf} from '../../support/write-steps.ts';

const people = trackerRef('user bulk-get', {
  accountId: '{answer/driver},{answer/approvers/-/accountId}',
  maxResults: '50',
});

const inputsAfter = (ref: Parameters<typeof resolveFollowUps>[0], answer: JsonValue) =>
  resolveFollowUps(ref, answer, {}, 0).map(({given}) => given.inputs);

test('every value of a response is asked about once, and none is taken for a placeholder', () => {
  const answer = {driver: '{id}', approvers: [{accountId: 'b'}, {accountId: '{id}'}]};
  expect(inputsAfter(people, answer)).toEqual([{accountId: ['{id}', 'b'], maxResults: ['50']}]);
  expect(inputsAfter(people, [answer])).toEqual(inputsAfter(people, answer));
});

test('a response without the values is not asked about', () => {
  expect(inputsAfter(people, {driver: null, approvers: []})).toEqual([]);
  expect(inputsAfter(people, {driver: '', approvers: [{accountId: true}]})).toEqual([]);
});

test('of very many values only the first fifty are asked about', () => {
  const approvers = Array.from({length: 80}, (_, i) => ({accountId: `a${i}`}));
  expect(inputsAfter(people, {approvers})[0]?.accountId).toHaveLength(50);
});

test('a text of which the response lacks a part is not asked', () => {
  const lead = trackerRef('user find', {query: 'of {answer/lead}'});
  expect(inputsAfter(lead, {lead: 'b'})).toEqual([{query: ['of b']}]);
  expect(inputsAfter(lead, {driver: 'a'})).toEqual([]);
});

test('a read for each of some values is a call for each', () => {
  const role = trackerRef(
    'project get-role',
    {projectIdOrKey: '{project}', id: '{each}'},
    {
      each: '{answer/roles/-/id}',
    },
  );
  const calls = resolveFollowUps(role, {roles: [{id: 1}, {id: 2}]}, {project: 'A'}, 0);
  expect(calls.map(({given}) => given.inputs)).toEqual([
    {projectIdOrKey: ['A'], id: ['1']},
    {projectIdOrKey: ['A'], id: ['2']},
  ]);
});

test('a time is given as so many hours ago, and an unknown parameter is a bug', () => {
  const failed = trackerRef('webhook get-failed', {after: '{hoursAgo/2}'});
  expect(resolveCall(failed, {}, 10_000_000).given.inputs).toEqual({after: ['2800000']});
  expect(() => resolveCall(trackerRef('version get', {id: '{id}'}), {}, 0)).toThrow('{id}');
});

test('the reference to a call has its values and, if it is text, its body, braces included', () => {
  const call = callOf('tracker version get', {id: ['{id}']});
  const ref = trackerRef('version get', {id: ['{id}']});
  expect(refOfCall(call)).toEqual(ref);
  expect(refOfCall({...call, given: {...call.given, body: new Uint8Array(1)}})).toEqual(ref);
  const withBody = {...call, given: {...call.given, body: '{"name":"{id}"}'}};
  expect(resolveCall(refOfCall(withBody), {}, 0)).toEqual(withBody);
});
