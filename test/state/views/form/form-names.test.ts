import {setTimeout as wait} from 'node:timers/promises';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../../src/sandbox/start.ts';
import {ofKind} from '../../../../src/state/model/location.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {runForm} from '../../../../src/state/views/form/form-actions.ts';
import {textsOf} from '../../../../src/state/views/form/form-fields.ts';
import {typedValueHint} from '../../../../src/state/views/form/form-lines.ts';
import {formProblems} from '../../../../src/state/views/form/form-values.ts';
import {openForm} from '../../../../src/state/views/form/open-form.ts';
import {candidateCells} from '../../../../src/state/views/form/picks.ts';
import type {AppHarness} from '../../../support/app-harness.ts';
import {nowMs} from '../../../support/app-world.ts';
import {fill, formOf, goTo, lineText} from '../../../support/form-steps.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../../support/live-app.ts';
import {until} from '../../../support/until.ts';

let sandbox: Sandbox;
let harness: AppHarness;

const clock = {
  now: () => nowMs,
  sleep: (ms: number, signal?: AbortSignal) =>
    wait(Math.min(ms, 20), undefined, signal ? {signal} : {}),
};

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
beforeEach(() => {
  harness = makeSandboxApp(sandbox, {clock});
});
afterAll(() => sandbox.stop());

async function open(place: string, command: string): Promise<void> {
  if (place !== '') harness.press(':', place, 'enter');
  await settled(harness);
  harness.do(state => openForm(state, command));
  await settled(harness);
}

const value = (name: string): readonly string[] => textsOf(formOf(harness), name);

describe('a field that names something', () => {
  test('holds what the place is about, as the id it takes, shown after its name', async () => {
    await open('versions HPAY', 'jr version create');
    expect(value('projectId')).toEqual(['10000']);
    await until(() => lineText(harness, 'projectId').includes('Harbour Payments  10000'));
  });

  test('holds it also where nothing there has the id yet: the key becomes it', async () => {
    await open('versions NOPE', 'jr version create');
    expect(value('projectId')).toEqual(['NOPE']);
    harness.press('esc');
    await open('project HPAY', 'jr version create');
    await until(() => value('projectId')[0] === '10000');
    expect(lineText(harness, 'projectId')).toContain('Harbour Payments');
    expect(harness.state().drafts).toEqual({});
  });

  test('is found by a part of its name, among those of the project the place is about', async () => {
    await open('versions HPAY', 'jr version update');
    goTo(harness, 'moveUnfixedIssuesTo');
    await until(() => formOf(harness).picks?.isAll === true);
    harness.press(...'5.0');
    const prompt = ofKind(harness.state().prompt, 'field');
    // Two contain this: none of them is meant until it is said which.
    expect(prompt && typedValueHint(formOf(harness), prompt, nowMs)).toBe('');
    for (const key of ['enter', 'tab', 'ctrl+s']) {
      harness.press(key);
      expect(harness.state().write).toBeUndefined();
      expect(harness.state().prompt).toMatchObject({
        text: '5.0',
        problem: "No version named '5.0' · 2 contain this",
      });
    }
    harness.press('backspace', 'backspace', 'backspace', ...'2.5', 'enter');
    expect(value('moveUnfixedIssuesTo')).toEqual(['10011']);
    expect(lineText(harness, 'moveUnfixedIssuesTo')).toContain('2.5.0  10011');
  });

  test('is not sent where nothing is called so', async () => {
    await open('', 'jr project create');
    expect(lineText(harness, 'key')).toMatch(/^ +Key +\*/);
    fill(harness, 'key', 'ODD');
    fill(harness, 'name', 'Odd one');
    fill(harness, 'leadAccountId', 'Nobodyhere');
    await settled(harness);
    harness.do(runForm);
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().notice?.text).toBe("nothing sent: Lead matches no user: 'Nobodyhere'");
  });

  test('is not sent if several have it in their name', async () => {
    await open('', 'jr project create');
    fill(harness, 'key', 'ODD');
    fill(harness, 'name', 'Odd one');
    fill(harness, 'leadAccountId', 'en');
    await settled(harness);
    harness.do(runForm);
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().notice?.text).toBe("nothing sent: Lead matches several users: 'en'");
  });

  test('is looked up at the service where it lists nothing without a part of a name', async () => {
    await open('', 'jr project create');
    goTo(harness, 'leadAccountId');
    harness.press(...'petra l');
    await until(() => (formOf(harness).picks?.picks.length ?? 0) > 0);
    harness.press('tab');
    expect(value('leadAccountId')[0]).not.toBe('petra l');
    expect(lineText(harness, 'leadAccountId')).toContain('Petra Lindqvist');
  });

  test('typed faster than the service answers becomes the value when it does', async () => {
    await open('', 'jr project create');
    fill(harness, 'leadAccountId', 'petra l');
    expect(value('leadAccountId')).toEqual(['petra l']);
    await until(() => value('leadAccountId')[0] !== 'petra l');
    expect(lineText(harness, 'leadAccountId')).toContain('Petra Lindqvist');
  });

  test('of a read waits for its name, and the result opens when that is found', async () => {
    await open('', 'jr user get');
    fill(harness, 'accountId', 'petra l');
    harness.do(runForm);
    expect(formOf(harness).runs).toBe(true);
    await until(() => harness.faults.length > 0 || currentView(harness.state()).kind !== 'form');
    expect(harness.faults).toEqual([]);
    expect(currentView(harness.state()).kind).toBe('text');
  });

  test('says that nothing is called so once all there are were read', async () => {
    await open('versions HPAY', 'jr version update');
    goTo(harness, 'moveUnfixedIssuesTo');
    await until(() => formOf(harness).picks?.isAll === true);
    harness.press(...'nine');
    expect(harness.state().prompt?.problem).toBe("No version named 'nine'");
  });

  test('shows the name of what the object holds now', async () => {
    await open('projects', 'jr project update');
    await until(() => /\S {2}[0-9a-f]{24}/.test(lineText(harness, 'leadAccountId', 140)));
    expect(currentView(harness.state()).kind).toBe('form');
  });
});

describe('the form of an update holds what is there', () => {
  test('of several statuses, each by its id', async () => {
    harness.press(':', 'statuses', 'enter');
    await settled(harness);
    harness.press(' ', ' ');
    harness.do(state => openForm(state, 'jr statuses update'));
    await settled(harness);
    await until(() => value('body.statuses.1.name').length > 0);
    const list = [0, 1].map(i => [
      value(`body.statuses.${i}.id`)[0],
      value(`body.statuses.${i}.name`)[0],
      value(`body.statuses.${i}.statusCategory`)[0],
    ]);
    const url = `${sandbox.trackerBaseUrl}/rest/api/3/statuses?${list.map(([id]) => `id=${id}`).join('&')}`;
    const authorization = `Basic ${Buffer.from(`${sandbox.authUser}:${sandbox.authToken}`).toString('base64')}`;
    const answer = await (await fetch(url, {headers: {authorization}})).json();
    expect(list).toEqual(
      (answer as Record<string, string>[]).map(one => [one.id, one.name, one.statusCategory]),
    );
  });

  test('and says of a date that is taken away that it stays, since it is left out', async () => {
    await open('versions HPAY', 'jr version update');
    await until(() => value('releaseDate').length > 0);
    const [day] = value('releaseDate');
    goTo(harness, 'releaseDate');
    harness.press('ctrl+u', 'tab');
    expect(value('releaseDate')).toEqual([]);
    expect(lineText(harness, 'releaseDate')).toContain(`unchanged: ${day}`);
    fill(harness, 'description', 'x');
    goTo(harness, 'description');
    harness.press('ctrl+u', 'ctrl+u', 'tab');
    expect(value('description')).toEqual(['']);
  });

  test('of a map, and of any JSON', async () => {
    await open('', 'jr project set-actors');
    fill(harness, 'projectIdOrKey', 'HPAY');
    fill(harness, 'id', '10002');
    await until(() => value('categorisedActors').length > 0);
    expect(Object.keys(JSON.parse(value('categorisedActors')[0] ?? '{}')).join()).toContain(
      'role-actor',
    );
    harness.press('esc');
    const listed = await properties();
    await open('', 'jr project set-property');
    fill(harness, 'projectIdOrKey', 'HPAY');
    fill(harness, 'propertyKey', listed);
    await until(() => value('body').length > 0);
    expect(() => JSON.parse(value('body')[0] ?? '')).not.toThrow();
  });
});

async function properties(): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${sandbox.authUser}:${sandbox.authToken}`).toString('base64')}`;
  const url = `${sandbox.trackerBaseUrl}/rest/api/3/project/HPAY/properties`;
  const {keys} = (await (await fetch(url, {headers: {authorization}})).json()) as {
    keys: readonly {key: string}[];
  };
  return keys[0]?.key ?? '';
}

test('a value that the documents do not list is refused in a form with the nearest one, and nothing is sent', async () => {
  await open('', 'jr project create');
  fill(harness, 'projectTemplateKey', 'com.pyxis.greenhopper.jira:gh-simplified-kanban-clasic');
  harness.press('ctrl+s');
  await settled(harness);
  expect(harness.state().write).toBeUndefined();
  expect(formProblems(formOf(harness), false).fields.projectTemplateKey).toContain('did you mean');
  await open('', 'jr webhook register-dynamic');
  fill(harness, 'body.webhooks.0.events', 'jira:isue_created');
  const {fields} = formProblems(formOf(harness), false);
  expect(fields['body.webhooks.0.events']).toContain('did you mean Issue created');
});

test('a long name among the suggestions leaves room for the details of the others', () => {
  const candidate = (label: string, email: string) => {
    return {value: email, label, names: [label], details: {email}};
  };
  const all = [candidate('Ann', 'ann@example.com'), candidate('x'.repeat(80), 'x@example.com')];
  const [first, second] = candidateCells(all, all).map(cells => cells.join(''));
  expect(first?.trimEnd()).toBe(`${'Ann'.padEnd(38)}ann@example.com`);
  expect(second?.trimEnd()).toBe(`${'x'.repeat(35)}…  x@example.com`);
});
