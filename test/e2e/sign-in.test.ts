import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
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

/** Sign in: a profile with the first refresh token, whose access tokens the service takes, the newest alone. */
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
  return spawn(node, [join(root, 'dist/bin/jr.js'), 'version', 'get', '--id', '7'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {PATH: process.env.PATH, HOME: home},
  });
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

const folder = () => join(home, '.local/state/steward/oauth');
const file = () => join(folder(), readdirSync(folder()).find(name => name.endsWith('.json')) ?? '');
const kept = () => JSON.parse(readFileSync(file(), 'utf8'));
const expire = () => writeFileSync(file(), JSON.stringify({...kept(), endsMs: 0}));

/** Kill a command at a step, which calls the function it is given when it is reached. */
async function killAt(step: (reached: () => void) => void): Promise<void> {
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>(resolve => {
    reached = resolve;
  });
  step(reached);
  const child = start();
  await isReached;
  child.kill('SIGKILL');
  await exitOf(child);
}

const forever = <T>() => new Promise<T>(() => undefined);

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

  it('survives kill -9 before the token is used up, and after the next one is saved', async () => {
    let hold: (() => void) | undefined;
    const onRequest = async () => {
      if (hold === undefined) return undefined;
      hold();
      hold = undefined;
      return 'drop' as const;
    };
    await signIn({onRequest});
    await killAt(reached => {
      hold = reached;
    });
    expect(await exitOf(start())).toBe(0);
    expire();
    await killAt(reached => {
      onCall = () => {
        reached();
        return forever();
      };
    });
    onCall = async () => undefined;
    expect(kept().refreshToken).toBe(`refresh-${issuer.issued()}`);
    expect(await exitOf(start())).toBe(0);
    expect(issuer.reused).toEqual([]);
  });

  it('survives kill -9 while the answer is on its way, where the server takes a token for some minutes more', async () => {
    let answered: (() => void) | undefined;
    const before = async () => {
      answered?.();
      if (answered === undefined) return undefined;
      answered = undefined;
      return forever<undefined>();
    };
    await signIn({graceMs: 600_000, before});
    await killAt(reached => {
      answered = reached;
    });
    expect(await exitOf(start())).toBe(0);
    expect(issuer.reused).toEqual([]);
  });

  it('survives kill -9 at any moment after the answer', async () => {
    let answered: (() => void) | undefined;
    const before = async () => {
      answered?.();
      answered = undefined;
      return undefined;
    };
    await signIn({graceMs: 600_000, before});
    expect(await exitOf(start())).toBe(0);
    const outcomes: string[] = [];
    for (let delayMs = 0; delayMs < 24; delayMs += 4) {
      expire();
      const {refreshToken} = kept();
      await killAt(reached => {
        answered = () => setTimeout(reached, delayMs);
      });
      outcomes.push(kept().refreshToken === refreshToken ? 'lost' : 'saved');
      expect(await exitOf(start())).toBe(0);
    }
    expect(issuer.reused).toEqual([]);
    expect(outcomes).toHaveLength(6);
    // What the killed ones left behind is gone.
    expect(readdirSync(folder())).toHaveLength(1);
  });
});
