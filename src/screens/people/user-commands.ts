import type {OperationRef} from '../../api/operation-ref.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {commandOfRef} from '../../state/ask/command-line.ts';
import {leaveWrite} from '../../state/locations/go-to.ts';
import {openLocation} from '../../state/model/locations.ts';
import {listSpec} from '../../state/model/object-screen.ts';
import type {AppState} from '../../state/model/state.ts';
import type {Transition} from '../../state/model/transition.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {openQuestion} from '../../state/views/form/open-form.ts';
import {builtInPermissions, permissionNamed} from '../schemes/permission-names.ts';
import {queryStatements, userQueryProblem} from './user-query.ts';
import {foundUsers} from './users.ts';
import {permissionCheckScreen, permissionQuestion} from './who.ts';

const whoAbout = 'Who may do what in one project or in all, and by which grant; pick by name.';

/** Palette commands that find users. */
export const userCommands: readonly PaletteCommand[] = [
  {
    name: 'who',
    aliases: ['may'],
    args: '[PERMISSION] [PROJECT] [USER]',
    about: whoAbout,
    effect: (_, args) => whoEffect(parseWhoQuery(args)),
    run: openWho,
  },
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
        ...placed(place, 'project'),
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

/** Describe the interpretation of the typed words. */
function whoEffect({permission, project, user}: WhoWords): string {
  const where = project === undefined ? '' : ` in ${project}`;
  if (permission === undefined && user === undefined)
    return `${whoAbout}${project === undefined ? '' : ` Project: ${project}.`}`;
  const what =
    permission === undefined ? 'may do what' : `has “${permissionNamed(permission).name}”`;
  return `${user ?? 'Who'} ${what}${where}`;
}

/** Open the form filled from the words, or the list of users with a permission in a project. */
function openWho(state: AppState, args: readonly string[]): Transition {
  const {permission, project, user} = parseWhoQuery(args);
  if (permission !== undefined && project !== undefined && user === undefined) {
    return openHolders(leaveWrite(state), permission, project, []);
  }
  const given = {
    ...(user !== undefined && {users: [user]}),
    ...(permission !== undefined && {permissions: [permission]}),
    ...(project !== undefined && {project: [project]}),
  };
  return openQuestion(leaveWrite(state), {...permissionQuestion, given}, []);
}

/** Open the users who have permissions in a project or on an issue; enter shows the grants. */
function openHolders(
  state: AppState,
  keys: string,
  place: string,
  text: readonly string[],
): Transition {
  const permissions = keys.split(',');
  const project = place.replace(/-\d+$/, '');
  const given = {permissions, project: [project]};
  const query = text.length > 0 && {query: text.join(' ')};
  const inputs = {permissions, ...placed(place, 'projectKey'), ...query};
  const found = foundUsers('user find-with-all-permissions', inputs, true);
  const resource = {
    ...found,
    asks: [{...permissionQuestion, given}],
    opens: {
      screen: permissionCheckScreen.id,
      params: {users: ['/accountId'], userName: ['/displayName', '/accountId']},
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
function placed(place: string, project: string): Record<string, string> {
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

/** Permission, project and user in typed words. */
interface WhoWords {
  /** Key of a permission. */
  readonly permission?: string;
  /** Key of a project. */
  readonly project?: string;
  /** Name of a user, or its beginning. */
  readonly user?: string;
}

const betweenWords = new Set(['can', 'may', 'in', 'of', 'does', 'the']);

/**
 * Interpret the words after `:who`, in any order: a permission by key or name (`delete issues`,
 * `delete`), a project by key; the rest is a user name.
 */
export function parseWhoQuery(words: readonly string[]): WhoWords {
  const all = words.filter(word => !betweenWords.has(word.toLowerCase()));
  const {permission, rest} = takePermission(all);
  const project = rest.find(word => /^[A-Z][A-Z0-9_]+$/.test(word));
  const user = rest.filter(word => word !== project).join(' ');
  return {
    ...(permission !== undefined && {permission}),
    ...(project !== undefined && {project}),
    ...(user !== '' && {user}),
  };
}

/** Find the permission named by the longest sequence of words, and return the other words. */
function takePermission(words: readonly string[]) {
  for (let count = words.length; count > 0; count--) {
    for (let from = 0; from + count <= words.length; from++) {
      const permission = permissionCalled(words.slice(from, from + count).join(' '));
      const rest = [...words.slice(0, from), ...words.slice(from + count)];
      if (permission !== undefined) return {permission, rest};
    }
  }
  return {permission: undefined, rest: words};
}

function permissionCalled(text: string): string | undefined {
  const low = text.toLowerCase();
  const named = (name: string) => builtInPermissions.find(one => one.name.toLowerCase() === name);
  const byKey = builtInPermissions.find(({key}) => key.toLowerCase() === low);
  const begun = builtInPermissions.filter(one => one.name.toLowerCase().startsWith(`${low} `));
  const only = begun.length === 1 ? begun[0] : undefined;
  return (byKey ?? named(low) ?? named(`${low} issues`) ?? only)?.key;
}
