import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {bodyOf} from '../src/api/body-of.ts';
import {operationNamed} from '../src/api/catalogue.ts';
import {checkInputs} from '../src/api/check.ts';
import {commandFor} from '../src/api/command-for.ts';
import {describePlan} from '../src/api/describe-plan.ts';
import {exampleOf} from '../src/api/example.ts';
import type {TextShape} from '../src/api/field.ts';
import {findInput, inputsOf} from '../src/api/inputs-of.ts';
import type {FieldInput, Input, Operation} from '../src/api/operation.ts';
import {needsOf} from '../src/api/operation-ref.ts';
import {planRequest} from '../src/api/plan.ts';
import type {InputValues} from '../src/api/request-plan.ts';
import {features} from '../src/screens/features.ts';
import type {Resource} from '../src/state/model/resource.ts';
import type {Verb, VerbUse} from '../src/state/model/verb.ts';
import {makeRow} from '../src/state/views/list/rows.ts';
import {initialFormValues, planOfVerb} from '../src/state/write/make-plan.ts';
import {makeHarness} from './support/app-harness.ts';
import {operations} from './support/operations.ts';
import {runCli} from './support/run-cli.ts';
import {shellWords} from './support/shell-words.ts';
import {callOf} from './support/write-steps.ts';

const baseUrl = 'https://site.example';
/** A file of the user's whose name a shell could trip over. */
const picture = {
  path: "-our 'new' @logo, $HOME.png",
  bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
};

const verbs = features.flatMap(({lists = []}) =>
  lists.flatMap(list =>
    (list.verbs ?? []).map(verb => ({list, verb, name: `${list.id}: ${verb.words}`})),
  ),
);

/** What --dry-run of a shown command prints, also with a value that its list lacks. */
async function dryRun(command: string): Promise<unknown> {
  const [program = '', ...argv] = await shellWords(command);
  const name = program === 'cf' ? 'CF' : 'JR';
  const result = await runCli(
    program === 'cf' ? 'cf' : 'jr',
    [...argv, '--unchecked', '--dry-run'],
    {
      env: {[`${name}_BASE_URL`]: baseUrl},
      files: {[picture.path]: picture.bytes},
    },
  );
  if (result.exit !== 0) throw new Error(`${command}: ${result.stderr}`);
  return JSON.parse(result.stdout);
}

/** Names that a shell, a flag, a list or JSON could trip over. */
const odd = [
  `it's "quoted"`,
  'two\nlines',
  '-p prod',
  '--id=1',
  '@file',
  '-',
  '$(id) `id` $HOME',
  'a,b\\,c',
  'null',
  '{"a":[1]}',
  'Größe 平 🎉',
  '\u202eabc',
  '%2F/../?#&=',
  "\\'",
  '!1 ~ *',
];

const text = fc.oneof(
  fc.constantFrom(...odd),
  fc
    .string({unit: 'grapheme', minLength: 1, maxLength: 12})
    .filter(one => one.trim() === one && one !== '' && !one.includes('\0')),
);

type FreeInput = FieldInput & {readonly shape: TextShape};

/** Whether an input takes any text, but for its length. */
function isFree(input: Input): input is FreeInput {
  if (input.place !== 'field' || input.shape?.type !== 'text') return false;
  return input.names === undefined && input.shape.pattern === undefined;
}

/**
 * How the fields of a form are filled: with some text, with nothing where that is a value, or with
 * much.
 */
type Filling = 'some' | 'nothing' | 'much';

/** Other texts of a field than usual; undefined where it has none. */
function unusual(input: Input | undefined, some: string, filling: Filling) {
  if (filling === 'some' || input?.place !== 'field') return undefined;
  const isNullable = input.shape !== undefined && 'nullable' in input.shape;
  const isText = input.type === 'string' || input.type === 'storage';
  if (filling === 'nothing') return isNullable ? ['null'] : isText ? [''] : undefined;
  if (input.type === 'list') return [textFor(input, some), some, 'a,b'];
  return isText ? [`${some}\n\t${odd.join(' ')}`] : undefined;
}

/** A text that an input takes: any where it takes any. */
function textFor(input: Input | undefined, some: string): string {
  if (input === undefined) return some;
  const [value] = input.values ?? [];
  if (value !== undefined) return value;
  if (isFree(input) && some.length <= (input.shape.maxLength ?? Number.POSITIVE_INFINITY))
    return some;
  if (input.example !== undefined) return input.example;
  const byType: Readonly<Record<string, string>> = {
    boolean: 'true',
    integer: '7',
    id: '7',
    date: '2026-12-01',
    time: '2026-12-01T00:00:00.000Z',
    json: '{}',
    image: 'x',
  };
  return byType[input.type] ?? (input.names === undefined ? some : '7');
}

/** Pointers into the row that a verb reads, with the input each fills. */
function pointersOf(verb: Verb): readonly (readonly [string, Input | undefined])[] {
  const operation = operationNamed(verb);
  const ofRow = (template: string | readonly string[] = []) =>
    [template]
      .flat()
      .flatMap(needsOf)
      .filter(({source}) => source === 'row');
  const found = Object.entries({...verb.inputs, ...verb.asks}).flatMap(([name, template]) =>
    ofRow(template).map(({pointer}) => [pointer, findInput(operation, name)] as const),
  );
  return [...found, ...ofRow(verb.body).map(({pointer}) => [pointer, undefined] as const)];
}

/** A row that holds what a verb reads and meets its conditions. */
function rowFor(list: Resource, verb: Verb, id: number, some: string) {
  const value: Record<string, unknown> = {};
  const put = (pointer: string, member: unknown) => {
    const steps = pointer.split('/').slice(1);
    const last = steps.pop() ?? '';
    let at = value;
    for (const step of steps) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[last] ??= member;
  };
  for (const {pointer, is} of verb.when ?? [])
    if (is?.[0]) put(pointer, is[0] === 'true' ? true : is[0]);
  // One of few values is no id, though it helps to tell the row from others.
  for (const [pointer, input] of pointersOf(verb)) {
    if (input?.values) put(pointer, textFor(input, some));
  }
  for (const pointer of list.identity) put(pointer, id);
  for (const [pointer, input] of pointersOf(verb)) {
    put(pointer, input === undefined ? id : textFor(input, some));
  }
  return makeRow(list, JSON.stringify(value));
}

/**
 * What is filled in with one more or one fewer field, where the rules between them ask for that.
 */
function within(operation: Operation, given: InputValues, some: string): InputValues {
  const count = (one: InputValues): number => checkInputs(operation, one).problems.length;
  if (count(given) === 0) return given;
  const {inputs} = given;
  const fewer = Object.keys(inputs).map(name => {
    const {[name]: _, ...others} = inputs;
    return {...given, inputs: others};
  });
  const more = inputsOf(operation).map(input => ({
    ...given,
    inputs: {...inputs, [input.name]: inputs[input.name] ?? [textFor(input, some)]},
  }));
  return [...fewer, ...more].find(one => count(one) === 0) ?? given;
}

/** What somebody fills into the form of a verb: what it asks and what is required. */
function askedOf(use: VerbUse, operation: Operation, some: string, filling: Filling): InputValues {
  const opened = initialFormValues(use);
  const own = use.verb.inputs ?? {};
  const wanted = [
    ...Object.keys(use.verb.asks ?? {}),
    ...inputsOf(operation).flatMap(({name, required}) => (required ? [name] : [])),
  ];
  const given: Record<string, readonly string[]> = {};
  const shapeOfBody = bodyOf(operation);
  const example: Readonly<Record<string, unknown>> =
    shapeOfBody?.type === 'object' ? JSON.parse(exampleOf(shapeOfBody)) : {};
  for (const name of wanted) {
    const input = findInput(operation, name);
    if (own[name] !== undefined || input?.place === 'body' || input?.unavailable) continue;
    const isList = input?.type === 'json' && Array.isArray(example[name]);
    given[name] = [isList ? JSON.stringify(example[name]) : textFor(input, some)];
  }
  const isBare = Object.keys(given).every(name => findInput(operation, name)?.place !== 'field');
  const body = operation.inputs.find(({place, required}) => place === 'body' && required);
  if (body?.type === 'image') return {inputs: given, body: picture.bytes, bodyFrom: picture.path};
  const shape = bodyOf(operation);
  const whole =
    body && isBare && use.verb.asks !== undefined && shape ? {body: exampleOf(shape)} : {};
  const fixed = Object.fromEntries(
    Object.entries(opened).filter(([name]) => own[name] !== undefined),
  );
  const plain = within(operation, {...whole, inputs: {...fixed, ...given}}, some);
  const isFine = (one: InputValues): boolean =>
    checkInputs(operation, one).problems.length <= checkInputs(operation, plain).problems.length;
  let most = plain;
  for (const name of Object.keys(given)) {
    const texts = unusual(findInput(operation, name), some, filling);
    const next = texts ? {...most, inputs: {...most.inputs, [name]: texts}} : most;
    if (isFine(next)) most = next;
  }
  return most;
}

const fillings = fc.constantFrom<Filling>('some', 'nothing', 'much');

describe('the command that the preview of a verb shows makes the request of its plan', () => {
  test('there are verbs', () => {
    expect(verbs.length).toBeGreaterThan(5);
  });

  test.each(verbs.map(one => [one.name, one] as const))('%s', async (_, {list, verb}) => {
    const state = makeHarness({connect: false}).state();
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({min: 1, max: 3}),
        fillings,
        async (some, count, filling) => {
          const number = verb.rows === 'none' ? 0 : verb.rows === 'one' ? 1 : count;
          const rows = Array.from({length: number}, (_, i) => rowFor(list, verb, 71 + i, some));
          const ofParent = Object.keys(list.sources[0]?.per?.params ?? {});
          const params = Object.fromEntries([...list.needs, ...ofParent].map(name => [name, '7']));
          const use = {verb, noun: list.noun, rows, params};
          const plan = planOfVerb(use, state, askedOf(use, operationNamed(verb), some, filling));
          expect(plan.requests.length).toBeGreaterThan(0);
          for (const {call} of plan.requests) {
            expect(operations).toContain(call.operation);
            const planned = planRequest(call.operation, call.given, {baseUrl});
            expect(await dryRun(commandFor(call, []))).toEqual(JSON.parse(describePlan(planned)));
          }
        },
      ),
      {numRuns: 4},
    );
  });
});

test.each(['-', '@notes.txt', '@'])(
  'the text %j is shown so that no file is read for it',
  async some => {
    const title = {'space-id': ['7'], title: [some]};
    const calls = [
      callOf('content blogposts create-blog-post', {...title, body: [some]}),
      callOf('content blogposts create-blog-post', title, some),
      callOf('tracker project add-actor-users', {projectIdOrKey: ['7'], id: ['7'], user: [some]}),
      callOf('content labels add', {'page-id': ['7'], label: [some]}),
      callOf('content labels add', {'page-id': ['7'], label: ['a\\', some]}),
    ];
    for (const call of calls) {
      const planned = planRequest(call.operation, call.given, {baseUrl});
      expect(await dryRun(commandFor(call, []))).toEqual(JSON.parse(describePlan(planned)));
    }
  },
);
