import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

let folder: string;
const server = serverForEach(() => ({body: '{"accountId":"1"}'}));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-filter-'));
  mkdirSync(join(folder, 'jr'));
  const profile = {base_url: server.origin, auth: {type: 'bearer', token: 't'}};
  const config = {profiles: {work: profile, home: profile}, default_profile: 'work'};
  writeFileSync(join(folder, 'jr/config.json'), JSON.stringify(config), {mode: 0o600});
  await run('project get-all --cache 5m');
  server.requests.length = 0;
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const run = (line: string) =>
  runCli('jr', line.split(' '), {
    env: {XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, SSH_CONNECTION: 'yes'},
  });
/** What stands in the files of configuration and cache. */
const kept = () =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(({parentPath, name}) => [name, readFileSync(join(parentPath, name), 'utf8')]);

describe('a command of the program itself', () => {
  it.each([
    'cache clear',
    'profile use home',
    'configure --profile home --auth-token other',
    'configure --profile home --test',
    'configure --profile home --delete',
    'whoami',
    'doctor',
  ])('does nothing when its filter does not compile: %s', async line => {
    const before = kept();
    const result = await run(`${line} --jq [`);
    expect([result.stdout, server.requests, kept()]).toEqual(['', [], before]);
    expect(failureOf(result)).toMatchObject({error_type: 'jq_error', attempts: 0});
  });

  it('does nothing when what it prints cannot be written so', async () => {
    const before = kept();
    const result = await run('cache clear --jq [ --columns id --retries x');
    expect(kept()).toEqual(before);
    expect(Object.keys(Object(failureOf(result).errors)).sort()).toEqual([
      'columns',
      'jq',
      'retries',
    ]);
  });
});
