import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {LazyModules, Program} from '../../src/commands/context.ts';
import {main} from '../../src/commands/main.ts';
import {type FakeHost, type FakeHostOptions, fakeHost} from './fake-host.ts';

/** What a command line runs with; nothing of the machine's own environment reaches it. */
export interface RunCliOptions extends Omit<FakeHostOptions, 'cwd' | 'home'> {
  /** config.json of the program, as a value. */
  readonly config?: unknown;
  /** Further files in the working directory; those below `.config` are in the home directory. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly modules?: Partial<LazyModules>;
  /** Called with the host before the line is run. */
  readonly onHost?: (host: FakeHost) => void;
}

/** How a command line ended. */
export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** Run a command line in this process with a host of its own; its folder is gone afterwards. */
export async function runCli(
  program: Program,
  argv: readonly string[],
  options: RunCliOptions = {},
): Promise<CliResult> {
  const {config, files = {}, modules, onHost, ...rest} = options;
  const folder = mkdtempSync(join(tmpdir(), 'steward-cli-'));
  const own =
    config === undefined ? {} : {[`.config/${program}/config.json`]: JSON.stringify(config)};
  for (const [name, content] of Object.entries({...files, ...own})) {
    mkdirSync(dirname(join(folder, name)), {recursive: true});
    writeFileSync(join(folder, name), content);
  }
  try {
    const host = fakeHost({...rest, cwd: folder, home: folder});
    onHost?.(host);
    const exit = await main(program, argv, host, {...unavailableModules, ...modules});
    return {stdout: host.out(), stderr: host.err(), exit};
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** The failure on standard error: its last line, or on a terminal the lines for people. */
export function failureOf(result: CliResult): Readonly<Record<string, unknown>> {
  const told = /^error: (.*)\n((?: {2}.*\n)*) {2}\((\w+).*\)\n$/m.exec(result.stderr);
  if (told !== null) {
    const [, message = '', hint = '', kind] = told;
    const flags = [...message.matchAll(/--([\w-]+)/g)].map(([, flag]) => [flag, message]);
    return {error_type: kind, message, hint: hint.trim(), errors: Object.fromEntries(flags)};
  }
  const line = result.stderr.trimEnd().split('\n').at(-1) ?? '';
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new Error(`no failure: ${line}`);
  return {...value};
}

const unavailableModules: LazyModules = {
  openTerminalUi: () => Promise.reject(new Error('the terminal UI was opened')),
  startSandbox: () => Promise.reject(new Error('the sandbox was started')),
};
