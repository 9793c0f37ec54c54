import {compareHolders, type Holder, recipientOf} from '../../api/access/holders.ts';
import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {resolveCall} from '../../api/resolve-call.ts';
import {counted} from '../../base/counted.ts';
import {isObject, type JsonValue, listAt, readPointer, textAt} from '../../base/json-value.ts';
import type {Params} from '../../state/model/params.ts';
import {CellMap, countAfterChanges} from '../../state/views/matrix/matrix.ts';
import {changeText} from '../../state/views/matrix/staged-words.ts';
import type {
  Matrix,
  MatrixColumn,
  MatrixEdits,
  MatrixKind,
  MatrixRow,
  StagedChange,
  StagedRequest,
} from '../../state/views/matrix/state.ts';
import {holdersToAdd, recipients} from './holder-choices.ts';
import {readNotificationScheme, schemeName} from './scheme-calls.ts';

const removeNotification = (entry: string): OperationRef =>
  trackerRef('notificationscheme remove-notification-from-notification-scheme', {
    notificationSchemeId: '{scheme}',
    notificationId: [entry],
  });

/** Limit of notifications in one request (services T8). */
const addedAtMost = 1000;

/** Add notifications: each event once, with all its recipients. */
function addNotifications(changes: readonly Pick<StagedChange, 'row' | 'column'>[]): OperationRef {
  const events = new Map<string, string[]>();
  for (const {row, column} of changes) {
    events.set(row.id, [...(events.get(row.id) ?? []), column.sends]);
  }
  const texts = [...events].map(
    ([id, sends]) => `{"event":{"id":${JSON.stringify(id)}},"notifications":[${sends.join(',')}]}`,
  );
  const body = `{"notificationSchemeEvents":[${texts.join(',')}]}`;
  return trackerRef('notificationscheme add-notifications', {id: '{scheme}'}, {body: [body]});
}

/** Additions share one request, each removal takes one. */
const notificationEdits: MatrixEdits = {
  object: 'notification scheme',
  param: 'scheme',
  plan(changes, params) {
    const added = changes.filter(({kind}) => kind === 'add');
    const parts = Array.from({length: Math.ceil(added.length / addedAtMost)}, (_, i) =>
      added.slice(i * addedAtMost, (i + 1) * addedAtMost),
    );
    const removed = changes.flatMap((change): StagedRequest[] => {
      if (change.kind === 'add') return [];
      const call = resolveCall(removeNotification(change.entry), params, 0);
      return [{label: changeText(change), call, changes: [change]}];
    });
    const name = schemeName(params);
    return {
      title: `Change ${counted(changes.length, 'notification')} of ${name}`,
      name,
      requests: [...parts.map(part => addRequest(part, params)), ...removed],
    };
  },
  warns: (changes, matrix) => [
    ...new Set(
      changes.flatMap(({kind, row}) => {
        if (matrix === undefined || kind === 'add') return [];
        return countAfterChanges(matrix, row.id, changes) <= 0
          ? [`“${row.name}” would have no recipient`]
          : [];
      }),
    ),
  ],
  ...holdersToAdd(recipients),
};

function addRequest(changes: readonly StagedChange[], params: Params): StagedRequest {
  const texts = changes.map(changeText);
  const more = texts.length === 1 ? '' : ` and ${texts.length - 1} more`;
  const call = resolveCall(addNotifications(changes), params, 0);
  return {label: `${texts[0] ?? ''}${more}`, call, changes, ...(more !== '' && {names: texts})};
}

/** Headings of the rows; events without recipients come first. */
const groups = {nobody: 'No recipient', somebody: 'With recipients'} as const;

/**
 * Event × recipient of one scheme. Events of the site that the scheme does not mention have no
 * recipient; they are known if the response contains `siteEvents`.
 *
 * @param answer response of get-notification-scheme with all expansions
 */
function readMatrix(answer: JsonValue): Matrix {
  const cells = new CellMap();
  const recipients = new Map<string, Holder>();
  const events = eventsOf(answer);
  for (const {id, notifications} of events) {
    for (const notification of notifications) {
      const recipient = recipientOf(notification);
      recipients.set(recipient.id, recipient);
      const entry = textAt(notification, '/id');
      cells.add(id, recipient.id, {id: entry, text: JSON.stringify(notification)});
    }
  }
  const rows = events.map(({id, name, notifications}): MatrixRow => {
    const group = notifications.length === 0 ? groups.nobody : groups.somebody;
    return {id, name, group, nobody: 'no recipient'};
  });
  return {
    nouns: {row: 'event', column: 'recipient', entry: 'notification'},
    empty: 'This scheme has no notifications.',
    rows: [
      ...rows.filter(row => row.group === groups.nobody),
      ...rows.filter(row => row.group === groups.somebody),
    ],
    columns: [...recipients.values()].sort(compareHolders).map(columnOf),
    cells: cells.cells,
  };
}

interface SchemeEvent {
  readonly id: string;
  readonly name: string;
  readonly notifications: readonly JsonValue[];
}

/** The events of a scheme with their notifications, then the other events of the site. */
function eventsOf(answer: JsonValue): SchemeEvent[] {
  const named = listAt(answer, '/notificationSchemeEvents').map((item): SchemeEvent => {
    const event = readPointer(item, '/event') ?? null;
    return {...nameOf(event), notifications: listAt(item, '/notifications')};
  });
  const known = new Set(named.map(event => event.id));
  const missing = listAt(answer, '/siteEvents')
    .filter(isObject)
    .map(event => ({...nameOf(event), notifications: []}))
    .filter(event => !known.has(event.id));
  return [...named, ...missing];
}

function nameOf(event: JsonValue): {id: string; name: string} {
  const id = textAt(event, '/id');
  return {id, name: textAt(event, '/name') || `event ${id}`};
}

function columnOf(holder: Holder): MatrixColumn {
  const column = recipients.column(holder);
  if (holder.type === 'EmailAddress') {
    const problem = 'mail to plain addresses is deprecated and no longer sent';
    return {...column, tone: 'bad', problem};
  }
  return holder.gone === undefined ? column : {...column, tone: 'bad', problem: holder.gone};
}

const explainNotification: MatrixKind['explain'] = ({row, column, cell}, command) => {
  const facts = {
    event: `${row.name} (${row.id})`,
    recipient: column.text,
    notified: cell.length > 0,
  };
  if (cell.length === 0) {
    return {...facts, 'to add the recipient': command(addNotifications([{row, column}]))};
  }
  return {
    ...facts,
    notifications: cell.map(({id}) => ({
      id,
      'to read the scheme': command(readNotificationScheme()),
      'to remove the notification': command(removeNotification(id)),
    })),
  };
};

/** Event × recipient of one scheme. */
export const notificationMatrix: MatrixKind = {
  read: readMatrix,
  explain: explainNotification,
  edits: notificationEdits,
};
