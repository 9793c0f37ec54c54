import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../../src/sandbox/start.ts';
import {commandsOfWrite} from '../../../../src/state/write/plan-commands.ts';
import {fill, formOf} from '../../../support/form-steps.ts';
import {type Job, startJob} from '../../../support/jobs.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
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
  await job.keys(`: "blog" enter a enter "Product" tab "${title}" tab`);
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
    job.harness.press('!', 'f4');
    expect(promptText()).toBe('<p><em>a</em></p>!');
    expect(job.harness.state().notice?.text).toBe('it was written as XML');
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

test('a text that is there is XML: opened and left alone it is not sent, changed it goes as it is', async () => {
  await write('Old', 'x');
  await job.keys('ctrl+s enter');
  await job.keys(': "blog" enter / "Old" enter e j enter');
  expect(promptText()).toBe('<p>x</p>');
  job.harness.press(...'<p>y</p>');
  await job.keys('ctrl+s enter');
  expect(await texts('Old')).toEqual(['<p>x</p><p>y</p>']);
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
