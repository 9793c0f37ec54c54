import {Failure} from '../../base/failure.ts';
import {isObject, listAt, readPointer} from '../../base/json-value.ts';
import {nearestNames} from '../../base/nearest.ts';
import type {AccessFacts} from './access-facts.ts';
import {type AccessScope, orUnknown, type ReadAnswer, readAccess} from './read-access.ts';
import type {Unknown} from './unknown.ts';

/**
 * Read what decides about projects and permissions given by their keys. Global permissions are
 * checked for each user; alone they need no project.
 *
 * @throws Failure 'not_found' for a project and 'validation_error' for a permission that does not
 * exist, and those of `readAccess`
 */
export async function readRequestedAccess(
  read: ReadAnswer,
  {
    permissions = [],
    ...scope
  }: Omit<AccessScope, 'permissions'> & {
    readonly permissions?: readonly string[];
  },
): Promise<AccessFacts> {
  const globals = permissions.length > 0 ? await findGlobals(permissions, read) : [];
  const own = permissions.filter(key => !globals.includes(key));
  const only = permissions.length > 0 && {permissions: new Set(own), globals};
  const all = own.length === 0 && globals.length > 0 ? [] : undefined;
  const facts = await readAccess(read, {...scope, ...only, projects: scope.projects ?? all});
  const found = new Set(facts.projects.map(({key}) => key));
  const missing = scope.projects?.filter(key => !found.has(key)) ?? [];
  if (missing.length === 0) return facts;
  throw new Failure('not_found', `No project has the key ${missing.join(', ')}.`, {
    hint: 'Keys are case-sensitive. Projects that you cannot view are not found.',
  });
}

/** Return the global ones of some permissions. @throws Failure for an unknown permission */
async function findGlobals(keys: readonly string[], read: ReadAnswer): Promise<readonly string[]> {
  const all = readPointer(await read('permissions get-all', {}), '/permissions');
  const known = isObject(all) ? all : {};
  return keys.filter(key => {
    const permission = Object.hasOwn(known, key) ? known[key] : undefined;
    if (permission !== undefined) return readPointer(permission, '/type') === 'GLOBAL';
    const near = nearestNames(key, Object.keys(known));
    throw new Failure('validation_error', `There is no permission "${key}".`, {
      errors: {permission: `no permission has the key ${key}`},
      hint:
        near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : 'jr permissions get-all lists the keys.',
    });
  });
}

/** Ask the service itself whether a user has a permission in a project. */
export function checkWithService(
  read: ReadAnswer,
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
