import {builtInPermissions} from '../schemes/permission-names.ts';

/** What is asked about who may do what, as far as words say it. */
export interface WhoWords {
  /** Key of a permission. */
  readonly permission?: string;
  /** Key of a project. */
  readonly project?: string;
  /** Name of a user, or its beginning. */
  readonly user?: string;
}

const betweenWords = new Set(['can', 'may', 'in', 'of', 'does', 'the']);

/**
 * What words behind `:who` say, in any order: a permission by its key or its name (`delete issues`,
 * `delete`), a project by its key, and what is left is somebody's name.
 */
export function readWho(words: readonly string[]): WhoWords {
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

/** The permission that most words together name, and the words beside them. */
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
