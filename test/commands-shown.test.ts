import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {commandFor} from '../src/api/command-for.ts';
import {type Operation, operationId} from '../src/api/operation.ts';
import type {OperationRef} from '../src/api/operation-ref.ts';
import {planRequest} from '../src/api/plan.ts';
import type {InputValues} from '../src/api/request-plan.ts';
import {resolveCall} from '../src/api/resolve-call.ts';
import {screens} from '../src/screens/features.ts';
import {tabsOf} from '../src/state/model/screens.ts';
import {operations} from './support/operations.ts';
import {runCli} from './support/run-cli.ts';
import {shellWords} from './support/shell-words.ts';

const baseUrl = 'https://site.example';
const params = {
  project: 'WEB-1',
  scheme: '10',
  id: '7',
  role: '10002',
  status: '3',
  accountId: '712020:ab',
  space: '5',
  label: '6',
  post: '900',
  number: '2',
  whiteboard: '70',
  content: '71',
  type: 'ac:app:thing',
  asked: '10000',
  draft: '901',
  trashed: '902',
  left: '10000',
  right: '10001',
  filled: '10000',
  driver: '712020:ab',
  mentioned: '712020:ab',
  issueType: '10001',
  modification: '19b0',
  priority: '1',
  resolution: '1',
  used: '10000',
  propertyKey: 'team.charter',
  task: '10000',
  group: 'a6f2-b1',
  groupId: 'a6f2-b1',
  application: 'tracker-software',
  category: '10000',
  component: '10000',
};
const nowMs = Date.UTC(2026, 10, 21);

/** Runs a shown command with --dry-run through the real parser and gives the URL it would ask. */
async function urlOf(command: string): Promise<string> {
  const [program = '', ...argv] = await shellWords(command);
  const name = program === 'cf' ? 'CF' : 'JR';
  const result = await runCli(program === 'cf' ? 'cf' : 'jr', [...argv, '--dry-run'], {
    env: {[`${name}_BASE_URL`]: baseUrl},
  });
  if (result.exit !== 0) throw new Error(`${command}: ${result.stderr}`);
  const {url} = JSON.parse(result.stdout) as {url: string};
  return url;
}

/** What the tabs of a screen ask, lists aside. */
function tabCalls(screen: string): OperationRef[] {
  return tabsOf(screens, screen, params).tabs.flatMap(({spec}) =>
    spec.kind === 'describe' || spec.kind === 'matrix'
      ? [spec.call, ...Object.values(spec.call.also ?? {})]
      : [],
  );
}

const calls: readonly OperationRef[] = [
  ...screens.named.flatMap(({id}) => tabCalls(id)),
  ...screens.home.flatMap(({call}) => call ?? []),
  ...screens.lists.flatMap(r => [
    ...r.sources.flatMap(s => [
      s,
      ...Object.values(s.also ?? {}),
      ...(s.scan ? [s.scan.call] : []),
    ]),
    ...(r.describe ? [r.describe.call] : []),
    ...(r.fills ?? []).flatMap(f => [f.call, ...Object.values(f.call.also ?? {})]),
  ]),
];

describe('the command a view shows makes the request the view makes', () => {
  test.each(calls.map(call => [call.operation, call] as const))('%s', async (_, call) => {
    const resolved = resolveCall(call, params, nowMs);
    const {url} = planRequest(resolved.operation, resolved.given, {baseUrl});
    expect(await urlOf(commandFor(resolved, []))).toBe(url);
  });

  test('whatever the values are, a shell and the parser give them back', async () => {
    const textInputs = operations
      .filter(o => o.method === 'GET' && !o.extra)
      .flatMap(o => textInputOf(o) ?? []);
    const value = fc
      .string({unit: 'grapheme', minLength: 1})
      .filter(text => text.trim() !== '' && !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...textInputs), value, async ({operation, name}, text) => {
        const given: InputValues = {inputs: {...requiredInputs(operation), [name]: [text]}};
        const {url} = planRequest(operation, given, {baseUrl});
        expect(await urlOf(commandFor({operation, given}, []))).toBe(url);
      }),
      {numRuns: 60},
    );
  });
});

interface TextInput {
  readonly operation: Operation;
  readonly name: string;
}

/** An optional text in the query, of an operation whose other inputs can be made up. */
function textInputOf(operation: Operation): TextInput | undefined {
  if (operation.rules !== undefined) return undefined;
  const found = operation.inputs.find(
    i =>
      i.place === 'query' &&
      i.type === 'string' &&
      i.enforced === undefined &&
      i.unavailable === undefined &&
      !('maxLength' in i),
  );
  return found && {operation, name: found.name};
}

function requiredInputs(operation: Operation): Record<string, readonly string[]> {
  const required = operation.inputs.filter(i => i.required && i.place !== 'body');
  return Object.fromEntries(required.map(i => [i.name, [i.type === 'string' ? 'x' : '1']]));
}

test('every operation is found under the name its command has', () => {
  const ids = new Set(operations.map(operationId));
  for (const call of calls) {
    expect(ids).toContain(`${call.service}/${call.operation.replace(' ', '/')}`);
  }
});
