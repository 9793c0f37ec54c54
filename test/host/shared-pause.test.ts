import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterEach, beforeEach, expect, it} from 'vitest';
import type {Pace} from '../../src/api/pace.ts';
import {paceFor} from '../../src/host/shared-pause.ts';
import {fakeHost} from '../support/fake-host.ts';

/** Long enough for a process on a busy machine to see the pause of another. */
const pauseMs = 2000;
/** How much earlier than asked a timer of Node may end, by the clock that `now` reads. */
const timerMs = 1;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-pace-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

/** The pace of a process of its own, with real waits. */
function paceOfProcess(): Pace {
  const clock = {now: () => Date.now(), sleep: (ms: number) => sleep(ms)};
  return paceFor('a@site.example', {...fakeHost({home}), clock});
}

async function request(pace: Pace, status: number, restMs?: number): Promise<number> {
  const started = await pace.start({mostMs: 10_000});
  const atMs = Date.now();
  started.end({status, headers: {}}, restMs);
  return atMs;
}

/** The responses that each process told when it joined. */
function joined(): readonly string[] {
  const folder = join(home, '.local/state/steward/pace');
  const [name = ''] = readdirSync(folder);
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').slice(1);
  return lines.map(line => line.split(' ')[1] ?? '');
}

it('processes refused at once wait together, and each tells the others its responses', async () => {
  const paces = Array.from({length: 3}, paceOfProcess);
  for (const pace of paces) for (let i = 0; i < 5; i++) await request(pace, 200);
  const refusedMs = await Promise.all(paces.map(pace => request(pace, 429, pauseMs)));
  const startedMs = await Promise.all(paces.map(pace => request(pace, 200)));
  expect(Math.min(...startedMs)).toBeGreaterThanOrEqual(Math.min(...refusedMs) + pauseMs - timerMs);
  expect(joined()).toEqual(['5', '5', '5']);
});

it('a process that is not refused waits for the pause of another, and joins it', async () => {
  const [first, second] = [paceOfProcess(), paceOfProcess()];
  const refusedMs = await request(first, 429, pauseMs);
  while ((await second.leftMs()) === 0) await sleep(1);
  expect(await request(second, 200)).toBeGreaterThanOrEqual(refusedMs + pauseMs - timerMs);
  expect(joined()).toEqual(['0', '0']);
});
