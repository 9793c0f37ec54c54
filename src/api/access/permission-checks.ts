import {Failure} from '../../base/failure.ts';
import {isObject, listAt, readPointer, textAt} from '../../base/json-value.ts';
import {nearestNames} from '../../base/nearest.ts';
import type {AccessFacts} from './access-facts.ts';
import {type AccessScope, orUnknown, type ReadResponse, readAccess} from './read-access.ts';
import type {Unknown} from './unknown.ts';

/**
 * Read the facts about projects by their keys and permissions by their keys or names. Global
 * permissions are checked for each user; alone they need no project.
 *
 * @throws Failure 'not_found' for a project and 'validation_error' for a permission that does not
 * exist or lacks a project, and those of `readAccess`
 */
export async function readRequestedAccess(
  read: ReadResponse,
  {
    permissions = [],
    ...scope
  }: Omit<AccessScope, 'permissions'> & {
    readonly permissions?: readonly string[];
  },
): Promise<AccessFacts> {
  const found = permissions.length > 0 ? await findPermissions(permissions, read) : [];
  const keysOf = (isGlobal: boolean) =>
    found.flatMap(one => (one.isGlobal === isGlobal ? one.key : []));
  const [own, globals] = [keysOf(false), keysOf(true)];
  const [first] = own;
  if (first !== undefined && scope.projects?.length === 0) {
    throw new Failure('validation_error', `${first} is a permission of projects.`, {
      errors: {project: `${first} needs --project or --all`},
    });
  }
  const only = permissions.length > 0 && {permissions: new Set(own), globals};
  const all = own.length === 0 && globals.length > 0 ? [] : undefined;
  const facts = await readAccess(read, {...scope, ...only, projects: scope.projects ?? all});
  const keys = new Set(facts.projects.map(({key}) => key));
  const missing = scope.projects?.filter(key => !keys.has(key)) ?? [];
  if (missing.length === 0) return facts;
  throw new Failure('not_found', `No project has the key ${missing.join(', ')}.`, {
    hint: 'Keys are case-sensitive. Projects that you cannot view are not found.',
  });
}

/** Find permissions by key or name, in any case. @throws Failure for an unknown permission */
async function findPermissions(texts: readonly string[], read: ReadResponse) {
  const all = readPointer(await read('permissions get-all', {}), '/permissions');
  const known = Object.entries(isObject(all) ? all : {});
  return texts.map(text => {
    const low = text.toLowerCase();
    const named = known.filter(([key, one]) =>
      [key, textAt(one, '/name')].some(name => name.toLowerCase() === low),
    );
    const [only, ...more] = named;
    const found = known.find(([key]) => key === text) ?? (more.length === 0 ? only : undefined);
    if (found !== undefined) {
      const [key, permission] = found;
      return {key, isGlobal: readPointer(permission, '/type') === 'GLOBAL'};
    }
    const near =
      named.length > 0
        ? named.map(([key]) => key)
        : nearestNames(
            text.toUpperCase().replaceAll(' ', '_'),
            known.map(([key]) => key),
          );
    throw new Failure('validation_error', `There is no permission "${text}".`, {
      errors: {permission: `no permission has the key or name ${text}`},
      hint:
        near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : 'jr permissions get-all lists the keys.',
    });
  });
}

/** Ask the service itself whether a user has a permission in a project. */
export function checkWithService(
  read: ReadResponse,
  accountId: string,
  permission: string,
  projectId: string,
): Promise<boolean | Unknown> {
  return orUnknown(async () => {
    const entry = {permissions: [permission], projects: [Number(projectId)]};
    const body = JSON.stringify({accountId, projectPermissions: [entry]});
    const answer = await read('permissions get-bulk', {}, body);
    return listAt(answer, '/projectPermissions').some(
      one => readPointer(one, '/permission') === permission && listAt(one, '/projects').length > 0,
    );
  });
}
