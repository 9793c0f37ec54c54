import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import type {PlanStep} from '../../../src/site/plan.ts';
import {changeSetOf} from '../../../src/state/write/change-set.ts';
import {makeSandboxApp, settled} from '../../support/live-app.ts';
import {type CliResult, failureOf, runCli} from '../../support/run-cli.ts';
import {until} from '../../support/until.ts';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
  folder = await mkdtemp(join(tmpdir(), 'steward-plan-'));
});
afterAll(() => Promise.all([sandbox.stop(), rm(folder, {recursive: true})]));

function jr(...argv: string[]): Promise<CliResult> {
  const env = {
    JR_BASE_URL: sandbox.trackerBaseUrl,
    JR_AUTH_USER: sandbox.authUser,
    JR_AUTH_TOKEN: sandbox.authToken,
    XDG_STATE_HOME: folder,
  };
  return runCli('jr', argv, {env});
}

test('staged changes are saved as a plan, which names those it leaves out and stops at a change since', async () => {
  const app = makeSandboxApp(sandbox);
  app.dispatch({kind: 'resized', columns: 160, rows: 50});
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      app.press(key);
      await settled(app);
    }
  };
  await press(':', ...'resolutions', 'enter', 'g', 'e', ...'xy', 'alt+enter');
  const matrix = [':', ...'perm', 'enter', '/', ...'Default', 'enter', 'enter', '2'];
  await press(...matrix, '/', ...'manage sprints col:R:Viewers', 'enter', ' ', 'esc');
  await press('/', ...'browse projects col:R:Viewers', 'enter', ' ', 'alt+enter');
  await press(':', ...'projects', 'enter', 'g', 'A', 'alt+enter');
  expect(changeSetOf(app.state()).map(({requests}) => requests.length)).toEqual([1, 2, 1]);
  const [, , archive] = changeSetOf(app.state());
  const file = join(folder, 'plan.json');
  app.press(':', ...`save-plan ${file}`, 'enter');
  await until(() => app.state().notice?.stays === true);
  expect(app.state().notice?.text).toBe(
    `saved 3 of 4 requests in ${file}: jr site apply ${file} · left out: ${archive?.title}: jr site has no step for it`,
  );
  const {steps} = JSON.parse(await readFile(file, 'utf8')) as {steps: PlanStep[]};
  expect(steps.map(({kind, action}) => `${kind} ${action}`)).toEqual([
    'resolutions update',
    'permission-schemes add',
    'permission-schemes remove',
  ]);
  const dry = await jr('site', 'apply', file, '--dry-run');
  expect([dry.exit, dry.stderr]).toEqual([0, '']);
  const id = String(steps[0]?.id);
  await jr('resolution', 'update', '--id', id, '--name', 'Meanwhile');
  const stopped = await jr('site', 'apply', file, '--yes');
  expect([stopped.exit, failureOf(stopped).error_type]).toEqual([6, 'conflict']);
  await jr('resolution', 'update', '--id', id, '--name', steps[0]?.name ?? '');
  const applied = await jr('site', 'apply', file, '--yes');
  expect([applied.exit, applied.stderr]).toEqual([0, '']);
  expect(JSON.parse(applied.stdout)).toMatchObject({done: 3, left: 0});
  const again = await jr('site', 'apply', file, '--yes');
  const {steps: results} = JSON.parse(again.stdout) as {steps: {status: string}[]};
  expect(results.map(({status}) => status)).toEqual(['already', 'already', 'already']);
});
