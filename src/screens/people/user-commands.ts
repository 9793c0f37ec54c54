import {builtInPermissions} from '../../api/access/permission-names.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {commandOfRef} from '../../state/ask/command-line.ts';
import {openLocation} from '../../state/model/locations.ts';
import {listSpec} from '../../state/model/object-screen.ts';
import type {AppState} from '../../state/model/state.ts';
import type {Transition} from '../../state/model/transition.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {accessPermissions} from '../access/access-lists.ts';
import {accessQuestion} from '../access/access-question.ts';
import {queryStatements, userQueryProblem} from './user-query.ts';
import {foundUsers} from './users.ts';

/** Palette commands that find users. */
export const userCommands: readonly PaletteCommand[] = [
  {
    name: 'find-user',
    aliases: ['who-is'],
    args: 'TEXT',
    about: 'Users whose name or e-mail address starts with this text.',
    problem: (_, args) => (args.length === 0 ? 'needs the start of a name' : undefined),
    run: (state, args) =>
      openFound(state, `users “${args.join(' ')}”`, 'user find', {query: args.join(' ')}),
  },
  {
    name: 'assignable',
    aliases: [],
    args: 'PROJECT|ISSUE [TEXT]',
    about: 'Users who can be assigned issues of a project, or one issue.',
    problem: (_, [place]) => (place === undefined ? 'needs a project or an issue' : undefined),
    run: (state, [place = '', ...text]) =>
      openFound(state, `assignable ${place}`, 'user find-assignable', {
        ...placeInput(place, 'project'),
        // The service requires a query, even an empty one.
        query: text.join(' '),
      }),
  },
  {
    name: 'who-can',
    aliases: ['holders'],
    args: 'PERMISSION[,PERMISSION] PROJECT|ISSUE [TEXT]',
    about: 'Users who have all of these permissions in a project or on an issue.',
    choices: () => builtInPermissions.map(({key}) => key),
    problem: (_, args) => whoCanProblem(args),
    run: (state, [keys = '', place = '', ...text]) => openHolders(state, keys, place, text),
  },
  {
    name: 'user-query',
    aliases: ['uq'],
    args: 'QUERY',
    about: "Users by a structured query, such as: is assignee of WEB AND [team].city is 'Oslo'",
    problem: (_, args) => userQueryProblem(args.join(' ')),
    run: (state, args) =>
      openFound(state, args.join(' '), 'user find-by-query', {query: args.join(' ')}, false),
  },
  {
    name: 'user-query-help',
    aliases: [],
    args: '',
    about: 'Syntax of structured user queries, with examples.',
    run: openQueryHelp,
  },
];

/** Open the users who have permissions in a project or on an issue; enter shows the grants. */
function openHolders(
  state: AppState,
  keys: string,
  place: string,
  text: readonly string[],
): Transition {
  const permissions = keys.split(',');
  const project = place.replace(/-\d+$/, '');
  const given = {permissions, projects: [project]};
  const query = text.length > 0 && {query: text.join(' ')};
  const inputs = {permissions, ...placeInput(place, 'projectKey'), ...query};
  const found = foundUsers('user find-with-all-permissions', inputs, true);
  const resource = {
    ...found,
    asks: [{...accessQuestion, given}],
    opens: {
      screen: accessPermissions.id,
      params: {accountId: ['/accountId'], userName: ['/displayName', '/accountId']},
    },
    described: 'The user, with groups and products',
    caveat: 'Only the first 1,000 users are searched; enter shows the grants.',
  };
  const spec = listSpec(resource, {project, permissions: keys});
  const made = {crumb: `${keys} in ${place}`, tabs: [{title: 'Users', spec}], tab: 0};
  return openLocation(state, made, state.locations.slice(0, 1));
}

function openFound(
  state: AppState,
  crumb: string,
  operation: string,
  inputs: OperationRef['inputs'],
  limited = true,
): Transition {
  const resource = foundUsers(operation, inputs, limited);
  const tabs = [{title: 'Users', spec: listSpec(resource, {})}];
  return openLocation(state, {crumb, tabs, tab: 0}, state.locations.slice(0, 1));
}

/** Return the input for an issue key or a project key. */
function placeInput(place: string, project: string): Record<string, string> {
  return /-\d+$/.test(place) ? {issueKey: place} : {[project]: place};
}

function whoCanProblem([keys, place]: readonly string[]): string | undefined {
  const wrong = (keys ?? '').split(',').find(key => !/^[A-Za-z][\w.:-]*$/.test(key));
  if (wrong !== undefined) return 'needs permissions, such as BROWSE_PROJECTS,EDIT_ISSUES';
  return place === undefined ? 'needs a project or an issue too' : undefined;
}

const queryExample = "is assignee of WEB AND [team].city is 'Oslo'";

function openQueryHelp(state: AppState): Transition {
  const text = JSON.stringify({
    run: `:user-query ${queryExample}`,
    combine: 'AND, OR and parentheses; AND binds tighter',
    statements: queryStatements.map(({form, finds}) => ({query: form, finds})),
  });
  const call = trackerRef('user find-by-query', {query: [queryExample]});
  const command = commandOfRef(call, {}, state);
  const sent = [{service: 'tracker', command} as const];
  const tabs = [{title: 'Query', spec: {kind: 'text', form: 'describe', text, sent}}] as const;
  return openLocation(state, {crumb: 'User query', tabs, tab: 0}, state.locations.slice(0, 1));
}
