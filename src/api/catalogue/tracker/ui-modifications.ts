import type {Operation} from '../../operation.ts';
import {expand, inPath, jsonBody, maxResults, offsetPages, startAt} from '../inputs.ts';
import {creation, deletes, lists, updatesWithoutBody} from '../outcomes.ts';

const uiModifications = {
  service: 'tracker',
  group: 'uiModifications',
  root: 'tracker',
  section: 'services T4.1',
  callers: ['platform app'],
} as const;
const uiModificationId = inPath('uiModificationId', 'string', {
  names: 'UI modification',
  help: 'UI modification id',
});
const writes = 'Browse projects for each project in contexts; none otherwise';
const limits = {
  'contexts per UI modification': 1000,
  'UI modifications per context': 100,
  'characters of name': 255,
  'characters of description': 255,
  'characters of data': 50_000,
};
const wildcards =
  'An omitted projectId, issueTypeId or viewType matches any; a context may omit at most one of them.';

/** The 4 operations on UI modifications, for platform apps only (services T4.1). */
export const uiModificationOperations = (): readonly Operation[] => [
  {
    ...uiModifications,
    ...creation,
    name: 'create-ui-modification',
    summary: 'Create a UI modification',
    path: '/rest/api/3/uiModifications',
    permission: writes,
    inputs: [jsonBody()],
    notes: [wildcards],
    apiNotes: ['The write scope for app data is optional now and will become mandatory.'],
    limits: {'UI modifications per app': 3000, ...limits},
  },
  {
    ...uiModifications,
    ...deletes,
    name: 'delete-ui-modification',
    summary: 'Delete a UI modification with its contexts',
    path: '/rest/api/3/uiModifications/{uiModificationId}',
    permission: 'None',
    inputs: [uiModificationId],
    notes: ['All contexts of the UI modification are deleted with it.'],
    irreversible: true,
  },
  {
    ...uiModifications,
    ...lists(offsetPages(50)),
    name: 'get-ui-modifications',
    summary: 'List the UI modifications of the calling app',
    path: '/rest/api/3/uiModifications',
    permission: 'None',
    inputs: [expand('data', 'contexts'), maxResults(50), startAt],
    notes: ['Returns data and contexts only with --expand.'],
  },
  {
    ...uiModifications,
    ...updatesWithoutBody,
    name: 'update-ui-modification',
    summary: 'Update a UI modification',
    path: '/rest/api/3/uiModifications/{uiModificationId}',
    permission: writes,
    inputs: [uiModificationId, jsonBody()],
    notes: ['A contexts list replaces all contexts; without it they do not change.', wildcards],
    limits,
    effect: 'replaceAll',
    replaces: 'contexts',
  },
];
