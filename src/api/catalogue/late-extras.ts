import type {Operation} from '../operation.ts';
import {spaceAccessExtraOperations} from './content/space-access-extras.ts';
import {groupExtraOperations} from './tracker/group-extras.ts';
import {projectPartExtraOperations} from './tracker/project-part-extras.ts';
import {roleExtraOperations} from './tracker/role-extras.ts';
import {schemeExtraOperations} from './tracker/scheme-extras.ts';

/** Extras that few commands need, in a bundle of their own (tools/build/parts.mjs). */
export const lazyExtras = {
  groups: groupExtraOperations,
  roles: roleExtraOperations,
  projectParts: projectPartExtraOperations,
  schemes: schemeExtraOperations,
  spaceAccess: spaceAccessExtraOperations,
} as const satisfies Readonly<Record<string, () => readonly Operation[]>>;
