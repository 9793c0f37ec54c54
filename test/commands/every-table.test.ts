import {afterAll, beforeAll, expect, test} from 'vitest';
import {columnsOf, returnsMap} from '../../src/api/columns-of.ts';
import {type Operation, programOf} from '../../src/api/operation.ts';
import {
  findJson,
  isArray,
  isObject,
  type JsonValue,
  readPointer,
} from '../../src/base/json-value.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {operations} from '../support/operations.ts';
import {type CliResult, runCli} from '../support/run-cli.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

const reads = operations.filter(({method, answer}) => method === 'GET' && answer === 'body');

/** Run the example of an operation's help with further flags. */
function run(operation: Operation, ...flags: readonly string[]): Promise<CliResult> {
  const split = splitWords(exampleLines(operation)[0] ?? '');
  if ('problem' in split) throw new Error(split.problem);
  const services = {JR: sandbox.trackerBaseUrl, CF: sandbox.contentBaseUrl};
  const env = Object.fromEntries(
    Object.entries(services).flatMap(([prefix, url]) => [
      [`${prefix}_BASE_URL`, url],
      [`${prefix}_AUTH_USER`, sandbox.authUser],
      [`${prefix}_AUTH_TOKEN`, sandbox.authToken],
    ]),
  );
  return runCli(programOf(operation.service), [...split.words.slice(1), ...flags], {env});
}

/**
 * The names of the members that the rows of a table have: the items of a response, or the values of
 * a map.
 */
function membersOf(operation: Operation, answer: JsonValue): readonly string[] {
  const whole = isObject(answer) ? Object.values(answer) : [];
  const list = operation.items === undefined ? undefined : readPointer(answer, operation.items);
  const rows = returnsMap(operation)
    ? whole.flatMap(map => (isObject(map) ? Object.values(map) : []))
    : isArray(list)
      ? list
      : [answer];
  return [...new Set(rows.flatMap(row => (isObject(row) ? Object.keys(row) : [])))];
}

const titleOf = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toUpperCase();

test('every member that a read answers with is a column, named in a warning, or can be chosen', async () => {
  const wrong: string[] = [];
  let tables = 0;
  for (const operation of reads) {
    const title = `${operation.group} ${operation.name}`;
    const json = await run(operation);
    const answer = findJson(json.stdout);
    const members = answer === undefined ? [] : membersOf(operation, answer);
    if (json.exit !== 0 || answer === undefined || members.length === 0) continue;
    tables++;
    // The columns of a list are those of its record; the others are chosen by their names.
    const isCurated = operation.items !== undefined && columnsOf(title) !== undefined;
    const chosen = isCurated ? ['--columns', members.join(',')] : [];
    for (const format of ['csv', 'table']) {
      const {exit, stdout, stderr} = await run(operation, '-o', format, ...chosen);
      const [header = ''] = stdout.split(/\r?\n/);
      const titles = format === 'csv' ? header.split(',') : header.trim().split(/ {2,}/);
      // A column of the record has a title of its own.
      const isWhole = isCurated && titles.length === members.length;
      const missing = members.filter(
        name =>
          !isWhole &&
          ![name, titleOf(name)].some(one => titles.includes(one) || stderr.includes(one)),
      );
      // A response with several lists is one row, each list a cell.
      const isOneRow =
        isObject(answer) && Object.keys(answer).every(name => titles.includes(titleOf(name)));
      if (exit !== 0 || (missing.length > 0 && !isOneRow)) {
        wrong.push(
          `${title} -o ${format}: ${exit} ${missing.join(', ')} ${stderr.slice(0, 200)} ${header}`,
        );
      }
    }
  }
  expect(tables).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});
