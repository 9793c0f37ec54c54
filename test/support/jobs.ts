import {setTimeout as wait} from 'node:timers/promises';
import {expect} from 'vitest';
import type {Clock} from '../../src/base/clock.ts';
import type {ServerAddress} from '../../src/host/connect.ts';
import type {LocalSandbox} from '../../src/sandbox/start.ts';
import type {Line} from '../../src/state/model/line.ts';
import {noticeMs} from '../../src/state/model/notice.ts';
import {currentView} from '../../src/state/model/state.ts';
import {previewLines, runLines} from '../../src/state/overlays/write/write-lines.ts';
import {announceLine, formLines} from '../../src/state/views/form/form-lines.ts';
import type {AppHarness} from './app-harness.ts';
import {type JobRow, jobRows} from './job-rows.ts';
import {type ScriptWords, scriptOf} from './job-scripts.ts';
import {appTime, makeSandboxApp, settled} from './live-app.ts';

/** Someone at the keys of the app on a sandbox, from its home screen. */
export interface Job {
  readonly harness: AppHarness;
  /** Presses so far; the letters of names and texts that were typed are not counted. */
  presses(): number;
  /**
   * Do one thing after the other, each when the app has come to rest: a key (`enter`, `x`,
   * `ctrl+s`) is one press, what stands between quotes is text that is typed (`"Petra"`).
   */
  keys(script: string): Promise<void>;
  /** Press the keys of a job's script: one of its parts, or all. */
  play(row: JobRow, words?: ScriptWords, part?: number): Promise<void>;
  /** Count from here on: another job begins. */
  anew(): void;
  /** It was done within the presses that its row allows. */
  within(row: JobRow): void;
  /** What the form or the preview on the screen shows, as text. */
  shown(): string;
  /** Read from the sandbox, below its base address. */
  read(path: string): Promise<unknown>;
  /** Make something on the sandbox before the job begins. */
  make(path: string, body: unknown): Promise<void>;
}

/** From here on a wait is for the next look at what changes by itself. */
const nextLookMs = 9000;
const longMs = 3_600_000;

/**
 * What is waited for comes soon, so that a test needs no patience; what goes on by itself, never,
 * and a notice is shown until the next one: a test under load would find it gone.
 */
export const impatient: Clock = {
  now: appTime,
  sleep: (ms, signal) =>
    wait(ms < nextLookMs && ms !== noticeMs ? Math.min(ms, 10) : longMs, undefined, {
      ref: false,
      ...(signal && {signal}),
    }),
};

/** Sit down at the app on a sandbox. */
export async function startJob(sandbox: ServerAddress | LocalSandbox): Promise<Job> {
  const harness = makeSandboxApp(sandbox, {clock: impatient});
  let presses = 0;
  await rest(harness);
  async function keys(script: string): Promise<void> {
    for (const word of script.match(/"[^"]*"|\S+/g) ?? []) {
      if (word.startsWith('"')) {
        harness.press(...word.slice(1, -1));
      } else {
        harness.press(word === 'space' ? ' ' : word);
        presses += 1;
      }
      await rest(harness);
    }
  }
  return {
    harness,
    presses: () => presses,
    anew() {
      presses = 0;
    },
    within: row => expect(presses, row).toBeLessThanOrEqual(jobRows[row]),
    keys,
    play: (row, words, part) => keys(scriptOf(row, words, part)),
    shown() {
      const state = harness.state();
      const {write} = state;
      const view = currentView(state);
      const textOf = (lines: readonly Line[]): string =>
        lines.map(line => line.map(({text}) => text).join('')).join('\n');
      if (write?.stage === 'preview') {
        const {head, body} = previewLines(write, state);
        return textOf([...head, ...body]);
      }
      if (write?.stage === 'report') {
        const {head, body} = runLines(write, state);
        return textOf([...head, ...body]);
      }
      if (view.kind !== 'form') return '';
      const {head, fields, foot} = formLines(view, 120);
      return `${announceLine(view)}\n${textOf([...head, ...fields, ...foot])}`;
    },
    async read(path) {
      const answer = await ask(sandbox, path);
      return answer.status === 404 ? undefined : answer.json();
    },
    async make(path, body) {
      const answer = await ask(sandbox, path, body);
      expect(`${answer.status} ${await answer.text()}`).toMatch(/^201 /);
    },
  };
}

function ask(sandbox: ServerAddress, path: string, body?: unknown): Promise<Response> {
  const {authUser, authToken, trackerBaseUrl, contentBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  const address = (path.startsWith('/rest/') ? trackerBaseUrl : contentBaseUrl) + path;
  if (body === undefined) return fetch(address, {headers: {authorization}});
  const headers = {authorization, 'content-type': 'application/json'};
  return fetch(address, {method: 'POST', headers, body: JSON.stringify(body)});
}

/** Wait until nothing is read or sent any more, and what opened takes keys. */
async function rest(harness: AppHarness): Promise<void> {
  const isBusy = (): boolean => {
    const {write, prompt} = harness.state();
    const view = currentView(harness.state());
    if (prompt?.kind === 'palette' && prompt.goes) return true;
    const isReading =
      view.kind === 'form' && prompt?.kind === 'field' && view.picks?.isRead === false;
    if (write === undefined) return isReading;
    if (write.stage === 'running') return true;
    const isWritten =
      write.stage !== 'report' || write.outcomes.some(({state}) => /done|unclear/.test(state));
    if ('plan' in write && write.plan.counts !== undefined && isWritten) {
      const {entities} = write.plan.counts;
      if (entities.some(one => one[write.stage === 'report' ? 'after' : 'before'] === undefined))
        return true;
    }
    if (write.stage === 'preview') {
      return !write.ready;
    }
    return 'ready' in write && !write.ready;
  };
  const end = Date.now() + 20_000;
  await settled(harness);
  while (isBusy() && Date.now() < end) {
    await wait(5);
    await settled(harness);
  }
}
