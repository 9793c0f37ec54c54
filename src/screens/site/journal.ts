import {instant, nameText, text} from '../../base/column.ts';
import {localDay} from '../../base/day-words.ts';
import {parseJsonValue, readPointer, textAt} from '../../base/json-value.ts';
import {clockText, dayText, parseInstantMs} from '../../base/times.ts';
import type {Tone} from '../../base/tone.ts';
import type {PanelRow} from '../../state/model/count.ts';
import type {Panel} from '../../state/model/panel.ts';
import {list} from '../../state/model/resource.ts';
import type {AppState} from '../../state/model/state.ts';
import type {LocalList} from '../../state/model/transition.ts';
import {ownerElsewhere} from '../../state/write/journal.ts';

/** Writes sent with this profile, newest first, from the local journal. */
export const journal = list({
  id: 'journal',
  title: 'Journal',
  noun: 'write',
  aliases: ['writes', 'history'],
  local: 'journal',
  exports: 'sh',
  name: ['/what'],
  columns: [
    instant('SENT AT', '/at', {id: 'time', dropPriority: 0, tone: 'dim'}),
    text('RESULT', '/result', {
      max: 8,
      dropPriority: 0,
      tones: {done: 'good', partly: 'warn', failed: 'bad', unclear: 'warn', damaged: 'bad'},
    }),
    text('STATUS', '/status', {max: 6, dropPriority: 3, tone: 'dim'}),
    nameText('WHAT', '/what', {min: 20, max: 60}),
    text('SENT AS', '/elsewhere', {id: 'elsewhere', max: 40, dropPriority: 1, tone: 'warn'}),
    text('BY', '/by', {max: 12, dropPriority: 4, tone: 'dim'}),
    text('COMMAND', '/command', {min: 16, max: 120, grows: true, dropPriority: 2, tone: 'dim'}),
  ],
  sort: {column: 'time', reverse: true},
  emptyTitle: 'No changes made with this profile yet',
  empty: 'Every write sent with this profile is listed here.',
  about:
    'Every write with its request, response and equivalent command. Writes sent to another site or as another account are marked and cannot be undone here.',
});

/** Its rows, newest first, even within one millisecond. */
export const localJournal: LocalList = {
  rows: state => state.journal.map(entry => marked(entry, state)).reverse(),
  added: (before, {journal: now}) =>
    now.at(-2) === before.journal.at(-1) && now !== before.journal ? now.slice(-1) : [],
};

/** Mark entries of another site or account, which cannot be undone from here. */
function marked(entry: string, state: AppState): string {
  const elsewhere = ownerElsewhere(entry, state);
  return elsewhere === undefined
    ? entry
    : entry.replace(/\}$/, `,"elsewhere":${JSON.stringify(elsewhere)}}`);
}

const writesShown = 5;

/** Panel of the latest writes of this profile. */
export const writesPanel: Panel = {
  id: 'writes',
  title: 'Last writes',
  order: 4,
  body: state => ({
    rows: state.journal
      .slice(-writesShown)
      .reverse()
      .map(entry => rowOf(marked(entry, state), state.nowMs)),
    empty: {text: 'no changes made with this profile yet', tone: 'dim'},
  }),
};

const tones: Readonly<Record<string, Tone>> = {done: 'plain', failed: 'bad', unclear: 'warn'};

function rowOf(written: string, nowMs: number): PanelRow {
  const entry = parseJsonValue(written);
  const result = textAt(entry, '/result');
  const atMs = parseInstantMs(readPointer(entry, '/at'));
  const day = atMs === undefined ? '' : localDay(atMs);
  const when = day === localDay(nowMs) ? clockText(atMs).slice(0, 5) : dayText(day, nowMs);
  return {
    cells: [
      {text: when, tone: 'dim'},
      {text: textAt(entry, '/what')},
      // A write sent elsewhere must not look like one to this site.
      {
        text: textAt(entry, '/elsewhere') || (result === 'done' ? '' : result),
        tone: tones[result] ?? 'warn',
      },
    ],
    opens: {screen: journal.id, params: {}, filter: ''},
  };
}
