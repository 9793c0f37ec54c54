import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  isExecutable,
  layBuiltCommands,
  onlyOnNode,
  runFirst,
} from '../support/built.ts';
import {openPty} from '../support/pty.ts';

/** Says that it was run. */
const foreign = "require('node:fs').writeFileSync(__dirname + '/ran', ''); console.log('RAN');";

describe('the folder a command is called in', () => {
  let built: BuiltCommands;
  let folder = '';

  beforeEach(() => {
    built = layBuiltCommands();
    folder = join(built.folder, 'checked out');
    mkdirSync(folder);
    const lay = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    for (const name of ['.env', '.env.local', '.env.production']) {
      lay(name, 'JR_BASE_URL=https://odd.example\nJR_AUTH_TOKEN=odd\nJR_AUTH_USER=odd\n');
    }
    lay('bunfig.toml', 'preload = ["./foreign.cjs"]\n');
    lay('package.json', '{"name": "odd", "imports": {"#x": "./foreign.cjs"}}');
    lay('tsconfig.json', '{"compilerOptions": {"paths": {"*": ["./foreign.cjs"]}}}');
    for (const name of ['foreign.cjs', 'sandbox-worker.cjs', 'jq.cjs', 'tui.cjs']) {
      lay(name, foreign);
    }
  });
  afterEach(() => built.remove());

  const run = (...line: string[]) =>
    spawnSync(join(built.folder, 'jr'), line, {env: built.env(), cwd: folder, encoding: 'utf8'});

  it('gives it no settings and no code', () => {
    const refused = run('version', 'get', '--id', '1', '--dry-run');
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('No base URL is set');
    const {stdout} = run('schema', '--list', '--jq', 'length | . > 1');
    expect(stdout).toBe('true\n');
  });

  it('is not what tells whether Node or the executable runs: doctor does', () => {
    const {stdout} = run('doctor', '--dry-run', '--jq', '.runtime', '--raw-output');
    expect(stdout).toMatch(isExecutable ? /^executable \(Bun [\d.]+\)\n$/ : /^Node v[\d.]+\n$/);
  });

  it.for(['18.20.4', '20.18.1'])('Node %s is refused with one sentence', (version, context) => {
    onlyOnNode(context, 'the executable brings its own runtime');
    const file = join(built.folder, 'old.cjs');
    writeFileSync(file, `Object.defineProperty(process.versions, 'node', {value: '${version}'});`);
    const env = {...built.env(), ...runFirst(file)};
    const line = {env, encoding: 'utf8'} as const;
    const {status, stdout, stderr} = spawnSync(join(built.folder, 'jr'), ['version'], line);
    const sentence = `steward needs Node 20.19 or newer; this is Node ${version}.\n`;
    expect([status, stdout, stderr]).toEqual([1, '', sentence]);
  });

  it.each(['', 'home'])('is not the home directory where HOME is %j', home => {
    for (const place of ['', 'home']) {
      const directory = join(folder, place, '.config/jr');
      mkdirSync(directory, {recursive: true});
      const profiles = {default: {base_url: 'https://odd.example', headers: {'x-odd': 'odd'}}};
      writeFileSync(join(directory, 'config.json'), JSON.stringify({profiles}), {mode: 0o600});
    }
    const env = {...built.env(), XDG_CONFIG_HOME: '', HOME: home};
    const line = ['permissions', 'get-all', '--dry-run'];
    const ran = spawnSync(join(built.folder, 'jr'), line, {env, cwd: folder, encoding: 'utf8'});
    expect(ran.stdout + ran.stderr).not.toBe('');
    expect(ran.stdout + ran.stderr).not.toContain('odd');
  });

  it.skipIf(process.platform === 'win32')('may be gone, and holds no file then', context => {
    onlyOnNode(context, 'the executable does not start in a folder that is gone');
    const gone = 'mkdir gone && cd gone && rmdir ../gone &&';
    const inShell = (line: string) =>
      spawnSync('sh', ['-c', `${gone} ${line}`], {env: built.env(), cwd: folder, encoding: 'utf8'});
    expect(inShell('jr schema --list').status).toBe(0);
    const {status, stderr} = inShell('jr version create --body @package.json');
    expect(status).toBe(4);
    expect(stderr).toContain('file not found');
  });

  it.skipIf(spawnSync('unshare', ['--map-user=12345', 'true']).status !== 0)(
    'works for an account that is in no list, without HOME',
    () => {
      const {HOME: _, XDG_CONFIG_HOME: __, ...env} = built.env();
      const line = ['--map-user=12345', join(built.folder, 'jr'), 'permissions', 'get-all'];
      const {status, stdout} = spawnSync(
        'unshare',
        [...line, '--dry-run', '--base-url', 'https://mine.example'],
        {env, cwd: folder, encoding: 'utf8'},
      );
      expect([status, JSON.parse(stdout).method]).toEqual([0, 'GET']);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'gives the terminal UI and its sandbox none',
    async () => {
      const session = openPty(join(built.folder, 'steward'), ['--sandbox'], {
        env: built.env(),
        cwd: folder,
      });
      try {
        await session.see(/Projects +\d+/);
        expect(session.written()).not.toMatch(/odd|RAN/);
      } finally {
        await session.close();
      }
    },
  );
});
