import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {bodyOf, isOpaque} from '../src/api/body-of.ts';
import {checkInputs} from '../src/api/check.ts';
import {exampleOf} from '../src/api/example.ts';
import type {Input, Operation} from '../src/api/operation.ts';
import type {InputValues} from '../src/api/request-plan.ts';
import type {AppState} from '../src/state/model/state.ts';
import {planOfCall} from '../src/state/write/make-plan.ts';
import {planRequests} from '../src/state/write/start-write.ts';
import {noServer} from './support/no-server.ts';
import {operations} from './support/operations.ts';
import {runCli} from './support/run-cli.ts';
import {shellWords} from './support/shell-words.ts';

/**
 * Writes whose body is JSON text, members, or nothing; an image is bytes, which no command line
 * holds.
 */
const writes = operations.filter(
  o =>
    o.effect !== 'read' && o.inputs.every(i => i.type !== 'image' && i.unavailable === undefined),
);

/** Texts that hold whatever a shell, a flag or JSON could trip over. */
const text = fc
  .string({unit: 'grapheme', minLength: 1, maxLength: 20})
  .filter(value => value.trim() !== '' && !value.includes('\0'));

/**
 * The example of a body, its texts as they are or made longer by others; of one without a shape any
 * JSON.
 */
function bodyText(operation: Operation): fc.Arbitrary<string> {
  const shape = bodyOf(operation);
  if (shape === undefined || isOpaque(shape)) return fc.json({maxDepth: 2});
  const example = exampleOf(shape);
  const longer = (more: string) => (_: string, value: unknown) =>
    typeof value === 'string' ? value + more : value;
  return fc.oneof(
    fc.constant(example),
    text.map(more => JSON.stringify(JSON.parse(example, longer(more)), undefined, 1)),
  );
}

function givenValue(operation: Operation, input: Input): fc.Arbitrary<readonly string[]> {
  if (input.type === 'json') return bodyText(operation).map(value => [value]);
  if (input.values !== undefined) return fc.constantFrom(...input.values).map(value => [value]);
  switch (input.type) {
    case 'boolean':
      return fc.constantFrom(['true'], ['false']);
    case 'integer':
      return fc.integer({min: 1, max: 100}).map(value => [String(value)]);
    case 'id':
      return fc.bigInt({min: 1n, max: 10n ** 18n}).map(value => [String(value)]);
    case 'storage':
      return text.map(value => [`<p>${value.replace(/[<>&]/g, '')}</p>`]);
    case 'list':
      return input.place === 'query' && input.items !== 'string'
        ? fc.array(fc.integer({min: 1, max: 99}).map(String), {minLength: 1, maxLength: 4})
        : fc.array(text, {minLength: 1, maxLength: 4});
    default:
      return text.map(value => [value]);
  }
}

function givenFor(operation: Operation): fc.Arbitrary<InputValues> {
  const rules = operation.rules ?? [];
  const chosen = rules.flatMap(rule => (rule.kind === 'exactlyOne' ? rule.inputs.slice(0, 1) : []));
  const wanted = operation.inputs.filter(
    ({name, required, place}) => required || place !== 'query' || chosen.includes(name),
  );
  return fc
    .record(Object.fromEntries(wanted.map(input => [input.name, givenValue(operation, input)])))
    .map(({body, ...inputs}) => (body === undefined ? {inputs} : {inputs, body: body[0] ?? ''}));
}

const ready = {
  connection: {
    status: 'ready',
    identities: {tracker: noServer('tracker').identity, content: noServer('content').identity},
  },
  session: {flags: {tracker: [], content: []}},
} as unknown as AppState;

/**
 * What --dry-run of a shown command prints, through a real shell and the real parser, also with a
 * value that its list lacks.
 */
async function dryRun(command: string): Promise<string> {
  const [program = '', ...argv] = await shellWords(command);
  const name = program === 'cf' ? 'CF' : 'JR';
  const base = program === 'cf' ? 'https://site.example/wiki/api/v2' : 'https://site.example';
  const result = await runCli(
    program === 'cf' ? 'cf' : 'jr',
    [...argv, '--unchecked', '--dry-run'],
    {
      env: {
        [`${name}_BASE_URL`]: base,
        [`${name}_AUTH_USER`]: 'ann@example.com',
        [`${name}_AUTH_TOKEN`]: 't',
      },
    },
  );
  if (result.exit !== 0) throw new Error(`${command}: ${result.stderr}`);
  return result.stdout.trimEnd();
}

describe('the preview of a write', () => {
  test('is what --dry-run prints for the command shown, whatever the values are', async () => {
    const some = fc.constantFrom(...writes).chain(operation =>
      givenFor(operation)
        .map(given => ({operation, given}))
        .filter(call => checkInputs(call.operation, call.given).problems.length === 0),
    );
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(some, async call => {
        const {requests: unplanned} = planOfCall(call, ready);
        const {requests, trouble} = planRequests(unplanned, ready);
        const preview = requests[0]?.planned;
        if (preview === undefined) throw new Error(trouble?.text);
        expect(preview.text).toBe(await dryRun(preview.command));
        compared += 1;
      }),
      {numRuns: 80},
    );
    expect(compared).toBe(80);
  });
});
