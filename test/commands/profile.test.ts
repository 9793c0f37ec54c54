import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-profile-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const file = () => join(home, 'jr/config.json');
const stored = `{"profiles": {
  "work": {"base_url": "https://w.example", "auth": {"username": "ann", "token": "s3cret"}, "protected": true, "n": 1.0},
  "home": {"base_url": "https://h.example", "auth": {"type": "bearer", "token": {"env": "T"}}},
  "torn": {"base_url": 5}
}, "default_profile": "work"}`;

function save(text = stored) {
  mkdirSync(join(home, 'jr'), {recursive: true});
  writeFileSync(file(), text, {mode: 0o600});
}
const run = (line: string, options: RunCliOptions = {}) =>
  runCli('jr', ['profile', ...line.split(' ')], {
    ...options,
    env: {XDG_CONFIG_HOME: home, ...options.env},
  });

describe('profile', () => {
  it('list has every profile by name, which is the default one, and no secret', async () => {
    save();
    const {stdout, exit} = await run('list');
    expect([exit, stdout.includes('s3cret')]).toEqual([0, false]);
    expect(JSON.parse(stdout)).toEqual([
      {
        name: 'home',
        default: false,
        base_url: 'https://h.example',
        auth_type: 'bearer',
        protected: false,
      },
      {name: 'torn', default: false, error: expect.stringContaining('base_url must be a string')},
      {
        name: 'work',
        default: true,
        base_url: 'https://w.example',
        auth_type: 'basic',
        username: 'ann',
        protected: true,
      },
    ]);
  });

  it('list is empty without a configuration', async () => {
    expect(await run('list')).toEqual({stdout: '[]\n', stderr: '', exit: 0});
  });

  it('show stars secrets out, and is about the one in use without a name', async () => {
    save();
    const shown = JSON.parse((await run('show')).stdout);
    expect(shown).toMatchObject({
      name: 'work',
      default: true,
      auth: {username: 'ann', token: '***'},
    });
    expect(JSON.parse((await run('show home')).stdout)).toMatchObject({
      name: 'home',
      default: false,
    });
    const fromEnv = await run('show', {env: {JR_PROFILE: 'home'}});
    expect(JSON.parse(fromEnv.stdout).name).toBe('home');
    expect(failureOf(await run('show wrok'))).toMatchObject({
      error_type: 'config_error',
      hint: 'Did you mean work?',
    });
  });

  it('use changes the default profile and nothing else', async () => {
    save();
    expect((await run('use home --dry-run')).exit).toBe(0);
    expect(readFileSync(file(), 'utf8')).toBe(stored);
    const {stdout, exit} = await run('use home');
    expect([exit, JSON.parse(stdout)]).toEqual([
      0,
      {status: 'saved', default_profile: 'home', path: file()},
    ]);
    const text = readFileSync(file(), 'utf8');
    expect(JSON.parse(text)).toEqual({...JSON.parse(stored), default_profile: 'home'});
    expect(text).toContain('"n": 1.0');
    expect(failureOf(await run('use none')).error_type).toBe('config_error');
  });

  it.each(['', 'use', 'lst', 'list work', 'show a b'])(
    'refuses what it cannot mean: %s',
    async line => {
      save();
      expect(failureOf(await run(line)).error_type).toBe('command_error');
    },
  );
});
