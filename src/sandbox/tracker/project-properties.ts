import {readJson} from '../body.ts';
import {trackerError} from '../errors.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';

/** Characters of a property key at most. */
export const propertyKeyAtMost = 255;

/** Handlers by operation id. */
export const projectPropertiesHandlers: Handlers<World> = {
  'tracker/project/get-property-keys': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const path = `project/${project.id}/properties`;
    const keys = [...project.properties.keys()].map(key => ({
      self: selfUrl(request, `${path}/${encodeURIComponent(key)}`),
      key,
    }));
    return {status: 200, json: {keys}};
  },
  'tracker/project/get-property': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const key = readKey(request, project.properties);
    return {status: 200, json: {key, value: project.properties.get(key)}};
  },
  /** 201 for a new key, 200 for one that was there. */
  'tracker/project/set-property': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey');
    requireNotArchived(project);
    const key = request.params.propertyKey ?? '';
    if (key.length > propertyKeyAtMost) {
      throw trackerError(400, `The property key is at most ${propertyKeyAtMost} characters.`);
    }
    const properties = new Map(project.properties).set(key, readJson(request));
    world.tracker.projects.set(project.id, {...project, properties});
    return {status: project.properties.has(key) ? 200 : 201};
  },
  'tracker/project/delete-property': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey');
    requireNotArchived(project);
    const key = readKey(request, project.properties);
    const properties = new Map(project.properties);
    properties.delete(key);
    world.tracker.projects.set(project.id, {...project, properties});
    return {status: 204};
  },
};

function readKey(request: SandboxRequest, properties: ReadonlyMap<string, unknown>): string {
  const key = request.params.propertyKey ?? '';
  if (!properties.has(key)) throw trackerError(404, `The property ${key} does not exist.`);
  return key;
}
