import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {compareTexts, findText, folded} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Component} from '../world/components.ts';
import type {Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {componentBean} from './component-bean.ts';
import {readProject} from './lookup.ts';

/** Handlers by operation id. */
export const projectComponentsHandlers: Handlers<World> = {
  /** All of them. */
  'tracker/project/get-components': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const json = fromSource(request, project).map(component =>
      componentBean(request, world, project, component),
    );
    return {status: 200, json};
  },
  /** Found by name or description, sorted, in pages. */
  'tracker/project/get-components-paginated': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const query = folded(findText(request, 'query') ?? '');
    const found = fromSource(request, project).filter(
      ({name, description}) => folded(name).includes(query) || folded(description).includes(query),
    );
    return offsetPage(request, sortComponents(request, world, found), {
      sizeDefault: 50,
      present: component => ({
        ...componentBean(request, world, project, component),
        issueCount: component.issueCount,
      }),
    });
  },
};

/** The sources by both spellings (services W2); `auto` gives connected ones where there are any. */
function fromSource(request: SandboxRequest, project: Project): readonly Component[] {
  const source = findText(request, 'componentSource') ?? 'tracker';
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

function sortComponents(
  request: SandboxRequest,
  world: World,
  components: readonly Component[],
): readonly Component[] {
  const text = findText(request, 'orderBy') ?? 'name';
  const [, sign, field] = /^([-+ ]?)(description|issueCount|lead|name)$/.exec(text) ?? [];
  if (field === undefined) throw trackerError(400, `Components cannot be ordered by “${text}”.`);
  const leadOf = (component: Component): string =>
    world.users.get(component.leadId ?? '')?.displayName ?? '';
  const compare = (one: Component, other: Component): number => {
    switch (field) {
      case 'issueCount':
        return one.issueCount - other.issueCount;
      case 'lead':
        return compareTexts(leadOf(one), leadOf(other));
      case 'description':
        return compareTexts(one.description, other.description);
      default:
        return compareTexts(one.name, other.name);
    }
  };
  return [...components].sort((one, other) => compare(one, other) * (sign === '-' ? -1 : 1));
}
