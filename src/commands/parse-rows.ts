import type {Problem} from '../api/request-plan.ts';
import {defined} from '../base/defined.ts';
import {parseDuration} from '../base/duration.ts';
import {parseSize} from '../base/size.ts';
import type {SettingsFlags} from '../host/settings.ts';
import type {FlagRow, GlobalValues, Pairs, ValuesOf} from './flags.ts';

/** The values of flags, and their problems; of a repeated flag the last value is used. */
export function parseRows<const Rows extends readonly FlagRow[]>(
  rows: Rows,
  texts: ReadonlyMap<string, readonly string[]>,
): {readonly values: ValuesOf<Rows>; readonly problems: readonly Problem[]} {
  const values: Record<string, string | boolean | number | Pairs> = {};
  const problems: Problem[] = [];
  for (const row of rows) {
    const given = texts.get(row.name);
    const text = given?.at(-1);
    if (given === undefined || text === undefined || row.type === 'list') continue;
    if (row.type === 'pair') {
      const wrong = given.filter(one => one.indexOf('=') < 1);
      problems.push(...wrong.map(one => ({input: row.name, message: noPair(row, one)})));
      values[row.name] = given.map(splitPair);
      continue;
    }
    if (text === '' && row.emptyIsAbsent) continue;
    const value = parseValue(row, text);
    if (typeof value === 'object') problems.push({input: row.name, message: value.message});
    else values[row.name] = value;
  }
  // The cast is safe: ValuesOf maps each flag name to its declared type.
  return {values: values as ValuesOf<Rows>, problems};
}

/** The flags that select the target and the credentials. */
export function settingsFlags(values: GlobalValues): SettingsFlags {
  const {profile, 'base-url': baseUrl, 'auth-type': authType} = values;
  const {'auth-user': authUser, 'auth-token': authToken} = values;
  return defined({profile, baseUrl, authType, authUser, authToken});
}

function parseValue(
  row: FlagRow,
  text: string,
): string | boolean | number | {readonly message: string} {
  switch (row.type) {
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      return {message: `--${row.name} must be true or false, not "${text}"`};
    case 'duration':
      return (
        parseDuration(text) ?? {
          message: `--${row.name} must be a duration such as 30s or 5m, not "${text}"`,
        }
      );
    case 'size':
      return (
        parseSize(text) ?? {
          message: `--${row.name} must be a size such as 64MiB or 1G, not "${text}"`,
        }
      );
    case 'integer':
      return parseInteger(row, text);
    case 'string':
    case 'list':
    case 'pair':
      if (text.trim() === '' && !row.emptyIsAbsent) return {message: `--${row.name} is empty`};
      if (row.values === undefined) return text;
      return (
        row.values.find(value => value.toLowerCase() === text.toLowerCase()) ?? {
          message: `--${row.name} must be one of ${row.values.join(', ')}, not "${text}"`,
        }
      );
  }
}

function splitPair(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function noPair({name}: FlagRow, text: string): string {
  return `--${name} takes a name and a value, --${name} NAME VALUE, not "${text}" alone`;
}

function parseInteger(row: FlagRow, text: string): number | {readonly message: string} {
  const {min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER} = row;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  const range =
    row.min === undefined ? '' : ` from ${row.min}${row.max === undefined ? '' : ` to ${row.max}`}`;
  return {message: `--${row.name} must be a whole number${range}, not "${text}"`};
}
