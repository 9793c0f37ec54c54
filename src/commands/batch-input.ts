import {findOperation, groupNames} from '../api/catalogue.ts';
import type {Operation} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Failure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {
  decodeString,
  itemSpans,
  kindOf,
  memberSpans,
  rootSpan,
  type Span,
} from '../base/json-scan.ts';
import {argsOf} from './batch-argv.ts';
import type {CommandContext} from './context.ts';
import {missingOperation, unknownCommand, unknownOperation} from './unknown-command.ts';

/** One command of a batch, ready to be run. */
export interface BatchItem {
  /** Absent for `raw`. */
  readonly operation?: Operation;
  /** Its own command line: words first, then flags. */
  readonly words: readonly string[];
  readonly flags: readonly string[];
  /** --jq is its own: its outputs are lines. */
  readonly jq?: string;
}

/** The commands of a batch, and all that is wrong with the text they were read from. */
export interface BatchInput {
  readonly items: readonly BatchItem[];
  readonly problems: readonly Problem[];
}

type Where = Pick<CommandContext, 'program' | 'service'>;

/**
 * Read the commands of a batch: a JSON array of `{command, args, jq?}`. Values that an operation
 * itself refuses are not looked at: they are the result of that command.
 *
 * @param most how many commands it may hold
 */
export function parseBatch(text: string, most: number, where: Where): BatchInput {
  const wrong = checkJson(text);
  if (wrong !== undefined) {
    return refused(`is not JSON: line ${wrong.line}, column ${wrong.column}: ${wrong.message}`);
  }
  const root = rootSpan(text);
  if (kindOf(text, root) !== 'array') return refused('is no JSON array of {command, args, jq}');
  const spans = itemSpans(text, root);
  const parsed = spans.map(span => parseItem(text, span, where));
  const problems = parsed.flatMap(({problems: found}, index) =>
    found.map(message => ({input: `[${index}]`, message: `Command ${index}: ${message}`})),
  );
  const tooMany = `The batch has ${spans.length} commands, and --max-batch allows ${most}`;
  return {
    items: parsed.flatMap(({item}) => (item ? [item] : [])),
    problems: [
      ...(spans.length > most ? [{input: 'max-batch', message: tooMany}] : []),
      ...problems,
    ],
  };
}

function refused(why: string): BatchInput {
  return {items: [], problems: [{input: 'input', message: `The input of the batch ${why}`}]};
}

interface ParsedItem {
  readonly item?: BatchItem;
  readonly problems: readonly string[];
}

function parseItem(text: string, span: Span, where: Where): ParsedItem {
  if (kindOf(text, span) !== 'object') return {problems: ['is no object {command, args, jq}']};
  const members = new Map(memberSpans(text, span).map(({name, value}) => [name, value]));
  const command = textOf(text, members.get('command'));
  if (!command?.trim()) return {problems: ['needs a command, a text such as "version get"']};
  const words = command.trim().split(/\s+/);
  const operation = words[0] === 'raw' ? undefined : operationOf(words, where);
  if (typeof operation === 'string') return {problems: [operation]};
  const args = members.get('args');
  const isGiven = args !== undefined && kindOf(text, args) !== 'null';
  if (isGiven && kindOf(text, args) !== 'object') {
    return {problems: ['args is no object of name and value']};
  }
  const own = isGiven ? argsOf(text, args, operation) : {words: [], flags: [], problems: []};
  const jqSpan = members.get('jq');
  const jq = textOf(text, jqSpan);
  const problems = [...own.problems];
  if (jqSpan !== undefined && jq === undefined && kindOf(text, jqSpan) !== 'null') {
    problems.push('jq is no text');
  }
  if (operation === undefined && words.length + own.words.length !== 3) {
    problems.push('raw needs a method and a path: "raw GET /path", or in args');
  }
  if (problems.length > 0) return {problems};
  return {
    item: {
      ...(operation && {operation}),
      words: [...words, ...own.words],
      flags: [...own.flags, ...(jq ? [`--jq=${jq}`] : [])],
      ...(jq && {jq}),
    },
    problems,
  };
}

/** The operation two words name, or why there is none. */
function operationOf(words: readonly string[], where: Where): Operation | string {
  const [group = '', name, extra] = words;
  const {service} = where;
  if (!groupNames(service, {extras: true}).includes(group)) {
    return sentence(unknownCommand(group, ['raw'], where));
  }
  if (name === undefined) return sentence(missingOperation(group, where));
  const operation = findOperation(service, group, name);
  if (operation === undefined) return sentence(unknownOperation(group, name, where));
  return extra === undefined ? operation : `the word "${extra}" is too many; values go into args`;
}

function sentence({message, details}: Failure): string {
  return [message, details.hint].filter(Boolean).join(' ');
}

function textOf(text: string, span: Span | undefined): string | undefined {
  if (span === undefined || kindOf(text, span) !== 'string') return undefined;
  return decodeString(text, span);
}
