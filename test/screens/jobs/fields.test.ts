import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {listOf, namesOf} from '../../support/app-harness.ts';
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

interface Priorities {
  readonly values: readonly {readonly name: string; readonly isDefault: boolean}[];
}
const priorities = async (): Promise<Priorities> =>
  (await job.read('/rest/api/3/priority/search')) as Priorities;

describe('statuses, resolutions and priorities, from home by keys, without JSON or an id', () => {
  test('a status is renamed after it was seen where it is used', async () => {
    await job.keys(': "statuses /In Progress" enter enter');
    expect(listOf(job.harness).rows.length).toBeGreaterThan(0);
    await job.keys('esc e enter "At work" ctrl+s enter');
    expect(await job.read('/rest/api/3/statuses/search?searchString=At%20work')).toMatchObject({
      values: [{name: 'At work', statusCategory: 'IN_PROGRESS'}],
    });
    expect(job.presses()).toBeLessThanOrEqual(8);
  });

  test('a priority becomes the default', async () => {
    await job.keys(': "priorities /High" enter x F enter');
    const name = namesOf(job.harness)[0];
    expect((await priorities()).values.find(({isDefault}) => isDefault)?.name).toBe(name);
    expect(job.presses()).toBeLessThanOrEqual(5);
  });

  test('a priority is moved to the first place', async () => {
    const last = (await priorities()).values.at(-1)?.name;
    await job.keys(`: "priorities /${last}" enter m tab enter "First" ctrl+s enter`);
    expect((await priorities()).values[0]?.name).toBe(last);
  });

  test('a resolution is deleted, another stands in its place', async () => {
    const {values} = (await job.read('/rest/api/3/resolution/search')) as {
      values: readonly {name: string; isDefault: boolean}[];
    };
    const [one, other] = values.filter(({isDefault}) => !isDefault).reverse();
    await job.keys(`: "resolutions /${one?.name}" enter D "${other?.name}" ctrl+s enter`);
    await job.keys(`"${one?.name}" enter`);
    // The service deletes it as a task of its own.
    const left = async () =>
      ((await job.read('/rest/api/3/resolution/search')) as {values: typeof values}).values;
    await expect
      .poll(async () => (await left()).map(({name}) => name), {timeout: 60_000})
      .not.toContain(one?.name);
    expect(job.presses()).toBeLessThanOrEqual(7);
  });
});
