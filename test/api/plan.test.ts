import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {commaList, inPath, inQuery, jsonBody, repeated} from '../../src/api/catalogue/inputs.ts';
import {findOperation} from '../../src/api/catalogue.ts';
import type {Operation, Service} from '../../src/api/operation.ts';
import {type PlanOptions, planRequest} from '../../src/api/plan.ts';
import type {InputValues, RequestPlan} from '../../src/api/request-plan.ts';
import {toFailure} from '../../src/base/failure.ts';
import {makeOperation} from './records.ts';

const tracker = {baseUrl: 'https://site.example'};
const content = {baseUrl: 'https://site.example/wiki/api/v2'};

function find(service: Service, group: string, name: string): Operation {
  const operation = findOperation(service, group, name);
  if (!operation) throw new Error(`no record ${group} ${name}`);
  return operation;
}

function plan(
  service: Service,
  command: string,
  inputs: InputValues['inputs'],
  more: {readonly body?: string | Uint8Array; readonly options?: PlanOptions} = {},
): RequestPlan {
  const [group = '', name = ''] = command.split(' ');
  const given = {inputs, ...(more.body !== undefined && {body: more.body})};
  const target = service === 'tracker' ? tracker : content;
  return planRequest(find(service, group, name), given, target, more.options);
}

describe('the URL', () => {
  it('has the query in the order of the inputs, whatever the order given', () => {
    const inputs = [inQuery('b', 'string'), repeated('a'), commaList('c'), inQuery('d', 'boolean')];
    const given = {inputs: {d: ['false'], c: ['x', 'y,z'], a: ['1,2', '3'], b: ['q']}};
    const {url, path} = planRequest(makeOperation({inputs}), given, tracker);
    expect(url).toBe('https://site.example/rest/api/3/thing?b=q&a=1&a=2&a=3&c=x,y,z&d=false');
    expect(path).toBe('/rest/api/3/thing?b=q&a=1&a=2&a=3&c=x,y,z&d=false');
  });

  it('keeps the path of a gateway', () => {
    const target = {baseUrl: 'https://gateway.example/ex/abc/'};
    expect(planRequest(makeOperation(), {inputs: {}}, target).url).toBe(
      'https://gateway.example/ex/abc/rest/api/3/thing',
    );
  });

  it('encodes a space as %20, a plus as %2B and a comma inside a value', () => {
    const inputs = [inQuery('orderBy', 'string'), repeated('name')];
    const given = {inputs: {orderBy: ['+na me'], name: ['a\\,b', "it's (50%)*"]}};
    expect(planRequest(makeOperation({inputs}), given, tracker).url).toBe(
      'https://site.example/rest/api/3/thing?orderBy=%2Bna%20me&name=a%2Cb&name=it%27s%20%2850%25%29%2A',
    );
  });

  it('holds every path value as one segment that reads back as given, and is sent as planned', () => {
    const operation = makeOperation({
      path: '/rest/api/3/thing/{key}/part',
      inputs: [inPath('key', 'string'), inQuery('q', 'string')],
    });
    const value = fc
      .string({unit: 'grapheme', minLength: 1})
      .filter(text => text !== '.' && text !== '..');
    fc.assert(
      fc.property(value, value, (key, q) => {
        const {url} = planRequest(operation, {inputs: {key: [key], q: [q]}}, tracker);
        const parsed = new URL(url);
        expect(parsed.href).toBe(url);
        const segments = parsed.pathname.split('/');
        expect(segments).toHaveLength(7);
        expect(decodeURIComponent(segments[5] ?? '')).toBe(key);
        expect(parsed.searchParams.get('q')).toBe(q);
      }),
    );
  });

  it('ends in fields, on GET only', () => {
    const options = {fields: 'key, summary,custom field'};
    const inputs = [inQuery('zz', 'string')];
    const given = {inputs: {zz: ['1']}};
    expect(planRequest(makeOperation({inputs}), given, tracker, options).path).toBe(
      '/rest/api/3/thing?zz=1&fields=key,summary,custom%20field',
    );
    expect(
      planRequest(makeOperation({inputs, method: 'DELETE'}), given, tracker, options).path,
    ).toBe('/rest/api/3/thing?zz=1');
  });

  it('asks content lists for the largest page when all pages are read', () => {
    const inputs = {'page-id': ['1']};
    expect(plan('content', 'labels list', inputs).path).toBe('/pages/1/labels?limit=250');
    expect(plan('content', 'labels list', {...inputs, limit: ['5']}).path).toBe(
      '/pages/1/labels?limit=5',
    );
    expect(plan('content', 'labels list', inputs, {options: {paginate: false}}).path).toBe(
      '/pages/1/labels',
    );
  });

  it('of older label paths starts at the site', () => {
    const {url, path, method} = plan('content', 'labels remove', {
      'page-id': ['1'],
      label: ['a/b c'],
    });
    expect(method).toBe('DELETE');
    expect(url).toBe('https://site.example/wiki/rest/api/content/1/label?name=a%2Fb%20c');
    expect(path).toBe('/wiki/rest/api/content/1/label?name=a%2Fb%20c');
  });

  it('carries the client’s own defaults', () => {
    expect(plan('content', 'blogposts get-blog-post-by-id', {id: ['7']}).path).toBe(
      '/blogposts/7?body-format=storage',
    );
  });
});

describe('headers', () => {
  it('name the program and JSON, a content type only with a body', () => {
    expect(plan('tracker', 'version get', {id: ['1']}).headers).toEqual({
      Accept: 'application/json',
      'User-Agent': 'steward',
    });
    expect(
      plan('tracker', 'version create', {}, {body: '{"name":"x","projectId":1}'}).headers,
    ).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'User-Agent': 'steward',
    });
  });

  it('of an avatar tell the kind of image and pass the XSRF check', () => {
    const gif = new TextEncoder().encode('GIF89a…');
    const {headers, body} = plan(
      'tracker',
      'project create-avatar',
      {projectIdOrKey: ['A']},
      {body: gif},
    );
    expect(headers).toMatchObject({
      'Content-Type': 'image/gif',
      'X-Tracker-Token': 'no-check',
      'X-Atlassian-Token': 'no-check',
    });
    expect(body?.content).toBe(gif);
  });
});

describe('the body', () => {
  it('that was given as JSON stays as it is, byte for byte', () => {
    const body = '{ "projectId": 12345678901234567890, "id": 1.0,\n "name": "\\u00e9" }';
    expect(plan('tracker', 'version create', {}, {body}).body?.content).toBe(body);
  });

  it('is none where none was given and none is needed', () => {
    expect(plan('content', 'admin-key enable-admin-key', {}).body).toBeUndefined();
    expect(plan('tracker', 'version get', {id: ['1']}).body).toBeUndefined();
  });

  it('of labels is one array with a prefix each', () => {
    const {body, url} = plan('content', 'labels add', {'page-id': ['1'], label: ['a', 'b,c\\,d']});
    expect(url).toBe('https://site.example/wiki/rest/api/content/1/label');
    expect(body).toEqual({
      contentType: 'application/json',
      content:
        '[{"prefix":"global","name":"a"},{"prefix":"global","name":"b"},{"prefix":"global","name":"c,d"}]',
    });
  });

  it('of a blog post is composed from flags and storage XML', () => {
    const {body, url} = plan(
      'content',
      'blogposts create-blog-post',
      {'space-id': ['42'], title: ['A "title"'], private: ['true']},
      {body: '<p>é\n</p>'},
    );
    expect(url).toBe('https://site.example/wiki/api/v2/blogposts?private=true');
    expect(JSON.parse(String(body?.content))).toEqual({
      spaceId: '42',
      title: 'A "title"',
      body: {representation: 'storage', value: '<p>é\n</p>'},
    });
  });

  it('of an update that holds all it would be read for is sent without the read', () => {
    const {reading, notes} = plan('content', 'blogposts update-blog-post', {
      id: ['9'],
      'body.id': ['9'],
      title: ['New'],
      status: ['draft'],
      'space-id': ['42'],
      body: ['<p>x</p>'],
      version: ['{"number":1}'],
    });
    expect(reading).toBeUndefined();
    expect(notes).toEqual([]);
  });

  it('of an update that reads first holds what is known, and notes say the rest', () => {
    const {body, notes, reading} = plan('content', 'custom-content update-custom-content', {
      id: ['9'],
      title: ['New'],
    });
    expect(JSON.parse(String(body?.content))).toEqual({
      title: 'New',
      status: 'current',
      body: {representation: 'storage'},
    });
    expect(reading).toMatchObject({
      method: 'GET',
      url: 'https://site.example/wiki/api/v2/custom-content/9?body-format=storage',
    });
    expect(notes).toEqual([
      'The item is read first: GET /custom-content/9?body-format=storage.',
      'Copied from the item if set: id, type, body.value, spaceId, pageId, blogPostId, customContentId.',
      'version.number is the item’s current number plus 1.',
    ]);
  });
});

describe('a refusal', () => {
  it('is a validation_error with every problem, and nothing was sent', () => {
    const operation = makeOperation({
      inputs: [inPath('key', 'string'), inQuery('n', 'integer'), jsonBody()],
    });
    const failure = failureOf(() =>
      planRequest(operation, {inputs: {n: ['x'], m: ['1']}, body: '{'}, tracker),
    );
    expect(failure.kind).toBe('validation_error');
    expect(failure.message).toBe(
      '--m is not an input of thing list; did you mean --n?; --key is required; --n must be a whole number, not "x"; --body is not JSON: line 1, column 2: the text ends too early: expected a property name in double quotes',
    );
    expect(Object.keys(failure.details.errors ?? {})).toEqual(['m', 'key', 'n', 'body']);
    expect(failure.details.attempts).toBe(0);
    expect(failure.details.hint).toBe('jr thing list --help lists the flags.');
  });

  it('is told of --body where fields of it are missing', () => {
    const create = findOperation('tracker', 'version', 'create');
    if (!create) throw new Error('the record is gone');
    const hintOf = (body: object): string | undefined =>
      failureOf(() => planRequest(create, {inputs: {}, ...body}, tracker)).details.hint;
    expect(hintOf({})).toBe(
      'jr version create --help lists the flags; --body takes the whole body.',
    );
    expect(hintOf({body: '{}'})).toBe('jr version create --help lists the flags.');
  });
});

function failureOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    return toFailure(error);
  }
  throw new Error('nothing was thrown');
}
