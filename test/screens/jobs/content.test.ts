import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {type Job, startJob} from '../../support/jobs.ts';

let sandbox: Sandbox;
let job: Job;

beforeEach(async () => {
  sandbox = await startSandbox({traffic: 'off'});
  job = await startJob(sandbox);
  job.harness.dispatch({kind: 'resized', columns: 160, rows: 50});
});
afterEach(() => sandbox.stop());

interface Post {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly body: {readonly storage: {readonly value: string}};
}

/** The posts of a title, with their text. */
async function posts(title: string, status = 'current'): Promise<readonly Post[]> {
  const asked = new URLSearchParams({title, status, 'body-format': 'storage'});
  const answer = await job.read(`/blogposts?${asked.toString()}`);
  return (answer as {results: readonly Post[]}).results;
}

function titles(): readonly string[] {
  const view = currentView(job.harness.state());
  return view.kind === 'list' ? view.rows.map(({name}) => name) : [];
}

describe('blog posts, from home by keys, without JSON or an id', () => {
  test('a post is written and published', async () => {
    await job.keys(': "blog" enter a enter "Product" tab "Hello" tab "<p>Hi all</p>" ctrl+s enter');
    const [post] = await posts('Hello');
    expect(post?.body.storage.value).toBe('<p>Hi all</p>');
    expect(job.presses()).toBeLessThanOrEqual(10);
  });

  test('a draft is kept, listed, and published with its text', async () => {
    await job.keys(
      ': "blog" enter a enter "Product" tab "Later" tab "<p>Soon</p>" tab tab space ctrl+s enter',
    );
    expect(await posts('Later')).toEqual([]);
    await job.keys(': "drafts" enter');
    expect(titles()).toEqual(['Later']);
    await job.keys('x p enter');
    const [post] = await posts('Later');
    expect(post?.body.storage.value).toBe('<p>Soon</p>');
    expect(titles()).toEqual([]);
  });

  test('a post is edited', async () => {
    await job.keys(': "blog" enter e enter "Another title" ctrl+s enter');
    expect(await posts('Another title')).toHaveLength(1);
    expect(job.presses()).toBeLessThanOrEqual(6);
  });
});

test('a post is labelled, from home by keys', async () => {
  await job.keys(': "blog" enter');
  const view = currentView(job.harness.state());
  const id = view.kind === 'list' ? view.rows[0]?.id : '';
  await job.keys('x l "q4" ctrl+s enter');
  const labels = await job.read(`/blogposts/${id}/labels`);
  expect(JSON.stringify(labels)).toContain('"q4"');
  expect(job.presses()).toBeLessThanOrEqual(6);
});

describe('the trash of blog posts', () => {
  test('is listed', async () => {
    await job.keys(': "trash" enter');
    expect(currentView(job.harness.state()).load.status).toBe('ready');
    expect(titles().length).toBeGreaterThan(0);
  });
});

describe('webhooks, from home by keys, without JSON or an id', () => {
  const webhooks = async (): Promise<readonly {readonly id: number; readonly url: string}[]> => {
    const answer = await job.read('/rest/api/3/webhook');
    return (answer as {values: readonly {id: number; url: string}[]}).values;
  };

  test('those that expire soon are refreshed', async () => {
    await job.keys(': "webhooks" enter x A enter enter');
    expect(job.harness.state().write?.stage).toBe('report');
    expect(job.presses()).toBeLessThanOrEqual(6);
  });

  test('one is registered', async () => {
    await job.keys(
      ': "webhooks" enter a enter "https://app.example.com/hook" tab "project = HPAY" tab "jira:issue_created" ctrl+s enter',
    );
    expect((await webhooks()).map(({url}) => url)).toContain('https://app.example.com/hook');
    expect(job.presses()).toBeLessThanOrEqual(9);
  });

  test('one is deleted', async () => {
    const before = await webhooks();
    await job.keys(': "webhooks" enter D enter');
    const {write} = job.harness.state();
    const object = write?.stage === 'confirm' ? write.preview.plan.object : '';
    await job.keys(`"${object}" enter`);
    expect(await webhooks()).toHaveLength(before.length - 1);
    expect(job.presses()).toBeLessThanOrEqual(6);
  });
});
