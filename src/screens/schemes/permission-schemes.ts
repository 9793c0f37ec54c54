import {builtInPermissions, findPermissionName} from '../../api/access/permission-names.ts';
import {idColumn} from '../../api/columns/column.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {trackerPages} from '../../api/site-page.ts';
import {columnOf, nameText, number, text} from '../../base/column.ts';
import type {JsonValue} from '../../base/json-value.ts';
import {columnsWith, recordColumn, recordColumns} from '../../state/model/column.ts';
import {namesCall} from '../../state/model/names.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {describeProject, projectCard} from '../projects/project-card.ts';
import {comparisonOptions} from './comparison.ts';
import {findingRows} from './grant-findings.ts';
import {allRoles, listPermissionSchemes, readGrants, readPermissionScheme} from './scheme-calls.ts';
import {grantCard, permissionSchemeCard} from './scheme-cards.ts';
import {grantVerbs, permissionVerbs} from './scheme-verbs.ts';

/** Permission schemes; enter lists the grants of one. */
export const permissionSchemes = list({
  id: 'permission-schemes',
  indexed: namesCall('tracker', 'permission scheme'),
  page: trackerPages.permissionscheme,
  noun: 'permission scheme',
  aliases: ['permissionscheme', 'perm', 'permissions'],
  sources: [listPermissionSchemes],
  opens: {screen: 'permission-scheme', params: {scheme: ['/id'], crumb: ['/name']}},
  ...comparisonOptions('permission', readPermissionScheme),
  verbs: permissionVerbs,
  describe: {call: readPermissionScheme()},
  card: permissionSchemeCard,
  empty: 'No permission schemes. a creates one.',
  about: 'A scheme is a list of grants; each gives a permission to a holder.',
});

const permissionWords = Object.fromEntries(
  builtInPermissions.map(({key, name}) => [key, name] as const),
);

const categoryOf = (permission: JsonValue | undefined): string =>
  findPermissionName(String(permission ?? '')).category;

/** A column kind for the group of a permission, as in the matrix. */
const category = columnOf({text: categoryOf, csv: categoryOf});

/** Words for the types of holders without a name of their own. */
const holderWords = {
  applicationRole: 'product access',
  projectRole: 'project role',
  projectLead: 'project lead',
  userCustomField: 'user field',
  groupCustomField: 'group field',
  'sd.customer.portal.only': 'portal customers',
};

/** Lists of one permission scheme; no operation lists its projects, so each project is read. */
export const permissionSchemeParts: readonly Resource[] = [
  list({
    id: 'grants',
    noun: 'grant',
    aliases: ['grant'],
    sources: [readGrants],
    columns: columnsWith(
      recordColumns(readGrants.operation, {
        permission: [category('CATEGORY', '/permission', {max: 20, dropPriority: 5, tone: 'dim'})],
      }),
      {
        permission: {words: permissionWords},
        type: {words: holderWords},
        value: {title: 'HOLDER ID'},
      },
    ),
    name: ['/permission'],
    verbs: grantVerbs,
    scope: 'grants',
    card: grantCard,
    empty: 'This scheme has no grants. a adds one in the matrix (tab 2).',
    about:
      'A grant gives a permission to a holder; “anyone” includes people who are not signed in.',
  }),
  list({
    id: 'scheme-projects',
    title: 'Where used',
    emptyTitle: 'Used by no project',
    noun: 'project',
    needs: ['scheme'],
    sources: [
      trackerRef(
        'project search',
        {expand: 'lead'},
        {
          scan: {
            call: trackerRef('project get-assigned-permission-scheme', {
              projectKeyOrId: '{asked}',
            }),
            params: {asked: ['/id']},
            pointer: '/id',
            equals: 'scheme',
          },
        },
      ),
    ],
    name: ['/key', '/name'],
    columns: [
      nameText('KEY', '/key', {max: 12}),
      text('NAME', '/name', {min: 20, max: 44, grows: true, dropPriority: 0}),
      ...recordColumn('project search', 'type'),
      text('LEAD', '/lead/displayName', {max: 22}),
      idColumn(3),
    ],
    opens: {screen: 'project', params: {project: ['/key', '/id']}},
    describe: describeProject,
    card: projectCard,
    empty: 'None of the projects that could be checked uses this scheme.',
    about:
      'No operation lists the projects of a scheme, so each project is checked, four at a time: the first 200 automatically, the rest with G. Projects that cannot be checked (needs Administer projects) are counted separately.',
  }),
  list({
    id: 'grant-findings',
    noun: 'finding',
    aliases: ['findings'],
    sources: [{...readGrants, also: {roles: allRoles}, derive: findingRows}],
    identity: ['/number'],
    name: ['/finding'],
    scope: 'findings',
    columns: [
      text('SEVERITY', '/severity', {
        dropPriority: 0,
        tones: {serious: 'bad', warning: 'warn', note: 'dim'},
      }),
      nameText('PERMISSION', '/permission', {min: 14, max: 30}),
      text('GRANTED TO', '/holder', {id: 'holder', min: 10, max: 30, dropPriority: 0}),
      text('FINDING', '/finding', {min: 34, max: 80, grows: true, dropPriority: 0}),
      text('FIX', '/mend', {id: 'mend', min: 13, max: 40, dropPriority: 1, tone: 'accent'}),
      number('GRANT ID', '/grant', {id: 'grant', tone: 'dim'}),
    ],
    empty:
      'No problems: no public write access, no deleted or unknown grantees, no grants to individual users.',
    about:
      'Checks grants for public write access, broad administration rights, deleted grantees, individual users and duplicates. Groups are judged by name alone. Space stages the fix; nothing is sent until ctrl+s has shown the requests.',
  }),
];
