import {constantWords} from '../../api/columns/constant-words.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {text} from '../../base/column.ts';
import {parseJsonValue, readFirstOf, readPointer} from '../../base/json-value.ts';
import {clockText, hourMs, minuteMs, parseInstantMs} from '../../base/times.ts';
import {keysIn} from '../../state/keys/binding.ts';
import {leaveWrite} from '../../state/locations/go-to.ts';
import {type Card, field, group, rows} from '../../state/model/card.ts';
import {columnsWith, recordColumn, recordColumns} from '../../state/model/column.ts';
import {openLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {listSpec} from '../../state/model/object-screen.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {noEffects, type Transition} from '../../state/model/transition.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import {journal} from './journal.ts';

const when = recordColumn('auditing get-audit-records', 'created');

/** A record has the legacy key of the user alone: reads the account of the key, then the user. */
const userOfKey = (key: string) =>
  trackerRef(
    'user bulk-get-users-migration',
    {key},
    {after: {user: trackerRef('user get', {accountId: '{answer/accountId}'})}},
  );

const auditCard: Card = {
  after: {by: userOfKey('{answer/authorKey}')},
  title: [text('', '/summary')],
  lines: [
    field('When', ...when),
    field(
      'By',
      text('', ['/by/0/user/displayName', '/authorKey']),
      text('', '/remoteAddress', {tone: 'dim'}),
    ),
    field(
      'Object',
      text('', '/objectItem/name'),
      ...recordColumn('auditing get-audit-records', 'type'),
    ),
    field('In', text('', '/objectItem/parentName')),
    field('Description', text('', '/description')),
    group('Changes'),
    rows(
      '/changedValues',
      [
        text('', '/fieldName', {tone: 'dim'}),
        text('', '/changedFrom', {tone: 'bad'}),
        text('', '/changedTo', {tone: 'good'}),
      ],
      20,
    ),
    group('Concerns too'),
    rows(
      '/associatedItems',
      [text('', '/name'), text('', '/typeName', {tone: 'dim', words: constantWords.auditObject})],
      20,
    ),
  ],
};

const pageSize = '200';

/** The audit records of the site, newest first. */
export const auditRecords = list({
  id: 'audit-records',
  noun: 'audit record',
  aliases: ['auditing'],
  sources: [trackerRef('auditing get-audit-records', {limit: pageSize})],
  name: ['/summary'],
  columns: columnsWith(recordColumns('auditing get-audit-records'), {
    author: {from: ['/by/displayName', '/authorKey']},
  }),
  fills: [
    {
      pointer: '/by',
      read: '/0/user',
      call: userOfKey('{filled}'),
      params: {filled: ['/authorKey']},
      shared: true,
    },
  ],
  card: auditCard,
  empty: 'No audit records of this time and these words.',
  about:
    'Who changed what on the site, newest first, as the service keeps it; :changes WORDS 7d narrows it on the server. Q on an object lists its records.',
});

/** The audit records that match inputs of the operation. */
const recordsOf = (inputs: Readonly<Record<string, readonly string[]>>): Resource => ({
  ...auditRecords,
  id: 'found-audit-records',
  aliases: [],
  sources: [trackerRef('auditing get-audit-records', {limit: pageSize, ...inputs})],
});

/** Open the audit records and the journal of one object. */
function openChanges(
  state: AppState,
  crumb: string,
  inputs: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
): Transition {
  const filter = names.map(name => JSON.stringify(name.replaceAll('"', ''))).join(' | ');
  const records = {title: 'Audit records', spec: listSpec(recordsOf(inputs), {})};
  const own = {title: 'Journal', spec: {...listSpec(journal, {}), ...(filter && {filter})}};
  return openLocation(leaveWrite(state), {crumb, tabs: [records, own], tab: 0});
}

/** The object under the cursor or on the screen. */
interface ObjectHere {
  /** Its names, the one of the audit log first. */
  readonly names: readonly string[];
  /** Of an entry of the journal, the time of the write. */
  readonly writtenMs?: number | undefined;
}

function objectHere(state: AppState): ObjectHere {
  const row = viewOf(state, 'list');
  const shown = viewOf(state, 'text')?.text ?? '';
  const at = row && rowAtCursor(row);
  const value = at?.value ?? (shown === '' ? undefined : parseJsonValue(shown));
  if (value === undefined) return {names: []};
  const name = readFirstOf(value, ['/name', '/displayName', '/title', '/url']);
  const key = readPointer(value, '/key');
  const isWrite = readPointer(value, '/what') !== undefined;
  // An entry of the journal is a sentence, which no audit record has.
  const all = [name, key, isWrite ? undefined : at?.name];
  const names = all.filter(one => typeof one === 'string' && one !== '').map(String);
  const writtenMs = isWrite ? parseInstantMs(readPointer(value, '/at')) : undefined;
  return {names: [...new Set(names)], writtenMs};
}

/** Around the time of a write, as clocks differ and the write took its time. */
const aroundMs = 5 * minuteMs;

function openChangesHere(state: AppState): Transition {
  const {names, writtenMs} = objectHere(state);
  const [name] = names;
  if (name !== undefined) return openChanges(state, `Changes of ${name}`, {filter: [name]}, names);
  if (writtenMs === undefined) {
    return noEffects(showNotice(state, 'no object under the cursor', 'warn'));
  }
  const [from = '', to = ''] = [-aroundMs, aroundMs].map(ms =>
    new Date(writtenMs + ms).toISOString(),
  );
  return openChanges(state, `Changes around ${clockText(writtenMs)}`, {from: [from], to: [to]}, []);
}

/** Lists the changes of the object under the cursor or on the screen. */
export const changesKey = keysIn('list', 'text')(
  'Q',
  'who changed this: audit records and journal',
  openChangesHere,
  {
    menu: state => {
      const {names, writtenMs} = objectHere(state);
      return names.length === 0 && writtenMs === undefined ? undefined : 'Who changed this…';
    },
  },
);

const periods: Readonly<Record<string, number>> = {h: hourMs, d: 24 * hourMs, w: 168 * hourMs};

/** Read `12h`, `7d`, `2w` ago, or a date as epoch milliseconds; undefined for other words. */
function timeOf(word: string, nowMs: number): number | undefined {
  const [, count, unit = ''] = /^(\d+)([hdw])$/.exec(word) ?? [];
  if (count !== undefined) return nowMs - Number(count) * (periods[unit] ?? 0);
  return /^\d{4}-\d{2}-\d{2}/.test(word) ? parseInstantMs(word) : undefined;
}

/** Palette command for audit records of words and times. */
export const changesCommand: PaletteCommand = {
  name: 'changes',
  aliases: ['who-changed'],
  args: '[WORDS] [7d | FROM [TO]]',
  about:
    'Audit records with these words, of a time: `:changes HPAY 7d`, `:changes 2026-11-01 2026-11-20`.',
  run(state, args) {
    const times = args.flatMap(word => timeOf(word, state.nowMs) ?? []).toSorted((a, b) => a - b);
    const words = args.filter(word => timeOf(word, state.nowMs) === undefined);
    const [from, to] = times.map(ms => [new Date(ms).toISOString()]);
    const inputs = {
      ...(words.length > 0 && {filter: [words.join(' ')]}),
      ...(from && {from}),
      ...(to && {to}),
    };
    return openChanges(state, ['Changes', ...args].join(' '), inputs, words);
  },
};
