import {isClearable} from '../api/clear-texts.ts';
import {acceptsList} from '../api/given-values.ts';
import {findInput, inputsOf} from '../api/inputs-of.ts';
import type {Input, Operation} from '../api/operation.ts';
import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  sliceSpan,
} from '../base/json-scan.ts';
import {nearestNames} from '../base/nearest.ts';
import {type FlagRow, globalRows} from './flags.ts';
import {raw} from './raw.ts';

/** What a name in `args` refers to. */
interface ArgKind {
  readonly name: string;
  /** An array is several values, whose commas are not separators. */
  readonly isList?: boolean;
  /** An object or array is JSON for the body. */
  readonly isBody?: boolean;
  /** null is a value. */
  readonly isNullable?: boolean;
  /** "" is a value that clears the text. */
  readonly isClearable?: boolean;
  /** An object is pairs name=value. */
  readonly isPairs?: boolean;
  /** It is a word of the command line rather than a flag. */
  readonly isWord?: boolean;
}

/** The words and flags for one command's `args`, and their problems. */
export interface BatchArgs {
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly problems: readonly string[];
}

/** Flags about the output of a whole command; a command of a batch writes into the array. */
const ofTheWhole = new Set([
  'pretty',
  'raw-output',
  'color',
  'include',
  'output',
  'columns',
  'exit-on',
  'exit-status',
  'no-guard',
]);

/** Flags with a different meaning, or none, on the command line of the batch. */
const ofEither = new Set(['jq', 'arg', 'argjson', 'concurrency', 'clear']);

/** Global flags of the batch that apply to each of its commands. */
export const flagsForEach: readonly FlagRow[] = globalRows.filter(
  ({name}) => !ofTheWhole.has(name) && !ofEither.has(name),
);

/**
 * Convert `args` into a command line: name → a string, a number (digits unchanged), true or false,
 * an array of those, or for a body the JSON itself. null is omitted.
 *
 * @param text the JSON text the span is in
 * @param operation absent for `raw`
 */
export function argsOf(text: string, span: JsonSpan, operation: Operation | undefined): BatchArgs {
  const kinds = [...(operation ? kindsOf(operation) : rawKinds), ...globalKinds];
  const words: string[] = [];
  const flags: string[] = [];
  const problems: string[] = [];
  const byName = new Map(memberSpans(text, span).map(({name, value}) => [name, value]));
  for (const [name, value] of byName) {
    const deeper = operation && findInput(operation, name);
    const kind = kinds.find(one => one.name === name) ?? (deeper && kindOfInput(deeper));
    if (kind === undefined) {
      problems.push(unknownArg(name, kinds));
      continue;
    }
    const texts = textsOf(text, value, kind);
    if (texts === undefined) problems.push(`args.${name} must be ${expectedOf(kind)}`);
    else if (kind.isWord) words[wordNames.indexOf(name)] = texts[0] ?? '';
    else if (kind.isClearable && texts[0] === '') flags.push(`--clear=${name}`);
    else for (const one of texts) flags.push(`--${name}=${one}`);
  }
  return {words: words.filter(word => word !== undefined), flags, problems};
}

const wordNames = ['method', 'path'];

const rawKinds: readonly ArgKind[] = [
  ...wordNames.map(name => ({name, isWord: true})),
  ...raw.flags.map(({name}) => ({
    name,
    isPairs: name === 'query' || name === 'form',
    isBody: name === 'body',
  })),
];

const globalKinds: readonly ArgKind[] = globalRows
  .filter(({name}) => !isOfTheWhole(name))
  .map(({name, type}) => ({name, isPairs: type === 'pair'}));

/** --write too: whoever runs a batch decides whether it may write, not its text. */
function isOfTheWhole(name: string): boolean {
  return ofTheWhole.has(name) || name === 'write';
}

function kindsOf(operation: Operation): readonly ArgKind[] {
  return inputsOf(operation).map(kindOfInput);
}

function kindOfInput(input: Input): ArgKind {
  const isField = input.place === 'field';
  const {shape} = isField ? input : {};
  return {
    name: input.name,
    isList: acceptsList(input) && !isField,
    isBody:
      input.type === 'json' || (isField && input.type === 'list' && !input.pointer.includes('/-/')),
    isNullable: shape !== undefined && 'nullable' in shape,
    isClearable: input.type === 'string' && isClearable(input),
  };
}

/** The texts for a value, none for null; undefined if the value has the wrong type. */
function textsOf(text: string, span: JsonSpan, kind: ArgKind): readonly string[] | undefined {
  const type = kindOf(text, span);
  if (type === 'null') return kind.isNullable ? ['null'] : [];
  if (kind.isBody && type !== 'string') return [sliceSpan(text, span)];
  if (type === 'object') return kind.isPairs ? pairsOf(text, span) : undefined;
  if (type !== 'array') return [scalarOf(text, span)];
  if (kind.isWord) return undefined;
  const items = itemSpans(text, span);
  if (items.some(item => !isScalar(text, item))) return undefined;
  const texts = items.map(item => scalarOf(text, item));
  return kind.isList ? texts.map(one => one.replaceAll(',', '\\,')) : texts;
}

function pairsOf(text: string, span: JsonSpan): readonly string[] | undefined {
  const members = memberSpans(text, span);
  const pairs = members.flatMap(({name, value}) =>
    (kindOf(text, value) === 'array' ? itemSpans(text, value) : [value]).map(
      one => [name, one] as const,
    ),
  );
  if (pairs.some(([, one]) => !isScalar(text, one))) return undefined;
  return pairs.map(([name, one]) => `${name}=${scalarOf(text, one)}`);
}

function isScalar(text: string, span: JsonSpan): boolean {
  return !['object', 'array', 'null'].includes(kindOf(text, span));
}

function scalarOf(text: string, span: JsonSpan): string {
  return kindOf(text, span) === 'string' ? decodeString(text, span) : sliceSpan(text, span);
}

function expectedOf({isPairs, isWord}: ArgKind): string {
  if (isPairs) return 'name=value strings or an object';
  return isWord ? 'a string' : 'a string, number or boolean, or an array of these';
}

function unknownArg(name: string, kinds: readonly ArgKind[]): string {
  if (isOfTheWhole(name))
    return `args.${name} applies to the whole batch: give --${name} on the command line`;
  const near = nearestNames(
    name,
    kinds.map(kind => kind.name),
  );
  return `unknown args.${name}${near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : ''}`;
}
