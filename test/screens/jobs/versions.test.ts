import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {localDay} from '../../../src/base/day-words.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {viewOf} from '../../../src/state/model/state.ts';
import {picksFor} from '../../../src/state/views/form/picks.ts';
import {type Job, startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
beforeEach(async () => {
  job = await startJob(sandbox);
});
afterAll(() => sandbox.stop());

const version = (name: string): Promise<unknown> =>
  job.read(`/rest/api/3/project/HPAY/version?query=${name}`);

describe('versions, from home by keys, without JSON or an id', () => {
  test('a version with a release date in words', async () => {
    await job.play('2 a version with a release date in words');
    const day = localDay(job.harness.state().nowMs + 14 * 86_400_000);
    const {values} = (await version('4.0')) as {values: readonly {name: string}[]};
    expect(values.find(({name}) => name === '4.0')).toMatchObject({releaseDate: day});
    job.within('2 a version with a release date in words');
  });

  test('release a version, what is unresolved goes to the next one', async () => {
    const before = await job.read('/rest/api/3/version/10010/unresolvedIssueCount');
    const next = await job.read('/rest/api/3/version/10011/unresolvedIssueCount');
    await job.play('3 release, the rest goes to the next version');
    job.within('3 release, the rest goes to the next version');
    await job.keys('enter');
    expect(job.shown()).toMatch(/2\.4\.0 +[1-9]\d* → 0 *\n +2\.5\.0 +\d+ → \d+/);
    expect(job.shown()).not.toContain(', not ');
    // What was done stands there, what the service said behind a key.
    expect(job.shown()).toMatch(/✓ version 2\.4\.0\n +200\n +FIELD +BEFORE +AFTER\n/);
    expect(job.shown()).toMatch(/Released +no +yes\n/);
    expect(job.shown()).toMatch(/u restores everything except “Move unfixed issues to”/);
    expect(job.shown()).not.toContain('"self"');
    await job.keys('y');
    expect(job.shown()).toContain('"self"');
    expect(await version('2.4')).toMatchObject({values: [{name: '2.4.0', released: true}]});
    expect(await job.read('/rest/api/3/version/10010/unresolvedIssueCount')).toMatchObject({
      issuesUnresolvedCount: 0,
    });
    const count = (answer: unknown) =>
      (answer as {issuesUnresolvedCount: number}).issuesUnresolvedCount;
    expect(count(await job.read('/rest/api/3/version/10011/unresolvedIssueCount'))).toBe(
      count(before) + count(next),
    );
    expect(count(before)).toBeGreaterThan(0);
  });

  test('editing shows who drives the version, though only expand answers that', async () => {
    await job.keys(': "versions HPAY /1.0.0" enter e');
    expect(job.shown()).toMatch(/Driver +Mateo Wren +\S+\n/);
  });

  test('releasing says how many issues are open, and offers what is not released first', async () => {
    await job.keys(': "versions HPAY /2.5" enter f');
    expect(job.shown()).toMatch(/\d+ of \d+ issues are not done; they stay in this version unless/);
    const {harness} = job;
    const view = viewOf(harness.state(), 'form');
    const {prompt} = harness.state();
    if (view === undefined || prompt?.kind !== 'field') throw new Error('no field is typed');
    const offered = picksFor(view, prompt).map(({label}) => label);
    expect(offered.slice(0, 3)).toEqual(['2.2.0', '3.0.0', '3.1.0']);
    // Neither itself nor what is archived.
    expect(offered).not.toContain('2.5.0');
    expect(offered).not.toContain('1.1.0');
    await job.keys('ctrl+s');
    expect(job.shown()).toMatch(
      /ISSUES +unresolved\n +2\.5\.0 +(\d+) *\n +\1 unresolved remain in 2\.5\.0/,
    );
    await job.keys('esc "3.0" ctrl+s');
    expect(job.shown()).toMatch(/2\.5\.0 +\d+ → moved *\n +3\.0\.0 +\d+ → \d+/);
    // It begins later than today: the service refuses, and no count is waited for.
    await job.keys('enter');
    expect(job.shown()).toContain('1 failed');
    expect(job.shown()).not.toContain('unresolved');
  });

  test('merge a version into another, with counts before and after', async () => {
    await job.play('4 merge two versions', {}, 0);
    const before = job.shown();
    expect(before).toMatch(/2\.2\.0 +34 → moved +\d+/);
    expect(before).toMatch(/2\.5\.0 +\d+ → \d+/);
    // The project of a deleted version stays.
    expect(before).toMatch(/Name +2\.2\.0 .* gone/);
    expect(before).not.toMatch(/Project .*gone|User release date/);
    await job.play('4 merge two versions', {}, 1);
    await job.play('4 merge two versions', {}, 2);
    expect(job.harness.state().notice?.text).toMatch(/^✓ .*enter details$/);
    job.within('4 merge two versions');
    // Nothing matches the filter now, so the preview of the list is empty.
    expect(job.harness.state().preview?.shown).toBeUndefined();
    await job.keys('enter');
    expect(job.shown()).toMatch(/2\.2\.0 +34 → gone/);
    expect(job.shown()).not.toContain(', not ');
    expect(await version('2.2.0')).toMatchObject({values: []});
  });

  test('what nothing takes the place of is not cleared before that is allowed by a key', async () => {
    await job.keys(': "versions HPAY /2.3" enter D enter "2.5" ctrl+s enter');
    expect(job.shown()).toContain('c allows clearing');
    expect(job.shown()).toMatch(/affected/);
    expect(job.harness.state().write?.stage).toBe('preview');
    await job.keys('c enter');
    expect(job.harness.state().write?.stage).toBe('confirm');
  });

  test('a version is deleted with nothing in its place, once clearing was allowed by a key', async () => {
    await job.keys(': "versions HPAY /1.0.0" enter x "/without" enter');
    expect(job.shown()).toContain('c allows clearing');
    await job.keys('enter');
    expect(job.harness.state().write?.stage).toBe('preview');
    await job.keys('c enter "1.0.0" enter');
    expect(job.harness.state().notice?.text).toMatch(/^✓ /);
    expect(await version('1.0.0')).toMatchObject({values: []});
  });

  test('one thing is done to the forty that a filter found, and to none of the others', async () => {
    const {id} = (await job.read('/rest/api/3/project/LMA')) as {id: string};
    for (let i = 1; i <= 40; i++) {
      await job.make('/rest/api/3/version', {name: `Sprint ${i}`, projectId: Number(id)});
    }
    const archived = async (): Promise<readonly string[]> => {
      const answer = await job.read('/rest/api/3/project/LMA/versions');
      const all = answer as readonly {name: string; archived: boolean}[];
      return all.filter(one => one.archived).map(({name}) => name);
    };
    const before = await archived();
    await job.play('18 one thing to all that a filter found', {}, 0);
    await job.play('18 one thing to all that a filter found', {}, 1);
    // As many as these ask once more.
    expect(job.harness.state().write?.stage).toBe('confirm');
    await job.play('18 one thing to all that a filter found', {}, 2);
    const sprints = Array.from({length: 40}, (_, i) => `Sprint ${i + 1}`);
    expect((await archived()).toSorted()).toEqual([...before, ...sprints].toSorted());
    job.within('18 one thing to all that a filter found');
  });

  test('a version carried up with j and k is moved there', async () => {
    const names = async (): Promise<readonly string[]> => {
      const answer = await job.read('/rest/api/3/project/HPAY/versions');
      return (answer as readonly {name: string}[]).map(({name}) => name);
    };
    const before = await names();
    await job.keys(': "versions HPAY /1.5" enter m k k j enter enter');
    const at = before.indexOf('1.5.0');
    expect(await names()).toEqual(before.toSpliced(at, 1).toSpliced(at - 1, 0, '1.5.0'));
  });
});
