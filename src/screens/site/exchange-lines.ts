import {memberSpans, rootSpan, type Span, sliceSpan} from '../../base/json-scan.ts';
import {isObject, parseJsonValue, readPointer} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {wrapText} from '../../base/width.ts';
import type {Line} from '../../state/model/line.ts';
import {rawLines} from '../../state/show/raw-lines.ts';

/**
 * A request and its response as lines: what was asked, headers, body; the same of the answer.
 *
 * @param json what `exchangeText` made
 * @param columns width of the screen
 */
export function exchangeLines(json: string, columns: number): Line[] {
  const value = parseJsonValue(json);
  const at = (pointer: string): string => safeText(String(readPointer(value, pointer) ?? ''));
  const took = `${at('/response/duration_ms')} ms, ${at('/response/bytes')} bytes`;
  const tries = at('/response/attempt');
  const how = [
    took,
    tries === '1' ? '' : `attempt ${tries}`,
    at('/response/cached') === 'true' ? 'from the cache' : '',
  ].filter(Boolean);
  return [
    ...wrapText(`$ ${at('/command')}`, columns).map((text): Line => [{text, tone: 'good'}]),
    [],
    ...wrapText(`${at('/request/method')} ${at('/request/url')}`, columns).map(
      (text): Line => [{text, tone: 'title'}],
    ),
    ...headerLines(readPointer(value, '/request/headers'), columns),
    ...bodyLines(json, 'request', columns),
    [],
    [
      {text: answerText(at('/response/status')), tone: toneOf(at('/response/status'))},
      {text: `  ${how.join(', ')}`, tone: 'dim'},
    ],
    ...headerLines(readPointer(value, '/response/headers'), columns),
    ...bodyLines(json, 'response', columns),
  ];
}

function answerText(status: string): string {
  return status === 'none' ? 'no answer' : status;
}

function toneOf(status: string) {
  return /^[23]/.test(status) ? 'good' : 'bad';
}

function headerLines(headers: ReturnType<typeof readPointer>, columns: number): Line[] {
  if (!isObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, value]) =>
    wrapText(safeText(`${name}: ${String(value)}`), columns - 2).map(
      (text): Line => [{text: `  ${text}`, tone: 'dim'}],
    ),
  );
}

function bodyLines(json: string, part: string, columns: number): Line[] {
  const body = member(json, member(json, rootSpan(json), part), 'body');
  if (body === undefined) return [];
  const text = sliceSpan(json, body);
  if (!text.startsWith('"')) return [[], ...rawLines(text)];
  const lines = String(JSON.parse(text)).split(/\r?\n/);
  return [
    [],
    ...lines.flatMap(line => wrapText(safeText(line), columns)).map((one): Line => [{text: one}]),
  ];
}

function member(json: string, span: Span | undefined, name: string): Span | undefined {
  if (span === undefined) return undefined;
  return memberSpans(json, span).find(({key}) => sliceSpan(json, key) === JSON.stringify(name))
    ?.value;
}
