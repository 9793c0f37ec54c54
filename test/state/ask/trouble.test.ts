import {expect, test} from 'vitest';
import {planRequest} from '../../../src/api/plan.ts';
import {failureFromResponse} from '../../../src/api/response-failure.ts';
import {summarizeError} from '../../../src/state/ask/error-summary.ts';
import {callOf} from '../../support/write-steps.ts';

const adviceOn = (status: number): readonly string[] => {
  const {operation, given} = callOf('tracker version get', {id: ['7']});
  const plan = planRequest(operation, given, {baseUrl: 'https://site.example'});
  const answer = {status, headers: {}, body: new TextEncoder().encode('{}')};
  return summarizeError(failureFromResponse(plan, answer, 1, 0)).advice;
};

test('a hint for a shell alone is left out, any other is told', () => {
  expect(adviceOn(400)).toEqual(['r retries, esc goes back.']);
  expect(adviceOn(404)[0]).toContain('Check the id');
});
