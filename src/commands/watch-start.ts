import type {Problem} from '../api/request-plan.ts';
import {readRule, ruleForms} from '../api/watch/alerts.ts';
import {defaultMaxWaitMs} from '../api/watch/backoff.ts';
import {defaultOverlapMs, longestOverlapMs} from '../api/watch/failed-watch.ts';
import type {DeliveryFilter} from '../api/watch/filter-deliveries.ts';
import {type Grouping, groupingNames, readGrouping} from '../api/watch/group-deliveries.ts';
import {isDay} from '../base/day-words.ts';
import {parseSpan} from '../base/duration.ts';
import {splitWords} from '../base/shell-words.ts';
import type {GlobalValues, ValuesOf} from './flags.ts';
import {checkForwardUrl} from './forward-to.ts';
import {watchFlags} from './watch-flags.ts';
import type {SummaryOptions} from './watch-summary.ts';

/** When a watch starts; one of the two is set. */
export interface StartTime {
  /** After this time, in milliseconds since the UNIX epoch. */
  readonly afterMs?: number;
  /** So many milliseconds before now, by the server's clock. */
  readonly backMs?: number;
}

/** Where a gap-free watch starts, and how its events are processed. */
export interface WatchStart {
  /** Defaults to now. */
  readonly from?: StartTime;
  /** Path of the cursor file. */
  readonly resume?: string;
  /** How far back each poll looks for late records, in milliseconds. */
  readonly overlapMs: number;
  /** The URL that failures are forwarded to. */
  readonly forwardTo?: string;
  /** The file for failures that could not be forwarded. */
  readonly deadLetters?: string;
  /** Longest wait between attempts, milliseconds. */
  readonly maxWaitMs: number;
  /** How long rejected credentials are retried, in milliseconds. */
  readonly patientMs?: number;
  /** Report counts after each interval instead of single failures. */
  readonly summary?: SummaryOptions;
  /** Alert rules as typed. */
  readonly rules: readonly string[];
  /** A program with its arguments, run for each alert or, without rules, for each failure. */
  readonly exec?: readonly string[];
  /** The failures that the watch reports. */
  readonly filter: DeliveryFilter;
  /** File that is updated while the service responds. */
  readonly heartbeat?: string;
  /** Where the state and the metrics of the watch are served. */
  readonly listen?: ListenAddress;
  /** Read the existing records, report on them with this grouping, and end. */
  readonly report?: Grouping;
}

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

type Texts = ReadonlyMap<string, readonly string[]>;

const shortestEveryMs = 1000;
const reportBackMs = 24 * 3_600_000;

/** The problems of flags that do not apply to this kind of list. */
export function problemsOfStart(
  flags: ReadonlySet<string>,
  {output}: GlobalValues,
): readonly Problem[] {
  const limited = watchFlags.filter(flag => 'only' in flag).map(({name}) => name);
  const given = limited.filter(flag => flags.has(flag));
  const about = 'works with webhook get-failed only';
  const table = {
    input: 'output',
    message: '--output table needs a list that ends; use csv, tsv, jsonl or yaml for a watch',
  };
  return [
    ...(output === 'table' ? [table] : []),
    ...given.map(input => ({input, message: `--${input} ${about}`})),
  ];
}

/** Where a gap-free watch starts, and all problems of its flags. */
export function parseStart(
  texts: Texts,
  values: ValuesOf<typeof watchFlags>,
  globals: GlobalValues,
): {readonly start: WatchStart; readonly problems: readonly Problem[]} {
  const problems: Problem[] = [];
  const wrong = (input: string, message: string): void => void problems.push({input, message});
  const textOf = (flag: string): string | undefined => texts.get(flag)?.at(-1) || undefined;
  const {overlap: overlapMs = defaultOverlapMs, every, report: isReport = false} = values;
  const {'max-wait': maxWaitMs = defaultMaxWaitMs} = globals;
  const {patient: patientMs} = values;
  const [after, since, resume, to, group, letters] = [
    'after',
    'since',
    'resume',
    'forward-to',
    'group',
    'dead-letters',
  ].map(textOf);
  const [heartbeat, listenAt] = ['heartbeat', 'listen'].map(textOf);
  const deadLetters = letters ?? (resume === undefined ? undefined : `${resume}.dead-letters`);
  const [input, time] = since === undefined ? ['after', after] : ['since', since];
  const asked = time === undefined ? undefined : parseAfter(time);
  if (values.moved === true)
    wrong('moved', '--moved does not work with webhook get-failed, whose items never move');
  if (overlapMs > longestOverlapMs) wrong('overlap', '--overlap must be at most 10m');
  if (after !== undefined && since !== undefined) {
    wrong(input, '--since and --after are aliases: give only one');
  } else if (time !== undefined && asked === undefined) {
    const message = `--${input} must be a time (milliseconds since the UNIX epoch, or 2026-01-31T12:00:00Z) or a duration ago (2h), not "${time}"`;
    wrong(input, message);
  }
  const forward = to === undefined ? undefined : checkForwardUrl(to, 'forward-to');
  problems.push(...(forward?.problems ?? []));
  const by = group === undefined ? 'url' : readGrouping(group);
  if (by === undefined) {
    wrong('group', `--group must be ${groupingNames.join(', ')} or a JSON pointer, not "${group}"`);
  }
  const {rules, exec} = parseAlerts(texts, wrong);
  const listen = listenAt === undefined ? undefined : parseListen(listenAt);
  if (listenAt !== undefined && listen === undefined)
    wrong(
      'listen',
      `--listen must be a port, or an address and a port such as 127.0.0.1:9464, not "${listenAt}"`,
    );
  if (every !== undefined && every < shortestEveryMs) wrong('every', '--every must be at least 1s');
  if (letters !== undefined && to === undefined && (exec === undefined || rules.length > 0))
    wrong('dead-letters', '--dead-letters requires --forward-to, or --exec without --alert');
  if (maxWaitMs < shortestEveryMs) wrong('max-wait', '--max-wait must be at least 1s');
  const repeated = ['alert', 'every', 'exec', 'forward-to', 'heartbeat', 'listen'];
  for (const flag of isReport ? repeated.filter(name => texts.has(name)) : []) {
    wrong(flag, `--${flag} cannot be combined with --report, which prints once`);
  }
  const isSummed = !isReport && (group !== undefined || every !== undefined);
  problems.push(...problemsOfOutput(globals, isReport, isSummed));
  const from = asked ?? (isReport && resume === undefined ? {backMs: reportBackMs} : undefined);
  return {
    start: {
      overlapMs,
      ...(resume !== undefined && {resume}),
      ...(from && {from}),
      ...(forward && {forwardTo: forward.url}),
      ...(deadLetters !== undefined && {deadLetters}),
      maxWaitMs,
      ...(patientMs !== undefined && {patientMs}),
      ...(isSummed && by && {summary: {by, everyMs: every ?? 60_000}}),
      ...(isReport && by && {report: by}),
      filter: {
        urls: texts.get('url') ?? [],
        events: texts.get('event') ?? [],
        projects: texts.get('project') ?? [],
      },
      ...(heartbeat !== undefined && {heartbeat}),
      ...(listen && {listen}),
      rules,
      ...(exec && {exec}),
    },
    problems,
  };
}

/** The rules, comma-separated or repeated, and the words of the program. */
function parseAlerts(
  texts: Texts,
  wrong: (input: string, message: string) => void,
): Pick<WatchStart, 'rules' | 'exec'> {
  const rules = (texts.get('alert') ?? []).flatMap(text => text.split(',')).filter(Boolean);
  for (const rule of rules) {
    if (readRule(rule) === undefined) wrong('alert', `--alert must be ${ruleForms}, not "${rule}"`);
  }
  const exec = texts.get('exec')?.at(-1);
  const split = exec === undefined ? undefined : splitWords(exec);
  if (split && 'problem' in split) wrong('exec', `--exec: ${split.problem}`);
  const words = split && 'words' in split ? split.words : undefined;
  if (words?.length === 0) wrong('exec', '--exec must be a program and its arguments');
  return {rules: [...new Set(rules)], ...(words && {exec: words})};
}

/** Lines for reading, counts and reports have a fixed format. */
function problemsOfOutput(
  {output = 'json', columns, jq, preset}: GlobalValues,
  isReport: boolean,
  isSummed: boolean,
): readonly Problem[] {
  const problems: Problem[] = [];
  const wrong = (input: string, message: string): void => void problems.push({input, message});
  if (isReport && output !== 'json' && output !== 'csv') {
    wrong(
      'output',
      '--report prints Markdown, or CSV with --output csv; other formats are not supported',
    );
  }
  if (isSummed && output !== 'json' && output !== 'jsonl' && output !== 'table') {
    wrong(
      'output',
      '--group prints JSON lines, or text with --output table; other formats are not supported',
    );
  }
  const isOwn = isReport || output === 'table';
  const what = isReport ? '--report' : '--output table';
  if (isOwn && columns !== undefined) wrong('columns', `--columns does not work with ${what}`);
  if (isOwn && (jq ?? preset) !== undefined) {
    const name = jq === undefined ? 'preset' : 'jq';
    wrong(name, `--${name} applies to JSON only and does not work with ${what}`);
  }
  return problems;
}

/** Parse a port, or an address and a port; loopback is the default. */
function parseListen(text: string): ListenAddress | undefined {
  const [, host = '', port = ''] = /^(?:(.*):)?(\d{1,5})$/.exec(text) ?? [];
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const isAddress =
    host === '' || name === 'localhost' || /^[\d.]+$|^[\da-f:.]*:[\da-f:.]*$/i.test(name);
  if (port === '' || Number(port) > 65_535 || !isAddress) return undefined;
  return {host: host === '' ? '127.0.0.1' : name, port: Number(port)};
}

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Parse the time of `watch … --after`: milliseconds since the UNIX epoch, an ISO 8601 date and time
 * (local time without an offset), or a duration before now such as 2h or 3d.
 *
 * @returns undefined if it is none of these
 */
export function parseAfter(text: string): StartTime | undefined {
  if (/^\d+$/.test(text)) return timeOf(Number(text), Number.isSafeInteger);
  const backMs = parseSpan(text);
  if (backMs !== undefined) return {backMs};
  if ((!dayOnly.test(text) && !dateTime.test(text)) || !isDay(text.slice(0, 10))) return undefined;
  const timeMs = Date.parse(dayOnly.test(text) ? `${text}T00:00` : text.replace(' ', 'T'));
  return timeOf(timeMs, Number.isFinite);
}

function timeOf(afterMs: number, isTime: (ms: number) => boolean): StartTime | undefined {
  return isTime(afterMs) ? {afterMs} : undefined;
}
