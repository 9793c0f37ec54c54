import {groupedNumber} from '../../base/grouped-number.ts';
import {safeText} from '../../base/safe-text.ts';
import {clockText, hourMs, timeText} from '../../base/times.ts';
import {type FailedEvent, retentionMs} from './failed-watch.ts';
import {type Grouping, type GroupTally, groupOf, makeTally} from './group-deliveries.ts';
import {trendOf} from './trend.ts';

/** A report on the failures since a time, for a handover. */
export interface DutyReport {
  add(event: FailedEvent): void;
  /** Lines of Markdown. */
  markdown(about: ReportAbout): string;
  /** The first table as cells: a header, then a row per group. */
  table(): readonly (readonly string[])[];
}

/** Facts for the head of a report. */
export interface ReportAbout {
  /** URL of the service. */
  readonly site: string;
  /**
   * The requested start, in milliseconds since the UNIX epoch; undefined to use the first record's
   * time.
   */
  readonly fromMs?: number | undefined;
  readonly nowMs: number;
}

const mostRows = 20;
const mostHours = 48;

/** Collect a report. @param by the grouping of its first table */
export function makeDutyReport(by: Grouping): DutyReport {
  const tallies = new Map<Grouping, ReturnType<typeof makeTally>>(
    ([by, 'url', 'event', 'project'] as const).map(name => [name, makeTally()]),
  );
  const hours = makeTally();
  const gaps: Extract<FailedEvent, {type: 'gap'}>[] = [];
  let late = 0;
  const rowsOf = (name: Grouping): readonly GroupTally[] => tallies.get(name)?.all() ?? [];
  return {
    add(event) {
      if (event.type === 'gap') gaps.push(event);
      if (event.type !== 'failure') return;
      const {item, failureTimeMs: timeMs} = event;
      for (const [name, tally] of tallies) tally.add(groupOf(item, name), timeMs);
      hours.add(String(Math.floor(timeMs / hourMs)), timeMs);
      if (event.late) late++;
    },
    markdown({site, fromMs, nowMs}) {
      const all = rowsOf(by);
      const sum = all.reduce((so, {count}) => so + count, 0);
      const firstMs = firstOf(all);
      const lastMs = all.reduce(
        (most, row) => Math.max(most, row.lastMs),
        Number.NEGATIVE_INFINITY,
      );
      const since = fromMs ?? (sum > 0 ? firstMs : nowMs);
      const lines = [
        '# Failed webhook deliveries',
        '',
        `${cell(site)}, ${timeText(since)} to ${timeText(nowMs)} (local time)`,
        '',
        sum === 0
          ? '**No delivery failed.**'
          : `**${counted(sum, 'failed delivery', 'failed deliveries')}**, the first ${instant(firstMs)}, the last ${instant(lastMs)}${trendText(hours.all(), since, nowMs)}.`,
      ];
      if (late > 0) lines.push('', `${counted(late, 'was', 'were')} listed late.`);
      for (const gap of gaps) {
        const [from, to] = [instant(gap.fromMs), instant(gap.toMs)];
        lines.push('', `**Failures between ${from} and ${to} can no longer be listed.**`);
      }
      if (sum === 0) return `${lines.join('\n')}\n`;
      for (const name of tallies.keys()) lines.push('', ...tableOf(name, rowsOf(name), sum));
      lines.push('', ...hoursTable(hours.all()));
      return `${lines.join('\n')}\n`;
    },
    table: () => [
      [titleOf(by), 'failures', 'first', 'last'],
      ...rowsOf(by).map(({name, count, firstMs, lastMs}) => [
        name,
        String(count),
        iso(firstMs),
        iso(lastMs),
      ]),
    ],
  };
}

function tableOf(by: Grouping, rows: readonly GroupTally[], sum: number): readonly string[] {
  const shown = rows.slice(0, mostRows).map(({name, count, firstMs, lastMs}) => {
    const share = `${Math.round((count / sum) * 100)} %`;
    return `| ${cell(name)} | ${groupedNumber(count)} | ${share} | ${instant(firstMs)} | ${instant(lastMs)} |`;
  });
  const rest = rows.slice(mostRows).reduce((so, {count}) => so + count, 0);
  const more = `| ${groupedNumber(rows.length - mostRows)} more | ${groupedNumber(rest)} | | | |`;
  return [
    `## By ${titleOf(by)}`,
    '',
    `| ${titleOf(by)} | failures | share | first | last |`,
    '| --- | ---: | ---: | --- | --- |',
    ...shown,
    ...(rest > 0 ? [more] : []),
  ];
}

/** The hours with failures, in order; the latest if there are many. */
function hoursTable(hours: readonly GroupTally[]): readonly string[] {
  const rows = hours.toSorted((a, b) => a.firstMs - b.firstMs).slice(-mostHours);
  const most = Math.max(...rows.map(({count}) => count));
  return [
    '## By hour',
    '',
    '| hour | failures | |',
    '| --- | ---: | --- |',
    ...rows.map(({name, count}) => {
      const bar = '█'.repeat(Math.max(1, Math.round((count / most) * 20)));
      const from = timeText(Number(name) * hourMs);
      return `| ${from} | ${groupedNumber(count)} | ${bar} |`;
    }),
  ];
}

/** Describe the trend by the hours of the time range; '' if they are too few. */
function trendText(hours: readonly GroupTally[], sinceMs: number, nowMs: number): string {
  const counts = new Map(hours.map(({name, count}) => [Number(name), count]));
  const last = Math.floor(nowMs / hourMs);
  const first = Math.floor(Math.max(sinceMs, nowMs - retentionMs) / hourMs);
  if (last - first < 4) return '';
  const parts = Array.from({length: last - first + 1}, (_, i) => counts.get(first + i) ?? 0);
  return `; ${{'↑': 'rising', '→': 'steady', '↓': 'falling'}[trendOf(parts)]}`;
}

/**
 * The time of the first failure; a loop, since there may be too many rows for function arguments.
 */
function firstOf(rows: readonly GroupTally[]): number {
  return rows.reduce((least, {firstMs}) => Math.min(least, firstMs), Number.POSITIVE_INFINITY);
}

function titleOf(by: Grouping): string {
  return by === 'url' ? 'address' : by;
}

function counted(count: number, one: string, many: string): string {
  return `${groupedNumber(count)} ${count === 1 ? one : many}`;
}

/** A server's text in a cell of Markdown: one line, escaped. */
function cell(text: string): string {
  return safeText(text).replace(/[\\`*_[\]<>|#]/g, letter => `\\${letter}`);
}

function instant(ms: number): string {
  return `${timeText(ms).slice(0, 10)} ${clockText(ms)}`;
}

function iso(ms: number): string {
  return Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : String(ms);
}
