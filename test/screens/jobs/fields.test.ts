import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {listOf, namesOf} from '../../support/app-harness.ts';
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

interface Priorities {
  readonly values: readonly {readonly name: string; readonly isDefault: boolean}[];
}
const priorities = async (): Promise<Priorities> =>
  (await job.read('/rest/api/3/priority/search')) as Priorities;

describe('statuses, resolutions and priorities, from home by keys, without JSON or an id', () => {
  test('a status is renamed after it was seen where it is used', async () => {
    await job.play('13 rename a status after seeing where', {}, 0);
    expect(listOf(job.harness).rows.length).toBeGreaterThan(0);
    await job.play('13 rename a status after seeing where', {}, 1);
    await job.play('13 rename a status after seeing where', {}, 2);
    expect(await job.read('/rest/api/3/statuses/search?searchString=At%20work')).toMatchObject({
      values: [{name: 'At work', statusCategory: 'IN_PROGRESS'}],
    });
    job.within('13 rename a status after seeing where');
  });

  test('a priority becomes the default', async () => {
    await job.play('14 make a priority the default');
    const name = namesOf(job.harness)[0];
    expect((await priorities()).values.find(({isDefault}) => isDefault)?.name).toBe(name);
    const done = `✓ Set priority ${name} as the default: done`;
    expect(job.harness.state().notice?.text).toContain(done);
    job.within('14 make a priority the default');
  });

  test('a priority that a filter found is moved up among all of them', async () => {
    const names = async () => (await priorities()).values.map(({name}) => name);
    const before = await names();
    await job.play('14 move a priority up');
    const at = before.indexOf('Lowest');
    expect(await names()).toEqual(before.toSpliced(at, 1).toSpliced(at - 1, 0, 'Lowest'));
    job.within('14 move a priority up');
  });

  test('a priority is carried to the top, and down again; one that is not carried is not sent', async () => {
    const before = (await priorities()).values.map(({name}) => name);
    const last = before.at(-1);
    await job.keys(`: "priorities /${last}" enter m g enter enter`);
    expect((await priorities()).values[0]?.name).toBe(last);
    await job.keys('enter m G ctrl+s enter');
    expect((await priorities()).values.map(({name}) => name)).toEqual(before);
    await job.keys('enter m k j enter');
    expect(job.harness.state().write).toBeUndefined();
    expect(listOf(job.harness).moving).toBeUndefined();
    expect((await priorities()).values.map(({name}) => name)).toEqual(before);
  });

  test('esc puts back what was lifted, and the list is as it was', async () => {
    await job.keys(': "priorities /low" enter');
    const {filter, rows} = listOf(job.harness);
    await job.keys('m k k');
    expect(listOf(job.harness)).toMatchObject({filter: ''});
    await job.keys('esc');
    expect(listOf(job.harness)).toMatchObject({filter, rows});
    expect(listOf(job.harness).marked.size).toBe(0);
  });

  test('a priority is deleted by its name; the service takes none in its place', async () => {
    await job.keys(
      ': "priorities" enter a enter "Odd" tab "#112233" tab "10401" ctrl+s enter enter',
    );
    await job.keys(': "priorities /odd" enter D enter "Odd" enter');
    const left = async () => (await priorities()).values.map(({name}) => name);
    await expect.poll(left).not.toContain('Odd');
  });

  test('a resolution is deleted, another stands in its place', async () => {
    const {values} = (await job.read('/rest/api/3/resolution/search')) as {
      values: readonly {name: string; isDefault: boolean}[];
    };
    const [one, other] = values.filter(({isDefault}) => !isDefault).reverse();
    const words = {name: one?.name ?? '', other: other?.name ?? ''};
    await job.play('14 delete, another in its place', words);
    // The service deletes it as a task of its own.
    const left = async () =>
      ((await job.read('/rest/api/3/resolution/search')) as {values: typeof values}).values;
    await expect.poll(async () => (await left()).map(({name}) => name)).not.toContain(one?.name);
    job.within('14 delete, another in its place');
  });
});
