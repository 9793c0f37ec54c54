import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, runInShell} from '../support/built.ts';
import {readExamples} from '../support/examples.ts';

const examples = readExamples('sandbox.md');
const tools = ['bash', 'curl', 'jq'];

let built: BuiltCommands;
let missing: readonly string[] = [];
beforeAll(async () => {
  built = layBuiltCommands();
  for (const {file, script} of examples) {
    if (file !== '') writeFileSync(join(built.folder, file), script);
  }
  const found = await runInShell(`command -v ${tools.join(' ')}`, built.env(), built.folder);
  missing = tools.filter(tool => !found.stdout.includes(`/${tool}\n`));
});
afterAll(() => built.remove());

describe('the page on the sandbox', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(10);
  });

  it.for(examples)('$title', async ({script, prints}, {skip}) => {
    skip(missing.length > 0, `${missing.join(', ')} is not installed`);
    const {stdout, stderr, exit} = await runInShell(`set -e\n${script}`, built.env(), built.folder);
    expect({exit, stderr}).toEqual({exit: 0, stderr: ''});
    if (prints !== undefined) expect(stdout).toBe(prints);
  });
});
