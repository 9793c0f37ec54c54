import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../../src/sandbox/start.ts';
import {commandsOfWrite} from '../../../../src/state/overlays/write/stage.ts';
import {inputValuesOf} from '../../../../src/state/views/form/form-values.ts';
import {markupNote} from '../../../../src/state/views/form/toggle-markup.ts';
import {fill, formOf} from '../../../support/form-steps.ts';
import {type Job, startJob} from '../../../support/jobs.ts';
import {startAppSandbox} from '../../../support/live-app.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  job = await startJob(sandbox);
});

/** The texts of the posts of a title. */
async function texts(title: string): Promise<readonly string[]> {
  const asked = new URLSearchParams({title, 'body-format': 'storage'});
  const answer = await job.read(`/blogposts?${asked.toString()}`);
  const {results} = answer as {
    results: readonly {readonly body: {readonly storage: {readonly value: string}}}[];
  };
  return results.map(({body}) => body.storage.value);
}

/** A post is being written, with the cursor in its text. */
async function write(title: string, text: string): Promise<void> {
  await job.keys(`: "blog" enter a shift+tab "Product" tab "${title}" tab`);
  job.harness.press(...text);
}

const promptText = () => job.harness.state().prompt?.text;

describe('the text of a post', () => {
  test('is written as Markdown; the preview and the command have the XML that is sent', async () => {
    await write('One', '# Hi\n- a & *b*');
    await job.keys('ctrl+s');
    const [command = ''] = commandsOfWrite(job.harness.state());
    expect(command).toContain("--body '<h1>Hi</h1><ul><li>a &amp; <em>b</em></li></ul>'");
    await job.keys('f2');
    expect(job.shown()).toContain('<h1>Hi</h1><ul><li>a &amp; <em>b</em></li></ul>');
    await job.keys('enter');
    expect(await texts('One')).toEqual(['<h1>Hi</h1><ul><li>a &amp; <em>b</em></li></ul>']);
  });

  test('is XML where it begins with a tag', async () => {
    await write('Two', '<p>*as it is*</p>');
    await job.keys('ctrl+s enter');
    expect(await texts('Two')).toEqual(['<p>*as it is*</p>']);
  });

  test('is Markdown where it begins with an address in brackets', async () => {
    await write('Three', '<https://x.example>');
    await job.keys('ctrl+s enter');
    expect(await texts('Three')).toEqual([
      '<p><a href="https://x.example">https://x.example</a></p>',
    ]);
  });

  test('stays Markdown in the form when one comes back to it', async () => {
    await write('Four', '*a*');
    await job.keys('ctrl+s esc');
    expect(formOf(job.harness).values.body).toEqual(['*a*']);
  });

  test('says in the preview what of it is not kept', async () => {
    await write('Five', 'a <b>c</b>');
    await job.keys('ctrl+s');
    expect(job.shown()).toContain('HTML is sent as text: <b>.');
  });

  test('turns into the XML that is sent by F4, and back while that was not changed', async () => {
    await write('Six', '*a*');
    await job.keys('f4');
    expect(promptText()).toBe('<p><em>a</em></p>');
    await job.keys('f4');
    expect(promptText()).toBe('*a*');
    await job.keys('f4');
    job.harness.press(...'<u>b</u>', 'f4');
    expect(promptText()).toBe('<p><em>a</em></p><u>b</u>');
    expect(job.harness.state().notice?.text).toBe('Converting to Markdown would lose underlining');
  });

  test('of another representation is sent as it is', async () => {
    await write('Seven', 'h1. *Hi*');
    await job.keys('tab "wiki" ctrl+s f2');
    expect(job.shown()).toContain('"value": "h1. *Hi*"');
  });

  test('goes to the editor as Markdown, and as XML where it is XML', async () => {
    const suffixes: string[] = [];
    job.harness.editor = (text, suffix) => {
      suffixes.push(suffix);
      return {text: `${text}# From the editor\n`};
    };
    await write('Eight', '');
    await job.keys('ctrl+e');
    expect(suffixes).toEqual(['.md']);
    expect(formOf(job.harness).values.body).toEqual(['# From the editor']);
    await job.keys('ctrl+s enter');
    expect(await texts('Eight')).toEqual(['<h1>From the editor</h1>']);
    await write('Nine', '<p>x</p>');
    await job.keys('ctrl+e');
    expect(suffixes).toEqual(['.md', '.xml']);
  });
});

describe('a text that is there', () => {
  async function editing(title: string, xml: string): Promise<void> {
    await write(title, xml);
    await job.keys('ctrl+s enter');
    await job.keys(`: "blog" enter / "${title}" enter e tab`);
  }

  test('is edited as Markdown where that is the same document, and sent as storage XML', async () => {
    await editing('Old', '<h2>Plan</h2><ul><li><p>a <em>b</em></p></li></ul>');
    expect(promptText()).toBe('## Plan\n\n- a *b*');
    job.harness.press(...'c');
    await job.keys('ctrl+s');
    await job.keys('enter');
    expect(await texts('Old')).toEqual(['<h2>Plan</h2><ul><li>a <em>b</em>c</li></ul>']);
  });

  test('is not sent where its Markdown was opened and says the same', async () => {
    await editing('Left', '<p>a</p>\n<p>b</p>');
    expect(promptText()).toBe('a\n\nb');
    job.harness.press('!', 'backspace', 'tab');
    expect(inputValuesOf(formOf(job.harness)).inputs.body).toBeUndefined();
  });

  test('is edited as XML where Markdown would lose something, which is said', async () => {
    await editing('Rich', '<p>a <u>b</u></p>');
    expect(promptText()).toBe('<p>a <u>b</u></p>');
    expect(markupNote(formOf(job.harness), promptText() ?? '')).toBe(
      'storage XML, sent unchanged; converting to Markdown would lose underlining',
    );
    job.harness.press(...'<p>y</p>');
    await job.keys('ctrl+s enter');
    expect(await texts('Rich')).toEqual(['<p>a <u>b</u></p><p>y</p>']);
  });

  test('is XML again by F4, as it was to the letter', async () => {
    await editing('Exact', '<p>a</p>\n\n<p>b</p>');
    await job.keys('f4');
    expect(promptText()).toBe('<p>a</p>\n\n<p>b</p>');
    await job.keys('f4');
    expect(promptText()).toBe('a\n\nb');
  });

  test('goes to the editor as Markdown', async () => {
    const given: string[] = [];
    job.harness.editor = (text, suffix) => {
      given.push(suffix, text);
      return {text: `${text} d`};
    };
    await editing('Out', '<p>a</p>');
    await job.keys('ctrl+e');
    expect(given).toEqual(['.md', 'a']);
    expect(formOf(job.harness).values.body).toEqual(['a d']);
  });
});

test('custom content is written as Markdown too', async () => {
  const {harness} = job;
  await job.keys(': "custom-content-of-type ac:risk-register:risk" enter a');
  fill(harness, 'title', 'Risk');
  fill(harness, 'space-id', '65540');
  fill(harness, 'body', '- [ ] look');
  await job.keys('ctrl+s f2');
  expect(job.shown()).toContain('<ac:task-body>look</ac:task-body>');
});
