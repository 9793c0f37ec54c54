import type {Operation, Paging} from '../operation.ts';

/** The members of a GET with a JSON response, half of the catalogue. */
export const reads = {
  method: 'GET',
  effect: 'read',
  answer: 'body',
  success: [200],
} as const satisfies Partial<Operation>;

/** Build the members of a GET that returns a list in pages. */
export function lists(paging: Paging) {
  return {...reads, paging, items: paging.items} as const;
}

/** The members of a POST that creates an object and returns it. */
export const creation = {
  method: 'POST',
  effect: 'create',
  answer: 'body',
  success: [201],
} as const satisfies Partial<Operation>;

/** The members of a PUT that returns the updated object. */
export const updates = {
  method: 'PUT',
  effect: 'update',
  answer: 'body',
  success: [200],
} as const satisfies Partial<Operation>;

/** The members of a DELETE that returns 204 without a body (services W4.24). */
export const deletes = {
  method: 'DELETE',
  effect: 'delete',
  answer: 'none',
  success: [204],
} as const satisfies Partial<Operation>;

/** The members of a PUT that returns 204 without a body (services W4.24). */
export const updatesWithoutBody = {
  method: 'PUT',
  effect: 'update',
  answer: 'none',
  success: [204],
} as const satisfies Partial<Operation>;

/** The permission of operations for which the documentation states none. */
export const notGiven = 'not documented';

/** Return the documented permission of an operation; undefined without one. */
export function permissionOf({permission}: Pick<Operation, 'permission'>): string | undefined {
  return permission === notGiven ? undefined : permission;
}

/** The members of the related operations that the documentation calls "not shown" (services W7). */
export const related = {
  section: 'services W7',
  permission: notGiven,
  extra: true,
} as const;

/** Permission keys of administrators: of the site, or of the project that is changed. */
export const projectAdminKeys = ['ADMINISTER', 'ADMINISTER_PROJECTS'];

/** The members of an operation that only administrators of the site may call. */
export const siteAdmin = {
  permission: 'Administer global permission',
  permissionKeys: ['ADMINISTER'],
} as const;
