import {idColumn} from '../../api/columns/column.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {trackerPages} from '../../api/site-page.ts';
import {count, nameText, number, state, text, url} from '../../base/column.ts';
import {isObject, type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import {type Card, field, group, rows} from '../../state/model/card.ts';
import {recordColumn} from '../../state/model/column.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {actorCard} from './actor-card.ts';
import {componentVerbs, newComponent} from './component-verbs.ts';
import {actorVerbs, avatarVerbs, featureVerbs, propertyVerbs, roleVerbs} from './project-verbs.ts';

const ofProject = {projectIdOrKey: '{project}'};

/** Card of a project role: its members. */
const roleCard: Card = {
  title: [text('', '/name')],
  lines: [
    field('Description', text('', '/description')),
    field(
      'Rights',
      state('', [
        ['/admin', 'administers', 'warn'],
        ['/default', 'default', 'dim'],
      ]),
    ),
    group('Members', count('', '/actors')),
    rows('/people', [text('', '/name'), text('', '/what', {tone: 'dim'})], 20),
  ],
  adds: value => ({people: peopleOf(listAt(value, '/actors'))}),
};

const actorTypes = {
  'atlassian-user-role-actor': 'user',
  'atlassian-group-role-actor': 'group',
};

/** Return the avatars of a project, custom avatars first, each with its `kind`. */
function avatarRows(answer: JsonValue): readonly JsonValue[] {
  return ['custom', 'system'].flatMap(kind =>
    listAt(answer, `/${kind}`)
      .filter(isObject)
      .map(avatar => ({...avatar, kind})),
  );
}

/** List groups before users. */
function peopleOf(actors: readonly JsonValue[]): readonly JsonValue[] {
  const all = actors.map(actor => ({
    name: readPointer(actor, '/displayName') ?? readPointer(actor, '/name') ?? '',
    what: isObject(readPointer(actor, '/actorGroup')) ? 'group' : '',
  }));
  return all.toSorted((one, other) => other.what.length - one.what.length);
}

/** Card of a component: its lead and who its issues are assigned to. */
const componentCard: Card = {
  call: trackerRef(
    'component get',
    {id: '{component}'},
    {also: {issues: trackerRef('component get-related-issues', {id: '{component}'})}},
  ),
  title: [text('', '/name'), text('', '/project')],
  lines: [
    field('Lead', text('', '/lead/displayName')),
    field(
      'Assignee',
      ...recordColumn('component get', 'assignee'),
      text('', '/realAssignee/displayName'),
    ),
    field('Description', text('', '/description')),
    field('Issues', number('', '/issues/issueCount')),
  ],
};

/** Lists of one project. */
export const projectParts: readonly Resource[] = [
  list({
    id: 'components',
    page: trackerPages.components,
    noun: 'component',
    aliases: ['component', 'comp'],
    sources: [
      trackerRef('project get-components-paginated', ofProject),
      trackerRef('project get-components', ofProject),
    ],
    describe: {call: trackerRef('component get', {id: '{component}'})},
    card: componentCard,
    verbs: [...componentVerbs, newComponent('{project}')],
    empty: 'This project has no components. a creates one.',
    about: 'Components of the project and their leads.',
  }),
  list({
    id: 'roles',
    noun: 'role',
    aliases: ['role'],
    sources: [trackerRef('project get-role-details', ofProject)],
    opens: {screen: 'actors', params: {role: ['/id'], crumb: ['/name']}},
    describe: {call: trackerRef('project get-role', {...ofProject, id: '{role}'})},
    card: roleCard,
    verbs: roleVerbs,
    empty: 'No project roles are visible.',
    about: 'Enter lists the members of a role.',
  }),
  list({
    id: 'actors',
    noun: 'actor',
    sources: [trackerRef('project get-role', {...ofProject, id: '{role}'}, {items: '/actors'})],
    name: ['/displayName', '/name'],
    columns: [
      nameText('NAME', ['/displayName', '/name'], {min: 18, max: 50, grows: true}),
      text('TYPE', '/type', {max: 26, dropPriority: 0, words: actorTypes}),
      text('ACCOUNT OR GROUP ID', ['/actorUser/accountId', '/actorGroup/groupId'], {
        id: 'account',
        min: 12,
        max: 44,
        tone: 'dim',
      }),
      idColumn(2),
    ],
    card: actorCard,
    verbs: actorVerbs,
    empty: 'This role has no members. a adds one.',
    about: 'Users by account id, groups by group id.',
  }),
  list({
    id: 'project-statuses',
    title: 'Statuses',
    noun: 'issue type',
    sources: [trackerRef('project get-all-statuses', ofProject)],
    empty: 'This project has no issue types.',
    about: 'Statuses that issues of each type can have.',
  }),
  list({
    id: 'avatars',
    noun: 'avatar',
    aliases: ['avatar'],
    sources: [trackerRef('project get-all-project-avatars', ofProject, {derive: avatarRows})],
    name: ['/id'],
    columns: [
      nameText('ID', '/id', {max: 12}),
      text('KIND', '/kind', {max: 8, dropPriority: 0}),
      state('CURRENT', [['/isSelected', 'current', 'good']], {id: 'selected', dropPriority: 0}),
      state(
        'DELETE',
        [
          ['/isDeletable', 'can be deleted', 'plain'],
          [undefined, 'cannot be deleted', 'dim'],
        ],
        {id: 'deletable', dropPriority: 2},
      ),
      text('OWNER', '/owner', {max: 30, dropPriority: 3}),
      url('PICTURE', '/urls/48x48', {id: 'url', min: 16, max: 90, grows: true, tone: 'dim'}),
    ],
    verbs: avatarVerbs,
    empty: 'This project has no avatars. a uploads one.',
    about: 'Custom avatars come first; only they can be deleted. a uploads a picture.',
  }),
  list({
    id: 'project-properties',
    noun: 'property',
    sources: [trackerRef('project get-property-keys', ofProject, {items: '/keys'})],
    identity: ['/key'],
    name: ['/key'],
    columns: [
      nameText('KEY', '/key', {min: 16, max: 40}),
      text('VALUE', '/value', {fixed: 30, max: 120, grows: true, dropPriority: 0}),
    ],
    describe: {
      call: trackerRef('project get-property', {...ofProject, propertyKey: '{propertyKey}'}),
    },
    fills: [
      {
        pointer: '/value',
        call: trackerRef('project get-property', {...ofProject, propertyKey: '{propertyKey}'}),
        params: {propertyKey: ['/key']},
      },
    ],
    verbs: propertyVerbs,
    empty: 'This project has no properties. a adds one.',
    about: 'Values are fetched for the properties on the screen.',
  }),
  list({
    id: 'features',
    noun: 'feature',
    sources: [trackerRef('project get-features-for', ofProject, {items: '/features'})],
    identity: ['/feature'],
    name: ['/localisedName', '/feature'],
    verbs: featureVerbs,
    empty: 'This project has no features.',
    about: 'Features of the project, enabled or disabled.',
  }),
];
