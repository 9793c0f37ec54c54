import {isClearable} from '../../src/api/clear-texts.ts';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {type Operation, programOf} from '../../src/api/operation.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {operations} from './operations.ts';

/** The program that a line runs. */
export type Program = 'jr' | 'cf';
/** Draws one of some items; `items` must not be empty. */
export type Pick = <T>(items: readonly T[]) => T;
/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

const writes = operations.filter(
  ({effect, inputs}) => effect !== 'read' && inputs.every(({type}) => type !== 'image'),
);

/** Groups that the profile `denied` may not write to. */
export const denied = {jr: ['project', 'statuses'], cf: ['blogposts', 'labels']};
/** The only groups that the profile `limited` may write to. */
export const limited = {jr: ['version', 'user'], cf: ['whiteboards']};
const profiles = ['open', 'open', 'open', 'open', 'protected', 'denied', 'limited'];
/** Profiles that no write goes through. */
export const brokenProfiles = ['mistaken', 'unaudited', 'absent'];

/** Values that are wrong, or of something that is not there. */
const values = [
  '',
  ' ',
  '0',
  '-1',
  '999999',
  'NOPE',
  '..',
  'a/b?c',
  'Größe "x"',
  '[',
  '{}',
  'true',
];
const faults = [
  ...['503', '500', '409', '404', '403', '429 retry-after=1', '429 retry-after=99', 'html'],
  ...['reset', 'truncate', '503 done', 'reset done', '502', '401'],
];
const further = [
  ['--jq', '.'],
  ['--jq', '.a.b.c | error'],
  ['--jq', '.['],
  ['--jq', 'empty'],
  ['-o', 'csv'],
  ['-o', 'table'],
  ['--retries', '0'],
  ['--pretty'],
  ['--cache', '5m'],
  ['--unchecked'],
  ['--idd', '7'],
  ['--verbose'],
];

/** A command line, its profile and the fault it meets. */
export interface Line {
  readonly program: Program;
  readonly profile: string;
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly fault?: string;
}

/** The words of an operation's example: its flags with their values. */
function flagsOf(operation: Operation): [string, ...string[]][] {
  const split = splitWords(exampleLines(operation)[0] ?? '');
  if ('problem' in split) throw new Error(split.problem);
  const flags: [string, ...string[]][] = [];
  for (const word of split.words.slice(3)) {
    if (word.startsWith('--')) flags.push([word]);
    else flags.at(-1)?.push(word);
  }
  return flags;
}

/** Flags as they work, or with something wrong. */
function spoilt(operation: Operation, pick: Pick): string[] {
  const flags = flagsOf(operation);
  const at = flags.indexOf(pick(flags) ?? ['']);
  const flag = flags[at];
  switch (pick(['', '', '', 'drop', 'value', 'twice', 'clear', 'body'])) {
    case 'drop':
      flags.splice(at, 1);
      break;
    case 'value':
      if (flag !== undefined && flag.length > 1) flags[at] = [`${flag[0]}=${pick(values)}`];
      break;
    case 'twice':
      if (flag !== undefined) flags.push(flag);
      break;
    case 'clear': {
      const names = inputsOf(operation).filter(isClearable);
      flags.push(['--clear', names.length === 0 ? 'name' : pick(names).name]);
      break;
    }
    case 'body':
      flags.push(['--body', pick(['', '{}', '[]', '{"name":7}', '<p>x</p>', '@absent', '{'])]);
  }
  return flags.flat();
}

/** A line of one operation, of raw, or of a batch. */
export function drawLine(pick: Pick): Line {
  const operation = pick(writes);
  const program = programOf(operation.service);
  const profile = pick([0, 1, 2, 3, 4, 5, 6, 7]) === 0 ? pick(brokenProfiles) : pick(profiles);
  const flags = pick([0, 1]) === 0 ? pick(further) : [];
  const write = pick([0, 1]) === 0 ? ['--write'] : [];
  const dry = pick([0, 1, 2, 3]) === 0 ? ['--dry-run'] : [];
  const fault = pick([0, 1, 2, 3]) === 0 ? {fault: pick(faults)} : {};
  const common = ['-p', profile, ...write, ...dry];
  if (pick([0, 1, 2, 3, 4]) === 0) return drawBatch(program, profile, common, fault, pick);
  const {group, name} = operation;
  const words = [group, name, ...spoilt(operation, pick)];
  return {program, profile, argv: [...words, ...common, ...flags], ...fault};
}

function drawBatch(
  program: Program,
  profile: string,
  common: readonly string[],
  fault: {readonly fault?: string},
  pick: Pick,
): Line {
  const own = writes.filter(({service}) => programOf(service) === program);
  const entries = Array.from({length: pick([1, 2, 3, 4])}, () => {
    const operation = pick(own);
    const pairs = flagsOf(operation).map(([flag, ...rest]) => [flag.slice(2), rest[0] ?? true]);
    const entry = {
      command: `${operation.group} ${operation.name}`,
      args: Object.fromEntries(pairs),
    };
    const odd = pick([0, 1, 2, 3, 4, 5, 6, 7]);
    if (odd === 0) return {...entry, dry_run: true};
    if (odd === 1) return {...entry, args: {...entry.args, nope: 1}};
    if (odd === 2) return {...entry, jq: pick(['.', '.a.b | error', '.['])};
    return entry;
  });
  const how = pick([[], ['--fail-fast'], ['--concurrency', '3'], ['--stream']]);
  return {
    program,
    profile,
    argv: ['batch', ...common, ...how],
    stdin: JSON.stringify(entries),
    ...fault,
  };
}

/** The line that prints the request of another, through a profile that allows it. */
export function plannedWords(argv: readonly string[]): string[] {
  const words = [...argv];
  const at = words.indexOf('-p');
  words.splice(at, 2, '-p', 'open');
  const jq = words.indexOf('--jq');
  if (jq !== -1) words.splice(jq, 2);
  return words.includes('--dry-run') ? words : [...words, '--dry-run'];
}

/** The same request by `raw`. */
export function rawLine({program, profile, argv, fault}: Line, {method, url, body}: Json): Line {
  const {pathname, search} = new URL(String(url));
  const isBelow = pathname.startsWith('/wiki/api/v2/');
  const below = isBelow ? pathname.slice('/wiki/api/v2'.length) : pathname;
  // An older path of the content service stands beside the base URL.
  const path = program === 'cf' && !isBelow ? String(url).replace(/\?.*/, '') : below;
  const flags = ['--write', '--dry-run'].filter(flag => argv.includes(flag));
  const content = body === undefined ? [] : ['--body', JSON.stringify(body)];
  const words = ['raw', String(method), path + search, ...content, '-p', profile, ...flags];
  return {program, profile, argv: words, ...(fault !== undefined && {fault})};
}
