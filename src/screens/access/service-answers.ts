import {trackerRef} from '../../api/operation-ref.ts';
import {nameText, text} from '../../base/column.ts';
import {type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import type {Params} from '../../state/model/params.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {columnPermissions, permissionName} from './access-question.ts';

/**
 * One user in every project, as the service itself reports: requested for the projects on the
 * screen, while the grants of all projects take several requests for each.
 */
export function serviceAnswers(params: Params): Resource {
  const permissions = columnPermissions(params);
  const body = `[{"permissions":${JSON.stringify(permissions)},"projects":[{project}]}]`;
  return list({
    id: 'access-of-user',
    noun: 'project',
    name: ['/key'],
    sources: [trackerRef('project search', {})],
    columns: [
      nameText('KEY', '/key', {max: 12}),
      text('NAME', '/name', {min: 16, max: 40, dropPriority: 1}),
      ...permissions.map(key =>
        text(permissionName(key, params), `/may/${key}`, {
          id: `may-${key}`.toLowerCase(),
          dropPriority: 1,
          tones: {yes: 'good', no: 'dim', unknown: 'warn'},
        }),
      ),
    ],
    fills: [
      {
        pointer: '/may',
        derive: answer => [mayOfProject(answer, permissions)],
        call: trackerRef('permissions get-bulk', {
          accountId: '{accountId}',
          projectPermissions: body,
        }),
        params: {project: ['/id']},
      },
    ],
    opens: {screen: 'access-permissions', params: {project: ['/key']}},
    caveat: 'Checked for the projects on the screen; enter shows why.',
    empty: 'No projects are visible.',
    about:
      'The permissions of one user in each project, as the service reports; enter shows the grants.',
  });
}

function mayOfProject(answer: JsonValue, permissions: readonly string[]): JsonValue {
  const granted = listAt(answer, '/projectPermissions')
    .filter(one => listAt(one, '/projects').length > 0)
    .map(one => readPointer(one, '/permission'));
  return Object.fromEntries(permissions.map(key => [key, granted.includes(key) ? 'yes' : 'no']));
}
