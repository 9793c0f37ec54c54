import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  runInShell,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
import {readExamples} from '../support/examples.ts';
import {root} from '../support/sources.ts';

const pages = readdirSync(join(root, 'docs/recipes')).filter(name => /^\d/.test(name));
const tools = ['bash', 'jq', 'xargs', 'diff'];

let built: BuiltCommands;
let sandbox: SandboxProcess;
let missing: readonly string[] = [];
beforeAll(async () => {
  built = layBuiltCommands();
  const profiles = join(built.folder, 'profiles');
  sandbox = await startBuiltSandbox(built, '--traffic', 'off', '--write-profiles', profiles);
  const found = await runInShell(`command -v ${tools.join(' ')}`, built.env(), built.folder);
  missing = tools.filter(tool => !found.stdout.includes(`/${tool}\n`));
});
afterAll(async () => {
  await sandbox.stop();
  built.remove();
});

describe('the recipes', () => {
  it('are twenty, each in the list of them', () => {
    expect(pages.length).toBeGreaterThanOrEqual(20);
    const list = readFileSync(join(root, 'docs/recipes/README.md'), 'utf8');
    expect([...list.matchAll(/\]\((\d\S+)\)$/gm)].map(([, name]) => name)).toEqual(pages);
  });

  it.for(pages)('%s', (page, {skip}) => {
    skip(missing.length > 0, `${missing.join(', ')} is not installed`);
    return runExamples(join('recipes', page));
  });
});

describe('the examples of the README', () => {
  it('are ten and run', async ({skip}) => {
    skip(missing.length > 0, `${missing.join(', ')} is not installed`);
    const lines = readExamples('../README.md').flatMap(({script}) => script.trim().split('\n'));
    expect(lines).toHaveLength(10);
    await runExamples('../README.md');
  });
});

/** Run the examples of a page in their order, in a folder with the files that they need. */
async function runExamples(page: string): Promise<void> {
  const folder = join(built.folder, basename(page));
  mkdirSync(folder);
  const env = {
    ...built.env(),
    XDG_CONFIG_HOME: join(built.folder, 'profiles'),
    CF_BASE_URL: sandbox.contentBaseUrl,
  };
  const examples = readExamples(page);
  const scripts = examples.filter(({file}) => file === '');
  expect(scripts).not.toEqual([]);
  for (const {file, script} of examples) {
    if (file !== '') writeFileSync(join(folder, file), script);
  }
  for (const {script, prints} of scripts) {
    const {stdout, stderr, exit} = await runInShell(`set -eo pipefail\n${script}`, env, folder);
    // --wait tells there how far a task is.
    const said = stderr.replace(/^\{"task":.*\n/gm, '');
    expect({script, exit, said}).toEqual({script, exit: 0, said: ''});
    if (prints !== undefined) expect(stdout).toBe(prints);
  }
}
