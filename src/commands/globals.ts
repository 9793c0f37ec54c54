import type {Problem} from '../api/request-plan.ts';
import {parseDuration} from '../base/duration.ts';
import {parseSize} from '../base/size.ts';
import type {SettingsFlags} from '../host/settings.ts';
import {type FlagRow, type GlobalValues, globalRows} from './flags.ts';

/** The global flags of a line, parsed, and what is wrong with them. */
export interface ParsedGlobals {
  readonly values: GlobalValues;
  readonly problems: readonly Problem[];
}

/**
 * The values of the global flags; of a flag given twice the last counts.
 */
export function parseGlobals(texts: ReadonlyMap<string, readonly string[]>): ParsedGlobals {
  const {values, problems} = parseRows(globalRows, texts);
  // One value of the row's type under each row's name is what GlobalValues says.
  return {values: values as GlobalValues, problems};
}

/** The values of any rows, by name: texts, truth values, numbers; durations in milliseconds, sizes in bytes. */
export function parseRows(
  rows: readonly FlagRow[],
  texts: ReadonlyMap<string, readonly string[]>,
): {
  readonly values: Readonly<Record<string, string | boolean | number>>;
  readonly problems: readonly Problem[];
} {
  const values: Record<string, string | boolean | number> = {};
  const problems: Problem[] = [];
  for (const row of rows) {
    const text = texts.get(row.name)?.at(-1);
    if (text === undefined || row.type === 'list') continue;
    // An empty text is the default of the document's table: not given.
    if (text === '' && row.type === 'string') continue;
    const value = parseValue(row, text);
    if (typeof value === 'object') problems.push({input: row.name, message: value.message});
    else values[row.name] = value;
  }
  return {values, problems};
}

/** The flags that say where to and as whom. */
export function settingsFlags(values: GlobalValues): SettingsFlags {
  const {profile, 'base-url': baseUrl, 'auth-type': authType} = values;
  const {'auth-user': authUser, 'auth-token': authToken} = values;
  return {
    ...(profile !== undefined && {profile}),
    ...(baseUrl !== undefined && {baseUrl}),
    ...(authType !== undefined && {authType}),
    ...(authUser !== undefined && {authUser}),
    ...(authToken !== undefined && {authToken}),
  };
}

function parseValue(
  row: FlagRow,
  text: string,
): string | boolean | number | {readonly message: string} {
  switch (row.type) {
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      return {message: `--${row.name} is true or false, not "${text}"`};
    case 'duration':
      return (
        parseDuration(text) ?? {
          message: `--${row.name} is a duration such as 30s or 5m, not "${text}"`,
        }
      );
    case 'size':
      return (
        parseSize(text) ?? {message: `--${row.name} is a size such as 64MiB or 1G, not "${text}"`}
      );
    case 'integer':
      return parseInteger(row, text);
    case 'string':
    case 'list':
      if (row.values === undefined || row.values.includes(text)) return text;
      return {message: `--${row.name} is one of ${row.values.join(', ')}, not "${text}"`};
  }
}

function parseInteger(row: FlagRow, text: string): number | {readonly message: string} {
  const {min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER} = row;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  const range =
    row.min === undefined ? '' : ` from ${row.min}${row.max === undefined ? '' : ` to ${row.max}`}`;
  return {message: `--${row.name} is a whole number${range}, not "${text}"`};
}
