import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
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

const project = (key: string): Promise<unknown> => job.read(`/rest/api/3/project/${key}`);

describe('projects, from home by keys, without JSON or an id', () => {
  test('another lead for the project whose lead has left', async () => {
    await job.keys(': "projects /Wanda" enter x L "petra" ctrl+s enter');
    expect(await project('MINA')).toMatchObject({lead: {displayName: 'Petra Lindqvist'}});
    expect(job.presses()).toBeLessThanOrEqual(9);
  });

  test('another permission scheme, and another notification scheme, picked by name', async () => {
    await job.keys(': "projects /Harbour" enter x P "software" ctrl+s enter');
    expect(job.presses()).toBeLessThanOrEqual(6);
    expect(await job.read('/rest/api/3/project/HPAY/permissionscheme')).toMatchObject({
      name: expect.stringMatching(/software/i),
    });
    const again = await startJob(sandbox);
    await again.keys(': "projects /Harbour" enter x N "quiet" ctrl+s enter');
    expect(again.presses()).toBeLessThanOrEqual(6);
    expect(await job.read('/rest/api/3/project/HPAY/notificationscheme')).toMatchObject({
      name: expect.stringMatching(/quiet/i),
    });
  });

  test('a new project, its name and key checked as they are typed', async () => {
    await job.keys(': "projects" enter a enter "Harbour Loans" tab "HPAY"');
    await expect
      .poll(() => job.harness.state().prompt?.problem ?? '', {timeout: 30_000})
      .toContain('will not do, or is taken');
    await job.keys('ctrl+u "HLOAN" tab "soft" tab tab "petra" tab "default" ctrl+s enter');
    expect(await project('HLOAN')).toMatchObject({
      name: 'Harbour Loans',
      lead: {displayName: 'Petra Lindqvist'},
    });
    // The ctrl+u is the price of the key that was taken.
    expect(job.presses() - 1).toBeLessThanOrEqual(12);
  });

  test('three projects archived at once; one is seen in the archive and restored', async () => {
    await job.keys('enter space space space x A enter');
    expect(job.presses()).toBeLessThanOrEqual(7);
    const gone = (await job.read('/rest/api/3/project/search?status=archived')) as {
      values: readonly {key: string; name: string}[];
    };
    const [first] = gone.values;
    expect(gone.values.length).toBeGreaterThanOrEqual(3);
    expect(await project(first?.key ?? '')).toMatchObject({archived: true});
    const again = await startJob(sandbox);
    await again.keys(`: "archived /${first?.name}" enter x R enter`);
    expect(await project(first?.key ?? '')).not.toMatchObject({archived: true});
    expect(again.presses()).toBeLessThanOrEqual(5);
  });
});
