import type {ContentItem, Facet} from './content-types.ts';

/** A facet drawn by `draw`, which must give the same for the same item. */
export function makeFacet<Value>(draw: (item: ContentItem) => Value): Facet<Value> {
  const changed = new Map<string, Value>();
  return {
    changed,
    of: item => (changed.has(item.id) ? (changed.get(item.id) as Value) : draw(item)),
    set: (item, value) => {
      changed.set(item.id, value);
    },
  };
}
