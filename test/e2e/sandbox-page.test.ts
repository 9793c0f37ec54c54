import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, runInShell} from '../support/built.ts';
import {root} from '../support/sources.ts';

/** An example of the page: a script, and what it prints where the page says so. */
interface Example {
  /** The heading above it and its first line. */
  readonly title: string;
  /** The file the page calls it. */
  readonly file: string;
  readonly script: string;
  readonly prints: string | undefined;
}

const page = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');

function readExamples(): readonly Example[] {
  const examples: Example[] = [];
  let heading = '';
  const parts = /^#+ (.+)$|^```bash ?(\S*)\n([\s\S]*?)^```(?:\n+```text\n([\s\S]*?)^```)?/gm;
  for (const [, title, file = '', script, prints] of page.matchAll(parts)) {
    if (title !== undefined) heading = title;
    if (script !== undefined) {
      examples.push({title: `${heading}: ${script.split('\n')[0]}`, file, script, prints});
    }
  }
  return examples;
}

const examples = readExamples();
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
