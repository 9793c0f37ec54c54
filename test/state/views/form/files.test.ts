import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../../src/sandbox/start.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {commandsOfWrite} from '../../../../src/state/overlays/write/stage.ts';
import {type Job, startJob} from '../../../support/jobs.ts';
import {startAppSandbox} from '../../../support/live-app.ts';
import {runCli} from '../../../support/run-cli.ts';
import {shellWords} from '../../../support/shell-words.ts';

let sandbox: Sandbox;
let job: Job;

/** A PNG of 64 by 48 pixels, as far as anybody looks. */
const png = Uint8Array.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 0, 64, 0, 0, 0, 48, 8, 6, 0, 0, 0],
]);
const files = {
  '~/pictures/harbour logo.png': png,
  '~/pictures/notes.txt': new TextEncoder().encode('text'),
  '~/pictures/fake.png': new TextEncoder().encode('<svg/>'),
};

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  job = await startJob(sandbox);
  job.harness.files = files;
  await job.keys(': "avatars HPAY" enter a');
});

async function custom(): Promise<readonly {readonly id: string}[]> {
  const answer = await job.read('/rest/api/3/project/HPAY/avatars');
  return (answer as {custom: readonly {id: string}[]}).custom;
}

describe('a picture for a project', () => {
  test('is picked by its path, seen in the preview without its bytes, sent, and taken back', async () => {
    const before = await custom();
    await job.keys('"~/pictures/harbour logo.png" tab "48" ctrl+s');
    expect(job.shown()).toMatch(
      /Image +— +harbour logo\.png, PNG, 64 × 48 pixels, 29 bytes[\s\S]*Size +— +48/,
    );
    expect(job.shown()).toContain('Can be undone');
    await job.keys('f2');
    expect(job.shown()).toContain('"body": "29 bytes of image/png"');
    expect(job.shown()).toContain('"X-Atlassian-Token": "no-check"');
    await job.keys('enter');
    expect(await custom()).toHaveLength(before.length + 1);
    expect(job.harness.state().journal.at(-1)).not.toContain('137,80');
    const [made] = await custom();
    await job.keys(`u enter "${made?.id}" enter`);
    expect(await custom()).toEqual(before);
    job.harness.press('U');
    expect(job.harness.state().notice?.text).toBe('the journal does not store the uploaded file');
  });

  test('is sent by the shown command, which names the file', async () => {
    await job.keys('"~/pictures/harbour logo.png" ctrl+s');
    const [command = ''] = commandsOfWrite(job.harness.state());
    expect(command).toContain("--body '@~/pictures/harbour logo.png'");
    const [, ...words] = await shellWords(command);
    const env = {JR_BASE_URL: sandbox.trackerBaseUrl, JR_AUTH_USER: 'u', JR_AUTH_TOKEN: 't'};
    const given = words.filter((word, i) => word !== '-p' && words[i - 1] !== '-p');
    const {stdout} = await runCli('jr', [...given, '--dry-run'], {env, files});
    await job.keys('f2');
    const {url, body} = JSON.parse(stdout) as {url: string; body: string};
    expect(job.shown()).toContain(`"url": "${url}"`);
    expect(job.shown()).toContain(`"body": "${body}"`);
  });

  test('is looked at when its path comes back from the editor', async () => {
    job.harness.editor = () => ({text: '~/pictures/fake.png'});
    await job.keys('ctrl+e');
    await job.harness.settle();
    expect(currentView(job.harness.state())).toMatchObject({
      checked: {body: {text: '~/pictures/fake.png'}},
    });
  });

  test('is found in its folder: folders and pictures alone are offered, a folder leads on', async () => {
    await job.keys('"~/"');
    expect(job.harness.state().prompt?.text).toBe('~/');
    await job.keys('down enter');
    expect(job.harness.state().prompt?.text).toBe('~/pictures/');
    const view = job.harness.state().locations.at(-1)?.views[0];
    expect(view?.kind === 'form' && view.picks?.picks.map(({value}) => value)).toEqual([
      '~/pictures/fake.png',
      '~/pictures/harbour logo.png',
    ]);
    await job.keys('"harb" enter ctrl+s');
    expect(job.shown()).toContain('harbour logo.png, PNG');
  });

  test.each([
    ['~/none.png', '~/none.png: file not found.'],
    ['~/pictures/fake.png', 'is no JPEG, GIF or PNG image'],
    ['', 'is required'],
  ])('at %s is refused before anything is sent: %s', async (path, problem) => {
    await job.keys(`"${path}" ctrl+s`);
    expect(job.harness.state().write).toBeUndefined();
    expect(job.harness.state().notice?.text).toBe(`nothing sent: Image ${problem}`);
  });

  test('that is cropped over its edge says so in the preview', async () => {
    await job.keys('"~/pictures/harbour logo.png" tab "49" ctrl+s');
    expect(job.shown().replace(/\s+/g, ' ')).toContain('reaches over the edge');
  });
});
