import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {type LocalSandbox, startSandbox} from '../../src/sandbox/start.ts';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let sandbox: LocalSandbox;
let state: string;

beforeAll(async () => {
  sandbox = await startSandbox({port: 0, traffic: 'off'});
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'steward-state-'));
  return () => rmSync(state, {recursive: true, force: true});
});

async function run(line: readonly string[], options: RunCliOptions = {}) {
  const result = await runCli('jr', line, {
    ...options,
    env: {
      JR_BASE_URL: sandbox.trackerBaseUrl,
      JR_AUTH_USER: sandbox.authUser,
      JR_AUTH_TOKEN: sandbox.authToken,
      XDG_STATE_HOME: state,
      ...options.env,
    },
  });
  return {...result, json: () => JSON.parse(result.stdout)};
}

const journal = async (...flags: readonly string[]) => (await run(['journal', ...flags])).json();

async function makeVersion(name: string, ...flags: readonly string[]): Promise<string> {
  const made = await run(['version', 'create', '--name', name, '--projectId', '10000', ...flags]);
  expect(made.exit).toBe(0);
  return made.json().id;
}

const versionAt = async (id: string) => (await run(['version', 'get', '--id', id])).json();

describe('the journal', () => {
  it('has an entry for each write, of a command, raw and a batch', async () => {
    const id = await makeVersion('J1');
    await run(['version', 'get', '--id', id]);
    await run(['version', 'update', '--id', id, '--description', 'two', '--dry-run']);
    await run(['version', 'update', '--id', id, '--description', 'two', '--no-journal']);
    await run(['raw', 'put', `/rest/api/3/version/${id}`, '--body', '{"description": "three"}']);
    const rows = [{command: 'version update', args: {id, description: 'four'}}];
    await run(['batch'], {stdin: JSON.stringify([...rows, ...rows])});
    const entries = await journal();
    expect(entries).toMatchObject([
      {what: 'version create: J1', result: 'done', status: 201, by: 'jr', ids: [id], name: 'J1'},
      {what: `raw PUT /rest/api/3/version/${id}`, result: 'done'},
      {what: `version update ${id}`, operation: 'version update', command: expect.any(String)},
      {what: `version update ${id}`, request: {method: 'PUT', body: {description: 'four'}}},
    ]);
    expect(new Set(entries.map(({run: one}: {run: string}) => one)).size).toBe(3);
    expect(await journal('--object', 'J1')).toHaveLength(3);
    expect(await journal('--object', id)).toHaveLength(3);
    expect(await journal('--since', '1h')).toHaveLength(4);
    expect(await journal('--since', 'yesterday')).toHaveLength(4);
    expect(await journal('--since', '2099-01-01')).toEqual([]);
    expect(await journal('--failed')).toEqual([]);
  });

  it('has failures with their reason', async () => {
    const refused = await run(['version', 'update', '--id', '999999', '--name', 'x']);
    expect(refused.exit).toBe(3);
    expect(await journal('--failed')).toMatchObject([
      {result: 'failed', status: 404, trouble: expect.any(String)},
    ]);
  });

  it('holds no secret, and only its owner may read it', async () => {
    await makeVersion('J2', '--auth-token', sandbox.authToken, '--auth-user', sandbox.authUser);
    const folder = join(state, 'steward', 'profiles', 'default');
    expect(readdirSync(folder)).toEqual(['journal.jsonl']);
    const text = readFileSync(join(folder, 'journal.jsonl'), 'utf8');
    expect(text).toContain('J2');
    expect(text).not.toContain(sandbox.authToken);
  });

  it('refuses a time it does not understand', async () => {
    for (const text of ['bogus 1', 'friday'])
      expect((await run(['undo', '--since', text])).exit, text).toBe(4);
    const result = await run(['journal', '--since', 'soon']);
    expect(result.exit).toBe(4);
    expect(failureOf(result).errors).toEqual({since: expect.stringContaining('90m')});
  });
});

describe('the requests of a write', () => {
  const server = serverForEach(() => ({body: '{"id": "7", "name": "a"}'}));
  const to = () => ({env: {JR_BASE_URL: server.origin}});
  const update = ['version', 'update', '--id', '7', '--name', 'b'];

  it('are one, and one read with --undoable', async () => {
    await run(update, to());
    expect(server.requests.map(({method}) => method)).toEqual(['PUT']);
    await run([...update, '--undoable'], to());
    expect(server.requests.map(({method}) => method)).toEqual(['PUT', 'GET', 'PUT']);
  });

  it('are sent although the journal cannot be written, with a warning', async () => {
    const result = await run(update, {env: {...to().env, XDG_STATE_HOME: '/dev/null'}});
    expect(result.exit).toBe(0);
    expect(result.stderr).toMatch(/^\{"warning":"Cannot write the journal: .*"\}\n/);
    expect(server.requests).toHaveLength(1);
  });
});

describe('undo', () => {
  const updating = (id: string, ...more: readonly string[]) =>
    run(['version', 'update', '--id', id, ...more, '--undoable']);

  it('restores the values that the last write changed, and only once', async () => {
    const id = await makeVersion('U1', '--description', 'one');
    await updating(id, '--description', 'two');
    const plan = (await run(['undo', '--dry-run'])).json();
    expect(plan).toMatchObject([
      {result: 'planned', requests: [{method: 'PUT', body: {description: 'one'}}]},
    ]);
    expect((await versionAt(id)).description).toBe('two');
    expect(await run(['undo'])).toMatchObject({exit: 0, stderr: ''});
    expect((await versionAt(id)).description).toBe('one');
    expect((await run(['undo'])).json()).toMatchObject([{what: 'version create: U1'}]);
    expect((await run(['version', 'get', '--id', id])).exit).toBe(3);
    expect((await run(['undo'])).stdout).toBe('[]\n');
  });

  it('refuses what changed since, and what is before it', async () => {
    const id = await makeVersion('U2', '--description', 'one');
    await updating(id, '--description', 'two');
    await run(['version', 'update', '--id', id, '--description', 'other', '--no-journal']);
    const result = await run(['undo', '--since', '1h']);
    expect(result.exit).toBe(6);
    expect(result.json()).toMatchObject([
      {result: 'refused', reason: 'changed since: description is now other, not two'},
      {result: 'refused', reason: expect.stringContaining('a later write to the same object')},
    ]);
    expect((await versionAt(id)).description).toBe('other');
  });

  it('is partial if fields keep their value, which it says before and after', async () => {
    const id = await makeVersion('U4');
    await updating(id, '--description', 'two', '--releaseDate', '2027-01-02');
    const said = {
      reason: 'no request restores the previous releaseDate',
      unchanged: ['releaseDate'],
    };
    const plan = await run(['undo', '--dry-run']);
    expect([plan.exit, plan.json()]).toMatchObject([4, [{...said, result: 'planned'}]]);
    const undone = await run(['undo']);
    expect([undone.exit, undone.json()]).toMatchObject([4, [{...said, result: 'partly'}]]);
    expect((await versionAt(id)).releaseDate).toBe('2027-01-02');
    // What the undo left unchanged does not keep the object from being deleted.
    expect((await run(['undo'])).json()).toMatchObject([
      {result: 'undone', what: 'version create: U4'},
    ]);
  });

  const cf = (...line: readonly string[]) =>
    runCli('cf', line, {
      env: {
        CF_BASE_URL: sandbox.contentBaseUrl,
        CF_AUTH_USER: sandbox.authUser,
        CF_AUTH_TOKEN: sandbox.authToken,
        XDG_STATE_HOME: state,
      },
    });

  it('edits a draft without publishing it, at version 1, and does not undo a publication', async () => {
    const line = ['--space-id', '65540', '--title', 'One', '--body', '<p/>', '--status', 'draft'];
    const {id} = JSON.parse((await cf('blogposts', 'create-blog-post', ...line)).stdout);
    const update = (...more: readonly string[]) =>
      cf('blogposts', 'update-blog-post', '--id', id, '--undoable', ...more);
    const draft = {status: 'draft', version: {number: 1}};
    expect(JSON.parse((await update('--title', 'Two')).stdout)).toMatchObject({
      ...draft,
      title: 'Two',
    });
    expect(JSON.parse((await cf('undo')).stdout)).toMatchObject([{result: 'undone'}]);
    const level = ['blogposts', 'put-blog-post-classification-level', '--id', id];
    const levels = JSON.parse(
      (await cf('classification-levels', 'get-classification-levels')).stdout,
    );
    const set = await cf(...level, '--body.id', levels[0].id, '--status', 'draft', '--undoable');
    expect([set.exit, set.stderr]).toEqual([0, '']);
    expect(JSON.parse((await cf('undo')).stdout)).toMatchObject([{result: 'undone'}]);
    const published = await update('--status', 'current', '--title', 'Three');
    expect(JSON.parse(published.stdout)).toMatchObject({...draft, status: 'current'});
    const undone = await cf('undo');
    expect([undone.exit, JSON.parse(undone.stdout)]).toMatchObject([
      4,
      [{result: 'partly', unchanged: ['status']}],
    ]);
    const read = await cf('blogposts', 'get-blog-post-by-id', '--id', id);
    expect(JSON.parse(read.stdout)).toMatchObject({title: 'One', status: 'current'});
  });

  it('deletes a post unless its version is another, whoever wrote the text', async () => {
    const make = async (): Promise<string> => {
      const line = ['--space-id', '65540', '--title', 'P', '--body', '<p>1</p>'];
      return JSON.parse((await cf('blogposts', 'create-blog-post', ...line)).stdout).id;
    };
    const write = (id: string, text: string, ...flags: readonly string[]) =>
      cf('blogposts', 'update-blog-post', '--id', id, '--body', text, ...flags);
    await write(await make(), '<p>2</p>', '--undoable');
    const undone = await cf('undo', '--since', '1h');
    expect([undone.exit, JSON.parse(undone.stdout)], undone.stdout).toMatchObject([
      0,
      [{result: 'undone'}, {result: 'undone'}],
    ]);
    await write(await make(), '<p>3</p>', '--no-journal');
    const refused = await cf('undo');
    expect([refused.exit, JSON.parse(refused.stdout)]).toMatchObject([
      6,
      [{result: 'refused', reason: 'changed since: version is now 2, not 1'}],
    ]);
  });

  it.each([
    ['a value that was given', ['--name', 'theirs'], 'name is now theirs, not U5'],
    ['one that was not', ['--description', 'x'], 'description is now x, not empty'],
  ])('deletes no object that was updated since: %s', async (_, change, why) => {
    const id = await makeVersion('U5');
    await run(['version', 'update', '--id', id, ...change, '--no-journal']);
    const result = await run(['undo']);
    expect([result.exit, result.json()]).toMatchObject([
      6,
      [{result: 'refused', reason: `changed since: ${why}`}],
    ]);
    expect((await run(['version', 'delete', '--id', id])).exit).toBe(0);
  });

  it('says that values were not recorded', async () => {
    const id = await makeVersion('U3');
    await run(['version', 'update', '--id', id, '--description', 'two']);
    const result = await run(['undo']);
    expect(result.exit).toBe(4);
    expect(result.json()).toMatchObject([
      {reason: expect.stringMatching(/values were not recorded: .* without --undoable$/)},
    ]);
  });

  it('names the object and the ids in its requests', async () => {
    const {lead, key: name} = (await run(['project', 'get', '--projectIdOrKey', 'HPAY'])).json();
    const users: readonly {accountId: string; accountType: string}[] = (
      await run(['users', 'get-all'])
    ).json();
    const other = users.find(
      ({accountId, accountType}) => accountType === 'atlassian' && accountId !== lead.accountId,
    );
    const leads = ['--leadAccountId', other?.accountId ?? '', '--undoable'];
    expect((await run(['project', 'update', '--projectIdOrKey', 'HPAY', ...leads])).exit).toBe(0);
    // The key of a project is the name to type.
    const said = {name, names: {[lead.accountId]: lead.displayName}};
    expect((await run(['undo', '--dry-run'])).json()).toMatchObject([said]);
    expect((await run(['undo', '--dry-run', '-o', 'csv'])).stdout).toContain(`,${name},`);
    expect((await run(['undo'])).json()).toMatchObject([said]);
  });

  it('says that the journal cannot be read in place of having nothing to undo', async () => {
    const own = join(state, 'damaged');
    mkdirSync(join(own, 'steward/profiles/default/journal.jsonl'), {recursive: true});
    const result = await run(['undo'], {env: {XDG_STATE_HOME: own}});
    expect([result.exit, failureOf(result).message]).toEqual([
      1,
      'Nothing to undo was found, but 1 line of the journal cannot be read.',
    ]);
  });

  it('undoes a batch by its run', async () => {
    const rows = ['R1', 'R2', 'R3'].map(name => ({
      command: 'version create',
      args: {name, projectId: 10000},
    }));
    const made = (await run(['batch'], {stdin: JSON.stringify(rows)})).json();
    const [{run: one}] = await journal();
    expect((await run(['undo', '--run', one])).json()).toHaveLength(3);
    for (const {data} of made) {
      expect((await run(['version', 'get', '--id', data.id])).exit).toBe(3);
    }
    expect((await run(['undo', '--run', 'none'])).exit).toBe(3);
    expect((await run(['undo', '--run', one, '--since', '1h'])).exit).toBe(4);
  });
});

describe('snapshot', () => {
  it('saves what a write would change to a new file', async () => {
    const id = await makeVersion('S1');
    const to = join(state, 'version.json');
    const line = ['snapshot', 'version', 'update', '--id', id, '--to', to];
    const saved = await run(line);
    expect([saved.exit, saved.json().saved]).toEqual([0, to]);
    expect(JSON.parse(readFileSync(to, 'utf8'))).toMatchObject(await versionAt(id));
    const again = await run(line);
    expect([again.exit, failureOf(again).message]).toEqual([4, expect.stringContaining('exists')]);
    expect((await run(['snapshot', 'version', 'update', '--to', to])).exit).toBe(4);
    expect((await run(['snapshot', 'version', 'update', '--id', id])).exit).toBe(4);
    expect(await journal()).toHaveLength(1);
  });

  it('saves what contains the object if no operation reads it alone', async () => {
    const save = (name: string) => run(['snapshot', ...name.split(' '), '--to', join(state, name)]);
    const saved = await save('statuses delete-by-id --id 10000');
    expect([saved.exit, saved.json().operation]).toEqual([0, 'statuses get-by-id']);
    const none = await save('resolution create --name x');
    expect(failureOf(none).hint).toBe('Before a creation there is nothing to save.');
  });
});
