import {type Call, type Params, trackerCall} from '../../state/model/call.ts';
import {counted} from '../../state/show/counted.ts';
import {heldAfter} from '../../state/views/matrix/matrix.ts';
import {changeText} from '../../state/views/matrix/staged-words.ts';
import type {MatrixEdits, StagedChange, StagedRequest} from '../../state/views/matrix/state.ts';
import {type HolderWords, holdersToAdd, notificationColumn} from './holder-choices.ts';
import {schemeName, schemeRequest} from './scheme-calls.ts';

/** Adds notifications to a scheme. */
export const addNotifications: Call = trackerCall('notificationscheme add-notifications', {
  id: '{scheme}',
});
/** Takes one notification away. */
export const removeNotification: Call = trackerCall(
  'notificationscheme remove-notification-from-notification-scheme',
  {notificationSchemeId: '{scheme}', notificationId: '{entry}'},
);

/** Notifications in one request (services T8). */
const addedAtMost = 1000;

/** The body that adds notifications: each event once, with all who are told. */
export function eventsBody(changes: readonly Pick<StagedChange, 'row' | 'column'>[]): string {
  const events = new Map<string, string[]>();
  for (const {row, column} of changes) {
    events.set(row.id, [...(events.get(row.id) ?? []), column.sends]);
  }
  const texts = [...events].map(
    ([id, sends]) => `{"event":{"id":${JSON.stringify(id)}},"notifications":[${sends.join(',')}]}`,
  );
  return `{"notificationSchemeEvents":[${texts.join(',')}]}`;
}

const words: HolderWords = {
  group: 'Group',
  role: 'ProjectRole',
  user: 'User',
  column: notificationColumn,
};

const withoutValue = [
  'CurrentAssignee',
  'Reporter',
  'CurrentUser',
  'ProjectLead',
  'ComponentLead',
  'AllWatchers',
];

/** What is added goes in one request, what is taken away in one each. */
export const notificationEdits: MatrixEdits = {
  object: 'notification scheme',
  param: 'scheme',
  plan(changes, params) {
    const added = changes.filter(({kind}) => kind === 'add');
    const parts = Array.from({length: Math.ceil(added.length / addedAtMost)}, (_, i) =>
      added.slice(i * addedAtMost, (i + 1) * addedAtMost),
    );
    const removed = changes.flatMap((change): StagedRequest[] => {
      if (change.kind === 'add') return [];
      const call = schemeRequest(removeNotification, {...params, entry: change.entry});
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
        return heldAfter(matrix, row.id, changes) <= 0
          ? [`nobody is told of “${row.name}” any more`]
          : [];
      }),
    ),
  ],
  ...holdersToAdd(words, withoutValue),
};

function addRequest(changes: readonly StagedChange[], params: Params): StagedRequest {
  const texts = changes.map(changeText);
  const more = texts.length === 1 ? '' : ` and ${texts.length - 1} more`;
  const call = schemeRequest(addNotifications, params, eventsBody(changes));
  return {label: `${texts[0] ?? ''}${more}`, call, changes, ...(more !== '' && {names: texts})};
}
