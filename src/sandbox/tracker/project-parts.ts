import {readJson} from '../body.ts';
import {trackerError} from '../errors.ts';
import {type Orders, offsetPage, sortByParameter} from '../paging.ts';
import {findText, normalizeCase} from '../query.ts';
import type {Handlers, SandboxCall} from '../route.ts';
import type {Component, Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {
  changeProject,
  readAdministeredProject,
  readProject,
  requireNotArchived,
  showProject,
} from './lookup.ts';
import {componentBean, levelNames, statusDetails} from './project-bean.ts';

export const projectPartsHandlers: Handlers = {
  'tracker/project/get-components': showProject((call, project) =>
    componentsFrom(call, project).map(component => componentBean(call, project, component)),
  ),
  'tracker/project/get-components-paginated': call => {
    const project = readProject(call);
    const query = normalizeCase(findText(call, 'query') ?? '');
    const matching = componentsFrom(call, project).filter(
      ({name, description}) =>
        normalizeCase(name).includes(query) || normalizeCase(description).includes(query),
    );
    const options = {what: 'Components', byDefault: 'name'};
    return offsetPage(
      call,
      sortByParameter(call, matching, componentOrders(call), options),
      component => ({
        ...componentBean(call, project, component),
        issueCount: component.issueCount,
      }),
    );
  },
  'tracker/project/get-property-keys': showProject((call, {id, properties}) => ({
    keys: [...properties.keys()].map(key => ({
      self: selfUrl(call, `project/${id}/properties/${encodeURIComponent(key)}`),
      key,
    })),
  })),
  'tracker/project/get-property': showProject((call, {properties}) => {
    const key = readKey(call, properties);
    return {key, value: properties.get(key)};
  }),
  'tracker/project/set-property': call => {
    const project = readAdministeredProject(call);
    requireNotArchived(project);
    const key = call.params.propertyKey ?? '';
    if (key.length > maxPropertyKeyLength) {
      throw trackerError(400, `The property key is at most ${maxPropertyKeyLength} characters.`);
    }
    const properties = new Map(project.properties).set(key, readJson(call));
    call.tracker.projects.set(project.id, {...project, properties});
    return {status: project.properties.has(key) ? 200 : 201};
  },
  'tracker/project/delete-property': changeProject((call, project) => {
    const properties = new Map(project.properties);
    properties.delete(readKey(call, properties));
    return {properties};
  }),
  'tracker/project/get-all-statuses': showProject((call, {issueTypeIds, workflowIds}) => {
    const {issueTypes, workflows, statuses} = call.tracker;
    const types = issueTypeIds.flatMap(id => issueTypes.get(id) ?? []);
    return types.map(({id, name, level}) => {
      const statusIds = workflows.get(workflowIds[id] ?? '')?.statusIds ?? [];
      const used = statusIds.flatMap(statusId => statuses.get(statusId) ?? []);
      return {
        self: selfUrl(call, `issuetype/${id}`),
        id,
        name,
        subtask: level < 0,
        statuses: used.map(status => statusDetails(call, status)),
      };
    });
  }),
  'tracker/project/get-hierarchy': showProject(({tracker}, project) => {
    const types = project.issueTypeIds.flatMap(id => tracker.issueTypes.get(id) ?? []);
    const hierarchy = [...levelNames].reverse().flatMap(([level, name]) => {
      const issueTypes = types
        .filter(type => type.level === level)
        .map(({id, name: typeName, avatarId}) => ({id: Number(id), name: typeName, avatarId}));
      return issueTypes.length === 0 ? [] : [{level, name, issueTypes}];
    });
    return {projectId: Number(project.id), hierarchy};
  }),
};

/**
 * List the components of a source, by either spelling of its name (services W2); `auto` returns the
 * connected ones if there are any.
 */
function componentsFrom(call: SandboxCall, project: Project): readonly Component[] {
  const source = findText(call, 'componentSource') ?? 'tracker';
  const connected = project.components.filter(component => component.fromCatalog);
  switch (source) {
    case 'tracker':
    case 'jira':
      return project.components;
    case 'catalog':
    case 'compass':
      return connected;
    case 'auto':
      return connected.length > 0 ? connected : project.components;
    default:
      throw trackerError(400, `“${source}” is no source of components: tracker, catalog, auto.`);
  }
}

/** List the sort orders of components: text members, the lead's name and the number of issues. */
function componentOrders(world: World): Orders<Component> {
  return {
    name: ({name}) => name,
    description: ({description}) => description,
    lead: ({leadId}) => world.users.get(leadId ?? '')?.displayName ?? '',
    issueCount: ({issueCount}) => issueCount,
  };
}

const maxPropertyKeyLength = 255;

function readKey(call: SandboxCall, properties: ReadonlyMap<string, unknown>): string {
  const key = call.params.propertyKey ?? '';
  if (!properties.has(key)) throw trackerError(404, `The property ${key} does not exist.`);
  return key;
}
