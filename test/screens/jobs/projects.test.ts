import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {openForm} from '../../../src/state/views/form/open-form.ts';
import {formPopup} from '../../../src/state/views/form/popup-form.ts';
import {fill} from '../../support/form-steps.ts';
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

const project = (key: string): Promise<unknown> => job.read(`/rest/api/3/project/${key}`);

describe('projects, from home by keys, without JSON or an id', () => {
  test('another lead for the project whose lead has left', async () => {
    await job.play('1 another lead where the lead has left');
    expect(await project('MINA')).toMatchObject({lead: {displayName: 'Petra Lindqvist'}});
    job.within('1 another lead where the lead has left');
  });

  test('a name that is typed faster than it is found is waited for, and never sent as it is', async () => {
    await job.keys(': "projects /Wanda" enter');
    job.harness.do(state => openForm(state, 'jr project update'));
    fill(job.harness, 'projectIdOrKey', 'LMA');
    fill(job.harness, 'leadAccountId', 'petra l');
    job.harness.press('ctrl+s');
    expect(job.harness.state().notice?.text).toBe('looking up petra l…');
    await expect.poll(() => job.harness.state().write?.stage).toBe('preview');
    expect(job.shown()).toMatch(/Lead .*Petra Lindqvist/);
  });

  test('another permission scheme, and another notification scheme, picked by name', async () => {
    await job.play('8 another permission scheme', {}, 0);
    expect(formPopup(job.harness.state())?.lines.at(-1)?.[0]?.text).toMatch(/^enter preview /);
    await job.play('8 another permission scheme', {}, 1);
    await job.play('8 another permission scheme', {}, 2);
    expect(job.harness.state().notice?.text).toMatch(
      /^✓ HPAY: permission scheme is Software teams/,
    );
    job.within('8 another permission scheme');
    expect(await job.read('/rest/api/3/project/HPAY/permissionscheme')).toMatchObject({
      name: expect.stringMatching(/software/i),
    });
    const again = await startJob(sandbox);
    await again.play('8 another notification scheme');
    again.within('8 another notification scheme');
    expect(await job.read('/rest/api/3/project/HPAY/notificationscheme')).toMatchObject({
      name: expect.stringMatching(/quiet/i),
    });
  });

  test('a new project, its name and key checked as they are typed', async () => {
    await job.play('16 a new project', {}, 0);
    await expect
      .poll(() => job.harness.state().prompt?.problem ?? '')
      .toContain('invalid or already used');
    await job.play('16 a new project', {}, 1);
    await job.play('16 a new project', {}, 2);
    expect(await project('HLOAN')).toMatchObject({
      name: 'Harbour Loans',
      lead: {displayName: 'Petra Lindqvist'},
    });
    job.within('16 a new project');
  });

  test('three projects archived at once; one is seen in the archive and restored', async () => {
    await job.play('5 archive three projects');
    job.within('5 archive three projects');
    const gone = (await job.read('/rest/api/3/project/search?status=archived')) as {
      values: readonly {key: string; name: string}[];
    };
    const [first] = gone.values;
    expect(gone.values.length).toBeGreaterThanOrEqual(3);
    expect(await project(first?.key ?? '')).toMatchObject({archived: true});
    await job.keys('u');
    expect(job.shown()).toMatch(/State +archived +active/);
    const again = await startJob(sandbox);
    await again.play('5 see the archive, restore one', {name: first?.name ?? ''});
    expect(await project(first?.key ?? '')).not.toMatchObject({archived: true});
    again.within('5 see the archive, restore one');
  });

  test('the last change is undone, from home', async () => {
    const before = await project('LMA');
    await job.keys(': "projects /LMA" enter e "Another name" ctrl+s enter esc esc');
    expect(await project('LMA')).toMatchObject({name: 'Another name'});
    expect(currentView(job.harness.state()).kind).toBe('home');
    job.anew();
    await job.play('17 undo the last change');
    job.within('17 undo the last change');
    expect(await project('LMA')).toEqual(before);
  });
});
