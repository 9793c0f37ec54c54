import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {bodyOf, fieldsOf, isOpaque} from '../../../../src/api/body-of.ts';
import {textsOfField} from '../../../../src/api/body-texts.ts';
import {checkInputs} from '../../../../src/api/check.ts';
import {findInput} from '../../../../src/api/inputs-of.ts';
import type {Operation} from '../../../../src/api/operation.ts';
import {exampleLines} from '../../../../src/commands/help/examples.ts';
import type {Sandbox} from '../../../../src/sandbox/start.ts';
import {readTypedCommand} from '../../../../src/state/ask/command-line.ts';
import type {FormValues} from '../../../../src/state/views/form/state.ts';
import type {AppHarness} from '../../../support/app-harness.ts';
import {formOf, openFormOf, put} from '../../../support/form-steps.ts';
import {makeSandboxApp, startAppSandbox} from '../../../support/live-app.ts';
import {operations} from '../../../support/operations.ts';
import {root} from '../../../support/sources.ts';
import {until} from '../../../support/until.ts';
import {sendShown} from '../../../support/write-steps.ts';

/** Examples that the service refuses as they stand: what it says. */
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
const rows = withBody.map(one => [`${one.group} ${one.name}`, one] as const);

let sandbox: Sandbox;
let harness: AppHarness;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
beforeEach(() => {
  harness = makeSandboxApp(sandbox);
});
afterAll(() => sandbox.stop());

const programOf = ({service}: Operation): 'jr' | 'cf' => (service === 'tracker' ? 'jr' : 'cf');

/** What the example of the help gives, as the fields of the form: deeper ones by the way there. */
function exampleOf(operation: Operation): FormValues {
  const line = exampleLines(operation)[0] ?? '';
  const typed = readTypedCommand(line, 0);
  if ('problem' in typed) throw new Error(typed.problem);
  const {inputs, body} = typed.given;
  const parts = Object.entries(inputs).map(([name, texts]): FormValues => {
    const input = findInput(operation, name);
    const deeper =
      input?.place === 'field' && input.type === 'json'
        ? textsOfField(input, texts[0] ?? '')
        : undefined;
    return deeper ?? {[name]: texts};
  });
  const whole = typeof body === 'string' ? {body: [body]} : {};
  return Object.assign({}, whole, ...parts);
}

/**
 * ctrl+s, then whatever its preview asks, until the service has answered; a read shows its answer.
 */
async function send(): Promise<string> {
  const {operation} = formOf(harness);
  harness.press('ctrl+s');
  if (operation.effect === 'read') {
    const load = () => {
      const place = harness.state().locations.at(-1);
      return place?.views[place.tab]?.load.status;
    };
    await until(
      () => load() === 'ready' || load() === 'failed',
      () => 'the answer',
    );
    return load() === 'ready' ? 'done' : 'failed';
  }
  await until(
    () => {
      const {notice: said, write: opened} = harness.state();
      return opened !== undefined || !said?.text.startsWith('looking up ');
    },
    () => 'what its names are',
  );
  const {notice, write} = harness.state();
  if (write === undefined) throw new Error(notice?.text ?? 'nothing was opened');
  return sendShown(harness);
}

describe('by the keys of its form, without JSON where its fields are known', () => {
  test.each(rows)('the example of %s is written', async (title, operation) => {
    await openFormOf(`${programOf(operation)} ${title}`, harness);
    const given = Object.entries(exampleOf(operation));
    const isPath = ([name]: (typeof given)[number]) => findInput(operation, name)?.place === 'path';
    for (const [name, texts] of given.filter(isPath)) put(harness, name, texts);
    await until(
      () => formOf(harness).load.status !== 'loading',
      () => 'read',
    );
    for (const [name, texts] of given.filter(one => !isPath(one))) put(harness, name, texts);
    const wrong = refused[title];
    expect(await send()).toMatch(wrong === undefined ? /^done/ : new RegExp(wrong));
  });
});

/** Its fields are given as one JSON body, too: the text of a post has that flag for itself. */
const withFields = rows.filter(
  ([, operation]) =>
    fieldsOf(bodyOf(operation)).length > 0 && findInput(operation, 'body')?.place === 'body',
);
const composed = rows.filter(([, operation]) => findInput(operation, 'body')?.place === 'field');

describe('what is wrong in a body is refused, and nothing is sent', () => {
  const problemsOf = (operation: Operation, body: unknown): string => {
    const inputs = exampleOf(operation);
    const own = Object.entries(inputs).filter(
      ([name]) => !['field', 'body'].includes(findInput(operation, name)?.place ?? ''),
    );
    const given = {inputs: Object.fromEntries(own), body: JSON.stringify(body)};
    return checkInputs(operation, given)
      .problems.map(({message}) => message)
      .join('; ');
  };

  test.each(withFields)('a misspelt field of %s', (_, operation) => {
    expect(problemsOf(operation, {zzzz: 1})).toContain('zzzz');
  });

  test.each(withFields)('a wrong type in %s', (_, operation) => {
    for (const {name, type} of fieldsOf(bodyOf(operation))) {
      if (type === 'json') continue;
      const wrong = type === 'text' || type === 'storage' ? {} : 'no such thing';
      expect(problemsOf(operation, {[name]: wrong}), name).toContain(name);
    }
  });

  test.each(withFields)('a missing field of %s', (_, operation) => {
    for (const {name, required, unless} of fieldsOf(bodyOf(operation))) {
      if (required && unless === undefined) {
        expect(problemsOf(operation, {}), name).toMatch(new RegExp(`${name}.* required`));
      }
    }
  });

  test.each(composed)('a misspelt, wrong or missing field of %s', (title, operation) => {
    const command = `${programOf(operation)} ${title}`;
    const said = (flags: string): string => {
      const typed = readTypedCommand(`${command} ${flags}`, 0);
      return 'problem' in typed ? typed.problem : '';
    };
    expect(said('--zzzz 1')).toContain('zzzz');
    expect(said('--status sometimes')).toContain('status');
    const missing = operation.inputs.find(({required, place}) => required && place !== 'body');
    expect(said('')).toContain(`--${missing?.name} is required`);
  });
});
