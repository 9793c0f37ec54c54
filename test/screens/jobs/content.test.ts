import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {rowAtCursor} from '../../../src/state/views/list/list-update.ts';
import {type Job, startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';
import {startRecordingServer} from '../../support/recording-server.ts';
import {isLooked, stageOf} from '../../support/write-steps.ts';

let sandbox: Sandbox;
let job: Job;

beforeEach(async () => {
  sandbox = await startAppSandbox();
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
    job.harness.editor = () => ({text: '<p>Hi all</p>\n<p>Bye</p>\n'});
    await job.play('12 write and publish a post');
    const [post] = await posts('Hello');
    expect(post?.body.storage.value).toBe('<p>Hi all</p>\n<p>Bye</p>');
    job.within('12 write and publish a post');
  });

  test('a draft is saved, listed, and published with its text', async () => {
    await job.keys(
      ': "blog" enter a shift+tab "Product" tab "Later" tab "<p>Soon</p>" tab tab space ctrl+s enter',
    );
    expect(await posts('Later')).toEqual([]);
    await job.keys(': "drafts" enter');
    expect(titles()).toEqual(['Later']);
    // The plain read of a post finds no draft.
    await job.keys('D');
    expect(isLooked(job.harness)).toBe(true);
    expect(stageOf(job.harness, 'preview').plan.requests).toMatchObject([
      {before: {text: expect.stringContaining('"status":"draft"')}},
    ]);
    await job.keys('esc');
    await job.keys('f enter');
    const [post] = await posts('Later');
    expect(post?.body.storage.value).toBe('<p>Soon</p>');
    expect(titles()).toEqual([]);
  });

  test('a post is edited', async () => {
    await job.play('12 edit a post');
    const [post] = await posts('Another title');
    job.within('12 edit a post');
    await job.keys('u enter');
    expect(await posts('Another title')).toEqual([]);
    const notice = job.harness.state().notice?.text;
    expect(notice).toMatch(/^✓ Another title: title is /);
    expect(notice).not.toContain(post?.id);
  });
});

test('a post is labelled, from home by keys', async () => {
  await job.keys(': "blog" enter');
  const view = currentView(job.harness.state());
  const id = view.kind === 'list' ? view.rows[0]?.id : '';
  job.anew();
  await job.play('12 label a post');
  const labels = await job.read(`/blogposts/${id}/labels`);
  expect(JSON.stringify(labels)).toContain('"q4"');
  job.within('12 label a post');
});

test('somebody picked by name may edit a post, without JSON', async () => {
  await job.keys(': "blog" enter');
  const view = currentView(job.harness.state());
  const id = view.kind === 'list' ? view.rows[0]?.id : '';
  await job.keys('K "petra l" tab space ctrl+s enter');
  const [petra] = (await job.read('/rest/api/3/user/search?query=petra%20l')) as {
    accountId: string;
  }[];
  const held = (await job.read(`/blogposts/${id}/permissions`)) as {results: unknown[]};
  expect(held.results).toContainEqual({
    principalType: 'user',
    principalId: petra?.accountId,
    operation: 'update',
  });
});

test('an admin key is enabled, renewed and ended by keys', async () => {
  const until = async () =>
    ((await job.read('/admin-key')) as {expirationTime?: string})?.expirationTime;
  await job.keys(': "admin-key" enter a ctrl+s enter enter');
  const first = await until();
  expect(first).toBeDefined();
  await job.keys('t "30" ctrl+s enter enter');
  expect(Date.parse((await until()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
  await job.keys('a');
  expect(currentView(job.harness.state()).kind).toBe('text');
  // Quitting is held up once, to say that it stays.
  job.harness.press(':', 'quit', 'enter');
  expect(job.harness.quits).toEqual([]);
  expect(job.harness.state().notice?.text).toMatch(
    /^an admin key stays enabled for \d+ min; :adminkey off disables it, quit again to leave$/,
  );
  job.harness.press(':', 'quit', 'enter');
  expect(job.harness.quits).toEqual([1]);
  await job.keys('D enter y');
  expect(await until()).toBeUndefined();
});

describe('the trash of blog posts', () => {
  test('takes a post, and is listed', async () => {
    await job.keys(': "blog" enter');
    const [gone = ''] = titles();
    job.anew();
    await job.play('12 delete a post');
    job.within('12 delete a post');
    await job.keys('enter');
    job.anew();
    await job.play('12 see the trash');
    job.within('12 see the trash');
    expect(titles()).toContain(gone);
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
    await job.play('10 refresh webhooks');
    expect(job.harness.state().notice?.text).toMatch(/^✓ .* extended until /);
    job.within('10 refresh webhooks');
  });

  test('one is registered', async () => {
    await job.play('10 register a webhook');
    expect((await webhooks()).map(({url}) => url)).toContain('https://app.example.com/hook');
    job.within('10 register a webhook');
  });

  test('one is deleted', async () => {
    const before = await webhooks();
    await job.play('10 delete a webhook', {}, 0);
    const {write} = job.harness.state();
    const object = write?.stage === 'preview' ? write.plan.object : '';
    await job.play('10 delete a webhook', {object}, 1);
    await job.play('10 delete a webhook', {object}, 2);
    expect(await webhooks()).toHaveLength(before.length - 1);
    job.within('10 delete a webhook');
  });
});

test('a failure is opened, its body copied and sent again, and its webhook found', async () => {
  const own = await startRecordingServer(() => ({status: 204}));
  try {
    await job.play('11 a failure, its webhook, send it again', {}, 0);
    const view = currentView(job.harness.state());
    const row = view.kind === 'list' ? rowAtCursor(view) : undefined;
    const {body, url} = JSON.parse(row?.text ?? '{}') as {body: string; url: string};
    const words = {address: `${own.origin}/hook`};
    await job.play('11 a failure, its webhook, send it again', words, 1);
    expect(job.harness.copied).toEqual([body]);
    await expect.poll(() => own.requests.map(one => one.body)).toEqual([body]);
    await job.play('11 a failure, its webhook, send it again', words, 2);
    const registered = currentView(job.harness.state());
    expect(registered.kind === 'list' && registered.resource.id).toBe('webhooks');
    expect(registered.kind === 'list' && registered.filter).toContain(new URL(url).pathname);
    job.within('11 a failure, its webhook, send it again');
  } finally {
    await own.stop();
  }
});

test('what needs a type is not begun where none is known', async () => {
  await job.keys(': "custom-content-of-type ac:risk-register:risk" enter');
  const list = currentView(job.harness.state());
  const id = list.kind === 'list' ? list.rows[0]?.id : '';
  await job.keys(`: "custom-content ${id}" enter x`);
  const {write} = job.harness.state();
  const create =
    write?.stage === 'menu' ? write.entries.find(({text}) => text.startsWith('Create')) : undefined;
  expect(create?.reason ?? 'none').toBe('only inside a type');
});
