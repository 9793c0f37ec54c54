import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {build} from 'esbuild';
import {afterAll, beforeEach, describe, expect, it} from 'vitest';
import {openWorld} from '../../src/sandbox/data.ts';
import {listFailures} from '../../src/sandbox/world/failures.ts';
import {root} from '../support/sources.ts';
import {basic, startTracker, type TestTracker, testStart} from './tracker-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'steward-data-'));
let data = '';
let count = 0;

beforeEach(() => {
  count += 1;
  data = join(folder, `${count}.json`);
});
afterAll(() => rmSync(folder, {recursive: true}));

const pages = '/wiki/api/v2';

/** Write in every way there is: add, change, delete, reorder, in both services. */
async function writeSome(tracker: TestTracker): Promise<void> {
  const writes: readonly (readonly [string, string, unknown?])[] = [
    ['POST', 'version', {name: 'kept', project: 'HPAY'}],
    ['POST', 'resolution', {name: 'Kept', description: ''}],
    ['PUT', 'resolution/move', {ids: ['10002'], position: 'First'}],
    ['PUT', 'project/HPAY/properties/odd', {$map: [], __proto__: 1, deep: [null, {$x: 1}]}],
    ['POST', 'webhook', {url: 'https://kept.example.com/', webhooks: [hook]}],
    ['DELETE', 'project/ROBUST?enableUndo=false'],
  ];
  for (const [method, target, body] of writes) {
    const answer = await tracker.ask(target, {method, body});
    expect([target, answer.status, answer.status < 300]).toEqual([target, answer.status, true]);
  }
}

const hook = {events: ['jira:issue_created'], jqlFilter: 'project = HPAY'};

/** What both services answer to a number of questions. */
async function readSome(tracker: TestTracker, more: readonly string[] = []): Promise<unknown> {
  const targets = [
    'project/search?expand=description,lead,issueTypes,url,projectKeys,permissions,insight',
    'project/HPAY/versions?expand=issuesstatus,approvers,driver',
    'project/HPAY/properties/odd',
    'resolution/search',
    'priority/search',
    'statuses/search',
    'webhook',
    'webhook/failed?maxResults=1000',
    'permissionscheme?expand=all',
    'notificationscheme',
    'users/search?maxResults=100',
    `${pages}/blogposts?body-format=storage&limit=100`,
    `${pages}/spaces`,
    ...more,
  ];
  const found: unknown[] = [];
  for (const target of targets) {
    const {status, text} = await tracker.ask(target);
    found.push([target, status, text.replaceAll(tracker.sandbox.trackerBaseUrl, '')]);
  }
  return found;
}

describe('a stored world', () => {
  it('is the same after the sandbox was stopped and started', async () => {
    const first = await startTracker({data, seed: 3, traffic: 'fast'});
    await writeSome(first);
    const blogPosts = (await first.ask(`${pages}/blogposts?limit=5`)).json.results;
    const {id, title, spaceId, version} = blogPosts[0];
    const body = {representation: 'storage', value: '<p>Kept &amp; found</p>'};
    const update = {
      id,
      title,
      status: 'current',
      spaceId,
      body,
      version: {number: version.number + 1},
    };
    const target = `${pages}/blogposts/${id}`;
    expect((await first.ask(target, {method: 'PUT', body: update})).status).toBe(200);
    const property = {key: 'kept', value: {$undefined: 'mine'}};
    const written = await first.ask(`${target}/properties`, {method: 'POST', body: property});
    expect(written.status).toBe(200);
    first.wait(3_600_000);
    const more = [`${target}?body-format=storage`, `${target}/versions`, `${target}/properties`];
    const before = await readSome(first, more);
    expect(JSON.stringify(before)).toContain('Kept &amp; found');
    await first.sandbox.stop();

    const second = await startTracker({data});
    second.wait(3_600_000);
    expect(await readSome(second, more)).toEqual(before);
    await second.sandbox.stop();
    expect(statSync(data).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter(name => name.endsWith('.new'))).toEqual([]);
  });

  it('takes no id twice after it was started again', async () => {
    const ids = new Set<string>();
    for (let run = 0; run < 3; run += 1) {
      const tracker = await startTracker({data});
      const body = {name: `run ${run}`, project: 'HPAY'};
      ids.add((await tracker.ask('version', {method: 'POST', body})).json.id);
      const [{id: spaceId}] = (await tracker.ask(`${pages}/spaces`)).json.results;
      const post = {spaceId, title: `Run ${run}`, status: 'current'};
      const target = `${pages}/blogposts`;
      ids.add((await tracker.ask(target, {method: 'POST', body: post})).json.id);
      await tracker.sandbox.stop();
    }
    expect(ids.size).toBe(6);
  });

  it('continues its traffic: earlier failures are the same, and deleted webhooks have no new ones', async () => {
    const first = await startTracker({data, traffic: 'fast'});
    const {values} = (await first.ask('webhook')).json;
    const gone = values.slice(0, 3).map((one: {id: number}) => one.id);
    first.wait(600_000);
    await first.ask('webhook', {method: 'DELETE', body: {webhookIds: gone}});
    const before = (await first.ask('webhook/failed?maxResults=1000')).json.values;
    await first.sandbox.stop();
    const {world} = openWorld({now: () => 0, data});
    const now = testStart + 600_000;
    expect(listFailures(world.tracker.failures, 0, now, 1_000)).toEqual(before);
    const urls = listFailures(world.tracker.failures, now, now + 7_200_000, 10_000).map(f => f.url);
    const goneUrls: string[] = values.slice(0, 3).map((one: {url: string}) => one.url);
    expect(urls.length).toBeGreaterThan(100);
    expect(urls.filter(url => goneUrls.includes(url))).toEqual([]);
  });

  it('begins afresh with --reset, and is another one then', async () => {
    const first = await startTracker({data, seed: 3});
    await writeSome(first);
    await first.sandbox.stop();
    const second = await startTracker({data, reset: true, seed: 4});
    const names = (await second.ask('project/HPAY/versions')).json.map(
      (one: {name: string}) => one.name,
    );
    expect(names).not.toContain('kept');
    await second.sandbox.stop();
    expect(openWorld({now: () => 0, data}).seed).toBe(4);
  });

  it('of the size large has a file that contains only the writes', async () => {
    const first = await startTracker({data, size: 'large'});
    const answer = await first.ask('project/HPAY', {method: 'PUT', body: {name: 'Kept'}});
    expect(answer.status).toBe(200);
    await first.sandbox.stop();
    expect(statSync(data).size).toBeLessThan(20_000);
    const {world} = openWorld({now: () => 0, data});
    expect(world.tracker.projects.size).toBe(2_000);
    expect(world.tracker.projects.get(answer.json.id)?.name).toBe('Kept');
  });

  it('stores the author of a write by name, and never a token', async () => {
    const first = await startTracker({data});
    const body = {name: 'kept', project: 'HPAY'};
    await first.ask('version', {method: 'POST', body});
    const wrong = basic('somebody@example.com', 'my-real-token');
    await first.ask('version', {method: 'POST', body, authorization: wrong});
    await first.sandbox.stop();
    const text = readFileSync(data, 'utf8');
    expect(text).toContain('"caller":"keeper"');
    for (const secret of [first.sandbox.authToken, 'my-real-token', 'Basic', 'Bearer']) {
      expect(text).not.toContain(secret);
    }
  });

  it('is restored with all requests: images, refused writes, and traffic', async () => {
    const first = await startTracker({data});
    const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);
    const headers = {'content-type': 'image/png', 'x-atlassian-token': 'no-check'};
    const avatar = {method: 'POST', body: image, headers};
    expect((await first.ask('project/HPAY/avatar2', avatar)).status).toBe(201);
    const refused = {
      method: 'POST',
      body: {name: 'x', contexts: [{projectId: '1', viewType: 'GIC'}]},
    };
    expect((await first.ask('uiModifications', refused)).status).toBe(404);
    const control = (path: string, body: unknown) =>
      first.ask(`/__sandbox/${path}`, {method: path === 'step' ? 'POST' : 'PUT', body});
    await control('traffic', '"slow"');
    await control('step', 3_600_000);
    first.wait(60_000);
    // Whoever reads a project has it among the recent ones.
    for (const key of ['LMA', 'HPAY', 'HPAY']) await first.ask(`project/${key}`);
    const more = ['project/HPAY/avatars', 'project/recent', '/__sandbox'];
    const before = (await readSome(first, more)) as [string, number, string][];
    await first.sandbox.stop();
    const second = await startTracker({data});
    second.wait(60_000);
    const after = (await readSome(second, more)) as [string, number, string][];
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(JSON.parse(after.at(-1)?.[2] ?? '').traffic).toBe('slow');
    const next = {method: 'POST', body: {name: 'next'}};
    const [one, other] = [
      await second.ask('uiModifications', next),
      openWorld({now: () => 0, data}),
    ];
    expect([...other.world.tracker.uiModifications.keys()].at(-1)).toBe(one.json.id);
    await second.sandbox.stop();
  });
});

describe('a file that is not to be used', () => {
  const problems: readonly (readonly [string, (text: string) => string, RegExp])[] = [
    ['cut off', text => text.slice(0, -40), /is damaged/],
    ['changed by hand', text => text.replace('"madeAt"', '"madEAt"'), /is damaged/],
    ['of another format', text => text.replace('"format":2', '"format":3'), /has format 3/],
    ['of another program', () => '{"kind":"shopping list"}', /is not a sandbox file/],
    ['empty', () => '', /is not a sandbox file/],
  ];
  for (const [name, change, message] of problems) {
    it(`is refused and left as it is: ${name}`, async () => {
      openWorld({now: () => testStart, data});
      const text = change(readFileSync(data, 'utf8'));
      writeFileSync(data, text);
      await expect(startTracker({data})).rejects.toThrow(message);
      expect(readFileSync(data, 'utf8')).toBe(text);
    });
  }

  it('is refused when it contains another world than the requested one', async () => {
    openWorld({now: () => testStart, data, seed: 2});
    await expect(startTracker({data, seed: 5})).rejects.toThrow('contains the data of seed 2');
    await expect(startTracker({data, size: 'large'})).rejects.toThrow('and size small');
    expect(openWorld({now: () => 0, data, seed: 2}).size).toBe('small');
  });

  it('is not replaced by --reset when it belongs to another program, but when it is damaged', () => {
    writeFileSync(data, 'my diary');
    expect(() => openWorld({now: () => 0, data, reset: true})).toThrow(/is not a sandbox file/);
    expect(readFileSync(data, 'utf8')).toBe('my diary');
    rmSync(data);
    openWorld({now: () => testStart, data});
    writeFileSync(data, readFileSync(data, 'utf8').slice(0, 100));
    expect(openWorld({now: () => testStart, data, reset: true}).world.users.size).toBe(25);
  });

  it('is reported at the start when it cannot be written', () => {
    const nowhere = join(folder, 'nowhere', 'data.json');
    expect(() => openWorld({now: () => 0, data: nowhere})).toThrow(
      `--data ${nowhere} cannot be written: its directory does not exist`,
    );
    expect(() => openWorld({now: () => 0, data: folder})).toThrow(/cannot be read/);
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('a sandbox that is killed', () => {
  it('leaves a whole file with all but the last moments', async () => {
    const outfile = join(folder, 'killed.mjs');
    const contents = `
      import {startSandbox} from ${JSON.stringify(join(root, 'src/sandbox/start.ts'))};
      const {trackerBaseUrl, authToken} = await startSandbox({data: process.argv[2]});
      console.log(JSON.stringify({trackerBaseUrl, authToken}));`;
    await build({
      stdin: {contents, resolveDir: root, loader: 'ts'},
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: {js: "import {createRequire} from 'node:module';const require = createRequire('/');"},
      outfile,
      logLevel: 'error',
    });
    for (let run = 0; run < 3; run += 1) {
      const child = spawn(process.execPath, [outfile, data], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const made = await writeUntilKilled(child, `run ${run}`, 300 + run * 170);
      const {world} = openWorld({now: () => 0, data});
      const kept = new Set([...world.tracker.versions.values()].map(({name}) => name));
      expect(made.filter(name => !kept.has(name))).toEqual([]);
    }
  });
});

/** Make versions, wait until they are kept, go on making some and kill it. */
async function writeUntilKilled(child: ChildProcess, name: string, ms: number): Promise<string[]> {
  if (child.stdout === null) throw new Error('no output');
  const [line] = await once(createInterface({input: child.stdout}), 'line');
  const {trackerBaseUrl, authToken} = JSON.parse(String(line));
  const headers = {authorization: `Bearer ${authToken}`, 'content-type': 'application/json'};
  const post = (text: string): Promise<unknown> =>
    fetch(`${trackerBaseUrl}/rest/api/3/version`, {
      method: 'POST',
      headers,
      body: JSON.stringify({name: text, project: 'HPAY'}),
    });
  const made = Array.from({length: 5}, (_, index) => `${name} ${index}`);
  for (const one of made) await post(one);
  await expect.poll(() => made.every(one => readFileSync(data, 'utf8').includes(one))).toBe(true);
  const exit = once(child, 'exit');
  setTimeout(() => child.kill('SIGKILL'), ms);
  for (let index = 0; child.exitCode === null && !child.killed; index += 1) {
    // The kill breaks one of them off.
    await post(`${name} late ${index}`).catch(() => undefined);
  }
  await exit;
  return made;
}
