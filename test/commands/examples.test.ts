import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, it} from 'vitest';
import {bodyOf, isOpaque} from '../../src/api/body-of.ts';
import {exampleOf} from '../../src/api/example.ts';
import {type Operation, programOf} from '../../src/api/operation.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {operations} from '../support/operations.ts';
import {type CliResult, runCli} from '../support/run-cli.ts';
import {sandboxEnv} from '../support/sandbox-env.ts';
import {root} from '../support/sources.ts';

/** Examples that cannot be carried out as they stand, each with what the sandbox says. */
const refused: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'test/fixtures/examples.refused.json'), 'utf8'),
);

/** Examples that need what the example of another operation makes. */
const after: Readonly<Record<string, string>> = {
  'project delete-avatar': 'project create-avatar',
  'project get-default-project-classification': 'project update-default-project-classification',
  'project remove-default-project-classification': 'project update-default-project-classification',
  'project restore': 'project archive',
  'role delete-project-actors-from': 'role add-project-actors-to',
  'statuses delete-by-id': 'statuses create',
  'task get': 'project delete-asynchronously',
  'task cancel': 'project delete-asynchronously',
  'admin-key get-admin-key': 'admin-key enable-admin-key',
  'admin-key disable-admin-key': 'admin-key enable-admin-key',
};

/** Everything with a body of its own, what deletes at the end. */
const withBody = operations
  .filter(operation => {
    const shape = bodyOf(operation);
    return shape !== undefined && !isOpaque(shape);
  })
  .sort((one, other) => Number(one.effect === 'delete') - Number(other.effect === 'delete'));

/** A world as it is made: each write has one of its own, so that none depends on another. */
let sandbox: Sandbox | undefined;
async function freshSandbox(): Promise<Sandbox> {
  sandbox ??= await startSandbox({traffic: 'off'});
  return sandbox;
}
async function stopSandbox(): Promise<void> {
  await sandbox?.stop();
  sandbox = undefined;
}
afterAll(stopSandbox);

it('there is one for every operation with a body of a known shape', () => {
  expect(withBody.filter(({extra}) => !extra)).toHaveLength(47);
});

it.each(operations.map(operation => [`${operation.group} ${operation.name}`, operation] as const))(
  'the example of %s works by its flags alone',
  async (title, operation) => {
    const before = operations.find(({group, name}) => `${group} ${name}` === after[title]);
    if (before !== undefined) {
      await stopSandbox();
      expect((await run(before)).exit).toBe(0);
    }
    const {exit, stderr} = await run(operation);
    if (operation.effect !== 'read') await stopSandbox();
    const wrong = refused[title];
    if (wrong === undefined) expect([stderr, exit]).toEqual(['', 0]);
    else expect(stderr).toMatch(new RegExp(wrong));
  },
);

const asBody = withBody.filter(({inputs}) => inputs.some(({place}) => place === 'body'));

it.each(asBody.map(operation => [`${operation.group} ${operation.name}`, operation] as const))(
  'the body that schema prints for %s works as it is',
  async (title, operation) => {
    const shape = bodyOf(operation);
    if (shape === undefined) throw new Error(title);
    const words = wordsOf(operation);
    const inAddress = operation.inputs
      .filter(({place}) => place === 'path' || place === 'query')
      .flatMap(({name}) => {
        const at = words.indexOf(`--${name}`);
        return at === -1 ? [] : words.slice(at, at + 2);
      });
    const argv = [...words.slice(0, 2), ...inAddress, '--body', exampleOf(shape)];
    const {exit, stderr} = await run(operation, argv);
    await stopSandbox();
    const wrong = refused[title];
    if (wrong === undefined) expect([argv, stderr, exit]).toEqual([argv, '', 0]);
    else expect(stderr).toMatch(new RegExp(wrong));
  },
);

async function run(operation: Operation, words = wordsOf(operation)): Promise<CliResult> {
  const env = sandboxEnv(await freshSandbox());
  return runCli(programOf(operation.service), words, {env, files});
}

/** What an example names beside the world: a picture of one point. */
const files = {
  'avatar.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

function wordsOf(operation: Operation): readonly string[] {
  const split = splitWords(exampleLines(operation)[0] ?? '');
  if ('problem' in split) throw new Error(split.problem);
  return split.words.slice(1);
}
