import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {runCli} from '../support/run-cli.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-ask-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const saved = () => JSON.parse(readFileSync(join(home, 'jr/config.json'), 'utf8'));
const ask = (line: string, ...answers: readonly string[]) =>
  runCli('jr', ['configure', ...line.split(' ').filter(Boolean)], {
    env: {XDG_CONFIG_HOME: home},
    terminal: true,
    answers,
  });

describe('configure on a terminal', () => {
  it('asks for everything, again where the answer will not do; the token is not shown', async () => {
    const {exit, stderr, stdout} = await ask(
      '',
      'x.example',
      'https://x.example',
      'magic',
      '',
      'ann',
      '',
      's3cret',
    );
    expect(exit).toBe(0);
    expect(stdout + stderr).not.toContain('s3cret');
    expect(stderr).toContain('not a valid absolute URL');
    expect(stderr).toContain('Enter basic, bearer or app.');
    expect(JSON.parse(stripVTControlCharacters(stdout))).toMatchObject({
      status: 'saved',
      profile: 'default',
    });
    expect(saved().profiles.default).toEqual({
      base_url: 'https://x.example',
      auth: {type: 'basic', username: 'ann', token: 's3cret'},
    });
  });

  it('asks only for what is missing when something was given', async () => {
    const {stderr} = await ask('--base-url https://x.example --auth-type bearer', 's3cret');
    expect(stderr).toBe('Token: \n');
    expect(saved().profiles.default.auth).toEqual({type: 'bearer', token: 's3cret'});
  });

  it('keeps what is stored where the answer is empty, but no token for another host', async () => {
    await ask('--base-url https://x.example --username ann --token one');
    const {stderr} = await ask('', '', '', '', '');
    expect(stderr).toContain('Base URL [https://x.example]: ');
    expect(stderr).toContain('Token (leave empty to keep the stored value): ');
    await ask('', 'https://y.example', '', '', '', 'two');
    expect(saved().profiles.default).toEqual({
      base_url: 'https://y.example',
      auth: {type: 'basic', username: 'ann', token: 'two'},
    });
  });
});
