import {expect, test} from 'vitest';
import {bodyOf} from '../../src/api/body-of.ts';
import {checkInputs} from '../../src/api/check.ts';
import {exampleOf} from '../../src/api/example.ts';
import type {Operation} from '../../src/api/operation.ts';
import {planRequest} from '../../src/api/plan.ts';
import {operations} from '../support/operations.ts';
import {facts, type InputFacts, paired, type RelatedFacts, title} from './catalogue-fixtures.ts';

/** Values of an input from its facts alone; of a list two. */
function valuesOf({name, type, enum: values, items, maxItems}: InputFacts): readonly string[] {
  if (values !== undefined) return values.slice(0, type === 'array' ? 2 : 1);
  if (type === 'integer' || name === 'startAt' || name === 'maxResults') return ['7'];
  if (type === 'boolean') return ['true'];
  if (type !== 'array') return ['a b/c'];
  const two = items === 'integer' ? ['7', '8'] : ['x y', 'z'];
  return two.slice(0, maxItems ?? 2);
}

/** The pairs of a query, as the service takes them. */
function pairsOf({name, arrayStyle}: InputFacts, values: readonly string[]) {
  return arrayStyle === 'comma' ? [[name, values.join(',')]] : values.map(value => [name, value]);
}

/** What the facts say that a request with some inputs is. */
function requestOf({path, method, inputs}: RelatedFacts, given: readonly InputFacts[]) {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const input = inputs.find(one => one.name === name);
    if (input === undefined) throw new Error(`no input ${name}`);
    return encodeURIComponent(valuesOf(input)[0] ?? '');
  });
  const query = given.filter(one => one.in === 'query').flatMap(one => pairsOf(one, valuesOf(one)));
  return {method, path: filled, query: query.map(pair => pair.join('=')).sort()};
}

/** A small valid body, by the record; of an avatar that of any upload. */
function exampleBody(record: Operation): string {
  const shape = bodyOf(record);
  return shape === undefined ? '{}' : exampleOf(shape);
}

/** What is planned with some inputs, by the record. */
function planned(row: RelatedFacts, record: Operation, given: readonly InputFacts[]) {
  const inputs = Object.fromEntries(given.map(one => [one.name, valuesOf(one)]));
  const body = row.body?.required ? {body: exampleBody(record)} : {};
  const roots = {tracker: '', content: '/wiki/api/v2', 'content-v1': '/wiki/rest/api'};
  const baseUrl = `https://site.example${row.service === 'content' ? roots.content : ''}`;
  const {url, method, body: sent} = planRequest(record, {inputs, ...body}, {baseUrl});
  const {pathname, search} = new URL(url);
  const query = [...new URLSearchParams(search)].map(pair => pair.join('=')).sort();
  return {request: {method, path: pathname, query}, sent};
}

const extras = new Set(operations.filter(one => one.extra).map(title));
// The redaction takes parts of its body as inputs of its own.
const own = new Set(['blogposts post-redact-blog']);
const rows = paired(facts.related.filter(row => extras.has(title(row)) && !own.has(title(row))));

/** Inputs of which a request has exactly one; the first is sent with the others. */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  'group remove': ['groupname', 'groupId'],
  'group get-users-from': ['groupname', 'groupId'],
  'group remove-user-from': ['groupname', 'groupId'],
  'group add-user-to': ['groupname', 'groupId'],
  'role delete-project-actors-from': ['user', 'groupId', 'group'],
};

/** Inputs that the service has withdrawn; the record refuses them. */
const withdrawn = new Set(['username', 'key']);

/** The inputs that every request of an operation has. */
const required = ({inputs}: RelatedFacts) => inputs.filter(input => input.required);

/** Sets of inputs to send: the required ones, and with each of the others. */
function casesOf(row: RelatedFacts): readonly (readonly InputFacts[])[] {
  const either = alternatives[title(row)] ?? [];
  const [usual] = either;
  const own = row.inputs.filter(({name, required: is}) => is && !either.includes(name));
  const one = row.inputs.filter(({name}) => name === usual);
  const others = row.inputs.filter(
    ({name, required: is}) => !is && name !== usual && !withdrawn.has(name),
  );
  return [
    [...own, ...one],
    ...others.map(input => [...own, ...(either.includes(input.name) ? [] : one), input]),
  ];
}

test.each(rows)('%s is sent with each of its inputs as the facts say', (_, row, record) => {
  for (const given of casesOf(row)) {
    const {request, sent} = planned(row, record, given);
    // The record may add a default of its own, such as the format of texts.
    const names = new Set(given.map(({name}) => name));
    const query = request.query.filter(pair => names.has(pair.split('=')[0] ?? ''));
    expect({...request, query}).toEqual(requestOf(row, given));
    expect(sent !== undefined).toBe(row.body?.required === true);
  }
});

test.each(rows)('%s is refused without a required input', (_, row, record) => {
  const own = required(row);
  for (const left of own) {
    const inputs = Object.fromEntries(
      own.filter(one => one !== left).map(one => [one.name, valuesOf(one)]),
    );
    const {problems} = checkInputs(record, {inputs});
    expect(problems.map(({input}) => input)).toContain(left.name);
  }
});

test('every operation beyond the documents is among them', () => {
  expect(rows.length).toBeGreaterThanOrEqual(41);
  expect(new Set(rows.map(([, row]) => title(row))).size).toBe(rows.length);
});
