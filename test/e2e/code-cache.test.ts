import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, onlyOnNode, runInShell} from '../support/built.ts';
import {openPty} from '../support/pty.ts';
import {startRecordingServer} from '../support/recording-server.ts';

describe('code kept compiled from an earlier start', () => {
  let built: BuiltCommands;
  let folder = '';

  beforeEach(context => {
    built = layBuiltCommands(false);
    onlyOnNode(context, 'the executable holds its code compiled');
    folder = join(built.folder, '.cache/steward/code');
  });
  afterEach(() => built.remove());

  const run = (...line: string[]) =>
    spawnSync(join(built.folder, 'jr'), line, {
      env: built.env(),
      encoding: 'utf8',
      timeout: 120_000,
    });
  const dryRun = [
    'project',
    'get',
    '--projectIdOrKey',
    'A',
    '--dry-run',
    '--base-url',
    'https://x',
  ];

  it.each([
    ['its last 4 KB are zero', (code: Buffer) => code.fill(0, code.length - 4096)],
    [
      'one bit of it is another',
      (code: Buffer) =>
        code.fill((code.at(-5000) ?? 0) ^ 1, code.length - 5000, code.length - 4999),
    ],
    ['half of it is missing', (code: Buffer) => code.subarray(0, code.length / 2)],
    ['it is empty', () => Buffer.alloc(0)],
  ])('is not run when %s, and is made anew', (_, damage) => {
    const first = run(...dryRun);
    expect(first).toMatchObject({status: 0, stderr: ''});
    const files = readdirSync(folder).map(name => join(folder, name));
    expect(files).not.toEqual([]);
    const damaged = files.map(file => damage(readFileSync(file)));
    for (const [i, file] of files.entries()) writeFileSync(file, damaged[i] ?? '');
    expect(run(...dryRun)).toMatchObject({
      status: 0,
      signal: null,
      stdout: first.stdout,
      stderr: '',
    });
    for (const [i, file] of files.entries()) {
      expect(readFileSync(file).equals(damaged[i] ?? Buffer.alloc(0))).toBe(false);
    }
  });

  it('is of what a command needs alone: columns and formats are loaded when they are asked for', () => {
    const loaded = () => [
      ...new Set(readdirSync(folder).map(name => name.replace(/\.cjs-.*/, ''))),
    ];
    run(...dryRun);
    expect(loaded()).toEqual(['entry']);
    run(...dryRun, '--output', 'csv', '--columns', 'key');
    expect(loaded()).toEqual(expect.arrayContaining(['columns', 'formatted']));
  });

  it('is added to by a command that does other work, and then left as it is', () => {
    const entry = () => {
      const [name = ''] = readdirSync(folder).filter(file => file.startsWith('entry.cjs-'));
      return readFileSync(join(folder, name));
    };
    run(...dryRun);
    const first = entry();
    run(...dryRun);
    expect(entry().equals(first)).toBe(true);
    run('schema', '--list');
    const both = entry();
    expect(both.length).toBeGreaterThan(first.length);
    run(...dryRun);
    run('schema', '--list');
    expect(entry().equals(both)).toBe(true);
  });

  it('is added to by the first request after a dry run, which loads no other bundle', async () => {
    const size = () => statSync(join(folder, readdirSync(folder)[0] ?? '')).size;
    const server = await startRecordingServer(() => ({body: '{"key":"A"}'}));
    const env = {
      ...built.env(),
      JR_BASE_URL: server.origin,
      JR_AUTH_TYPE: 'bearer',
      JR_AUTH_TOKEN: 'x',
    };
    const get = () => runInShell('./jr project get --projectIdOrKey A', env, built.folder);
    try {
      run(...dryRun);
      const first = size();
      expect(await get()).toMatchObject({exit: 0});
      const both = size();
      expect(both).toBeGreaterThan(first);
      await get();
      expect(size()).toBe(both);
      expect(readdirSync(folder)).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });

  it('is all that a request loads beside the modules of Node that send it', async () => {
    const server = await startRecordingServer(() => ({body: '{"key":"A"}'}));
    const [hook, out] = [join(built.folder, 'hook.cjs'), join(built.folder, 'modules.json')];
    const list = 'JSON.stringify(process.moduleLoadList)';
    writeFileSync(
      hook,
      `process.on('exit', () =>
      require('fs').writeFileSync(${JSON.stringify(out)}, ${list}))`,
    );
    const modules = async (line: string) => {
      const env = {...built.env(), NODE_OPTIONS: `--require ${hook}`, JR_AUTH_TYPE: 'bearer'};
      const target = {JR_BASE_URL: server.origin, JR_AUTH_TOKEN: 'x'};
      expect(await runInShell(line, {...env, ...target}, built.folder)).toMatchObject({exit: 0});
      return (JSON.parse(readFileSync(out, 'utf8')) as string[]).filter(name =>
        name.startsWith('NativeModule '),
      );
    };
    try {
      // The first request writes the cache.
      await modules('./jr project get --projectIdOrKey A');
      const own = await modules('./jr project get --projectIdOrKey A');
      const bare = await modules(`node -e "require('http').get('${server.origin}').end()"`);
      expect(bare).toContain('NativeModule _http_client');
      // Newer Nodes load more of their own to run a file, and one of them `util/types`.
      const more = own.filter(name => !bare.includes(name) && !/ internal\/(?!crypto)/.test(name));
      const known = ['os', 'process', 'util/types', 'vm'].map(name => `NativeModule ${name}`);
      expect(more.filter(name => !known.includes(name))).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it('is kept of all that the terminal UI runs, and shared with commands of other V8 flags', async () => {
    const kept = () =>
      Object.fromEntries(
        readdirSync(folder).map(name => [
          name.replace(/\.cjs-.*/, ''),
          readFileSync(join(folder, name), 'latin1'),
        ]),
      );
    const openUi = async () => {
      const session = openPty(join(built.folder, 'steward'), [], {env: built.env()});
      await session.see(/steward/);
      await session.quiet();
      // Without a configuration the sign-in card is open.
      session.press('esc');
      await session.see(/q quits/);
      session.press('q');
      expect(await session.exit()).toMatchObject({code: 0});
    };
    const withColumns = [...dryRun, '--output', 'csv', '--columns', 'key'];
    await openUi();
    expect(Object.keys(kept())).toEqual(expect.arrayContaining(['entry', 'tui', 'columns']));
    // Each adds what it runs; then nothing is made anew, by either of them.
    run(...withColumns);
    await openUi();
    const both = kept();
    run(...withColumns);
    await openUi();
    expect(kept()).toEqual(both);
  });

  it('is kept when the window of the terminal UI is closed', async () => {
    const session = openPty(join(built.folder, 'steward'), [], {env: built.env()});
    await session.see(/steward/);
    await session.quiet();
    session.kill('SIGHUP');
    await session.exit();
    expect(readdirSync(folder).map(name => name.replace(/\.cjs-.*/, ''))).toContain('tui');
  });

  it('leaves no temporary file of a process that died', () => {
    const {pid} = spawnSync('true');
    mkdirSync(folder, {recursive: true});
    writeFileSync(join(folder, `entry.cjs-abc-v1-x64.${pid}`), 'half');
    run('--version');
    expect(readdirSync(folder).filter(name => /\.\d+$/.test(name))).toEqual([]);
  });
});
