import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  readPointer,
} from '../../base/json-value.ts';
import {labelOf} from '../../state/views/list/fold.ts';

/**
 * The nodes below something in the order a tree is read: each under its parent, with a `tree` that
 * says how deep it is and whether something is below it. What names a parent that is not there
 * stands at the top.
 */
export function contentTree(answer: JsonValue): readonly JsonValue[] {
  const results = readPointer(answer, '/results');
  const nodes = isArray(results) ? results.filter(isObject) : [];
  const ids = new Set(nodes.map(node => String(node.id)));
  const children = new Map<string, JsonObject[]>();
  for (const node of nodes) {
    const parent = ids.has(String(node.parentId)) ? String(node.parentId) : '';
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [node]);
    else siblings.push(node);
  }
  const made: JsonObject[] = [];
  const seen = new Set<string>();
  const add = (parent: string, depth: number): void => {
    for (const node of children.get(parent) ?? []) {
      const id = String(node.id);
      // A service that answers a circle is not followed around it.
      if (seen.has(id)) continue;
      seen.add(id);
      const below = children.get(id)?.length ?? 0;
      made.push({
        ...node,
        tree: {depth, below, label: labelOf(node, depth, below > 0 ? 'open' : 'leaf')},
      });
      add(id, depth + 1);
    }
  };
  add('', 0);
  return made;
}
