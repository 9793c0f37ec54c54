import {ofKind} from '../../model/location.ts';
import {findView} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import type {Effect, Step} from '../../model/step.ts';
import type {ListView} from './state.ts';

/** How long changed cells are marked, in milliseconds. */
const changesShownMs = 5000;

/** After a page came: what it changed is marked for a while, and the end of the row under the cursor is told. */
export function pageStep(before: AppState, after: AppState, key: number): Step {
  const was = ofKind(findView(before, key), 'list');
  const is = ofKind(findView(after, key), 'list');
  if (was === undefined || is === undefined) return {state: after, effects: []};
  const timer: Effect = {
    kind: 'timer',
    slot: `changed:${key}`,
    ms: changesShownMs,
    event: {kind: 'changesOver', view: key},
  };
  const effects = is.changed.size > 0 && is.changed !== was.changed ? [timer] : [];
  const gone = removedRow(was, is);
  const state = gone === undefined ? after : say(after, `${gone.name} was removed`, 'warn');
  return {state, effects};
}

/** The row that was under the cursor when a refresh began and that the whole list no longer has. */
function removedRow(was: ListView, is: ListView): Row | undefined {
  if (is.before !== undefined || is.more || was.rows.length === 0) return undefined;
  const row = was.before ? was.before.cursor : was.rows.find(one => one.id === was.cursorId);
  if (row === undefined) return undefined;
  return is.rows.some(one => one.id === row.id) ? undefined : row;
}
