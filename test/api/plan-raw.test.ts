import {describe, expect, it} from 'vitest';
import {planRaw, type RawRequest} from '../../src/api/plan-raw.ts';
import {toFailure} from '../../src/base/failure.ts';

const site = {baseUrl: 'https://site.example'};
const gateway = {baseUrl: 'https://gw.example/ex/1'};

function raw(path: string, more: Partial<RawRequest> = {}): RawRequest {
  return {method: 'GET', path, query: [], ...more};
}

function problemsOf(request: RawRequest, target = site): string {
  try {
    planRaw('tracker', request, target);
  } catch (error) {
    const failure = toFailure(error);
    expect(failure.kind).toBe('validation_error');
    return failure.message;
  }
  throw new Error('nothing was thrown');
}

describe('a raw path', () => {
  it.each([
    ['/rest/api/3/x', 'https://gw.example/ex/1/rest/api/3/x'],
    ['rest/api/3/x', 'https://gw.example/ex/1/rest/api/3/x'],
    ['/a?b=1', 'https://gw.example/ex/1/a?b=1'],
    ['@evil.example/x', 'https://gw.example/ex/1/@evil.example/x'],
    ['https://gw.example/other', 'https://gw.example/other'],
    ['/a b', 'https://gw.example/ex/1/a%20b'],
  ])('%s is joined to the base URL', (path, url) => {
    expect(planRaw('tracker', raw(path), gateway).url).toBe(url);
  });

  it.each([
    'https://evil.example/x',
    'http://gw.example/x',
    'https://gw.example:8443/x',
    'https://gw.example@evil.example/x',
    'https://me:secret@gw.example/x',
    'file:///etc/passwd',
    'https:',
    '/../../x',
    '/%2e%2e/2/x',
    '/a#b',
    '//evil.example/x',
    '/\\evil.example/x',
    '\thttps://evil.example/x',
    '/x\r\nHost: evil.example',
  ])('%s is refused', path => {
    expect(problemsOf(raw(path), gateway)).toMatch(
      /must be on|leaves the base URL|contains |starts with/,
    );
  });
});

describe('a raw request', () => {
  it('takes its method in any case and --query after the query of the path', () => {
    const query = [
      ['k', 'a b+c'],
      ['k', '2'],
    ] as const;
    const plan = planRaw('tracker', raw('/x?z=1', {method: 'get', query}), site, {fields: 'a,b'});
    expect(plan.method).toBe('GET');
    expect(plan.title).toBe('raw GET');
    expect(plan.path).toBe('/x?z=1&k=a%20b%2Bc&k=2&fields=a,b');
    expect(plan.url).toBe('https://site.example/x?z=1&k=a%20b%2Bc&k=2&fields=a,b');
  });

  it('shows its path below the base URL', () => {
    expect(planRaw('tracker', raw('/x', {query: [['a', '1']]}), gateway).path).toBe('/x?a=1');
  });

  it('sends a body with DELETE, unchanged', () => {
    const plan = planRaw(
      'tracker',
      raw('/x', {method: 'delete', body: '{"webhookIds": [1.0]}'}),
      site,
    );
    expect(plan.body).toEqual({contentType: 'application/json', content: '{"webhookIds": [1.0]}'});
    expect(plan.headers['Content-Type']).toBe('application/json');
  });

  it('that is wrong in several ways says all of them', () => {
    const request = raw('https://evil.example', {method: 'FETCH', body: '{'});
    expect(problemsOf(request)).toBe(
      'the method must be one of GET, POST, PUT, DELETE, PATCH, HEAD, OPTIONS, not "FETCH"; ' +
        '--body is not JSON: line 1, column 2: the text ends too early: expected a property name in double quotes; ' +
        'an absolute URL must be on https://site.example',
    );
    expect(problemsOf(raw('/x', {body: '{}'}))).toBe('--body cannot be sent with GET');
  });
});
