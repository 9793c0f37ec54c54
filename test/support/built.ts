import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import type {TestContext} from 'vitest';
import {sandboxEnv} from './sandbox-env.ts';
import {root} from './sources.ts';

/** The Node the built commands run on; .ci/run tries others. */
export const node = process.env.STEWARD_NODE || process.execPath;

/** Whether that is the executable of dist-exe, which needs no Node (`npm run test:exe`). */
export const isExecutable = /\bas-node\.sh$/.test(node);

/** For a test of what only Node has, with why: it is left out where the executable is tried. */
export function onlyOnNode(context: TestContext, why: string): void {
  context.skip(isExecutable, why);
}

/** The environment by which a built command runs a file of CommonJS before anything of its own. */
export function runFirst(file: string, more = ''): Readonly<Record<string, string>> {
  return isExecutable
    ? {BUN_OPTIONS: `--preload ${file}`}
    : {NODE_OPTIONS: `--require ${file} ${more}`};
}

/** A folder of its own for the built commands: home, configuration and a PATH that has them. */
export interface BuiltCommands {
  readonly folder: string;
  /**
   * The environment for commands: no configuration, the credentials of a sandbox when one was
   * given.
   */
  env(sandbox?: SandboxProcess): Readonly<Record<string, string>>;
  remove(): void;
}

/** What `jr sandbox` printed when it was ready. */
export interface SandboxProcess {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  readonly authUser: string;
  readonly authToken: string;
  stop(): Promise<void>;
}

/**
 * Compiled code as earlier starts left it, by build: without it the terminal UI takes twice the
 * time to start.
 */
const keptCode = join(root, 'node_modules/.cache/steward-code');

/**
 * Lay a folder with the commands as `jr`, `cf` and `steward`.
 *
 * @param keepsCode whether they start as on every day but the first. @default true
 */
export function layBuiltCommands(keepsCode = true): BuiltCommands {
  const entry = join(root, 'dist/entry.cjs');
  if (!existsSync(entry)) throw new Error('nothing is built: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'steward-e2e-'));
  for (const name of ['jr', 'cf', 'steward']) {
    const file = join(folder, name);
    writeFileSync(
      file,
      `#!/bin/sh\nexec '${node}' '${join(root, 'dist/bin', `${name}.js`)}' "$@"\n`,
    );
    chmodSync(file, 0o755);
  }
  if (keepsCode && process.platform === 'linux') {
    mkdirSync(keptCode, {recursive: true, mode: 0o700});
    mkdirSync(join(folder, '.cache/steward'), {recursive: true, mode: 0o700});
    symlinkSync(keptCode, join(folder, '.cache/steward/code'));
  }
  return {
    folder,
    env: sandbox => ({
      PATH: `${folder}:${process.env.PATH ?? ''}`,
      HOME: folder,
      TZ: 'UTC',
      ...(sandbox && sandboxEnv(sandbox)),
    }),
    remove: () => rmSync(folder, {recursive: true, force: true}),
  };
}

/**
 * Start `jr sandbox` and wait for its line.
 *
 * @param flags of the command; without `--port` a free one is taken
 */
export async function startBuiltSandbox(
  built: BuiltCommands,
  ...flags: readonly string[]
): Promise<SandboxProcess> {
  const port = flags.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(node, [join(root, 'dist/bin/jr.js'), 'sandbox', ...port, ...flags], {
    env: built.env(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await firstLine(child);
  const printed: Readonly<Record<string, string>> = JSON.parse(line);
  const {tracker_base_url, content_base_url, auth_user, auth_token} = printed;
  if (!tracker_base_url || !content_base_url || !auth_user || !auth_token) {
    throw new Error(`the sandbox printed: ${line}`);
  }
  return {
    trackerBaseUrl: tracker_base_url,
    contentBaseUrl: content_base_url,
    authUser: auth_user,
    authToken: auth_token,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the sandbox has no stdout');
  for await (const line of createInterface({input: child.stdout})) return line;
  throw new Error('the sandbox ended without a line');
}

/** What a command line printed and how it ended. */
export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** Run a line in the shell, with nothing on its standard input. */
export async function runInShell(
  line: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<ShellResult> {
  const child = spawn('bash', ['-c', line], {env, cwd, stdio: ['ignore', 'pipe', 'pipe']});
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const [exit] = (await once(child, 'close')) as [number | null];
  return {stdout, stderr, exit: exit ?? -1};
}
