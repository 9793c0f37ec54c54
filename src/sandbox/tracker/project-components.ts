import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {compareTexts, findText, folded} from '../query.ts';
import {type Call, type Handlers, ok} from '../route.ts';
import type {Component} from '../world/components.ts';
import type {Project} from '../world/projects.ts';
import {componentBean} from './component-bean.ts';
import {readProject} from './lookup.ts';

export const projectComponentsHandlers: Handlers = {
  'tracker/project/get-components': call => {
    const project = readProject(call, 'projectIdOrKey');
    return ok(fromSource(call, project).map(component => componentBean(call, project, component)));
  },
  'tracker/project/get-components-paginated': call => {
    const project = readProject(call, 'projectIdOrKey');
    const query = folded(findText(call, 'query') ?? '');
    const found = fromSource(call, project).filter(
      ({name, description}) => folded(name).includes(query) || folded(description).includes(query),
    );
    return offsetPage(call, sortComponents(call, found), {
      sizeDefault: 50,
      present: component => ({
        ...componentBean(call, project, component),
        issueCount: component.issueCount,
      }),
    });
  },
};

/** The sources by both spellings (services W2); `auto` gives connected ones where there are any. */
function fromSource(call: Call, project: Project): readonly Component[] {
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

function sortComponents(call: Call, components: readonly Component[]): readonly Component[] {
  const text = findText(call, 'orderBy') ?? 'name';
  const [, sign, field] = /^([-+ ]?)(description|issueCount|lead|name)$/.exec(text) ?? [];
  if (field === undefined) throw trackerError(400, `Components cannot be ordered by “${text}”.`);
  const leadOf = (component: Component): string =>
    call.users.get(component.leadId ?? '')?.displayName ?? '';
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
