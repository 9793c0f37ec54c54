import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {localDay} from '../../../src/base/day-words.ts';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {type Job, startJob} from '../../support/jobs.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
beforeEach(async () => {
  job = await startJob(sandbox);
});
afterAll(() => sandbox.stop());

const version = (name: string): Promise<unknown> =>
  job.read(`/rest/api/3/project/HPAY/version?query=${name}`);

describe('versions, from home by keys, without JSON or an id', () => {
  test('a version with a release date in words', async () => {
    await job.keys(': "versions HPAY" enter a enter "4.0" tab "in two weeks" ctrl+s enter');
    const day = localDay(job.harness.state().nowMs + 14 * 86_400_000);
    const {values} = (await version('4.0')) as {values: readonly {name: string}[]};
    expect(values.find(({name}) => name === '4.0')).toMatchObject({releaseDate: day});
    expect(job.presses()).toBeLessThanOrEqual(8);
  });

  test('release a version, what is unresolved goes to the next one', async () => {
    const before = await job.read('/rest/api/3/version/10010/unresolvedIssueCount');
    const next = await job.read('/rest/api/3/version/10011/unresolvedIssueCount');
    await job.keys(': "versions HPAY /2.4" enter x R enter "2.5" ctrl+s enter');
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
    expect(job.presses()).toBeLessThanOrEqual(7);
  });

  test('merge a version into another, with counts before and after', async () => {
    await job.keys(': "versions HPAY /2.2" enter M "2.5" ctrl+s');
    const before = job.shown();
    expect(before).toMatch(/2\.2\.0 +34 → moved +\d+/);
    expect(before).toMatch(/2\.5\.0 +\d+ → \d+/);
    await job.keys('c enter "2.2.0" enter');
    expect(job.harness.state().write?.stage).toBe('report');
    expect(job.shown()).toMatch(/2\.2\.0 +34 → gone/);
    expect(job.shown()).not.toContain(', not ');
    expect(await version('2.2.0')).toMatchObject({values: []});
    expect(job.presses()).toBeLessThanOrEqual(8);
  });

  test('what nothing takes the place of is not cleared before that is allowed by a key', async () => {
    await job.keys(': "versions HPAY /2.3" enter D enter "2.5" ctrl+s enter');
    expect(job.shown()).toContain('c lets them be cleared');
    expect(job.shown()).toMatch(/affected/);
    expect(job.harness.state().write?.stage).toBe('preview');
    await job.keys('c enter');
    expect(job.harness.state().write?.stage).toBe('confirm');
  });

  test('one thing done to all that a filter found', async () => {
    await job.keys(': "versions LMA" enter * x A enter');
    const {write} = job.harness.state();
    if (write?.stage === 'confirm' || write?.stage === 'preview') await job.keys('y');
    const {values} = (await job.read('/rest/api/3/project/LMA/version')) as {
      values: readonly {archived: boolean}[];
    };
    expect(values.length).toBeGreaterThan(2);
    expect(values.filter(({archived}) => !archived)).toEqual([]);
    expect(job.presses()).toBeLessThanOrEqual(7);
  });
});
