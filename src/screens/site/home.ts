import {allOperations} from '../../api/catalogue.ts';
import {localDay, shortDay} from '../../base/day-words.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {clockText, toMs} from '../../base/times.ts';
import type {Tone} from '../../base/tone.ts';
import type {HomeEntry, PanelRow} from '../../state/model/count.ts';
import type {Panel} from '../../state/model/panel.ts';
import {operationList} from './own-lists.ts';

/** All operations on the home screen: they are known without asking. */
export const operationsHome: HomeEntry = {
  id: 'operations',
  family: 'Site',
  title: 'All operations',
  screen: operationList.id,
  about: 'of both services',
  count: () => Promise.resolve({status: 'ready', text: String(allOperations().length)}),
};

const writesShown = 5;

/** What was written last through this profile. */
export const writesPanel: Panel = {
  id: 'writes',
  title: 'Last writes',
  order: 4,
  body: ({journal, nowMs}) => ({
    rows: journal
      .slice(-writesShown)
      .reverse()
      .map(text => rowOf(text, nowMs)),
    empty: {text: 'nothing was written through this profile', tone: 'dim'},
  }),
};

const tones: Readonly<Record<string, Tone>> = {done: 'plain', failed: 'bad', unclear: 'warn'};

function rowOf(text: string, nowMs: number): PanelRow {
  const entry = parseJsonValue(text);
  const textAt = (pointer: string): string => String(readPointer(entry, pointer) ?? '');
  const atMs = toMs(readPointer(entry, '/at'));
  const result = textAt('/result');
  const today = localDay(nowMs);
  const day = atMs === undefined ? '' : localDay(atMs);
  const when = day === today ? clockText(atMs).slice(0, 5) : shortDay(day, today);
  return {
    cells: [
      {text: when, tone: 'dim'},
      {text: textAt('/what')},
      {text: result === 'done' ? '' : result, tone: tones[result] ?? 'warn'},
    ],
    opens: {screen: 'journal', params: {}, filter: ''},
  };
}
