import {bodyOf} from '../../api/body-of.ts';
import {describeCallers} from '../../api/callers.ts';
import {permissionOf} from '../../api/catalogue/outcomes.ts';
import {describeRule} from '../../api/check-rules.ts';
import type {Shape} from '../../api/field.ts';
import {offeredValues} from '../../api/given-values.ts';
import {findInput, inputsOf} from '../../api/inputs-of.ts';
import {findNameList, kindWord} from '../../api/naming/name-listing.ts';
import {type Input, type Operation, type OperationEffect, programOf} from '../../api/operation.ts';
import {timeWordsOf} from '../../api/time-words.ts';
import {withWords} from '../../api/worded-values.ts';
import {exampleLines} from './examples.ts';
import {section, twoColumns, wrapText} from './layout.ts';

/**
 * The output of `jr <group> <operation> --help`: usage, inputs with their limits, permissions,
 * rules, notes, deprecation, two examples.
 *
 * @param width columns
 */
export function operationHelp(operation: Operation, width: number): readonly string[] {
  const {service, group, name, summary, method, path, deprecated} = operation;
  const program = programOf(service);
  const inputs = inputsOf(operation);
  const {expiring} = operation;
  const flags = [
    ...inputs.map(inputRow),
    ...(expiring ? [[`--${expiring.flag} <time>`, expiring.help] as const] : []),
  ];
  const {note = '', successor} = deprecated ?? {};
  const instead = successor === undefined ? '' : ` Use ${program} ${successor}.`;
  return [
    ...wrapText(`${program} ${group} ${name}: ${summary}`, width),
    ...(deprecated ? wrapText(`Deprecated: ${note}.${instead}`, width) : []),
    '',
    'Usage:',
    `  ${usageLine(operation)}`,
    `  ${method} ${path}`,
    ...(flags.length > 0 ? ['', 'Flags:', ...twoColumns(flags, width)] : []),
    ...section('Permission', permissionLines(operation), width),
    ...section('Rules', ruleLines(operation), width),
    ...section('Notes', noteLines(operation), width),
    ...section('Examples', exampleLines(operation), 1000),
    '',
    `Global flags: ${program} --help.`,
  ];
}

/** How to find the required ids by name. */
function nameLines(operation: Operation): readonly string[] {
  const kinds = inputsOf(operation)
    .filter(({by}) => by !== 'name')
    .flatMap(({names}) => names ?? []);
  const lists = [...new Set(kinds)].flatMap(kind => findNameList(operation.service, kind) ?? []);
  const lines = lists.map(({kind, within}) => {
    const inside = within?.required ? `${(within.names ?? within.name).toUpperCase()}/` : '';
    return `$(${programOf(operation.service)} id ${kindWord(kind)} ${inside}NAME)`;
  });
  return lines.length === 0 ? [] : [`Look up ids by name: ${lines.join(', ')}.`];
}

/** The rules between inputs, and those between body fields with the flags of the fields. */
function ruleLines(operation: Operation): readonly string[] {
  const shape = bodyOf(operation);
  const own = shape?.type === 'object' ? (shape.rules ?? []) : [];
  const flags = new Map(
    inputsOf(operation).map(input => ['pointer' in input ? input.pointer : '', input.name]),
  );
  const flagOf = (name: string): string => `--${flags.get(`/${name}`) ?? name}`;
  return [
    ...(operation.rules ?? [])
      .filter(rule => !rule.inputs.some(name => findInput(operation, name)?.unavailable))
      .map(rule => describeRule(rule)),
    ...own.map(rule => describeRule(rule, flagOf)),
  ];
}

function usageLine(operation: Operation): string {
  const {service, group, name} = operation;
  const inputs = inputsOf(operation);
  const required = inputs.filter(input => input.required).map(input => flagName(input));
  const optional = inputs.some(input => !input.required) ? ['[flags]'] : [];
  return [programOf(service), group, name, ...required, ...optional].join(' ');
}

function flagName(input: Input): string {
  const kind = kinds[input.type];
  return kind === '' ? `--${input.name}` : `--${input.name} <${kind}>`;
}

const kinds: Readonly<Record<Input['type'], string>> = {
  boolean: '',
  string: 'text',
  integer: 'number',
  list: 'list',
  id: 'id',
  json: 'JSON|@file|-',
  image: '@file|-',
  storage: 'XML|@file|-',
  date: 'YYYY-MM-DD',
  time: 'time',
};

function inputRow(input: Input): readonly [string, string] {
  if (input.unavailable !== undefined) {
    return [flagName(input), `cannot be used: ${input.unavailable}`];
  }
  const words = timeWordsOf(input);
  const parts = [
    input.required ? 'required' : '',
    input.requiredByService ? 'required by the cloud service' : '',
    input.help ?? '',
    words === undefined ? '' : `also in words, such as ${words}`,
    limitText(input),
    offeredValues(input).length > 0
      ? `${valuesLabel(input)} ${offeredValues(input)
          .map(value => withWords(input, value))
          .join(', ')}`
      : '',
    ...Object.entries(input.refused ?? {}).map(([value, why]) => `${value} is refused: ${why}`),
    hasUsableDefault(input) ? `default ${input.default}` : '',
    input.sends === undefined ? '' : `sends ${input.sends} by default`,
    input.place === 'field' && input.deprecated ? `deprecated: ${input.deprecated}` : '',
    input.place === 'field' && input.shape?.type === 'object' ? membersText(input.shape) : '',
    input.added ? 'not in the API description' : '',
  ];
  return [flagName(input), parts.filter(part => part !== '').join('; ')];
}

/** Whether leaving out the flag has the same effect as its default. */
function hasUsableDefault({default: value, required, refused}: Input): boolean {
  return value !== undefined && !required && !Object.hasOwn(refused ?? {}, value);
}

function valuesLabel(input: Input): string {
  if (!input.enforced && !input.complete) return 'known values:';
  return offeredValues(input).length === 1 ? 'must be' : 'one of';
}

function limitText(input: Input): string {
  const many = 'repeat the flag or separate values by commas';
  if (input.place === 'query' && input.type === 'list') {
    const counts = range(input.minItems, input.maxItems);
    const each = input.maxLength === undefined ? '' : `at most ${input.maxLength} characters each`;
    return [many, counts && `${counts} values`, each].filter(Boolean).join(', ');
  }
  if (input.type === 'list') return many;
  if (input.place === 'field') return input.shape === undefined ? '' : shapeLimits(input.shape);
  if (input.place !== 'query') return '';
  const length = input.maxLength === undefined ? '' : `at most ${input.maxLength} characters`;
  return [range(input.min, input.max), length].filter(Boolean).join(', ');
}

function shapeLimits(shape: Shape): string {
  switch (shape.type) {
    case 'text':
      if (shape.maxBytes !== undefined) return `at most ${shape.maxBytes} bytes`;
      return shape.maxLength === undefined ? '' : `at most ${shape.maxLength} characters`;
    case 'integer':
      return range(shape.min, shape.max);
    case 'list':
      return shape.maxItems === undefined ? '' : `at most ${shape.maxItems}`;
    default:
      return '';
  }
}

/** The members of an object, which have flags of their own. */
function membersText({fields}: Extract<Shape, {type: 'object'}>): string {
  const names = fields.map(({name, required}) => (required ? `${name} (required)` : name));
  return `members: ${names.join(', ')}`;
}

function range(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return max === undefined ? '' : `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}

function permissionLines(operation: Operation): readonly string[] {
  const {anonymous} = operation;
  const lines = [
    permissionOf(operation) ?? '',
    describeCallers(operation) ?? '',
    anonymous ? 'Credentials are optional: without them, the request is anonymous.' : '',
  ];
  return lines.filter(line => line !== '');
}

const effects: Readonly<Record<OperationEffect, string>> = {
  read: '',
  create: '',
  update: '',
  replaceAll: 'Replaces all existing values; omitted ones are removed.',
  delete: '',
  trash: 'Moves to the trash.',
};

/** Sentences on whether an operation can be undone. */
function permanenceLines(operation: Operation): string {
  const {effect, irreversible, permanentWhen = [], undo = []} = operation;
  const own = `${operation.group} ${operation.name}`;
  const others = new Set(undo.map(one => one.operation).filter(one => one !== own));
  const flags = permanentWhen.map(({input, value}) => `--${input}=${value}`).join(' or ');
  return [
    effects[effect],
    irreversible ? 'Cannot be undone.' : '',
    others.size === 0 ? '' : `Undone by ${[...others].join(' or ')}.`,
    flags === '' ? '' : `Permanent with ${flags}: cannot be undone.`,
  ]
    .filter(line => line !== '')
    .join(' ');
}

/** Whether a limit such as `characters of name` is already shown at its flag. */
function isShownByField(operation: Operation, what: string): boolean {
  const [, name = ''] = /^(?:characters|bytes) of (\w+)$/.exec(what) ?? [];
  const input = findInput(operation, name);
  const shape = input?.place === 'field' ? input.shape : undefined;
  return shape?.type === 'text' && (shape.maxLength ?? shape.maxBytes) !== undefined;
}

/** A limit as a sentence: `name: at most 60 characters.`, or `At most 20 projects.` */
function limitLine(what: string, count: number): string {
  const [, unit, name] = /^(characters|bytes) of (\w+)$/.exec(what) ?? [];
  return name === undefined ? `At most ${count} ${what}.` : `${name}: at most ${count} ${unit}.`;
}

function noteLines(operation: Operation): readonly string[] {
  const {answer, paging, limits = {}, notes = [], apiNotes = [], experimental} = operation;
  const lines = [
    ...notes,
    ...apiNotes,
    ...Object.entries(limits)
      .filter(([what]) => !isShownByField(operation, what))
      .map(([what, count]) => limitLine(what, count)),
    pagesLine(paging),
    permanenceLines(operation),
    answer === 'task' ? 'Starts a background task and returns its URL.' : '',
    operation.itemErrors === undefined
      ? ''
      : `Individual ${operation.itemErrors.of} may fail although the request succeeds: exit code 4, with the whole response on standard output.`,
    answer === 'none' ? 'Returns no content; prints {}.' : '',
    experimental ? 'Experimental in Atlassian Cloud.' : '',
    operation.extra
      ? 'Not in the API description steward is built from; available on Atlassian Cloud.'
      : '',
    ...nameLines(operation),
    `Source: ${operation.section} (docs/services.md).`,
  ];
  return lines.filter(line => line !== '');
}

function pagesLine(paging: Operation['paging']): string {
  if (paging === undefined) return '';
  return paging.kind === 'cut'
    ? `Returns one page; --${paging.size} sets its size.`
    : 'Paginated: all pages are read and merged unless --no-paginate is given.';
}
