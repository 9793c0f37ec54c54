import {describe, expect, it} from 'vitest';
import type {Operation} from '../../src/api/operation.ts';
import {planRequest} from '../../src/api/plan.ts';
import {planRaw} from '../../src/api/plan-raw.ts';
import type {InputValues} from '../../src/api/request-plan.ts';
import {hintAfterUncertainWrite, markUncertainWrite} from '../../src/api/uncertain-write.ts';
import {Failure} from '../../src/base/failure.ts';
import {failureFromTransport} from '../../src/host/transport-failure.ts';
import {readTypedCommand} from '../../src/state/ask/command-line.ts';
import {operations} from '../support/operations.ts';
import {startServer} from './local-server.ts';
import {failureOf, run} from './run-plan.ts';

const target = {baseUrl: 'https://site.example/wiki/api/v2'};

function write(command: string): Operation {
  const found = operations.find(({group, name}) => `${group} ${name}` === command);
  if (found === undefined) throw new Error(`no ${command}`);
  return found;
}

function hint(command: string, given: InputValues): string {
  return hintAfterUncertainWrite(planRequest(write(command), given, target));
}

describe('a write whose fate is unknown', () => {
  const deleteVersion = write('version delete');
  const look = 'The request may have succeeded. Check before retrying: jr version get --id=7';

  it.each([500, 502, 503, 504])('%i says to look first, and by which command', async status => {
    await using server = await startServer(() => ({status, text: 'broken'}));
    const failure = await failureOf(run(server, deleteVersion, {id: ['7']}));
    expect(failure.details).toMatchObject({hint: look, mayBeDone: true, attempts: 1});
    expect(server.received).toHaveLength(1);
  });

  it('so does one that was cut', async () => {
    await using server = await startServer(() => undefined);
    const failure = await failureOf(run(server, deleteVersion, {id: ['7']}));
    expect(failure.details).toMatchObject({hint: look, mayBeDone: true});
    expect(server.received).toHaveLength(1);
  });

  it('so do one that timed out, one that was interrupted, and one whose response is too large', () => {
    const plan = planRequest(deleteVersion, {inputs: {id: ['7']}}, target);
    for (const kind of ['timeout_error', 'interrupted', 'too_large'] as const) {
      const failure = markUncertainWrite(plan, new Failure(kind, 'No answer.', {attempts: 1}));
      expect(failure.details).toMatchObject({hint: look, mayBeDone: true});
    }
  });

  it('a read, a refusal, and what never left or never arrived say nothing of it', () => {
    const plan = planRequest(deleteVersion, {inputs: {id: ['7']}}, target);
    const read = planRequest(write('version get'), {inputs: {id: ['7']}}, target);
    const broken = new Failure('server_error', 'broken', {status: 500, attempts: 1});
    const refused = new Failure('connection_error', 'refused', {unsent: true, attempts: 1});
    const unsent = new Failure('interrupted', 'stopped', {attempts: 0});
    const denied = new Failure('auth_failed', 'no', {status: 403, attempts: 1});
    expect(markUncertainWrite(read, broken)).toBe(broken);
    for (const failure of [refused, unsent, denied])
      expect(markUncertainWrite(plan, failure)).toBe(failure);
  });

  it.each([
    ['ECONNREFUSED', true],
    ['ENOTFOUND', true],
    ['CERT_HAS_EXPIRED', true],
    ['ECONNRESET', undefined],
    ['ETIMEDOUT', undefined],
  ])('a connection that ended with %s was never there: %s', (code, unsent) => {
    const request = {method: 'PUT', url: 'https://site.example/x', headers: {}, timeoutMs: 10};
    const error = Object.assign(new Error(code), {code});
    expect(failureFromTransport(error, request).details.unsent).toBe(unsent);
  });
});

describe('the command that looks', () => {
  it.each([
    ['version merge', {id: ['7'], moveIssuesTo: ['8']}, 'jr version get --id=7'],
    ['statuses delete-by-id', {id: ['1', '2']}, 'jr statuses get-by-id --id=1 --id=2'],
    [
      'project delete-property',
      {projectIdOrKey: ['HPAY'], propertyKey: ['a b']},
      "jr project get-property --projectIdOrKey=HPAY '--propertyKey=a b'",
    ],
    ['labels remove', {'page-id': ['5'], label: ['aa']}, 'cf labels list --page-id=5'],
    [
      'notificationscheme delete-notification-scheme',
      {notificationSchemeId: ['9']},
      'jr notificationscheme get-notification-scheme --id=9',
    ],
  ])('of %s', (command, inputs, expected) => {
    expect(hint(command, {inputs})).toBe(
      `The request may have succeeded. Check before retrying: ${expected}`,
    );
  });

  it.each([
    ['{"name":"2.1","projectId":12345678901234567890}', '12345678901234567890'],
    ['{"name":"2.1","project":"HPAY"}', 'HPAY'],
  ])('of what is made below something is its list there: %s', (body, project) => {
    expect(hint('version create', {inputs: {}, body})).toBe(
      `The request may have succeeded. Check before retrying: jr project get-versions-paginated --projectIdOrKey=${project}`,
    );
  });

  it('of a raw request is the same path, read', () => {
    const plan = planRaw('tracker', {method: 'DELETE', path: '/rest/api/3/x/1', query: []}, target);
    expect(hintAfterUncertainWrite(plan)).toContain(
      'Check before retrying: jr raw GET /rest/api/3/x/1',
    );
  });

  it('can be run for every write of the catalogue that has one', () => {
    const without: string[] = [];
    for (const operation of operations.filter(one => one.effect !== 'read')) {
      const firsts = (operation.rules ?? []).flatMap(({kind, inputs}) =>
        kind === 'exactlyOne' ? (inputs[0] ?? []) : [],
      );
      const inputs = Object.fromEntries(
        operation.inputs
          .filter(
            ({place, required, name}) =>
              place === 'path' || (required && place !== 'body') || firsts.includes(name),
          )
          .map(({name}) => [name, ['1']]),
      );
      const body = operation.inputs.some(one => one.place === 'body' && one.type === 'json');
      const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      const asked = operation.inputs.some(one => one.type === 'image');
      const given = {
        inputs,
        unchecked: true,
        ...(body && {body: '{}'}),
        ...(asked && {body: image}),
      };
      const said = hintAfterUncertainWrite(planRequest(operation, given, target));
      const [, command] = / Check before retrying: (.*)$/.exec(said) ?? [];
      if (command === undefined) without.push(`${operation.group} ${operation.name}`);
      else expect(readTypedCommand(command, 0)).toHaveProperty('operation');
    }
    // What they would have made has no list of its own that could be asked for without more.
    expect(without).toEqual([
      'version create',
      'whiteboards create',
      'custom-content create-custom-content',
      'component create',
    ]);
  });
});
