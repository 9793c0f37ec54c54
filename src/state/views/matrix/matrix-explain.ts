import {resolveCall} from '../../ask/call.ts';
import {commandFor} from '../../ask/command-line.ts';
import type {Call, Params} from '../../model/call.ts';
import type {AppState} from '../../model/state.ts';
import {cellAt, type MatrixCell, type MatrixColumn, type MatrixRow, problemAt} from './matrix.ts';
import {type ShownMatrix, shownMatrix} from './matrix-of.ts';
import type {MatrixView} from './state.ts';

/** The row, the column and the entries under the cell cursor; undefined where nothing is shown. */
export function cellAtCursor(view: MatrixView):
  | {
      readonly row: MatrixRow;
      readonly column: MatrixColumn;
      readonly cell: MatrixCell;
      readonly shown: ShownMatrix;
    }
  | undefined {
  const shown = shownMatrix(view);
  const row = shown?.rows[view.row];
  const column = shown?.columns[view.column];
  if (shown === undefined || row === undefined || column === undefined) return undefined;
  return {row, column, cell: cellAt(shown.matrix, row.id, column.id), shown};
}

/** The cell under the cursor as JSON to be described: what meets there, by which entry, and the commands. */
export function explainCell(view: MatrixView, state: Pick<AppState, 'session' | 'nowMs'>): string {
  const at = cellAtCursor(view);
  if (at === undefined) return '{}';
  const {row, column, cell} = at;
  const problem = problemAt(column, row.id);
  const command = (call: Call, params: Params, body?: string): string => {
    const resolved = resolveCall(call, {...view.params, ...params}, state.nowMs);
    const given = body === undefined ? resolved.given : {...resolved.given, body};
    return commandFor({...resolved, given}, state.session.flags[call.service]);
  };
  const parts =
    view.matrix === 'permissions'
      ? permissionParts(row, column, cell, command)
      : notificationParts(row, column, cell, command);
  return JSON.stringify({
    ...parts,
    ...(cell.length === 0 || problem === undefined ? {} : {problem}),
  });
}

type MakeCommand = (call: Call, params: Params, body?: string) => string;

function permissionParts(
  row: MatrixRow,
  column: MatrixColumn,
  cell: MatrixCell,
  command: MakeCommand,
): Record<string, unknown> {
  const facts = {
    permission: row.name === row.id ? row.id : `${row.name} (${row.id})`,
    category: row.group,
    holder: column.text,
    granted: cell.length > 0,
  };
  if (cell.length === 0) {
    const body = JSON.stringify({holder: holderBody(column.id), permission: row.id});
    return {...facts, 'to grant it': command(createGrant, {}, body)};
  }
  return {
    ...facts,
    grants: cell.map(({id}) => ({
      id,
      'to read it': command(readGrant, {entry: id}),
      'to take it away': command(deleteGrant, {entry: id}),
    })),
  };
}

/** `group 6f0a…` as the body of a grant names it. */
function holderBody(id: string): {readonly type: string; readonly value?: string} {
  const [type = '', ...rest] = id.split(' ');
  const value = rest.join(' ');
  return value === '' ? {type} : {type, value};
}

function notificationParts(
  row: MatrixRow,
  column: MatrixColumn,
  cell: MatrixCell,
  command: MakeCommand,
): Record<string, unknown> {
  const facts = {
    event: `${row.name} (${row.id})`,
    recipient: column.text,
    told: cell.length > 0,
  };
  if (cell.length === 0) {
    const {type, value} = holderBody(column.id);
    const notification = {
      notificationType: type,
      ...(value === undefined ? {} : {parameter: value}),
    };
    const events = [{event: {id: row.id}, notifications: [notification]}];
    const body = JSON.stringify({notificationSchemeEvents: events});
    return {...facts, 'to tell them': command(addNotifications, {}, body)};
  }
  return {
    ...facts,
    notifications: cell.map(({id}) => ({
      id,
      'to read the scheme': command(readScheme, {}),
      'to take it away': command(removeNotification, {entry: id}),
    })),
  };
}

const tracker = 'tracker' as const;
const ofGrant = {schemeId: '{scheme}', permissionId: '{entry}'};
const readGrant: Call = {
  service: tracker,
  operation: 'permissionscheme get-permission-scheme-grant',
  inputs: ofGrant,
};
const deleteGrant: Call = {
  service: tracker,
  operation: 'permissionscheme delete-permission-scheme-entity',
  inputs: ofGrant,
};
const createGrant: Call = {
  service: tracker,
  operation: 'permissionscheme create-permission-grant',
  inputs: {schemeId: '{scheme}'},
};
const readScheme: Call = {
  service: tracker,
  operation: 'notificationscheme get-notification-scheme',
  inputs: {id: '{scheme}', expand: ['all']},
};
const addNotifications: Call = {
  service: tracker,
  operation: 'notificationscheme add-notifications',
  inputs: {id: '{scheme}'},
};
const removeNotification: Call = {
  service: tracker,
  operation: 'notificationscheme remove-notification-from-notification-scheme',
  inputs: {notificationSchemeId: '{scheme}', notificationId: '{entry}'},
};

/** The entries under the cursor as JSON; the whole answer where there are none. */
export function rawCell(view: MatrixView): string {
  const cell = cellAtCursor(view)?.cell ?? [];
  const [only] = cell;
  if (only === undefined) return view.text;
  return cell.length === 1 ? only.text : `[${cell.map(entry => entry.text).join(',')}]`;
}
