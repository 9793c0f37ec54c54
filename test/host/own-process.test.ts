import {execFile} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build} from 'esbuild';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {root} from '../support/sources.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-guard-'));
});

afterAll(() => rm(folder, {recursive: true}));

/** Run lines of a program that knows `guardExit`; how it ended. */
async function runLines(name: string, lines: string) {
  const source = join(folder, `${name}.ts`);
  const outfile = join(folder, `${name}.cjs`);
  const guard = JSON.stringify(join(root, 'src/host/own-process.ts'));
  await writeFile(source, `import {guardExit} from ${guard};\n${lines}\n`);
  await build({entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'cjs'});
  return new Promise<{code: number; stderr: string}>(resolve => {
    execFile(process.execPath, [outfile], (error, _, stderr) =>
      resolve({code: error === null ? 0 : Number(error.code), stderr}),
    );
  });
}

describe('a process', () => {
  it('that ends before its run is not a success, and reports it', async () => {
    const lines = `const ended = guardExit(() => 'lost');
      new Promise(() => undefined).then(ended);`;
    expect(await runLines('lost', lines)).toEqual({code: 1, stderr: 'lost\n'});
  });

  it('whose run has ended says nothing', async () => {
    const lines = `const ended = guardExit(() => 'lost'); Promise.resolve().then(ended);`;
    expect(await runLines('ended', lines)).toEqual({code: 0, stderr: ''});
  });

  it('that was ended by a failure keeps its exit code', async () => {
    const lines = `guardExit(() => 'lost'); process.exitCode = 7;`;
    expect(await runLines('failed', lines)).toEqual({code: 7, stderr: ''});
  });
});
