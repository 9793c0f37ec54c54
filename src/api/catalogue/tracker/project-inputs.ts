import {commaList, inPath} from '../inputs.ts';

/** The members of all documented project operations. */
export const project = {
  service: 'tracker',
  group: 'project',
  root: 'tracker',
  section: 'services T4.5',
} as const;

/** A project, by id or key. */
export const projectIdOrKey = inPath('projectIdOrKey', 'string', {
  names: 'project',
  by: 'idOrKey',
  help: 'project id or case-sensitive key',
});

/** The same input, as named in paths of schemes. */
export const projectKeyOrId = inPath('projectKeyOrId', 'string', {
  names: 'project',
  by: 'idOrKey',
  help: 'case-sensitive project key or id',
});

/** The same project, as the input of an undo. */
export const ofProject = {projectIdOrKey: '{projectIdOrKey}'} as const;

/** A project, by id only. */
export const projectId = inPath('projectId', 'integer', {names: 'project', help: 'project id'});

export const roleId = inPath('id', 'integer', {names: 'project role', help: 'project role id'});

export const propertyKey = inPath('propertyKey', 'string', {
  names: 'project property',
  by: 'key',
  help: 'key of the project property',
});

/** Project properties to include in the response. */
export const properties = commaList('properties', {
  names: 'project property',
  by: 'key',
  help: 'keys of the project properties to return',
});
