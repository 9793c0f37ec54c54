import {describe, expect, it} from 'vitest';
import {combineOutputs, itemPieces, parseItemFilter} from '../../src/output/item-filter.ts';
import {loadJqEngine} from '../../src/output/jq-engine.ts';

const engine = await loadJqEngine();
const variables = [{name: 'wanted', json: '2'}];
const compiles = (filter: string) => engine.compile(filter, variables) === undefined;
const find = (filter: string) => parseItemFilter(filter, compiles);

/** Values that jq could treat differently in another place: numbers, escapes, missing members. */
const items = [
  '{"id":"1","n":1.0,"name":"a\\u0041\\ud800","list":[1,2],"o":{"z":1,"a":2}}',
  '{"id":"2","n":100000000000000000000,"name":"ä","list":[],"o":{}}',
  '{"id":"3","n":1e400,"name":null,"list":[3],"o":null,"n2":0.1}',
  '{"id":"2","n":2,"name":"x | y","id":"4"}',
];
const json = `{"total": 4, "values": [ ${items.join(' ,\n')} ], "none": [], "map": {"b": {"x": 1}, "a": {"x": 2}}, "text": "t"}`;

const itemFilters = [
  '.values[] | .name',
  '.values[]|{id, n, name: (.name // "none")}',
  '.values[] | .id, .n',
  '.values[] | .list | length',
  '.values[] | [.id, .n] | @json',
  '.values[] | select(.n == $wanted) | .id',
  '.values[] | . as {$id, $n} | "\\($id) \\($n)"',
  '.values[] | def f(x): x + 1; f(.n)',
  '.values[] | .o |= (. // {})',
  '.values[] | to_entries',
  '.values[] | .n # | length',
  '.values[] | limit(1; .list[]?)',
  '.values[] | label $out | .id, break $out',
  '.values[] | try error("x") catch .',
  '.values[] | env',
  '.values[] | debug | .id',
  '.values[].name | strings | ascii_downcase',
  '.values | map(.n)',
  '.values | map(select(.list and (.list | length > 0)) | .id)',
  '.values | map(.id, .n)',
  '.values | map(empty)',
  '.values | map(def g: .id; g)',
  '.values | .[0] | [.list[] | . + 1]',
  '[.values[].n]',
  '[ .values[] | .name ]',
  '[.values[] | {id} | .id] ',
  '[.values[] | select(.n == 2)] | length',
  '.values | map(select(.id == "4")) | length',
  '. | .values | map(.id) | length',
  '[.none[] | .x]',
  '.none | map(.x) | length',
  '.none[] | .x',
  '[.map[] | .x]',
  '.map | map(.x)',
  '.map[] | .x',
];
const failing = ['.values[] | .id + 1', '.values[] | error', '.values | map(.n | explode)'];
const others = [
  '.values | length',
  '.values | sort_by(.id)',
  '.values[0]',
  '.total',
  '.values[0:2] | .',
  '.values[] | input_filename',
  '.values[] | stderr',
  '[.values[] | .id], [.values[] | .n]',
  '[.values[] | .id] | sort | map(. + "]")',
  'map(.x)?',
  '.values |= map(.id)',
  '.values[] |= .id',
  '.values | map(.id) | sort',
  '.values | map(.id), map(.n)',
  'first(.values[] | .id)',
  '.values[] as $x | $x.id',
  '.values[]? | .id',
  '.none[] | .x | input',
  '.values[] | .id, halt',
  '.values[] | ., halt_error',
  '.values[] | input_line_number',
  '.values[] | $__loc__',
  '.text | map(.x)',
];

describe('a filter that reads one item at a time', () => {
  const runWhole = (filter: string) => engine.run(filter, [json], 0, variables);
  const piecesOf = (filter: string) => {
    const byItem = find(filter);
    const pieces = byItem && itemPieces(json, byItem.path, 1);
    return byItem && pieces && {...byItem, pieces: [...pieces]};
  };

  it.each([...itemFilters, ...failing])('%s has the result of the whole', filter => {
    const {body, pieces, result} = piecesOf(filter) ?? {body: '', pieces: []};
    if (filter.includes('.values')) expect(pieces.length).toBeGreaterThan(1);
    const run = engine.run(`.[] | ${body}`, pieces, 0, variables);
    const outputs =
      run && result && run.problem === undefined ? combineOutputs(run.outputs, result) : [];
    expect({...run, outputs}).toEqual(runWhole(filter));
  });

  it.each(failing)('%s fails', filter => {
    expect(runWhole(filter)?.problem).toBeDefined();
  });

  it.each(others)('%s reads the whole text', filter => {
    expect(compiles(filter)).toBe(true);
    expect(piecesOf(filter)).toBeUndefined();
  });
});
