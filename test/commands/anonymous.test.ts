import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {programOf} from '../../src/api/operation.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {operations} from '../support/operations.ts';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{}'}));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

describe('without credentials', () => {
  const open = operations.filter(({anonymous}) => anonymous);

  it('the operations that take none are sent, those the documents leave out included', async () => {
    expect(open.filter(({extra}) => extra)).toHaveLength(19);
    for (const operation of open) {
      const split = splitWords(exampleLines(operation)[0] ?? '');
      const words = 'problem' in split ? [] : split.words.slice(1);
      const env = {JR_BASE_URL: server.origin, CF_BASE_URL: server.origin};
      server.requests.length = 0;
      await runCli(programOf(operation.service), words, {env});
      expect([words, server.requests.map(({headers}) => headers.authorization)]).toEqual([
        words,
        [undefined],
      ]);
    }
  });

  it.each([
    'GET /rest/api/3/serverInfo',
    'HEAD /rest/api/3/serverInfo',
    'GET /rest/api/3/project/search',
  ])('a raw read is sent: %s', async line => {
    const env = {JR_BASE_URL: sandbox.trackerBaseUrl};
    const result = await runCli('jr', ['raw', ...line.split(' ')], {env});
    expect([result.stderr, result.exit]).toEqual(['', 0]);
  });

  it('a raw write is not, and a read that needs some is refused by the service', async () => {
    const env = {JR_BASE_URL: server.origin};
    const write = await runCli('jr', ['raw', 'DELETE', '/rest/api/3/permissionscheme/1'], {env});
    expect([failureOf(write).error_type, write.exit]).toEqual(['auth_error', 2]);
    expect(server.requests).toEqual([]);
    const own = await runCli('jr', ['raw', 'GET', '/rest/api/3/myself'], {
      env: {JR_BASE_URL: sandbox.trackerBaseUrl},
    });
    expect([failureOf(own).error_type, own.exit]).toEqual(['auth_failed', 2]);
  });
});

describe('the kind of credentials', () => {
  const auth = {type: 'Basic', username: 'ann', token: 't'};
  it.each([
    ['the flag', ['--auth-type', 'BASIC'], {}, undefined],
    ['the environment', [], {JR_AUTH_TYPE: 'Basic'}, undefined],
    ['the profile', [], {}, auth],
  ] as const)('is read in any case, from %s', async (_, flags, given, stored) => {
    const env = {JR_AUTH_USER: 'ann', JR_AUTH_TOKEN: 't', ...given, JR_BASE_URL: server.origin};
    const config = stored && {profiles: {default: {base_url: server.origin, auth: stored}}};
    const result = await runCli('jr', ['version', 'get', '--id', '1', ...flags], {
      env,
      ...(config && {config}),
    });
    expect([result.stderr, result.exit]).toEqual(['', 0]);
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('ann:t')}`);
  });
});
