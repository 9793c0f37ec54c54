import {expect, test} from 'vitest';
import type {Client} from '../../../src/api/client.ts';
import {safeText} from '../../../src/base/safe-text.ts';
import {previewLines} from '../../../src/state/layers/write/write-lines.ts';
import type {ResolvedCall} from '../../../src/state/model/call.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {fakeContent, fakeTracker} from '../../support/app-world.ts';

/** How many keys are mashed for each seed. */
const count = Number(process.env.MASH_KEYS ?? 1200);

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Verbs, menus, forms and dialogs are what is pressed most. */
const keys = [
  ...'xxxxxjjjjkkgG  *vaeDmMuURATBCFNWdyn.Y/rq=-123456',
  ...Array<string>(10).fill('enter'),
  ...Array<string>(4).fill('ctrl+s'),
  ...['#', '#', 'alt+up', 'alt+down', 'm', 'm'],
  ...['esc', 'esc', 'tab', 'down', 'up', 'f2', 'backspace', 'ctrl+c', 'x'],
];
const places = [
  'projects',
  'ver PRO0',
  'webhooks',
  'statuses',
  'priorities',
  'users',
  'journal',
  'blog',
];

/** A client that says what is written, and answers it. */
function spied<C extends Client & {callOf(plan: never): ResolvedCall}>(
  client: C,
  wrote: (call: ResolvedCall) => void,
): C {
  const {request} = client;
  client.request = (plan, options) => {
    const call = client.callOf(plan as never);
    if (call.operation.effect === 'read') return request(plan, options);
    wrote(call);
    const reply = {status: 200, headers: {}, pages: 1, durationMs: 1, cached: false};
    return Promise.resolve({...reply, text: '{"id":"7"}'});
  };
  return client;
}

/** Writes of all seeds. */
let writes = 0;

const sameCall = ({operation, given}: ResolvedCall) =>
  JSON.stringify([operation.group, operation.name, given]);

const seeds = [1, 2, 3, 4];

test.each(seeds)(
  'mashed keys write nothing that no preview named and nobody confirmed (seed %d)',
  async seed => {
    const random = seeded(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const wrote: ResolvedCall[] = [];
    const tracker = spied(fakeTracker() as never, (call: ResolvedCall) => wrote.push(call));
    const content = spied(fakeContent() as never, (call: ResolvedCall) => wrote.push(call));
    const harness: AppHarness = makeHarness({tracker, content, columns: 120, rows: 40});
    /** What a preview that took keys had on the screen, and what was confirmed from one. */
    const named = new Set<string>();
    const confirmed = new Set<string>();
    const look = (): void => {
      const {write} = harness.state();
      if (write?.stage === 'running' || write?.stage === 'report') {
        for (const {call} of write.plan.requests) {
          const key = sameCall(call);
          if (named.has(key)) confirmed.add(key);
        }
      }
      if (write?.stage !== 'preview' || !write.ready) return;
      const {head, body} = previewLines(write, harness.state());
      const shown = [...head, ...body].map(line => line.map(({text}) => text).join('')).join('\n');
      for (const [i, {call, label}] of write.plan.requests.entries()) {
        // As it is shown: what a name holds of escapes stands there as text.
        expect(shown).toContain(safeText(write.plan.title).slice(0, 40));
        if (write.previews[i] !== undefined && shown.includes(safeText(label).slice(0, 30)))
          named.add(sameCall(call));
      }
    };
    for (let i = 0; i < count; i++) {
      if (random() < 0.02) harness.press('esc', 'esc', ':', pick(places), 'enter');
      if (random() < 0.5) await harness.settle();
      if (random() < 0.6) harness.dispatch({kind: 'write', event: {kind: 'ready'}});
      look();
      harness.press(pick(keys));
      look();
    }
    await harness.settle();
    look();
    for (const call of wrote) {
      expect(named).toContain(sameCall(call));
      expect(confirmed).toContain(sameCall(call));
    }
    writes += wrote.length;
    if (seed === seeds.at(-1)) expect(writes).toBeGreaterThan(0);
  },
  Math.max(120_000, 60 * count),
);
