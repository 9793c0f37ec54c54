import {describe, expect, test} from 'vitest';
import {currentView} from '../../../../src/state/model/state.ts';
import type {TextView} from '../../../../src/state/views/text/state.ts';
import {linesOfText} from '../../../../src/state/views/text/text-lines.ts';
import {type AppHarness, makeHarness} from '../../../support/app-harness.ts';
import {fakeContent} from '../../../support/app-world.ts';

const paragraph = (text: string): string => `<p>${text}</p>`;
const same = Array.from({length: 12}, (_, i) => paragraph(`Line ${i} stays as it is.`)).join('');

const bodies: Readonly<Record<string, string>> = {
  '1': `<h1>Notes</h1>${same}<p>The old end.</p>`,
  '2': `<h1>Notes</h1>${paragraph('We ship on Monday.')}${same}<p>The old end.</p>`,
  '3': `<h1>Notes</h1>${paragraph('We ship on Friday.')}${same}<p>The new end of all.</p><p>More.</p>`,
};

async function versionsOf(): Promise<AppHarness> {
  const content = fakeContent();
  content.answers['content/blogposts/get-blog-post-versions'] = {
    pages: [['3', '2', '1'].map(number => ({number: Number(number), message: `save ${number}`}))],
  };
  content.answers['content/blogposts/get-blog-post-by-id'] = given => {
    const number = given.inputs?.version?.[0] ?? '3';
    const body = {storage: {value: bodies[number]}};
    return {object: {id: '900', title: 'Release notes', version: {number: Number(number)}, body}};
  };
  const app = makeHarness({content});
  app.press(':', 'post-versions 900', 'enter');
  await app.settle();
  return app;
}

function shown(app: AppHarness): string[] {
  const view = currentView(app.state()) as TextView;
  return linesOfText(view, app.state()).map(line => line.map(span => span.text).join(''));
}

describe('two versions of a post', () => {
  test('are compared: this one and the one before', async () => {
    const app = await versionsOf();
    app.press('=');
    await app.settle();
    const lines = shown(app);
    expect(lines.slice(0, 2)).toEqual([
      '--- version 2  Release notes',
      '+++ version 3  Release notes',
    ]);
    expect(lines).toContain('- We ship on Monday.');
    expect(lines).toContain('+ We ship on Friday.');
    expect(lines).toContain('+ More.');
    expect(lines.some(line => /··· \d+ lines are the same/.test(line))).toBe(true);
    expect(lines).not.toContain('  Line 6 stays as it is.');
  });

  test('let the words that differ stand out, not the whole line', async () => {
    const app = await versionsOf();
    app.press('=');
    await app.settle();
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
    await app.settle();
    expect(shown(app).slice(0, 2)).toEqual([
      '--- version 1  Release notes',
      '+++ version 3  Release notes',
    ]);
  });

  test('are walked through change by change', async () => {
    const app = await versionsOf();
    app.press('=');
    await app.settle();
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
    await app.settle();
    expect(currentView(app.state()).sent.map(one => one.command)).toEqual([
      'cf blogposts get-blog-post-by-id --id 900 --body-format storage --version 2 -p test',
      'cf blogposts get-blog-post-by-id --id 900 --body-format storage --version 3 -p test',
    ]);
  });

  test('of which there is no older one are not compared, which is said', async () => {
    const app = await versionsOf();
    app.press('G', '=');
    await app.settle();
    expect(app.state().notice?.text).toBe('there is no version before this one');
  });
});
