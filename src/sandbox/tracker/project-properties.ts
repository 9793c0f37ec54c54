import {readJson} from '../body.ts';
import {trackerError} from '../errors.ts';
import {type Call, type Handlers, noContent, ok} from '../route.ts';
import {selfUrl} from './links.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';

export const propertyKeyAtMost = 255;

export const projectPropertiesHandlers: Handlers = {
  'tracker/project/get-property-keys': call => {
    const project = readProject(call, 'projectIdOrKey');
    const path = `project/${project.id}/properties`;
    const keys = [...project.properties.keys()].map(key => ({
      self: selfUrl(call, `${path}/${encodeURIComponent(key)}`),
      key,
    }));
    return ok({keys});
  },
  'tracker/project/get-property': call => {
    const project = readProject(call, 'projectIdOrKey');
    const key = readKey(call, project.properties);
    return ok({key, value: project.properties.get(key)});
  },
  'tracker/project/set-property': call => {
    const project = readAdministeredProject(call, 'projectIdOrKey');
    requireNotArchived(project);
    const key = call.params.propertyKey ?? '';
    if (key.length > propertyKeyAtMost) {
      throw trackerError(400, `The property key is at most ${propertyKeyAtMost} characters.`);
    }
    const properties = new Map(project.properties).set(key, readJson(call));
    call.tracker.projects.set(project.id, {...project, properties});
    return {status: project.properties.has(key) ? 200 : 201};
  },
  'tracker/project/delete-property': call => {
    const project = readAdministeredProject(call, 'projectIdOrKey');
    requireNotArchived(project);
    const key = readKey(call, project.properties);
    const properties = new Map(project.properties);
    properties.delete(key);
    call.tracker.projects.set(project.id, {...project, properties});
    return noContent;
  },
};

function readKey(call: Call, properties: ReadonlyMap<string, unknown>): string {
  const key = call.params.propertyKey ?? '';
  if (!properties.has(key)) throw trackerError(404, `The property ${key} does not exist.`);
  return key;
}
