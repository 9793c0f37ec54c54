import {findNamed} from '../../../api/catalogue.ts';
import {inputsOf} from '../../../api/inputs-of.ts';
import {findNameList, type NameList} from '../../../api/naming/name-listing.ts';
import {paramOf} from '../../../api/operation-ref.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import type {Resource} from '../../model/resource.ts';
import type {Screens} from '../../model/screens.ts';

/** A list of the app whose rows the service finds by a part of their name. */
export interface SearchableList {
  readonly resource: Resource;
  readonly list: NameList;
}

const lastLists = memoizeLast<readonly SearchableList[]>();

/**
 * The lists whose things are found by name: what describes one of their rows takes an input that
 * names them, and the table of names knows a list that is narrowed by a text. One list a kind.
 */
export function searchableLists({lists}: Screens): readonly SearchableList[] {
  return lastLists([lists], () => {
    const made = new Map<string, SearchableList>();
    for (const resource of lists) {
      const list = nameListOf(resource);
      if (list?.source.narrowedBy?.to !== 'like') continue;
      const kind = `${list.service} ${list.kind}`;
      if (!made.has(kind)) made.set(kind, {resource, list});
    }
    return [...made.values()];
  });
}

/** A list with how its rows are found by name; undefined where nothing says how. */
export function searchableList({lists}: Screens, id: string): SearchableList | undefined {
  const resource = lists.find(one => one.id === id);
  const list = resource && nameListOf(resource);
  return resource && list && {resource, list};
}

/** How the rows of a list are found by name; undefined where nothing says what they are. */
export function nameListOf({describe}: Resource): NameList | undefined {
  if (describe === undefined) return undefined;
  const {call, params} = describe;
  const operation = findNamed(call);
  if (operation === undefined) return undefined;
  const input = inputsOf(operation).find(one => (paramOf(call.inputs[one.name]) ?? '') in params);
  return input?.names === undefined ? undefined : findNameList(call.service, input.names);
}
