import type {Column} from '../../../base/column.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {caretAfter} from '../../../base/text-caret.ts';
import {key} from '../../keys/binding.ts';
import {actionForView} from '../../model/actions.ts';
import {showNotice} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {
  keepOpenOnProblem,
  lineHints,
  type PromptKind,
  withProblem,
} from '../../model/prompt-kind.ts';
import type {Fill} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {noEffects, type Transition} from '../../model/transition.ts';
import {exportEffect, exportFormats, formatsOf, nextTarget, readTarget} from './export.ts';
import {missingFills, needsRow} from './list-update.ts';
import {selectedRows} from './marks.ts';
import {visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

function askExport(state: AppState, view: ListView): Transition {
  if (rowsToExport(view).length === 0)
    return noEffects(showNotice(state, 'nothing to export', 'warn'));
  return openPrompt(state, 'export', proposedName(state, view));
}

/** The rows to export: the selected ones, else those shown, in the order shown. */
function rowsToExport(view: ListView): readonly Row[] {
  const shown = visibleRows(view).rows;
  if (view.marked.size === 0) return shown;
  const visible = shown.filter(row => view.marked.has(row.id));
  const seen = new Set(visible.map(row => row.id));
  return [...visible, ...selectedRows(view).filter(row => !seen.has(row.id))];
}

/** `7 selected rows`, `42 rows shown`, and the rows left on the server. */
function exportWhat(view: ListView): string {
  const rows = rowsToExport(view).length;
  const noun = rows === 1 ? 'row' : 'rows';
  if (view.marked.size > 0) return `${groupedNumber(rows)} selected ${noun}`;
  const rest = view.more ? ', more on the server (G loads them first)' : '';
  return `${groupedNumber(rows)} ${noun} shown${rest}`;
}

function proposedName({nowMs}: AppState, {resource, params}: ListView): string {
  const words = [resource.id, ...Object.values(params)].join('-');
  const safe = words.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);
  const format = resource.exports ?? 'csv';
  return `${safe}-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;
}

/** A short list of the possible targets. */
function targetWords(state: AppState): string {
  const resource = viewOf(state, 'list')?.resource;
  const formats = resource === undefined ? exportFormats : formatsOf(resource);
  const words = formats.map(format => (format === 'sh' ? 'script' : format.toUpperCase()));
  return [...words, 'clipboard'].join(', ');
}

/** The problem with the typed target; none while it is empty. */
function targetProblem(state: AppState, text: string): string | undefined {
  const resource = viewOf(state, 'list')?.resource;
  const target = readTarget(text, resource && formatsOf(resource));
  return 'problem' in target ? target.problem : undefined;
}

function exportRows(state: AppState, view: ListView, text: string): Transition {
  const target = readTarget(text, formatsOf(view.resource));
  if ('problem' in target) return noEffects(state);
  const all = view.resource.columns.filter(column => column.hidden !== true);
  const rows = rowsToExport(view);
  const wanted = target.format === 'csv' ? missingFills(view, rows, all) : [];
  const isTooMuch = wanted.length > filledAtMost;
  // A column read by a request per row is left out completely if it takes too many: a part would
  // look complete.
  const left = isTooMuch ? all.filter(column => wanted.some(({fill}) => isFrom(column, fill))) : [];
  const effect = exportEffect({
    target,
    rows,
    columns: all.filter(column => !left.includes(column)),
    ...(left.length > 0 && {without: left.map(({title}) => title)}),
    ...(wanted.length > 0 && !isTooMuch && {fill: {view: view.key, wanted, rows}}),
  });
  return {state: showNotice(state, `exporting ${exportWhat(view)}…`, 'dim'), effects: [effect]};
}

/** Limit of requests for values that rows lack. */
const filledAtMost = 200;

function isFrom({from}: Column, {pointer}: Fill): boolean {
  return from.some(one => `${one}/`.startsWith(`${pointer}/`));
}

/** The key that exports. */
export const exportKey = key(
  'E',
  'export the rows shown, or the selected rows: CSV, JSON, JSONL, or to the clipboard',
  actionForView('list', askExport),
  {scopes: ['list'], needs: needsRow},
);

/** The prompt for the target of an export; up and down change the format. */
export const exportPrompt: PromptKind = {
  sign: 'export to ',
  placeholder: () => 'file.csv, .json or .jsonl; or: clipboard csv',
  note(state) {
    const list = viewOf(state, 'list');
    return list && exportWhat(list);
  },
  hints: (_, state) => lineHints('write', {keyName: 'tab', word: targetWords(state)}),
  onTextChange: (state, prompt) => withProblem(state, prompt, targetProblem(state, prompt.text)),
  moveSelection(state, prompt, by) {
    const list = viewOf(state, 'list');
    if (list === undefined) return state;
    const text = nextTarget(prompt.text, by, proposedName(state, list), formatsOf(list.resource));
    return {...state, prompt: {...prompt, ...caretAfter(text), problem: undefined}};
  },
  submit: keepOpenOnProblem((state, {text}) => ({
    state,
    run: actionForView('list', (shown, view) => exportRows(shown, view, text)),
  })),
};
