import {findNamed} from '../../../api/catalogue.ts';
import {inputsOf} from '../../../api/inputs-of.ts';
import {findNameList, type NameList} from '../../../api/naming/name-listing.ts';
import {paramOf} from '../../../api/operation-ref.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import type {Resource} from '../../model/resource.ts';
import type {Screens} from '../../model/screens.ts';

/** A list whose rows the service can search by part of their name. */
export interface SearchableList {
  readonly resource: Resource;
  readonly list: NameList;
}

const lastLists = memoizeLast<readonly SearchableList[]>();

/**
 * The lists whose entities are found by name: their describe call takes an input that identifies
 * the entity, and the table of name sources has a searchable list for it. One list per kind.
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

/** A list with its name search; undefined if it has none. */
export function searchableList({lists}: Screens, id: string): SearchableList | undefined {
  const resource = lists.find(one => one.id === id);
  const list = resource && nameListOf(resource);
  return resource && list && {resource, list};
}

/** The name search for the rows of a list; undefined if their kind is unknown. */
export function nameListOf({describe}: Resource): NameList | undefined {
  if (describe === undefined) return undefined;
  const {call, params} = describe;
  const operation = findNamed(call);
  if (operation === undefined) return undefined;
  const input = inputsOf(operation).find(one => (paramOf(call.inputs[one.name]) ?? '') in params);
  return input?.names === undefined ? undefined : findNameList(call.service, input.names);
}
