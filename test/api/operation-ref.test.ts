import {describe, expect, test} from 'vitest';
import {
  contentRef,
  fillInputs,
  fillTemplate,
  needsOf,
  type Placeholder,
  paramOf,
  paramsOf,
  type Sources,
  sourceOf,
  trackerRef,
} from '../../src/api/operation-ref.ts';
import type {JsonObject} from '../../src/base/json-value.ts';

const row: JsonObject = {
  id: 7,
  name: 'Oslo {project}',
  flag: false,
  empty: '',
  none: null,
  list: ['a', 'b', 'a', 3],
  things: [{id: 1}, {id: 2, more: [{id: 3}]}],
  object: {a: 1},
  big: '12345678901234567890',
  code: 'x1234567890123456',
  codes: ['1234567890123456x'],
};
const params = {project: 'WEB', 'page-id': '5', 'body.permissions.0.principalId': 'u'};
const sources: Sources = {
  place: sourceOf(params),
  row: sourceOf(row),
  now: pointer => `at ${pointer}`,
};

describe('a template is filled from its sources', () => {
  const cases: readonly (readonly [string, readonly string[], ...string[]])[] = [
    ['', ['']],
    ['{"json":1} {row}', [], '{row}'],
    ['{"json":[1,{}]}', ['{"json":[1,{}]}']],
    ['{"json":1}', ['{"json":1}']],
    ['{project}', ['WEB']],
    ['{page-id}', ['5']],
    ['{body.permissions.0.principalId}', ['u']],
    ['{row/id}', ['7']],
    ['{row/flag}', ['false']],
    ['{row/empty}', ['']],
    ['{row/name}', ['Oslo {project}']],
    ['{now/3}', ['at /3']],
    ['{row/list}', ['a', 'b', '3']],
    ['{row/things/-/id}', ['1', '2']],
    ['{row/things/-/more/-/id}', ['3']],
    ['{row/id},{row/list},{project}', ['7', 'a', 'b', '3', 'WEB']],
    ['{row/none},{row/id}', ['7']],
    ['{row/none},{row/lost}', [], '{row/none}', '{row/lost}'],
    ['{row/none?},{row/lost?}', []],
    ['{row/none?},{row/lost}', [], '{row/lost}'],
    ['{row/object}', [], '{row/object}'],
    ['{row/}', [], '{row/}'],
    ['{row/none}', [], '{row/none}'],
    ['{row/lost?}', []],
    ['{lost}', [], '{lost}'],
    ['{constructor}', [], '{constructor}'],
    ['{other/id}', [], '{other/id}'],
    ['Copy of {row/name} in {project}', ['Copy of Oslo {project} in WEB']],
    ['first of {row/list}', ['first of a']],
    ['{row/id} {row/lost}', [], '{row/lost}'],
    ['{row/id}, {project}', ['7, WEB']],
    ['/x/{project}?id={row/id}', ['/x/WEB?id=7']],
  ];
  const rows = cases.map(([template, texts, ...missing]) => ({template, texts, missing}));
  test.each(rows)('$template', ({template, texts, missing}) => {
    const lacking: Placeholder[] = [];
    expect(fillTemplate(template, sources, lacking)).toEqual(texts);
    expect(lacking.map(({text}) => text)).toEqual(missing);
    const {given, missing: all} = fillInputs({inputs: {one: template}}, sources);
    expect(given).toEqual({inputs: texts.length === 0 ? {} : {one: texts}});
    expect(all).toEqual(lacking);
  });

  test.each<readonly [body: string, json: string]>([
    ['{row/object}', '{"a":1}'],
    ['{"ids":{row/list},"name":{row/name}}', '{"ids":["a","b","a",3],"name":"Oslo {project}"}'],
    ['[{row/flag},{row/empty},{row/things/1/more}]', '[false,"",[{"id":3}]]'],
    ['{"a":1}', '{"a":1}'],
    ['[{row/code},{row/codes}]', '["x1234567890123456",["1234567890123456x"]]'],
  ])('body %j is %j', (body, json) => {
    expect(fillInputs({inputs: {}, body}, sources)).toEqual({
      given: {inputs: {}, body: json},
      missing: [],
    });
  });

  test('a number that a double cannot hold keeps its digits in the body', () => {
    const {given} = fillInputs(
      {inputs: {}, body: '[{row/big},{"ids":{row/bigs}}]'},
      {
        row: sourceOf({...row, bigs: ['1', '12345678901234567890']}),
      },
    );
    expect(given.body).toBe('[12345678901234567890,{"ids":["1",12345678901234567890]}]');
  });

  test('a placeholder of the body without a value is missing', () => {
    const {missing} = fillInputs({inputs: {a: '{lost}'}, body: '{"a":{row/none}}'}, sources);
    expect(missing.map(({text}) => text)).toEqual(['{lost}', '{row/none}']);
  });

  test('values are used unchanged, also none', () => {
    const {given, missing} = fillInputs({inputs: {a: ['{project}', '{lost}'], b: []}}, sources);
    expect(given).toEqual({inputs: {a: ['{project}', '{lost}'], b: []}});
    expect(missing).toEqual([]);
    const body = '{"name":"{project} {lost}"}';
    expect(fillInputs({inputs: {a: '{lost}'}, body: [body]}, sources)).toMatchObject({
      given: {inputs: {}, body},
      missing: [{text: '{lost}'}],
    });
  });
});

describe('what a reference needs', () => {
  test('is listed with its source, its pointer and whether it may be missing', () => {
    expect(needsOf('{before/}')).toEqual([
      {source: 'before', pointer: '', text: '{before/}', isOptional: false, isWhole: true},
    ]);
    expect(needsOf('{a?} {row/b/-/c?}')).toEqual([
      {source: 'place', pointer: '/a', text: '{a?}', isOptional: true, isWhole: false},
      {source: 'row', pointer: '/b/-/c', text: '{row/b/-/c?}', isOptional: true, isWhole: false},
    ]);
    expect(needsOf('{"a":[{1}]} {}')).toEqual([]);
  });

  test('are the parameters of its inputs and its body, once each and in order', () => {
    const ref = trackerRef('version get', {id: '{b} {a}', expand: ['{c}'], x: '{row/d}'});
    expect(paramsOf({...ref, body: '{"e":{e},"b":{b}}'})).toEqual(['b', 'a', 'e']);
    expect(paramsOf({})).toEqual([]);
  });

  test.each<readonly [value: string | readonly string[] | undefined, param: string | undefined]>([
    ['{id}', 'id'],
    ['{id} ', undefined],
    ['{a},{b}', undefined],
    ['{row/id}', undefined],
    ['id', undefined],
    [['{id}'], undefined],
    [undefined, undefined],
  ])('%j is the parameter %s', (value, param) => {
    expect(paramOf(value)).toBe(param);
  });
});

test('a reference of each service has no inputs unless it is given some', () => {
  const ref = {operation: 'user get', inputs: {}};
  expect(trackerRef('user get')).toEqual({...ref, service: 'tracker'});
  expect(contentRef('user get')).toEqual({...ref, service: 'content'});
});
