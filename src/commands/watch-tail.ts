import {factsOfBody, targetOf} from '../api/watch/delivery-facts.ts';
import {groupedNumber} from '../base/grouped-number.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {isArray, isObject, parseJsonValue} from '../base/json-value.ts';
import {safeText} from '../base/safe-text.ts';
import {clockText, timeText} from '../base/times.ts';
import {cutText, padText, widthOf} from '../base/width.ts';

/** The style of the lines. */
export interface TailStyle {
  readonly styled: boolean;
  /** Width of the terminal; undefined without one, so that lines are not cut. */
  readonly columns?: number | undefined;
}

/** Initial and maximum widths of a column. */
const widths = {event: [16, 24], issue: [8, 14], target: [20, 44]} as const;
const colours = {dim: 2, bad: 31, good: 32, warn: 33, accent: 36} as const;

/**
 * Format the events of a watch of failed deliveries as log lines: time, event, issue, URL, subject.
 * Columns are aligned and grow with their content; a longer text shifts only its own line. Escaped.
 *
 * @returns formats an event given as NDJSON, without the line break
 */
export function makeTailLines({styled, columns}: TailStyle): (event: string) => string {
  const grown = {event: 0, issue: 0, target: 0};
  const paint = (colour: keyof typeof colours, text: string): string =>
    styled && text !== '' ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  const cell = (name: keyof typeof grown, text: string): string => {
    const [least, most] = widths[name];
    const width = Math.min(most, Math.max(least, grown[name], widthOf(text)));
    grown[name] = width;
    return padText(text, Math.max(width, widthOf(text)));
  };
  /** Parts that may be cut at the edge of the terminal, each with its colour. */
  const line = (parts: readonly (readonly [keyof typeof colours | '', string])[]): string => {
    let room = columns ?? Number.POSITIVE_INFINITY;
    const shown = parts.flatMap(([colour, text], i) => {
      const space = i === 0 ? '' : '  ';
      if (room <= space.length) return [];
      const own = text.trimEnd();
      const isLast = i === parts.length - 1;
      const cut = cutText(isLast ? own : text, room - space.length);
      room -= space.length + widthOf(cut);
      return [space + (colour === '' ? cut : paint(colour, cut))];
    });
    return shown.join('').trimEnd();
  };
  return text => {
    const event = makeLookup(text);
    const type = event.string('/type');
    const number = (pointer: string): number => Number(event.number(pointer) ?? Number.NaN);
    if (type === 'failure') {
      const {event: name, issue, about} = factsOfBody(event.string('/item/body'));
      const target = targetOf(event.string('/item/url') ?? '');
      const late = event.boolean('/late') ? 'late ' : '';
      return line([
        ['dim', instant(number('/item/failureTime'))],
        ['bad', cell('event', safeText(name || '-'))],
        ['accent', cell('issue', safeText(issue || '-'))],
        ['', cell('target', safeText(target))],
        ['dim', safeText(late + about)],
      ]);
    }
    if (type === 'gap') {
      const [from, to] = [instant(number('/from')), instant(number('/to'))];
      return line([['bad', `gap: failures between ${from} and ${to} are no longer listed`]]);
    }
    if (type === 'forwarded') {
      const status = event.number('/status');
      const isTaken = status?.startsWith('2') === true;
      const said = event.string('/error') ?? event.string('/answer') ?? '';
      return line([
        ['', `  resent ${safeText(event.string('/id') ?? '')}:`],
        [isTaken ? 'good' : 'bad', status ?? 'no response'],
        ['dim', `${event.number('/duration_ms')} ms`],
        ['dim', safeText(said)],
      ]);
    }
    if (type === 'alert' || type === 'resolved') {
      const [tone, sign] = type === 'alert' ? (['bad', '!'] as const) : (['good', '✓'] as const);
      return line([[tone, `${sign} ${safeText(event.string('/text') ?? '')}`]]);
    }
    if (type === 'summary') return line(summaryParts(text, number));
    return line([['', safeText(text)]]);
  };
}

function summaryParts(
  text: string,
  number: (pointer: string) => number,
): readonly (readonly [keyof typeof colours | '', string])[] {
  const value = parseJsonValue(text);
  const groups = isObject(value) && isArray(value.groups) ? value.groups : [];
  const named = groups.map(group => {
    if (!isObject(group)) return '';
    const {count, first: _, last: __, ...rest} = group;
    return `${String(count)} ${safeText(String(Object.values(rest)[0] ?? ''))}`;
  });
  const count = number('/count');
  return [
    ['dim', instant(number('/to'))],
    [count > 0 ? 'bad' : 'good', `${groupedNumber(count).padStart(6)} failed`],
    ['dim', `in ${spanText(number('/to') - number('/from'))}`],
    ['', named.join('  ')],
  ];
}

/** Format a duration: `60s`, `5m`, `1h`. */
function spanText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds}s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes}m` : `${Math.round(minutes / 60)}h`;
}

/** Local date and time to the second. */
function instant(ms: number): string {
  return Number.isFinite(ms) ? `${timeText(ms).slice(0, 10)} ${clockText(ms)}` : '-'.padEnd(19);
}
