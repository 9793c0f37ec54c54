import {expect, test} from 'vitest';
import {planRequest} from '../../../src/api/plan.ts';
import {failureFromResponse} from '../../../src/api/response-failure.ts';
import {Failure} from '../../../src/base/failure.ts';
import {summarizeError} from '../../../src/state/ask/error-summary.ts';
import {callOf} from '../../support/write-steps.ts';

const adviceOn = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
): readonly string[] => {
  const {operation, given} = callOf('tracker version get', {id: ['7']});
  const plan = planRequest(operation, given, {baseUrl: 'https://site.example'});
  const answer = {status, headers, body: new TextEncoder().encode('{}')};
  return summarizeError(failureFromResponse(plan, answer, 1, 0)).advice;
};

test('a hint for a shell alone is left out, any other is told', () => {
  expect(adviceOn(400)).toEqual(['r retries, esc goes back.']);
  expect(adviceOn(404)[0]).toContain('Check the id');
});

test('advice says once how to sign in and how long to wait, without commands of the shell', () => {
  expect(adviceOn(401)).toEqual([
    'Check the user and the token. ctrl+k signs in again.',
    'r retries, esc goes back.',
  ]);
  expect(adviceOn(503, {'retry-after': '60'})).toEqual([
    'The service has a problem. Wait 60 s, then retry.',
    'r retries, esc goes back.',
  ]);
  expect(adviceOn(429, {'retry-after': '60'})[0]).toBe('Wait 60 s, then retry.');
  const hint = 'Use --auth-user and --auth-token, the environment, or a profile (login).';
  const unknown = new Failure('auth_error', 'No credentials.', {hint, attempts: 0});
  expect(summarizeError(unknown).advice[0]).toBe('ctrl+k signs in.');
});
