import {bodyOf} from '../../api/body-of.ts';
import {exampleFields, exampleOf} from '../../api/example.ts';
import type {EntityKind, InputRule, Naming} from '../../api/field.ts';
import {offeredValues} from '../../api/given-values.ts';
import {inputsOf} from '../../api/inputs-of.ts';
import {type Input, type Operation, programOf, type Service} from '../../api/operation.ts';
import {quoteWord} from '../../base/shell-words.ts';
import type {Builtin} from '../builtin.ts';

/** Two example command lines of an operation. */
export function exampleLines(operation: Operation): readonly string[] {
  const inputs = exampleInputs(operation);
  const flags = inputs.map(flagText);
  const {service, group, name} = operation;
  const line = [programOf(service), group, name, ...flags].join(' ');
  return [line, `${line} ${furtherFlag(operation)}`];
}

/**
 * Required inputs, those the service insists on, path inputs with an example, and those that rules
 * require then.
 */
function exampleInputs(operation: Operation): readonly Input[] {
  const {rules = [], effect} = operation;
  const usable = inputsOf(operation).filter(({unavailable}) => unavailable === undefined);
  const names = new Set(
    usable
      .filter(
        ({required, requiredByService, place, example}) =>
          required || requiredByService || (place === 'query' && example !== undefined),
      )
      .map(({name}) => name),
  );
  // Twice, since one rule may add an input that another refers to.
  for (const rule of [...rules, ...rules]) {
    const missing = missingBy(rule, names, new Set(usable.map(({name}) => name)));
    for (const name of missing) names.add(name);
  }
  const shape = bodyOf(operation);
  const shown = shape?.type === 'object' ? exampleFields(shape).map(field => `/${field.name}`) : [];
  const chosen = usable.filter(
    input =>
      names.has(input.name) ||
      (input.place === 'field' && shown.some(at => `${input.pointer}/`.startsWith(`${at}/`))),
  );
  const isContent = ({place}: Input): boolean => place === 'body' || place === 'field';
  if (effect === 'read' || chosen.some(isContent)) return chosen.filter(isShown);
  // If all body fields of a write are optional, show the first one.
  const [content] = usable.filter(isContent);
  return content === undefined ? chosen : [...chosen, content];
}

/** Constants beside a declared field follow from it. */
function isShown(input: Input): boolean {
  return input.place !== 'field' || input.default === undefined || input.required === true;
}

function missingBy(
  rule: InputRule,
  chosen: ReadonlySet<string>,
  usable: ReadonlySet<string>,
): readonly string[] {
  const possible = rule.inputs.filter(name => usable.has(name));
  const one = possible.some(name => chosen.has(name)) ? [] : possible.slice(0, 1);
  switch (rule.kind) {
    case 'exactlyOne':
    case 'atLeastOne':
      return one;
    case 'needs':
      return chosen.has(rule.input) ? possible : [];
    case 'needsOne':
      return chosen.has(rule.input) ? one : [];
    case 'notTogether':
      return [];
  }
}

function flagText(input: Input): string {
  if (input.type === 'boolean') return `--${input.name}`;
  const count = input.place === 'query' && input.type === 'list' ? (input.minItems ?? 1) : 1;
  return Array.from(
    {length: count},
    () => `--${input.name} ${quoteWord(exampleValue(input))}`,
  ).join(' ');
}

function exampleValue(input: Input): string {
  const own = input.example ?? namedExample(input);
  if (own !== undefined) return own;
  if (input.place === 'field' && input.type === 'json' && input.shape)
    return exampleOf(input.shape);
  const [first] = offeredValues(input);
  if (first !== undefined) return first;
  if (input.type === 'integer' && 'min' in input) return String(Math.max(input.min ?? 1, 1));
  if (input.type === 'list' && 'items' in input && input.items !== 'string') return '10000';
  return usualValues[input.type] ?? exampleText(input.name);
}

/** Example values for types that need no specific name. */
const usualValues: Readonly<Partial<Record<Input['type'], string>>> = {
  json: '{"any":"JSON"}',
  image: '@avatar.png',
  storage: '<p>Text</p>',
  id: '10000',
  boolean: 'true',
  integer: '10000',
  date: '2026-12-01',
  time: '2026-12-01T09:00:00Z',
};

/** An example text for an input, derived from its name. */
function exampleText(name: string): string {
  if (/account|user/i.test(name)) return '5b10ac8d82e05b22cc7d4ef5';
  if (/email|domain/i.test(name)) return 'example.com';
  if (/key/i.test(name)) return 'EX';
  if (/(^|[a-z-])id(s|OrKey)?$/i.test(name)) return '10000';
  if (/title|name/i.test(name)) return 'Example';
  return /query|string/i.test(name) ? 'lena' : 'example';
}

function furtherFlag({effect, items}: Operation): string {
  if (effect !== 'read') return '--dry-run';
  if (items === undefined) return '--pretty';
  return `--jq '${items === '' ? '.' : items.replaceAll('/', '.')}[0]'`;
}

/** An example entity of each kind; the sandbox always has it. */
const things: Readonly<Partial<Record<EntityKind, Readonly<Record<string, string>>>>> = {
  avatar: {id: '10400'},
  'blog post': {id: '1051136'},
  'classification level': {id: '4f2d8c1e-0000-4000-8000-000000000002'},
  'content property': {id: '1051176'},
  'custom content': {id: '1053056'},
  group: {id: '276f955c-63d7-42c8-9520-92d01dca0625', name: 'site-admins'},
  issue: {id: '10100', key: 'HPAY-1'},
  'issue type': {id: '10001'},
  label: {id: '524289', name: 'release-notes'},
  notification: {id: '10022'},
  'notification scheme': {id: '10001'},
  page: {id: '1048576'},
  permission: {key: 'EDIT_ISSUES'},
  'permission grant': {id: '10336'},
  'permission scheme': {id: '10003'},
  priority: {id: '3'},
  project: {id: '10000', key: 'HPAY', idOrKey: 'HPAY'},
  'project category': {id: '10000'},
  'project feature': {key: 'tracker.sprints'},
  'project property': {key: 'team.charter'},
  'project role': {id: '10002'},
  'related work': {id: 'e81509b8-a813-4036-9894-6cdf35b389e2'},
  resolution: {id: '10002'},
  space: {id: '65540', key: 'ENG'},
  status: {id: '10000'},
  'UI modification': {id: '19b002fe-3684-4827-8faa-63878d805789'},
  user: {id: '5f078b5c5d265d18afe2b0cc'},
  task: {id: '1'},
  'user property': {key: 'location'},
  version: {id: '10004', address: '10004'},
  webhook: {id: '10000'},
  whiteboard: {id: '1049088'},
};

/** An example value for an input that identifies an entity; undefined if it identifies none. */
function namedExample({names, by = 'id'}: Naming): string | undefined {
  return names === undefined ? undefined : things[names]?.[by];
}

/** The examples of a command in the help of a program, as whole lines. */
export function exampleLinesOf(
  {examples}: Pick<Builtin, 'examples'>,
  service: Service,
): readonly string[] {
  const program = programOf(service);
  return examples
    .map(line => (/^(?:jr|cf) /.test(line) ? line : `${program} ${line}`))
    .filter(line => line.startsWith(`${program} `));
}
