import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  runInShell,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
import {matchesLines, parseScript} from '../support/script.ts';
import {root} from '../support/sources.ts';

const folder = join(root, 'test/e2e');
const scripts = readdirSync(folder).filter(name => name.endsWith('.txt'));

let built: BuiltCommands;
let sandbox: SandboxProcess;

beforeAll(async () => {
  built = layBuiltCommands();
  sandbox = await startBuiltSandbox(built);
});

afterAll(async () => {
  await sandbox?.stop();
  built?.remove();
});

describe.each(scripts)('%s', script => {
  const commands = parseScript(readFileSync(join(folder, script), 'utf8'));

  it.each(commands)('$name: $command', async ({command, stdout, stderr, exit}) => {
    const result = await runInShell(command, built.env(sandbox), built.folder);
    const isAsExpected =
      result.exit === exit &&
      matchesLines(stdout, result.stdout) &&
      matchesLines(stderr, result.stderr);
    // A mismatch is shown as the script would have to read.
    const asPrinted = {
      exit: result.exit,
      stdout: result.stdout.split('\n'),
      stderr: result.stderr.split('\n'),
    };
    if (!isAsExpected) {
      expect(asPrinted).toEqual({exit, stdout: [...stdout, ''], stderr: [...stderr, '']});
    }
    expect(isAsExpected).toBe(true);
  });
});
