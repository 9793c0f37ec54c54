import {clock, nameText, number, text} from '../../base/column.ts';
import {type JsonSpan, memberSpans, rootSpan, sliceSpan} from '../../base/json-scan.ts';
import {isObject, parseJsonValue, readPointer, textAt} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {quoteWord} from '../../base/shell-words.ts';
import {wrapText} from '../../base/width.ts';
import {readTypedCommand} from '../../state/ask/command-line.ts';
import {key} from '../../state/keys/binding.ts';
import type {Line, TextReader} from '../../state/model/line.ts';
import {openLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {list} from '../../state/model/resource.ts';
import type {Row} from '../../state/model/row.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {exchangeText} from '../../state/model/traffic-log.ts';
import {noEffects, type Transition} from '../../state/model/transition.ts';
import {rawLines} from '../../state/show/raw-lines.ts';
import {needsRow, rowAtCursor} from '../../state/views/list/list-update.ts';
import {openTypedCall} from '../../state/write/start-write.ts';

/** Every request of this session, newest first; rows come from the app itself. */
export const commandLog = list({
  id: 'command-log',
  title: 'Command log',
  noun: 'request',
  aliases: ['log', 'requests'],
  local: 'log',
  scope: 'log',
  identity: ['/number'],
  name: ['/number'],
  columns: [
    number('NO', '/number', {dropPriority: 6, tone: 'dim'}),
    clock('AT', '/at', {id: 'time', dropPriority: 0, tone: 'dim'}),
    text('STATUS', '/status', {
      max: 7,
      dropPriority: 0,
      tones: {none: 'bad', '401': 'bad', '403': 'bad', '404': 'warn', '429': 'warn'},
    }),
    // Later requests may take longer than the first ones, which the widths are measured from.
    number('MS', '/duration_ms', {fixed: 6}),
    number('BYTES', '/bytes', {fixed: 9, dropPriority: 4, tone: 'dim'}),
    number('TRY', '/attempt', {dropPriority: 5, tone: 'dim'}),
    text('METHOD', '/method', {max: 6, dropPriority: 2}),
    nameText('COMMAND', ['/command', '/url'], {min: 40, max: 120, grows: true}),
  ],
  sort: {column: 'no', reverse: true},
  empty: 'No requests yet.',
  about:
    'Every request of this session with its equivalent command; Y copies the command, enter shows request and response, . repeats a read.',
});

const reader: TextReader = {lines: (text, {columns}) => exchangeLines(text, columns)};

/** The request and the response of an entry of the command log. */
export function openExchange(state: AppState, row: Row): Transition {
  const text = exchangeText(state.traffic, row.text);
  const spec = {kind: 'text', form: 'describe', text, reader} as const;
  const crumb = `request ${row.name}`;
  return openLocation(state, {crumb, tabs: [{title: 'Exchange', spec}], tab: 0});
}

/** Repeat the read of an entry and show its response; writes are never repeated. */
function repeatRequest(state: AppState): Transition {
  const list = viewOf(state, 'list');
  const command = list && readPointer(rowAtCursor(list)?.value, '/command');
  if (typeof command !== 'string' || command === '') {
    return noEffects(showNotice(state, 'no command is equivalent to this request', 'warn'));
  }
  const typed = readTypedCommand(withoutSession(state, command), state.nowMs);
  if ('problem' in typed)
    return noEffects(showNotice(state, `cannot repeat the request: ${typed.problem}`, 'warn'));
  if (typed.operation.effect !== 'read') {
    return noEffects(showNotice(state, 'only reads can be repeated', 'warn'));
  }
  return openTypedCall(state, typed);
}

/** The command without the flags that select the session, since it is sent in this one. */
function withoutSession({session}: AppState, command: string): string {
  const flags = session.flags[command.startsWith('cf ') ? 'content' : 'tracker'];
  const tail = flags.map(flag => ` ${quoteWord(flag)}`).join('');
  return tail !== '' && command.endsWith(tail) ? command.slice(0, -tail.length) : command;
}

export const repeatKey = key('.', 'repeat a read and show the response', repeatRequest, {
  scopes: ['log'],
  menu: 'Repeat and show the response',
  hint: 'repeat',
  needs: needsRow,
});

/**
 * Render a request and its response: method and URL, headers, body.
 *
 * @param json result of `exchangeText`
 * @param columns width of the screen
 */
function exchangeLines(json: string, columns: number): Line[] {
  const value = parseJsonValue(json);
  const at = (pointer: string): string => safeText(textAt(value, pointer));
  const took = `${at('/response/duration_ms')} ms, ${at('/response/bytes')} bytes`;
  const tries = at('/response/attempt');
  const status = at('/response/status');
  const isGood = /^[23]/.test(status);
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
      {text: status === 'none' ? 'no response' : status, tone: isGood ? 'good' : 'bad'},
      {text: `  ${how.join(', ')}`, tone: 'dim'},
    ],
    ...headerLines(readPointer(value, '/response/headers'), columns),
    ...bodyLines(json, 'response', columns),
  ];
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

function member(json: string, span: JsonSpan | undefined, name: string): JsonSpan | undefined {
  if (span === undefined) return undefined;
  return memberSpans(json, span).find(({key}) => sliceSpan(json, key) === JSON.stringify(name))
    ?.value;
}
