import {commaList, inPath} from '../inputs.ts';

/** Facts shared by all documented project operations. */
export const project = {
  service: 'tracker',
  group: 'project',
  root: 'tracker',
  section: 'services T4.5',
} as const;

/** The project, by id or key. */
export const projectIdOrKey = inPath('projectIdOrKey', 'string', {
  names: 'project',
  by: 'idOrKey',
  help: 'project id or case-sensitive key',
});

/** The same under the name it has in paths of schemes. */
export const projectKeyOrId = inPath('projectKeyOrId', 'string', {
  names: 'project',
  by: 'idOrKey',
  help: 'case-sensitive project key or id',
});

/** The project, by id only. */
export const projectId = inPath('projectId', 'integer', {names: 'project', help: 'project id'});

/** A project role of a project. */
export const roleId = inPath('id', 'integer', {names: 'project role', help: 'project role id'});

/** A project property. */
export const propertyKey = inPath('propertyKey', 'string', {
  names: 'project property',
  by: 'key',
  help: 'key of the project property',
});

/** Project properties to add to the answer. */
export const properties = commaList('properties', {
  names: 'project property',
  by: 'key',
  help: 'keys of the project properties to return',
});
