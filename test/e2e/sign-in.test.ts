import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type LocalServer, startServer} from '../api/local-server.ts';
import {node} from '../support/built.ts';
import {
  type RotatingIssuer,
  type RotatingOptions,
  startRotatingIssuer,
} from '../support/rotating-issuer.ts';
import {root} from '../support/sources.ts';

const processes = 50;

let home = '';
let issuer: RotatingIssuer;
let service: LocalServer;
/** Called with each request of the service before it is answered. */
let onCall: () => Promise<void>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-sign-in-'));
  onCall = async () => undefined;
});
afterEach(async () => {
  await issuer[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  rmSync(home, {recursive: true, force: true});
});

/**
 * Sign in: a profile with the first refresh token, whose access tokens the service takes, the
 * newest alone.
 */
async function signIn(options: RotatingOptions = {}): Promise<void> {
  issuer = await startRotatingIssuer(options);
  service = await startServer(async ({headers}) => {
    await onCall();
    return headers.authorization === `Bearer ${issuer.accessToken()}`
      ? {json: {id: '7'}}
      : {status: 401};
  });
  const auth = {
    type: 'oauth2',
    client_id: 'client',
    client_secret: 'cl13nt-s3cret',
    token_url: `${issuer.url}/oauth/token`,
    refresh_token: 'refresh-0',
  };
  mkdirSync(join(home, '.config/jr'), {recursive: true, mode: 0o700});
  const config = {profiles: {default: {base_url: service.url, auth}}};
  writeFileSync(join(home, '.config/jr/config.json'), JSON.stringify(config), {mode: 0o600});
}

function start(): ChildProcess {
  return spawn(
    node,
    [join(root, 'dist/bin/jr.js'), 'version', 'get', '--id', '7', '--timeout', '0'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
      env: {PATH: process.env.PATH, HOME: home},
    },
  );
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** The command lines of this build's processes, where /proc has them. */
function commandLines(): readonly string[] {
  const pids = existsSync('/proc/self')
    ? readdirSync('/proc').filter(name => /^\d+$/.test(name))
    : [];
  const own = join(root, 'dist');
  const all = pids.flatMap(pid => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      // It has ended.
      return [];
    }
  });
  return all.filter(line => line.includes(own));
}

const folder = () => join(home, '.local/state/steward/oauth');
const file = () => join(folder(), readdirSync(folder()).find(name => name.endsWith('.json')) ?? '');
const kept = () => JSON.parse(readFileSync(file(), 'utf8'));
const expire = () => writeFileSync(file(), JSON.stringify({...kept(), endsMs: 0}));

/** Moments of a renewal at which a command is killed; those after the answer in milliseconds. */
const steps = ['locked', 'asked', 'used', 0, 4, 8, 12, 16, 24, 32, 48, 'saved'] as const;

/** Wait until a renewal has begun. */
async function untilLocked(): Promise<void> {
  await expect
    .poll(() => readdirSync(folder()).some(name => name.endsWith('.lock')), {interval: 1})
    .toBe(true);
}

describe('a sign-in whose refresh tokens can be used once', () => {
  it('is renewed once by fifty processes at a time, and is in no process list', async () => {
    await signIn();
    expect(await exitOf(start())).toBe(0);
    expire();
    const children = Array.from({length: processes}, start);
    const lines = children.flatMap(({pid}) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return [];
      }
    });
    const exits = await Promise.all(children.map(exitOf));
    expect(exits).toEqual(exits.map(() => 0));
    expect([issuer.issued(), issuer.reused]).toEqual([2, []]);
    expect(lines.join()).not.toMatch(/refresh-|access-|s3cret/);
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it.each(['process', 'process group'] as const)(
    'survives kill -9 of the %s at every step, where the server takes each token once',
    async what => {
      let child: ChildProcess | undefined;
      let next: (typeof steps)[number] | undefined;
      let lines: readonly string[] = [];
      const kill = async (): Promise<void> => {
        if (next === undefined) return;
        next = undefined;
        if (child?.pid === undefined) throw new Error('nothing runs');
        process.kill(what === 'process' ? child.pid : -child.pid, 'SIGKILL');
        await exitOf(child);
      };
      await signIn({
        async onRequest() {
          if (next === 'asked') await kill();
          return undefined;
        },
        async before() {
          if (next === 'used') {
            await kill();
            lines = commandLines();
          } else if (typeof next === 'number') setTimeout(kill, next);
          return undefined;
        },
      });
      // The latest moment: the command cannot end before it.
      onCall = kill;
      expect(await exitOf(start())).toBe(0);
      for (const step of steps) {
        expire();
        next = step;
        child = start();
        if (step === 'locked') await untilLocked().then(kill);
        expect([step, await exitOf(child)]).toEqual([step, null]);
        expect([step, await exitOf(start())]).toEqual([step, 0]);
        expect([step, issuer.reused]).toEqual([step, []]);
      }
      expect(issuer.issued()).toBe(steps.length + 1);
      if (process.platform === 'linux') {
        // The process that continued a renewal, seen by other users of the machine.
        expect(lines.join('\n')).toContain('renewal.cjs');
        expect(lines.join('\n')).not.toMatch(/refresh-\d|access-\d|cl13nt-s3cret/);
      }
      const isLeft = (name: string) => !name.endsWith('.json') && !name.endsWith('.lock');
      expect(readdirSync(folder()).filter(isLeft)).toEqual([]);
    },
  );

  it('ends at once when it is interrupted, and what it asked for is still saved', async () => {
    let answer: (() => void) | undefined;
    const before = (count: number) =>
      new Promise<undefined>(resolve => {
        answer = () => resolve(undefined);
        if (count > 1) answer();
      });
    await signIn({before});
    const child = start();
    await expect.poll(() => answer).toBeDefined();
    child.kill('SIGINT');
    expect(await exitOf(child)).toBe(130);
    answer?.();
    expect(await exitOf(start())).toBe(0);
    expect([issuer.issued(), issuer.reused]).toEqual([1, []]);
  });
});
