import {toFailure} from '../../base/failure.ts';
import {findJson} from '../../base/json-value.ts';
import {valueOfEntity} from '../naming/match-name.ts';
import {resolveName, type SendListing} from '../naming/resolve-name.ts';
import type {Service} from '../operation.ts';
import {problemAt, type TableProblem, type TableRow} from './parse-table.ts';

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
): Promise<{readonly rows: readonly TableRow[]; readonly problems: readonly TableProblem[]}> {
  const lists = new Map<string, ReturnType<SendListing>>();
  const listing: SendListing = (operation, given) => {
    const key = JSON.stringify([operation.group, operation.name, given.inputs]);
    const known = lists.get(key) ?? send(operation, given);
    lists.set(key, known);
    return known;
  };
  const found = new Map<string, {readonly value: string} | {readonly problem: string}>();
  const problems: TableProblem[] = [];
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
      else problems.push(problemAt(row.line, input, one.problem));
    }
    resolved.push({...row, args});
  }
  return {rows: resolved, problems};
}
