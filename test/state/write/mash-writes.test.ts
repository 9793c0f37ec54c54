import {expect, test} from 'vitest';
import type {Client} from '../../../src/api/client.ts';
import type {RequestPlan} from '../../../src/api/request-plan.ts';
import {safeText} from '../../../src/base/safe-text.ts';
import {auditLine} from '../../../src/host/audit.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {previewLines} from '../../../src/state/overlays/write/write-lines.ts';
import {type AppHarness, connect, makeHarness} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {contentWorld} from '../../support/content-world.ts';
import {partsTracker} from '../../support/parts-world.ts';
import {seeded} from '../../support/seeded.ts';
import {beReady} from '../../support/write-steps.ts';

const because =
  'every write is taken and changes nothing, so that there is always something to press on';

/** How many keys are mashed for each seed. */
const count = Number(process.env.MASH_KEYS ?? 1200);

/** Verbs, menus, forms and dialogs are what is pressed most. */
const keys = [
  ...'xxxxxjjjjkkgG  *vaeDmMuURATBCFNWdyn.Y/rq=-123456',
  ...Array<string>(10).fill('enter'),
  ...Array<string>(4).fill('ctrl+s'),
  ...['#', '#', 'alt+up', 'alt+down', 'm', 'm', 'f4', 'ctrl+e', 'i', 'w', 'c', '>', 's', 'p'],
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
  'trash',
  'resolutions',
  'ui-modifications',
  'avatars PRO0',
  'perm',
  'notif',
  'nmatrix 10100',
  'failed-records',
  'who',
  'who-can',
  'tasks',
  'audit',
  'compare @prod',
  'compare ~/scheme.json',
];
/** What opens verbs and sends them. */
const hasty = [
  'x',
  'e',
  'a',
  'D',
  'm',
  'alt+down',
  'enter',
  'enter',
  'ctrl+s',
  'ctrl+s',
  'y',
  'tab',
];
/** What is typed as a whole, as somebody does who knows the way: paths, Markdown, XML, names. */
const texts = ['~/logo.png', '~/', '# Hi *you*', '<p>x</p>', 'Ann Lee', 'PRO1', '7', 'Two words'];
/** Words typed without a look at the screen, at a menu or wherever they hit. */
const words = ['/del', '/edit', '/move', '/all', 'delete', 'yes', 'archive', 'merge', 'add', 'm'];
const files = {
  '~/logo.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  '~/scheme.json': new TextEncoder().encode('{"permissions": []}'),
};
const auditLog = auditLine({
  ...{startedMs: nowMs, profile: 'test', op: 'version update', method: 'PUT'},
  ...{path: '/rest/api/3/version/7', status: 200, exit: 0, durationMs: 12, pages: 1},
  ...{dryRun: false, cached: false},
});

/** A tracker with enough of everything that rows can be lifted past each other. */
function tracker() {
  const world = partsTracker(because);
  const rows = ['Done', 'Duplicate', 'Will not be done'].map((name, i) => ({id: `${i + 1}`, name}));
  for (const name of ['resolution/search', 'priority/search']) {
    world.answers[`tracker/${name}`] = {pages: [rows], object: {values: rows}, total: rows.length};
  }
  return world;
}

/** A client that says what is written, and answers it. */
function spied(client: Client, wrote: (plan: RequestPlan) => void): Client {
  const {request} = client;
  client.request = (plan, options) => {
    if (plan.operation?.effect === 'read') return request(plan, options);
    wrote(plan);
    const reply = {status: 200, headers: {}, pages: 1, durationMs: 1, cached: false};
    return Promise.resolve({...reply, text: '{"id":"7"}'});
  };
  return client;
}

/** What was counted over all seeds. */
const counted = {previews: 0, confirmed: 0, sent: 0, operations: new Set<string>()};

const samePlan = (plan: RequestPlan | undefined) =>
  JSON.stringify([plan?.title, plan?.url, plan?.body?.content]);

const seeds = process.env.MASH_SEEDS?.split(',').map(Number) ?? [1, 2, 3, 4];

/** Follows what is previewed and confirmed; to be told after each key, and each answer. */
function watched(harness: AppHarness) {
  /**
   * What the preview that is open had on the screen while it took keys, and what was confirmed so.
   */
  let shown = new Set<string>();
  const confirmed = new Set<string>();
  let before = harness.state().write;
  const look = (): void => {
    const {write} = harness.state();
    if (write?.stage === 'preview' && before?.stage !== 'preview' && before?.stage !== 'confirm') {
      counted.previews++;
      shown = new Set();
    }
    if (write?.stage === 'running' && before !== undefined && before.stage !== 'running') {
      // What was not ready, was not looked at; what failed is sent again from its report.
      expect(['preview', 'confirm', 'report']).toContain(before.stage);
      if (before.stage === 'preview' || before.stage === 'confirm') {
        expect(before.ready).toBe(true);
        counted.confirmed++;
        for (const {planned} of write.plan.requests) {
          expect(shown).toContain(samePlan(planned?.plan));
          confirmed.add(samePlan(planned?.plan));
        }
      }
    }
    if (write?.stage === 'running') expect(before).toBeDefined();
    before = write;
    if (write?.stage !== 'preview' || !write.ready) return;
    const {head, body} = previewLines(write, harness.state());
    const lines = [...head, ...body].map(line => line.map(({text}) => text).join('')).join('\n');
    // As it is shown: what a name holds of escapes stands there as text.
    expect(lines).toContain(safeText(write.plan.title).slice(0, 40));
    for (const {planned, label} of write.plan.requests) {
      if (lines.includes(safeText(label).slice(0, 30))) shown.add(samePlan(planned?.plan));
    }
  };
  return {look, confirmed};
}

test.each(seeds)(
  'of mashed keys all that is sent was named by the very preview that was confirmed (seed %d)',
  async seed => {
    const random = seeded(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const wrote: RequestPlan[] = [];
    const world = {
      tracker: spied(tracker(), plan => wrote.push(plan)),
      content: spied(contentWorld(because), plan => wrote.push(plan)),
    };
    const harness: AppHarness = makeHarness({...world, columns: 120, rows: 40, counts: true});
    harness.files = files;
    harness.others = {prod: spied(tracker(), plan => wrote.push(plan))};
    harness.auditLog = {path: '/x/audit.log', text: auditLog};
    harness.editor = text => ({text: `${text}\n- *more*`});
    const {look, confirmed} = watched(harness);
    let pressed = 0;
    const press = (...typed: readonly string[]): void => {
      for (const key of typed) {
        harness.press(key);
        look();
      }
      pressed += typed.length;
    };
    while (pressed < count) {
      // Another profile is there soon after it was switched to: until then nothing is read or sent.
      if (harness.state().connection.status !== 'ready' && random() < 0.3) connect(harness);
      if (random() < 0.06) {
        press('esc', 'esc', 'esc', ':', ...pick(places), 'enter');
        await harness.settle();
      }
      const {write} = harness.state();
      if (random() < 0.03) press(...pick(texts));
      // Typed at once, with its enter: nobody has looked at what that opened.
      if (random() < 0.03) press('x', ...pick(words), ...(random() < 0.7 ? ['enter'] : []));
      if (write?.stage === 'confirm' && random() < 0.3) press(...(write.plan.object ?? ''));
      if (random() < 0.5) await harness.settle();
      if (random() < 0.6) beReady(harness);
      look();
      press(random() < 0.3 ? pick(hasty) : pick(keys));
    }
    connect(harness);
    await harness.settle();
    look();
    const {load} = currentView(harness.state());
    expect(load.status).not.toBe('loading');
    for (const plan of wrote) {
      expect(confirmed).toContain(samePlan(plan));
      counted.operations.add(plan.title);
    }
    counted.sent += wrote.length;
    if (seed !== seeds.at(-1)) return;
    const {previews, operations} = counted;
    expect(counted.sent).toBeGreaterThan(0);
    if (process.env.MASH_KEYS === undefined) return;
    const of = `${count * seeds.length} keys: ${previews} previews opened, ${counted.confirmed} confirmed`;
    const sent = `${counted.sent} requests of ${operations.size} operations sent, each shown before`;
    process.stdout.write(`${of}, ${sent}\n${[...operations].sort().join(', ')}\n`);
  },
  Math.max(120_000, 60 * count),
);
