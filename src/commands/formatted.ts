import {columnsOf, membersOf, returnsMap, returnsOneList} from '../api/columns-of.ts';
import type {Operation} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Column} from '../base/column.ts';
import {findSpan} from '../base/json-pointer.ts';
import {
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../base/json-scan.ts';
import {chooseColumns, type KnownColumns} from '../output/choose-columns.ts';
import {columnsOfMembers} from '../output/guess-columns.ts';
import {type ItemFormat, type ItemWriter, makeItemWriter} from '../output/item-writer.ts';
import {isStyled} from './color.ts';
import type {EmitHost, EmitOptions, FormattedItems} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import {makeTailLines} from './watch-tail.ts';

/**
 * The problems of --output and --columns in combination with other flags: flags for JSON only or
 * for tables only, and unknown columns (contract 12).
 */
export function problemsOfFormat(flags: GlobalValues, items: FormattedItems): readonly Problem[] {
  const {output = 'json', columns} = flags;
  const problems: Problem[] = [];
  if (output !== 'json') {
    for (const name of ['pretty', 'raw-output'] as const) {
      const message = `--${name} applies to JSON only: omit it with --output ${output}`;
      if (flags[name] === true) problems.push({input: name, message});
    }
  }
  if (flags['no-guard'] && output !== 'csv' && output !== 'tsv') {
    const message = '--no-guard applies to --output csv and tsv only';
    problems.push({input: 'no-guard', message});
  }
  if (columns === undefined) return problems;
  if (!hasColumns(output)) {
    const message = `--columns applies to --output table, csv and tsv only; select JSON members with --jq '{key, name}'`;
    return [...problems, {input: 'columns', message}];
  }
  const chosen = chooseColumns(columns, knownColumns(flags, items));
  const wrong = chosen.problems.map(why => ({input: 'columns', message: `--columns: ${why}`}));
  return [...problems, ...wrong];
}

function hasColumns(output: string): boolean {
  return output === 'table' || output === 'csv' || output === 'tsv';
}

/** The known columns; none for the output of a filter. */
function knownColumns(
  {jq, preset}: GlobalValues,
  {operation, columns, prefix = ''}: FormattedItems,
): KnownColumns {
  const isFiltered = jq !== undefined || preset !== undefined;
  if (columns !== undefined && !isFiltered) return {columns};
  if (operation === undefined || isFiltered) return {columns: []};
  const members = membersOf(operation);
  const own = columnsOf(`${operation.group} ${operation.name}`);
  const known = own ?? columnsOfMembers(plainMembers(members), mostOfShape);
  if (prefix === '') return {columns: known, members};
  return {columns: [eventColumn, ...known.map(column => below(column, prefix))]};
}

/** Limit of columns derived from a shape. */
const mostOfShape = 8;

/** Members except those whose cell would only show a count. */
function plainMembers(members: ReturnType<typeof membersOf> = new Map()) {
  return new Map([...members].filter(([, kind]) => kind !== 'count'));
}

const eventColumn: Column = {
  id: 'event',
  title: 'EVENT',
  from: ['/type'],
  kind: 'text',
  dropPriority: 0,
};

function below({from, kind, ...column}: Column, prefix: string): Column {
  const states =
    typeof kind === 'string' || 'text' in kind
      ? kind
      : kind.map(([flag, word, tone]) => [flag && prefix + flag, word, tone] as const);
  return {...column, kind: states, from: from.map(at => prefix + at)};
}

/** The columns that --columns can name for an operation's response. */
export function columnNames(operation: Operation | undefined): readonly string[] {
  const {columns, members = new Map()} = knownColumns({}, {operation});
  return [...new Set([...columns.map(({id}) => id), ...members.keys()])];
}

/** Whether the output is styled: only on a terminal. */
function isOutputStyled({color}: EmitOptions, host: EmitHost): boolean {
  return host.stdout.isTTY && isStyled(color, host);
}

/**
 * Make a writer that formats items as given by --output, for `writeTexts`. Reports on standard
 * error which columns do not fit on a terminal, and which are empty because --expand did not
 * request them.
 *
 * @param isList false for a single object, of which every member is a column
 * @param guessFrom number of items used to derive unknown columns
 */
export function openItemWriter(
  options: EmitOptions,
  host: EmitHost,
  isList = true,
  guessFrom?: number,
): ItemWriter {
  const {items = {}, output, columns: typed} = options;
  const {stdout, reporter, clock} = host;
  const known = knownColumns(options, items);
  const own = hasOwnColumns(items) && isList ? known.columns : [];
  const columns = typed === undefined ? own : chooseColumns(typed, known).columns;
  return makeItemWriter(
    {
      format: output as ItemFormat,
      ...(columns.length > 0 && {columns}),
      ...(isList && {whenEmpty: known.columns}),
      ...(guessFrom !== undefined && {guessFrom}),
      onLateMembers(names) {
        const text = `Members that appeared after the first items have no column: ${names.join(', ')}. Name them with --columns, or use --output jsonl.`;
        reporter.warn(text);
      },
      chosen: typed !== undefined,
      unguarded: options['no-guard'] === true,
      inOrder: options.filter !== undefined || options.jq !== undefined,
      ...(stdout.isTTY && {width: stdout.columns ?? 80}),
      styled: isOutputStyled(options, host),
      nowMs: clock.now(),
      onDroppedColumns(titles) {
        const text = `Hidden for lack of space: ${titles.join(', ')}. Choose columns with --columns, or redirect the output to get all of them.`;
        reporter.note(text);
      },
      onEmpty(empty) {
        const found = empty.flatMap(column => {
          const expand = expandOf(column, items);
          return expand === undefined ? [] : [{title: column.title, expand}];
        });
        if (found.length === 0) return;
        const titles = found.map(({title}) => title).join(', ');
        const expands = [...new Set(found.map(({expand}) => expand))].join(',');
        const [verb, purpose] =
          found.length === 1 ? ['is', 'to fetch it'] : ['are', 'to fetch them'];
        const text = `${titles} ${verb} empty; add --expand ${expands} ${purpose}.`;
        reporter.warn(text);
      },
    },
    isList,
  );
}

/** Whether the items have defined columns; of others every member is a column. */
function hasOwnColumns({operation, columns, prefix, isRaw}: FormattedItems): boolean {
  if (columns !== undefined || prefix !== undefined) return true;
  const title = operation && `${operation.group} ${operation.name}`;
  return !isRaw && title !== undefined && columnsOf(title) !== undefined;
}

/** The value of --expand that would fill a column; undefined if it was given, or there is none. */
function expandOf(
  {from}: Column,
  {operation, expanded = [], prefix = ''}: FormattedItems,
): string | undefined {
  const known = operation?.inputs.find(({name}) => name === 'expand')?.values ?? [];
  const members = from.map(pointer => pointer.slice(prefix.length).split('/')[1]?.toLowerCase());
  const given = expanded.map(one => one.toLowerCase());
  return known.find(value => {
    const low = value.toLowerCase();
    return !given.includes(low) && members.some(member => member?.startsWith(low));
  });
}

/** The items of a response, and whether it is a list or one object. */
export interface ResponseItems {
  readonly items: readonly string[];
  readonly isList: boolean;
}

/** Usual names of lists in responses without a record (`raw`). */
const usualLists = ['values', 'results', 'issues'];

/** The items of a response: its list according to its record, else a member that looks like one. */
export function itemsOfResponse(text: string, operation: Operation | undefined): ResponseItems {
  const root = rootSpan(text);
  if (operation?.items !== undefined && !returnsOneList(operation)) {
    return {items: [sliceSpan(text, root)], isList: false};
  }
  const list = operation?.items === undefined ? root : (findSpan(text, operation.items) ?? root);
  if (kindOf(text, list) === 'array') return listed(text, list);
  if (operation === undefined && kindOf(text, root) === 'object') {
    const found = memberSpans(text, root).find(
      ({name, value}) => usualLists.includes(name) && kindOf(text, value) === 'array',
    );
    if (found !== undefined) return listed(text, found.value);
  }
  const map = operation !== undefined && returnsMap(operation) ? mapIn(text, root) : undefined;
  return map ?? {items: [sliceSpan(text, root)], isList: false};
}

/** The values of a map that is the only member of an object: `{"permissions": {"A": {…}}}`. */
function mapIn(text: string, root: JsonSpan): ResponseItems | undefined {
  if (kindOf(text, root) !== 'object') return undefined;
  const [only, ...others] = memberSpans(text, root);
  if (only === undefined || others.length > 0 || kindOf(text, only.value) !== 'object') return;
  const values = memberSpans(text, only.value).map(({value}) => value);
  const isMap = values.every(value => kindOf(text, value) === 'object');
  return isMap ? {items: values.map(value => sliceSpan(text, value)), isList: true} : undefined;
}

/** The items in the output of a filter: its outputs, or the elements of a single array. */
export function itemsOfOutputs(outputs: readonly string[]): ResponseItems {
  const [only = 'null'] = outputs;
  if (outputs.length !== 1) return {items: outputs, isList: true};
  return itemsOfResponse(only, arrayAlone);
}

/** A placeholder for responses that are arrays themselves. */
const arrayAlone = {items: ''} as Operation;

function listed(text: string, list: JsonSpan): ResponseItems {
  return {items: itemSpans(text, list).map(item => sliceSpan(text, item)), isList: true};
}

/**
 * Make lines for reading a watch, for --output table.
 *
 * @returns formats an event given as NDJSON, without the line break
 */
export function tailLines(options: EmitOptions, host: EmitHost): (event: string) => string {
  const {isTTY, columns} = host.stdout;
  return makeTailLines({styled: isOutputStyled(options, host), ...(isTTY && {columns})});
}
