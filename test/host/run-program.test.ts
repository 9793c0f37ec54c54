import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {isProcessGone} from '../../src/host/error-code.ts';
import {readCommand, runProgram} from '../../src/host/run-program.ts';
import {readSecret} from '../../src/host/secret.ts';
import {fakeHost} from '../support/fake-host.ts';
import {until} from '../support/until.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-programs-'));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** Words of a shell script that says in a file that it runs, with its process id. */
function script(name: string, text: string): {readonly argv: string[]; readonly pid: () => number} {
  const file = join(folder, name);
  return {
    argv: ['sh', '-c', `trap '' TERM; echo $$ > ${file}; ${text}`],
    pid: () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0),
  };
}

describe('a program that ignores SIGTERM', () => {
  it('is killed past its time limit, and so is what it started', async () => {
    const {argv, pid} = script('late', 'sleep 600 & echo $! > $0; wait; sleep 600');
    const child = join(folder, 'late.child');
    argv.push(child);
    const end = await runProgram(argv, 'x'.repeat(300_000), {timeoutMs: 300});
    expect(end).toEqual({kind: 'timed-out', problem: 'sh was stopped after 0.3 s'});
    expect(isProcessGone(pid())).toBe(true);
    await until(() => isProcessGone(Number(readFileSync(child, 'utf8'))));
  });

  it('is killed when it was to end, after the time it has to finish by itself', async () => {
    const {argv, pid} = script('interrupted', 'sleep 600; true');
    const stop = new AbortController();
    const running = runProgram(argv, '', {signal: stop.signal, graceMs: 50});
    await until(() => pid() > 0);
    stop.abort();
    expect(await running).toEqual({kind: 'interrupted', problem: 'sh was interrupted'});
    await until(() => isProcessGone(pid()));
  });

  it('and prints a secret is killed past its time limit, and never answers with what it printed', async () => {
    const {argv} = script('token', 'echo secret; while :; do sleep 1; done');
    await expect(readCommand(argv, {timeoutMs: 300})).rejects.toThrow('sh was stopped after 0.3 s');
  });
});

describe('a program that ends', () => {
  it('is done while a child of its own holds its pipes open', async () => {
    const {argv, pid} = script('left', 'sleep 600 & echo $! > $0.child; echo token');
    argv.push(join(folder, 'left'));
    expect(await readCommand(argv)).toBe('token');
    const input = script('reader', 'sleep 600 < /dev/stdin & echo $! > $0.child');
    input.argv.push(join(folder, 'reader'));
    expect(await runProgram(input.argv, 'x'.repeat(300_000))).toEqual({kind: 'done'});
    for (const name of ['left', 'reader']) {
      process.kill(Number(readFileSync(join(folder, `${name}.child`), 'utf8')), 'SIGKILL');
    }
    expect(pid()).toBeGreaterThan(0);
  });

  it('within the time it has to finish by itself is done', async () => {
    const {argv, pid} = script('finishing', 'while [ ! -e $0 ]; do sleep 0.05; done');
    const file = join(folder, 'finish');
    argv.push(file);
    const stop = new AbortController();
    const running = runProgram(argv, '', {signal: stop.signal, graceMs: 60_000});
    await until(() => pid() > 0);
    stop.abort();
    await runProgram(['touch', file], '');
    expect(await running).toEqual({kind: 'done'});
  });

  it('without having started is told from one that failed', async () => {
    const ends = [
      await runProgram(['/no/such/program'], 'x'),
      await runProgram([folder], 'x'),
      await runProgram([''], 'x'),
      await runProgram(['sh', '-c', 'exit 3'], 'x'),
    ];
    expect(ends.map(({kind}) => kind)).toEqual([
      'not-started',
      'not-started',
      'not-started',
      'failed',
    ]);
    expect(ends[3]?.problem).toBe('sh exited with code 3');
  });

  it('and printed too much is refused, without its output', async () => {
    await expect(
      readCommand(['sh', '-c', 'head -c 3000000 /dev/zero; exec sleep 600']),
    ).rejects.toThrow('sh printed more than 1 MB');
  });
});

describe('a program that is started', () => {
  it('gets the environment without the tokens in it', async () => {
    const secrets = ['JR_AUTH_TOKEN', 'CF_AUTH_TOKEN', 'JR_AUTH_SHARED_SECRET', 'OWN_VARIABLE'];
    for (const name of secrets) process.env[name] = 'odd-token-1';
    process.env.JR_BASE_URL = 'https://x.example';
    try {
      await readSecret({env: 'OWN_VARIABLE'}, fakeHost({env: {OWN_VARIABLE: 'odd-token-1'}}));
      const file = join(folder, 'environment');
      expect(await runProgram(['sh', '-c', `env > ${file}`], '')).toEqual({kind: 'done'});
      const seen = readFileSync(file, 'utf8');
      expect(seen).toContain('JR_BASE_URL=https://x.example');
      expect(seen).not.toContain('odd-token');
    } finally {
      for (const name of [...secrets, 'JR_BASE_URL']) delete process.env[name];
    }
  });
});

it.each([' \t', {env: 'BLANK'}, {command: ['printf', ' ']}] as const)(
  'a blank secret is refused, from wherever: %o',
  async secret => {
    const runCommand = async () => ' ';
    const host = {...fakeHost({env: {BLANK: ' '}}), runCommand};
    await expect(readSecret(secret, host)).rejects.toMatchObject({kind: 'auth_error'});
  },
);
