import type {Operation} from '../operation.ts';

/** A GET with a JSON response: half of the catalogue. */
export const reads = {
  method: 'GET',
  effect: 'read',
  answer: 'body',
  success: [200],
} as const satisfies Partial<Operation>;

/** A DELETE that returns 204 without a body (services W4.24). */
export const deletes = {
  method: 'DELETE',
  effect: 'delete',
  answer: 'none',
  success: [204],
} as const satisfies Partial<Operation>;

/** A PUT that returns 204 without a body (services W4.24). */
export const updatesSilently = {
  method: 'PUT',
  effect: 'update',
  answer: 'none',
  success: [204],
} as const satisfies Partial<Operation>;

/** The permission line where the documents name no permission. */
export const notGiven = 'not documented';

/** Facts shared by the related operations that the documents call "not shown" (services W7). */
export const related = {
  section: 'services W7',
  permission: notGiven,
  extra: true,
} as const;
