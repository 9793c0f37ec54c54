import type {ContentItem, Facet} from './content-types.ts';

/**
 * A facet drawn by `draw`, which must give the same for the same item. What an item has that was
 * created in the running world is `atFirst`.
 */
export function makeFacet<Value>(
  draw: (item: ContentItem) => Value,
  atFirst: (item: ContentItem) => Value,
): Facet<Value> {
  const make = (item: ContentItem) => (item.drawnVersions === 0 ? atFirst(item) : draw(item));
  const changed = new Map<string, Value>();
  return {
    changed,
    of: item => (changed.has(item.id) ? (changed.get(item.id) as Value) : make(item)),
    set: (item, value) => {
      changed.set(item.id, value);
    },
  };
}
