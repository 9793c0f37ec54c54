import {age, url} from '../../../base/column.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {
  findJson,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonValue,
} from '../../../base/json-value.ts';
import {withoutUrlSecrets} from '../../../base/parse-url.ts';
import {type Card, field, inPhrase} from '../../../state/model/card.ts';
import type {Line, TextReader} from '../../../state/model/line.ts';
import {cardLines} from '../../../state/show/card-lines.ts';
import {describeLines} from '../../../state/show/describe.ts';
import {monitorOf} from './monitor-state.ts';
import {bodyColumn} from './record-names.ts';

/** Card shown above the fields of a delivery. */
const deliveryCard: Card = {
  title: [bodyColumn('', 'event'), bodyColumn('', 'issue')],
  lines: [
    field('About', bodyColumn('', 'about')),
    field('Project', bodyColumn('', 'project')),
    field('By', bodyColumn('', 'user')),
    field('Failed', inPhrase('{} ago', age('', '/failureTime')), url('', '/url', {tone: 'dim'})),
  ],
};

/**
 * Render a failed delivery: its facts, then the body. The body is JSON inside a JSON string; one
 * that is not JSON, or truncated, is shown unchanged with a note.
 *
 * @param columns width of the screen
 * @param nowMs milliseconds since the UNIX epoch
 */
function deliveryLines(value: JsonValue, columns: number, nowMs: number): Line[] {
  if (!isObject(value)) return describeLines(value, columns, nowMs);
  const {body, ...facts} = value;
  const url = typeof facts.url === 'string' ? {url: withoutUrlSecrets(facts.url)} : {};
  return [
    ...cardLines(deliveryCard, value, {columns, nowMs}),
    [],
    ...describeLines({...facts, ...url} as JsonObject, columns, nowMs),
    [],
    ...bodyLinesOf(body, columns, nowMs),
  ];
}

function bodyLinesOf(body: JsonValue | undefined, columns: number, nowMs: number): Line[] {
  const heading = (about: string): Line => [
    {text: 'Body', tone: 'accent'},
    {text: `  ${about}`, tone: 'dim'},
  ];
  if (body === undefined || body === null || body === '') {
    return [heading('not stored by the server')];
  }
  if (typeof body !== 'string') return [heading(''), ...describeLines(body, columns, nowMs)];
  const isBegun = /^\s*[[{]/.test(body);
  const inside = isBegun ? findJson(body) : undefined;
  if (inside !== undefined) {
    return [heading(`JSON, ${sizeText(body)}`), ...describeLines(inside, columns, nowMs)];
  }
  const about = isBegun ? 'incomplete JSON, perhaps cut off' : 'not JSON';
  return [heading(`${about}, ${sizeText(body)}`), ...describeLines(body, columns, nowMs)];
}

function sizeText(text: string): string {
  return `${groupedNumber(text.length)} characters`;
}

/** Reader of a failed delivery; ages use the server's clock. */
export const deliveryReader: TextReader = {
  lines(text, {columns, nowMs, own = {}}) {
    return deliveryLines(parseJsonValue(text), columns, nowMs + monitorOf({own}).skewMs);
  },
};
