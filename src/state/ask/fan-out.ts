import type {Page} from '../../api/client.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {counted, pluralOf} from '../../base/counted.ts';
import {Failure} from '../../base/failure.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {isObject, parseJsonValue} from '../../base/json-value.ts';
import type {Params} from '../model/params.ts';
import type {PerParent, ReadPage, Source} from '../model/resource.ts';
import {itemSteps} from './item-steps.ts';
import {paramsFromRow} from './row-params.ts';

export type PageReader = (call: OperationRef, params: Params) => AsyncIterable<Page>;

/**
 * Read a list once for each item of another list, a few requests at a time, in the order of the
 * parents. A parent that cannot be read is counted in the note; it is never taken for one without
 * items.
 *
 * @throws Failure when the parents cannot be listed, or when no parent can be read
 */
export async function* fanOutPages(
  source: Source,
  per: PerParent,
  params: Params,
  read: PageReader,
  signal: AbortSignal,
): AsyncGenerator<ReadPage> {
  const itemsOf = async (parent: string): Promise<readonly string[]> => {
    const given = paramsFromRow(per.params, {value: parseJsonValue(parent)}, params);
    if (Object.keys(per.params).some(name => !given[name])) {
      throw new Failure('invalid_response', `The response has a ${per.noun} without a key or id.`);
    }
    const items: string[] = [];
    for await (const page of read(source, given)) {
      for (const item of page.items) items.push(withParams(item, given));
    }
    return items;
  };
  for await (const step of itemSteps(read(per.call, params), itemsOf, signal)) {
    const {page, empty, results, done, failed, failure} = step;
    if (failed > 0 && failed === done) throw failure;
    const of = page.last && page.index === 0 ? page.items.length : page.total;
    const ofAll = of === undefined ? '' : ` of ${groupedNumber(of)}`;
    const notes = [
      ...(empty.last ? [] : [`${done}${ofAll} ${pluralOf(per.noun)} read`]),
      ...(failed === 0 ? [] : [`${counted(failed, per.noun)} could not be read`]),
    ];
    yield {
      ...empty,
      items: results.flatMap(list => list ?? []),
      ...(of !== undefined && {of}),
      ...(notes.length > 0 && {note: notes.join(', '), isPartial: true}),
    };
  }
}

/** Add the parameters of the parent to an item as members, unless it has members of these names. */
function withParams(item: string, params: Params): string {
  const value = parseJsonValue(item);
  if (!isObject(value)) return item;
  const added = Object.entries(params).filter(([name]) => value[name] === undefined);
  if (added.length === 0) return item;
  const members = JSON.stringify(Object.fromEntries(added)).slice(1, -1);
  const end = item.lastIndexOf('}');
  return `${item.slice(0, end)}${Object.keys(value).length === 0 ? '' : ','}${members}${item.slice(end)}`;
}
