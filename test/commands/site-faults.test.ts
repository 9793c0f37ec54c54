import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {seeded} from '../support/seeded.ts';
import {edit, ok, type RequestFault, type ServedSite, serveSite} from '../support/served-site.ts';
import {editRandomly} from '../support/site-edits.ts';

const root = mkdtempSync(join(tmpdir(), 'steward-site-faults-'));
afterAll(() => rmSync(root, {recursive: true, force: true}));

const exported = join(root, 'exported');
let origin = '';
let ofApply: readonly string[] = [];
let steps = 0;

/** A site as it was exported, and a folder with the changed files and the lock of the site. */
async function begin(name: string): Promise<{readonly site: ServedSite; readonly folder: string}> {
  const folder = join(root, name, 'site');
  const site = await serveSite(11, join(root, name, 'state'));
  cpSync(exported, folder, {recursive: true});
  const lock = readdirSync(join(folder, '.steward'))[0] ?? '';
  cpSync(join(folder, '.steward', lock), lockOf(site, folder));
  edit(folder, 'people.yaml', text => text.replaceAll(origin, site.origin));
  return {site, folder};
}

function lockOf({origin: site}: ServedSite, folder: string): string {
  return join(folder, '.steward', `${site.replace('http://', '').replace(':', '_')}.lock.json`);
}

beforeAll(async () => {
  const site = await serveSite(11, join(root, 'state'));
  origin = site.origin;
  await ok(site.run('export', exported, '--project', 'HPAY'));
  editRandomly(exported, seeded(1), 60);
  const plan = join(root, 'whole.json');
  ({steps} = (await ok(site.run('plan', exported, '--prune', '--to', plan))) as {steps: number});
  site.reset();
  await ok(site.run('apply', plan, '--yes'));
  ofApply = site.requests;
  await site.stop();
});

it('reads each object once before its write, and on few connections', async () => {
  const {site, folder} = await begin('reads');
  const plan = join(root, 'reads', 'plan.json');
  await ok(site.run('plan', folder, '--prune', '--to', plan));
  site.reset();
  await ok(site.run('apply', plan, '--yes'));
  expect(site.writes()).toHaveLength(steps);
  const tables = 5;
  // A removed grant, and the schemes and actors of a project, have reads of their own.
  const own = /\/permission\/\d+$|project\/\d+\/(?:notificationscheme|role\/\d+)|scheme\/project/;
  const reads = site.requests.filter(one => one.startsWith('GET ') && !own.test(one));
  expect(reads).toHaveLength(tables + steps);
  expect(site.connections).toBeLessThanOrEqual(10);
  await site.stop();
});

type Fault = RequestFault | 'kill';
/** Also gives the time that all take. */
const whole = Number(process.env.STEWARD_SITE_FAULTS ?? 0);

const faults: readonly Fault[] = ['before', 'after', 429, 503, '503 after', 'kill'];

/**
 * The requests of an apply that fail: a random sample, or all from the one with the number
 * STEWARD_SITE_FAULTS on.
 */
function* cases(): Generator<readonly [request: number, fault: Fault, from: 'plan' | 'folder']> {
  if (whole > 0) {
    for (let n = whole; n <= ofApply.length; n++) {
      for (const fault of faults) yield [n, fault, n % 2 === 0 ? 'plan' : 'folder'];
    }
    return;
  }
  const random = seeded(Number(process.env.STEWARD_SITE_SEED ?? 5));
  for (const fault of faults) {
    for (const from of ['plan', 'folder'] as const) {
      yield [1 + Math.floor(random() * ofApply.length), fault, from];
    }
  }
}

interface Locked {
  readonly objects: Readonly<Record<string, {readonly hash: string}>>;
}
const readLock = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as Locked).objects;

/** Every object of the lock is as it was before the apply, or as it is on the site. */
async function expectLockBehind(site: ServedSite, folder: string, before: Locked['objects']) {
  const fresh = `${folder}-now`;
  await ok(site.run('export', fresh, '--project', 'HPAY'));
  const now = readLock(lockOf(site, fresh));
  for (const [label, {hash}] of Object.entries(readLock(lockOf(site, folder)))) {
    expect([before[label]?.hash, now[label]?.hash], label).toContain(hash);
  }
}

it('converges whichever request fails, does nothing twice, and the lock is never ahead', {
  timeout: whole > 0 ? 7_200_000 : 600_000,
}, async () => {
  for (const [request, fault, from] of cases()) {
    const name = `${request} ${fault} ${from}`;
    const {site, folder} = await begin(name);
    const plan = join(root, name, 'plan.json');
    const lock = readLock(lockOf(site, folder));
    await ok(site.run('plan', folder, '--prune', '--to', plan));
    // The requests of an apply of files begin with those of the comparison.
    const before = from === 'plan' ? 0 : site.requests.length;
    site.reset();
    site.faultOf = ({request: nth}) => {
      if (fault === 'kill') return nth >= before + request ? 'before' : undefined;
      return nth === before + request ? fault : undefined;
    };
    const what = from === 'plan' ? plan : folder;
    const flags = ['--prune', '--yes', '--retries', '0'];
    const result = await site.run('apply', what, ...flags);
    const {effective} = site;
    site.reset();
    if (from === 'folder') await expectLockBehind(site, folder, lock);
    const {rest} = (result.stdout === '' ? {} : JSON.parse(result.stdout)) as {rest?: string};
    // A killed process leaves no rest plan: the plan is applied again.
    const again = from === 'plan' ? (fault === 'kill' ? plan : (rest ?? plan)) : folder;
    await ok(site.run('apply', again, ...flags));
    const all = [...effective, ...site.effective];
    expect([name, all.length, new Set(all).size]).toEqual([name, steps, steps]);
    expect(await ok(site.run('diff', folder))).toEqual([]);
    await site.stop();
    rmSync(join(root, name), {recursive: true});
  }
});
