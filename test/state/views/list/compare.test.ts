import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Client} from '../../../../src/api/client.ts';
import type {InputValues} from '../../../../src/api/request-plan.ts';
import type {LocalSandbox} from '../../../../src/sandbox/start.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {comparisonLines} from '../../../../src/state/show/comparison.ts';
import type {TextView} from '../../../../src/state/views/text/state.ts';
import {linesOfText} from '../../../../src/state/views/text/text-lines.ts';
import type {AppHarness} from '../../../support/app-harness.ts';
import {fakeHost} from '../../../support/fake-host.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../../support/live-app.ts';
import {clientsHere} from '../../../support/sandbox-here.ts';
import {callOf} from '../../../support/write-steps.ts';

const paragraph = (text: string): string => `<p>${text}</p>`;
const same = Array.from({length: 12}, (_, i) => paragraph(`Line ${i} stays as it is.`)).join('');

const bodies = [
  `<h1>Notes</h1>${same}<p>The old end.</p>`,
  `<h1>Notes</h1>${paragraph('We ship on Monday.')}${same}<p>The old end.</p>`,
  `<h1>Notes</h1>${paragraph('We ship on Friday.')}${same}<p>The new end of all.</p><p>More.</p>`,
];

let sandbox: LocalSandbox;
let content: Client;
let id: string;

/** What a call answers; `body` is storage XML. */
async function ask(command: string, inputs: InputValues['inputs'] = {}, body?: string) {
  const {operation, given} = callOf(command, inputs, body);
  return JSON.parse((await content.request(content.plan(operation, given))).text);
}

beforeAll(async () => {
  sandbox = await startAppSandbox();
  ({content} = clientsHere(sandbox, fakeHost()));
  const posts = await ask('content blogposts get-blog-posts');
  const title = ['Release notes'];
  const [first, ...later] = bodies;
  const space = {'space-id': [posts.results[0].spaceId]};
  ({id} = await ask('content blogposts create-blog-post', {...space, title}, first));
  for (const body of later) {
    await ask('content blogposts update-blog-post', {id: [id], title}, body);
  }
});
afterAll(() => sandbox.stop());

async function versionsOf(): Promise<AppHarness> {
  const app = makeSandboxApp(sandbox);
  app.press(':', `post-versions ${id}`, 'enter');
  await settled(app);
  return app;
}

function shown(app: AppHarness): string[] {
  const view = currentView(app.state()) as TextView;
  return linesOfText(view, app.state()).map(line => line.map(span => span.text).join(''));
}

test('titles and notes of versions are shown as text, whatever they hold', () => {
  const evil = '\u001b[2J\u202e';
  const version = {title: evil, version: {number: 2, message: evil}, body: '<p>a</p>'};
  const answer = {...version, before: {...version, title: evil}};
  for (const before of [answer.before, `not read: ${evil}`]) {
    const lines = comparisonLines({...answer, before}, '/body', 80);
    expect(lines.flatMap(line => line.map(span => span.text)).join('')).not.toMatch(
      /[\u001b\u202e]/,
    );
  }
});

describe('two versions of a post', () => {
  test('are compared: this one and the one before', async () => {
    const app = await versionsOf();
    app.press('=');
    await settled(app);
    const lines = shown(app);
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^--- version 2 {2}[-\d]+ [:\d]+ {2}Release notes$/),
      expect.stringMatching(/^\+\+\+ version 3 {2}[-\d]+ [:\d]+ {2}Release notes$/),
    ]);
    expect(lines).toContain('- We ship on Monday.');
    expect(lines).toContain('+ We ship on Friday.');
    expect(lines).toContain('+ More.');
    expect(lines.some(line => /··· \d+ unchanged lines/.test(line))).toBe(true);
    expect(lines).not.toContain('  Line 6 stays as it is.');
  });

  test('let the words that differ stand out, not the whole line', async () => {
    const app = await versionsOf();
    app.press('=');
    await settled(app);
    const view = currentView(app.state()) as TextView;
    const line = linesOfText(view, app.state()).find(one =>
      one.some(span => span.text.includes('Friday')),
    );
    expect(line?.filter(span => span.tone === 'good').map(span => span.text)).toEqual([
      '+ ',
      'Friday',
    ]);
    // Without colour too: the sign before the line is not the only one.
    const words = line?.slice(1).filter(span => span.text.trim() !== '') ?? [];
    for (const span of words) expect(span.strong === true).toBe(span.tone === 'good');
  });

  test('are the two that are marked, the older one first', async () => {
    const app = await versionsOf();
    app.press(' ', 'j', ' ', '=');
    await settled(app);
    expect(shown(app).slice(0, 2)).toEqual([
      expect.stringMatching(/^--- version 1 {2}[-\d]+ [:\d]+ {2}Release notes$/),
      expect.stringMatching(/^\+\+\+ version 3 {2}[-\d]+ [:\d]+ {2}Release notes$/),
    ]);
  });

  test('are walked through change by change', async () => {
    const app = await versionsOf();
    app.press('=');
    await settled(app);
    app.press('n');
    const first = (currentView(app.state()) as TextView).match ?? -1;
    app.press('n');
    const second = (currentView(app.state()) as TextView).match ?? -1;
    const lines = shown(app);
    expect(lines[first]).toBe('- We ship on Monday.');
    expect(lines[second]).toBe('- The old end.');
  });

  test('show both commands', async () => {
    const app = await versionsOf();
    app.press('=');
    await settled(app);
    expect(currentView(app.state()).sent.map(one => one.command)).toEqual([
      `cf blogposts get-blog-post-by-id --id ${id} --body-format storage --version 2`,
      `cf blogposts get-blog-post-by-id --id ${id} --body-format storage --version 3`,
    ]);
  });

  test('of which there is no older one are not compared, which is said', async () => {
    const app = await versionsOf();
    app.press('G', '=');
    await settled(app);
    expect(app.state().notice?.text).toBe('no earlier version');
  });
});
