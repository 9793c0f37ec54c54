import {execFile} from 'node:child_process';
import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  node,
  onlyOnNode,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
import {root} from '../support/sources.ts';

const run = promisify(execFile);

let built: BuiltCommands;
let sandbox: SandboxProcess;

beforeAll(async () => {
  built = layBuiltCommands();
  // A package that depends on this one.
  mkdirSync(join(built.folder, 'node_modules'));
  symlinkSync(root, join(built.folder, 'node_modules/steward'));
  writeFileSync(join(built.folder, 'package.json'), '{"type":"module"}');
  sandbox = await startBuiltSandbox(built);
});
afterAll(async () => {
  await sandbox.stop();
  built.remove();
});

/** The code blocks of docs/library.md in a language. */
function examples(language: string): readonly string[] {
  const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, code = '']) => code);
}

async function runModule(code: string, env: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(built.folder, 'example.js'), code);
  return run(node, ['example.js'], {
    cwd: built.folder,
    env: {...built.env(sandbox), ...env},
  });
}

describe('the library', () => {
  beforeEach(context => onlyOnNode(context, 'a library is loaded by Node'));

  it('does not go around an audit log that a profile requires', async () => {
    const profile = {base_url: 'http://127.0.0.1:9', audit_required: true};
    writeFileSync(join(built.folder, 'jr.json'), JSON.stringify({profiles: {held: profile}}));
    const code = `
      import {createClient} from 'steward';
      const error = await createClient('tracker', {profile: 'held'}).catch(error => error);
      console.log(error.kind, error.message);
    `;
    const {stdout} = await runModule(code, {JR_CONFIG_PATH: join(built.folder, 'jr.json')});
    expect(stdout).toBe(
      'config_error The profile "held" sets "audit_required", which the library does not support.\n',
    );
  });

  it('writes through a protected profile only with its option', async () => {
    const profile = {
      base_url: sandbox.trackerBaseUrl,
      auth: {type: 'bearer', token: sandbox.authToken},
      protected: true,
    };
    writeFileSync(join(built.folder, 'jr.json'), JSON.stringify({profiles: {held: profile}}));
    const code = `
      import {createClient} from 'steward';
      const options = {profile: 'held', baseUrl: undefined, user: undefined, token: undefined};
      const kind = (client, more) =>
        client.call('version delete', {id: '999'}, more).catch(error => error.kind);
      const held = await createClient('tracker', options);
      const open = await createClient('tracker', {...options, write: true});
      console.log(await kind(held), await kind(held, {write: true}), await kind(open));
    `;
    const env = {JR_CONFIG_PATH: join(built.folder, 'jr.json'), JR_BASE_URL: '', JR_AUTH_TOKEN: ''};
    const {stdout} = await runModule(code, env);
    expect(stdout).toBe('policy_denied not_found not_found\n');
  });

  it('records writes in the journal when it is asked to', async () => {
    const code = `
      import {createClient} from 'steward';
      const make = async (name, journal) => {
        const client = await createClient('tracker', {journal});
        return client.call('version create', {name, projectId: 10000});
      };
      await make('silent', false);
      await make('recorded', true);
    `;
    await runModule(code);
    const {stdout} = await run(join(built.folder, 'jr'), ['journal'], {env: built.env(sandbox)});
    expect(JSON.parse(stdout)).toMatchObject([
      {what: 'version create: recorded', by: 'library', result: 'done'},
    ]);
  });

  it('does what its page shows', async () => {
    const [code = ''] = examples('js');
    const [shown] = examples('text');
    expect(await runModule(code)).toEqual({stdout: shown, stderr: ''});
  });

  it('has the types its page shows', async () => {
    const [code = ''] = examples('ts');
    writeFileSync(join(built.folder, 'example.ts'), code);
    const flags = '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --types node';
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')];
    const args = [tsc, 'example.ts', ...flags.split(' '), ...typeRoots];
    const {stdout} = await run(process.execPath, args, {cwd: built.folder}).catch(
      (error: {stdout: string}) => error,
    );
    expect(stdout).toBe('');
  });

  it('gives texts as they came, lists whole, and takes values of every kind', async () => {
    const {stdout} = await runModule(`
      import {createClient} from 'steward';
      const content = await createClient('content');
      const text = await content.text('blogposts get-blog-posts', {limit: 2});
      let count = 0;
      for await (const post of content.items('blogposts get-blog-posts', {limit: 2})) count += post.id ? 1 : 0;
      const planned = content.plan('labels add', {'page-id': 12345678901234567890n, label: ['a', 'b']});
      console.log(count > 2, JSON.parse(text).results.length === count, planned.url.includes('12345678901234567890'));
      console.log(planned.body.content);
    `);
    expect(stdout.split('\n')[0]).toBe('true true true');
    expect(stdout.split('\n')[1]).toContain('"a"');
  });

  it('refuses before anything is sent, with what is wrong', async () => {
    const {stdout} = await runModule(
      `
      import {createClient, Failure} from 'steward';
      const tracker = await createClient('tracker', {baseUrl: 'http://127.0.0.1:9', user: 'a', token: 'b'});
      for (const [name, inputs] of [['version get', {}], ['version gett', {}], ['version get', {id: {}}], ['version get', {id: 1, idd: 2}]]) {
        const error = await tracker.call(name, inputs).catch(error => error);
        console.log(error instanceof Failure, error.kind, error.details.attempts, Object.keys(error.details.errors ?? {}).join());
      }
    `,
    );
    expect(stdout.trimEnd().split('\n')).toEqual([
      'true validation_error 0 id',
      'true command_error 0 ',
      'true validation_error 0 id',
      'true validation_error 0 idd',
    ]);
  });
});
