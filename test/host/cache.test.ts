import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {Credentials} from '../../src/api/credentials.ts';
import {planRequest} from '../../src/api/plan.ts';
import {planRaw} from '../../src/api/plan-raw.ts';
import {makeResponseCache, mostCacheEntries, type ResponseCache} from '../../src/host/cache.ts';
import {
  type CacheKey,
  type CacheTarget,
  cacheKeyOf,
  invalidatedGroups,
} from '../../src/host/cache-key.ts';
import {operations} from '../support/operations.ts';

let folder: string;
let nowMs: number;
let cache: ResponseCache;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-cache-'));
  nowMs = 1_000_000;
  cache = openCache();
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

function openCache(): ResponseCache {
  const clock = {now: () => nowMs, sleep: async () => undefined};
  const env = {XDG_CACHE_HOME: folder};
  return makeResponseCache('tracker', {env, home: folder, platform: 'linux', clock});
}

const directory = () => join(folder, 'jr', 'answers');
const files = () => readdirSync(directory()).sort();
const keyOf = (n: number, profile = 'work'): CacheKey => ({
  profile: Buffer.from(profile.padEnd(8)).toString('hex'),
  group: '00000001',
  key: n.toString(16).padStart(64, '0'),
});
const keep = (key: CacheKey, text: string, forMs = 60_000) =>
  cache.keep(key, {status: 200, text}, {isJson: true, forMs});

describe('a kept answer', () => {
  it('is returned unchanged, from one whole file readable by its owner only', async () => {
    const text = '{"a":12345678901234567890,"b":1.0,"c":1e400,"d":"\\u00e9é😀"}\n';
    await keep(keyOf(1), text);
    expect(await openCache().find(keyOf(1), 60_000)).toEqual({
      status: 200,
      isJson: true,
      text,
      bytes: Buffer.byteLength(text),
    });
    expect(await cache.find(keyOf(2), 60_000)).toBeUndefined();
    expect(files()).toHaveLength(1);
    expect(statSync(join(directory(), files()[0] ?? '')).mode & 0o777).toBe(0o600);
    expect(statSync(directory()).mode & 0o777).toBe(0o700);
  });

  it('is written in parts when there are parts, and the whole is never asked for', async () => {
    const reply = {
      status: 200,
      parts: ['[1', ',2]'],
      get text(): string {
        throw new Error('asked for');
      },
    };
    await cache.keep(keyOf(1), reply, {isJson: true, forMs: 1000});
    expect((await cache.find(keyOf(1), 1000))?.text).toBe('[1,2]');
  });

  it('is taken no longer than it is kept for, nor older than it may be', async () => {
    await keep(keyOf(1), '{}', 60_000);
    nowMs += 30_000;
    expect(await cache.find(keyOf(1), 30_000)).toBeUndefined();
    expect(await cache.find(keyOf(1), 30_001)).toBeDefined();
    nowMs += 30_000;
    expect(await cache.find(keyOf(1), 3_600_000)).toBeUndefined();
    expect(files()).toEqual([]);
  });

  it('stands in the place of the one before', async () => {
    await keep(keyOf(1), '"old"', 60_000);
    nowMs += 5;
    await keep(keyOf(1), '"new"', 1000);
    expect((await cache.find(keyOf(1), 60_000))?.text).toBe('"new"');
    expect(files()).toHaveLength(1);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -10)],
    ['changed', (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('abc', 'abd'))],
    ['empty', () => Buffer.alloc(0)],
  ])('is none when its file is %s, and goes', async (_, damage) => {
    await keep(keyOf(1), '{"a":"abc"}');
    const path = join(directory(), files()[0] ?? '');
    writeFileSync(path, damage(readFileSync(path)));
    expect(await cache.find(keyOf(1), 60_000)).toBeUndefined();
    expect(files()).toEqual([]);
  });
});

describe('the directory', () => {
  it('is cleared of what is expired and of what a dead process left, and of nothing else', async () => {
    await keep(keyOf(1), '{}', 1000);
    writeFileSync(join(directory(), `tmp-${nowMs.toString(36)}-00ff`), 'half');
    writeFileSync(join(directory(), 'mine.txt'), 'mine');
    nowMs += 600_001;
    writeFileSync(join(directory(), `tmp-${nowMs.toString(36)}-00fe`), 'at work');
    await keep(keyOf(2), '{}');
    const [own, ...others] = files();
    expect(own).toContain(keyOf(2).key);
    expect(others).toEqual(['mine.txt', `tmp-${nowMs.toString(36)}-00fe`]);
  });

  it('holds 1000 answers at most; those that end first go', async () => {
    await keep(keyOf(0), '{}', 10_000);
    const [first = ''] = files();
    const content = readFileSync(join(directory(), first));
    for (let n = 1; n <= mostCacheEntries; n++) {
      const name = first.replace(keyOf(0).key, keyOf(n).key).replace(/\w+$/, '2zzzz');
      writeFileSync(join(directory(), name), content);
    }
    expect(files()).toHaveLength(mostCacheEntries + 1);
    await keep(keyOf(5000), '{}', 100_000_000);
    expect(files()).toHaveLength(mostCacheEntries);
    expect(await cache.find(keyOf(0), 10_000)).toBeUndefined();
    expect(await cache.find(keyOf(5000), 10_000)).toBeDefined();
  });

  it('loses the answers of a profile’s group, or all of the profile', async () => {
    const other = {...keyOf(2), group: '00000002'};
    await keep(keyOf(1), '{}');
    await keep(other, '{}');
    await keep(keyOf(3, 'home'), '{}');
    await cache.drop(keyOf(1), ['00000001']);
    expect(await cache.find(keyOf(1), 1000)).toBeUndefined();
    expect(await cache.find(other, 1000)).toBeDefined();
    await cache.drop(keyOf(1), undefined);
    expect(await cache.find(other, 1000)).toBeUndefined();
    expect(await cache.find(keyOf(3, 'home'), 1000)).toBeDefined();
  });

  it('is not made by looking', async () => {
    expect(await cache.find(keyOf(1), 1000)).toBeUndefined();
    await cache.drop(keyOf(1), undefined);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the key', () => {
  const target: CacheTarget = {
    service: 'tracker',
    profile: 'work',
    baseUrl: 'https://x.example',
    authType: 'basic',
    user: 'ann',
    headers: {},
  };
  const credentials: Credentials = {type: 'basic', user: 'ann', token: 'secret-token'};
  const operation = operations.find(({group, name}) => `${group} ${name}` === 'version get');
  if (operation === undefined) throw new Error('there is no version get');
  const plan = (id: string, base = target) =>
    planRequest(operation, {inputs: {id: [id]}}, {baseUrl: base.baseUrl});

  it('differs for each thing an answer depends on and says none of them', () => {
    const base = cacheKeyOf(plan('1'), target, credentials, true);
    const sameByRaw = {method: 'GET', path: '/rest/api/3/version/1', query: []};
    const moved = {...target, baseUrl: 'https://y.example'};
    const keys = [
      base,
      cacheKeyOf(plan('2'), target, credentials, true),
      cacheKeyOf(plan('1'), target, credentials, false),
      cacheKeyOf(plan('1', moved), moved, credentials, true),
      cacheKeyOf(plan('1'), {...target, service: 'content'}, credentials, true),
      cacheKeyOf(plan('1'), {...target, profile: 'home'}, credentials, true),
      cacheKeyOf(planRaw('tracker', sameByRaw, target), target, credentials, true),
      cacheKeyOf(plan('1'), {...target, authType: 'bearer'}, credentials, true),
      cacheKeyOf(plan('1'), {...target, user: 'bob'}, credentials, true),
      cacheKeyOf(plan('1'), {...target, headers: {'X-Site': 'b'}}, credentials, true),
      cacheKeyOf(plan('1'), target, {...credentials, token: 'other'}, true),
    ];
    expect(new Set(keys.map(({key}) => key)).size).toBe(keys.length);
    expect(cacheKeyOf(plan('1'), target, credentials, true)).toEqual(base);
    expect(Object.values(base).join(' ')).toMatch(/^[0-9a-f ]+$/);
  });

  it('has one scope for the operations of a group and profile', () => {
    const base = cacheKeyOf(plan('1'), target, credentials, true);
    const other = cacheKeyOf(plan('2'), {...target, user: 'bob'}, credentials, false);
    expect([other.profile, other.group]).toEqual([base.profile, base.group]);
    const home = cacheKeyOf(plan('1'), {...target, profile: 'home'}, credentials, true);
    expect(home.profile).not.toBe(base.profile);
  });

  it('a write drops its own group and raw answers, a raw write everything', () => {
    const raw = planRaw('tracker', {method: 'PUT', path: '/x', query: []}, target);
    const {group} = cacheKeyOf(plan('1'), target, credentials, true);
    expect(invalidatedGroups(plan('1'))).toEqual([
      group,
      cacheKeyOf(raw, target, credentials, true).group,
    ]);
    expect(invalidatedGroups(raw)).toBeUndefined();
  });
});
