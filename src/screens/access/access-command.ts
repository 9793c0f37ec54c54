import {
  builtInGlobals,
  builtInPermissions,
  findPermissionName,
} from '../../api/access/permission-names.ts';
import {leaveWrite} from '../../state/locations/go-to.ts';
import {openLocation} from '../../state/model/locations.ts';
import {tabsOf} from '../../state/model/screens.ts';
import type {AppState} from '../../state/model/state.ts';
import type {Transition} from '../../state/model/transition.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {openQuestion} from '../../state/views/form/open-form.ts';
import {accessQuestion} from './access-question.ts';

const about = 'Who may do what in projects, by which grant, and findings about access.';

/** `:access` asks who may do what; words fill its form, a project opens the result. */
export const accessCommand: PaletteCommand = {
  name: 'access',
  aliases: ['who', 'may'],
  args: '[PERMISSION] [PROJECT | all] [USER]',
  about,
  effect: (_, args) => accessEffect(parseWhoQuery(args)),
  run: openAccess,
};

/** Describe the interpretation of the typed words. */
function accessEffect({permissions, projects, user}: WhoWords): string {
  if (permissions === undefined && user === undefined && projects === undefined) return about;
  const where = projects === undefined ? '' : ` in ${projects.join(', ') || 'all projects'}`;
  const what =
    permissions === undefined
      ? 'may do what'
      : `has ${permissions.map(one => `“${findPermissionName(one).name}”`).join(', ')}`;
  return `${user ?? 'Who'} ${what}${where}`;
}

/** Open the result for a project; with a user, who is found by name, the form. */
function openAccess(before: AppState, args: readonly string[]): Transition {
  const {permissions = [], projects, user} = parseWhoQuery(args);
  const state = leaveWrite(before);
  if (projects !== undefined && user === undefined) {
    const params = {projects: projects.join(','), permissions: permissions.join(',')};
    return openLocation(state, tabsOf(state.screens, 'access', params));
  }
  const given = {
    ...(user !== undefined && {users: [user]}),
    ...(permissions.length > 0 && {permissions}),
    ...(projects !== undefined && {projects}),
  };
  return openQuestion(state, {...accessQuestion, given}, []);
}

/** Permissions, projects and user in typed words. */
interface WhoWords {
  /** Keys of permissions. */
  readonly permissions?: readonly string[];
  /** Keys of projects; empty for all. */
  readonly projects?: readonly string[];
  /** Name of a user, or its beginning. */
  readonly user?: string;
}

const betweenWords = new Set(['can', 'may', 'in', 'of', 'does', 'the']);

/**
 * Interpret the words after `:access`, in any order: permissions by key or name (`delete issues`,
 * `delete`), separated by commas, projects by key or `all`; the rest is a user name.
 */
export function parseWhoQuery(words: readonly string[]): WhoWords {
  const all = words.filter(word => !betweenWords.has(word.toLowerCase()));
  const {permissions, rest} = takePermissions(all);
  const isProject = (word: string): boolean => /^[A-Z][A-Z0-9_]+(,[A-Z][A-Z0-9_]+)*$/.test(word);
  const isAll = rest.includes('all');
  const projects = isAll ? [] : rest.filter(isProject).flatMap(word => word.split(','));
  const user = rest.filter(word => word !== 'all' && !isProject(word)).join(' ');
  return {
    ...(permissions !== undefined && {permissions}),
    ...((isAll || projects.length > 0) && {projects}),
    ...(user !== '' && {user}),
  };
}

/** Find the permissions named by the longest sequence of words, and return the other words. */
function takePermissions(words: readonly string[]) {
  for (let count = words.length; count > 0; count--) {
    for (let from = 0; from + count <= words.length; from++) {
      const text = words.slice(from, from + count).join(' ');
      const permissions = text.split(',').map(one => permissionCalled(one.trim()));
      const rest = [...words.slice(0, from), ...words.slice(from + count)];
      if (permissions.every(one => one !== undefined)) return {permissions, rest};
    }
  }
  return {permissions: undefined, rest: words};
}

function permissionCalled(text: string): string | undefined {
  const low = text.toLowerCase();
  const named = (name: string) => builtInPermissions.find(one => one.name.toLowerCase() === name);
  const byKey = builtInPermissions.find(({key}) => key.toLowerCase() === low);
  const begun = builtInPermissions.filter(one => one.name.toLowerCase().startsWith(`${low} `));
  const only = begun.length === 1 ? begun[0] : undefined;
  // “administer” begins a project permission, and ADMINISTER is the key of a global one.
  const global = builtInGlobals.find(({key, name}) => key === text || name.toLowerCase() === low);
  return (global ?? byKey ?? named(low) ?? named(`${low} issues`) ?? only)?.key;
}
