import {valueOfEntity} from '../api/naming/match-name.ts';
import {resolveName, type SendListing} from '../api/naming/resolve-name.ts';
import type {Service} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import {toFailure} from '../base/failure.ts';
import {findJson} from '../base/json-value.ts';
import {placeOf, type TableRow} from './bulk-rows.ts';

/**
 * Replace names by ids; each list is read once, and each name looked up once.
 *
 * @param send reads a list
 * @returns the rows, and the names that could not be resolved with their lines
 */
export async function resolveNames(
  rows: readonly TableRow[],
  service: Service,
  send: SendListing,
): Promise<{readonly rows: readonly TableRow[]; readonly problems: readonly Problem[]}> {
  const lists = new Map<string, ReturnType<SendListing>>();
  const listing: SendListing = (operation, given) => {
    const key = JSON.stringify([operation.group, operation.name, given.inputs]);
    const known = lists.get(key) ?? send(operation, given);
    lists.set(key, known);
    return known;
  };
  const found = new Map<string, {readonly value: string} | {readonly problem: string}>();
  const problems: Problem[] = [];
  const resolved: TableRow[] = [];
  for (const row of rows) {
    const args = {...row.args};
    for (const {name: input, names: kind, by} of row.named) {
      const name = findJson(args[input]);
      if (kind === undefined || typeof name !== 'string') continue;
      const key = JSON.stringify([kind, by, name]);
      const one =
        found.get(key) ??
        (await resolveName(listing, service, {kind, name}).then(
          entity => ({value: valueOfEntity(entity, by)}),
          (error: unknown) => ({problem: toFailure(error).message}),
        ));
      found.set(key, one);
      if ('value' in one) args[input] = JSON.stringify(one.value);
      else {
        const place = placeOf(row.line, input);
        problems.push({input: place, message: `${place}: ${one.problem}`});
      }
    }
    resolved.push({...row, args});
  }
  return {rows: resolved, problems};
}
