import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {bodyOf, isOpaque} from '../../src/api/body-of.ts';
import type {Operation} from '../../src/api/operation.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {operations} from '../support/operations.ts';
import {runCli} from '../support/run-cli.ts';
import {root} from '../support/sources.ts';

/** Examples that cannot be carried out as they stand, each with what the sandbox says. */
const refused: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'test/fixtures/examples.refused.json'), 'utf8'),
);

/** Everything with a body of its own, what deletes at the end. */
const withBody = operations
  .filter(operation => {
    const shape = bodyOf(operation);
    return shape !== undefined && !isOpaque(shape);
  })
  .sort((one, other) => Number(one.effect === 'delete') - Number(other.effect === 'delete'));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

it('there is one for every operation with a body of a known shape', () => {
  expect(withBody.filter(({extra}) => !extra)).toHaveLength(47);
});

it.each(withBody.map(operation => [`${operation.group} ${operation.name}`, operation] as const))(
  'the example of %s works by its flags alone',
  async (title, operation) => {
    const words = wordsOf(operation);
    expect(words.filter(word => word.startsWith('@'))).toEqual([]);
    const {exit, stderr} = await runCli(operation.service === 'tracker' ? 'jr' : 'cf', words, {
      env: environment(),
    });
    const wrong = refused[title];
    if (wrong === undefined) expect([stderr, exit]).toEqual(['', 0]);
    else expect(stderr).toMatch(new RegExp(wrong));
  },
);

function wordsOf(operation: Operation): readonly string[] {
  const split = splitWords(exampleLines(operation)[0] ?? '');
  if ('problem' in split) throw new Error(split.problem);
  return split.words.slice(1);
}

function environment(): Readonly<Record<string, string>> {
  const {trackerBaseUrl, contentBaseUrl, authUser, authToken} = sandbox;
  const of = (prefix: string, url: string) => ({
    [`${prefix}_BASE_URL`]: url,
    [`${prefix}_AUTH_TYPE`]: 'basic',
    [`${prefix}_AUTH_USER`]: authUser,
    [`${prefix}_AUTH_TOKEN`]: authToken,
  });
  return {...of('JR', trackerBaseUrl), ...of('CF', contentBaseUrl)};
}
