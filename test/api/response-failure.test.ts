import {describe, expect, it} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import type {Service} from '../../src/api/operation.ts';
import {planRequest} from '../../src/api/plan.ts';
import {planRaw} from '../../src/api/plan-raw.ts';
import type {RequestPlan} from '../../src/api/request-plan.ts';
import {failureFromResponse, kindOfStatus} from '../../src/api/response-failure.ts';
import {exitCodes, type Failure} from '../../src/base/failure.ts';

const nowMs = Date.UTC(2026, 3, 1, 12);

function planOf(service: Service, command: string, inputs: Record<string, string[]>): RequestPlan {
  const [group = '', name = ''] = command.split(' ');
  const operation = findOperation(service, group, name);
  if (!operation) throw new Error(`no record ${command}`);
  return planRequest(operation, {inputs}, {baseUrl: 'https://site.example'});
}

const getVersion = planOf('tracker', 'version get', {id: ['7']});

function failure(
  status: number,
  body: string,
  more: {readonly headers?: Record<string, string>; readonly plan?: RequestPlan} = {},
): Failure {
  const answer = {status, headers: more.headers ?? {}, body: new TextEncoder().encode(body)};
  return failureFromResponse(more.plan ?? getVersion, answer, 1, nowMs);
}

describe('the kind of a status', () => {
  it.each([
    [400, 'validation_error', 4],
    [422, 'validation_error', 4],
    [401, 'auth_failed', 2],
    [403, 'auth_failed', 2],
    [404, 'not_found', 3],
    [410, 'gone', 3],
    [409, 'conflict', 6],
    [429, 'rate_limited', 5],
    [408, 'client_error', 4],
    [413, 'client_error', 4],
    [500, 'server_error', 7],
    [503, 'server_error', 7],
    [302, 'invalid_response', 7],
  ] as const)('%i is %s, exit %i', (status, kind, exit) => {
    expect(kindOfStatus(status)).toBe(kind);
    expect(exitCodes[kind]).toBe(exit);
  });
});

describe('the message', () => {
  it.each([
    ['{"errorMessages":["No version.","Gone."],"errors":{"id":"bad"}}', 'No version.; Gone.'],
    [
      '{"errorMessages":[],"errors":{"name":"Too long.","key":"Taken."}}',
      'name: Too long.; key: Taken.',
    ],
    [
      '{"errors":[{"status":409,"code":"CONFLICT","title":"Version must be 3","detail":null}]}',
      'Version must be 3',
    ],
    [
      '{"errors":[{"title":"Bad","detail":"limit is 0"},{"message":"Worse"}]}',
      'Bad: limit is 0; Worse',
    ],
    [
      '{"statusCode":404,"data":{"valid":true,"errors":[]},"message":"No content with id 7"}',
      'No content with id 7',
    ],
    [
      '{"statusCode":400,"data":{"valid":false,"errors":[{"message":{"translation":"Too many labels.","args":[]}}]},"message":""}',
      'Too many labels.',
    ],
    [
      '{"code":401,"message":"Unauthorized; scope does not match"}',
      'Unauthorized; scope does not match',
    ],
    ['{"error":"invalid_client","error_description":"Unknown client"}', 'Unknown client'],
    ['"The key is taken."', 'The key is taken.'],
    ['{"status":404}', 'The server responded with 404 (Not Found).'],
    ['', 'The server responded with 404 (Not Found).'],
    ['  no\n such   thing ', 'The server responded with 404 (Not Found): no such thing'],
    [
      '<!DOCTYPE html><html><head><title>Sign in &amp; go</title></head><body>…</body></html>',
      'The server responded with 404 (Not Found): Sign in & go',
    ],
    ['<html><body><p>nothing</p></body></html>', 'The server responded with 404 (Not Found).'],
  ])('of %s', (body, message) => expect(failure(404, body).message).toBe(message));

  it('of a long text is cut', () => {
    expect(failure(500, 'x'.repeat(5000)).message.length).toBeLessThan(400);
  });

  it('of a redirect says where it leads, without its query', () => {
    const headers = {location: 'https://login.example/in?token=secret'};
    expect(failure(302, '', {headers}).message).toBe(
      'The server responded with 302 (Found), which redirects to https://login.example/in; the redirect was not followed.',
    );
  });
});

describe('the details', () => {
  it('hold fields, request, attempts, and the body as JSON on one line, numbers untouched', () => {
    const body = '{\n "errors": {"name": "Too long.", "n": []},\n "x": 1.0\n}\n';
    expect(failure(400, body).details).toMatchObject({
      status: 400,
      errors: {name: 'Too long.'},
      body: '{"errors":{"name":"Too long.","n":[]},"x":1.0}',
      request: {method: 'GET', path: '/rest/api/3/version/7'},
      attempts: 1,
    });
    expect(failure(400, 'text').details.body).toBeUndefined();
  });

  it.each([
    ['7', 7],
    ['0', 0],
    ['1.5', 2],
    ['Wed, 01 Apr 2026 12:00:09 GMT', 9],
    ['Wed, 01 Apr 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('read Retry-After %j', (value, seconds) => {
    const {details} = failure(429, '', {headers: {'retry-after': value}});
    expect(details.retryAfterSeconds).toBe(seconds);
  });

  it('count a Retry-After date from the server’s own clock', () => {
    const headers = {
      date: 'Tue, 31 Mar 2026 08:00:00 GMT',
      'retry-after': 'Tue, 31 Mar 2026 08:01:00 GMT',
    };
    expect(failure(503, '', {headers}).details.retryAfterSeconds).toBe(60);
  });
});

const names = {tracker: ['version', 'get'], content: ['blogposts', 'get-blog-post-by-id']} as const;

describe('the hint', () => {
  const hint = (status: number, plan?: RequestPlan, body = ''): string | undefined =>
    failure(status, body, plan ? {plan} : {}).details.hint;

  it('after 401 leads to the token', () => {
    expect(hint(401)).toContain('jr login');
    expect(hint(401, planOf('content', 'labels get', {}))).toContain('cf login');
    expect(hint(401, undefined, '{"code":401,"message":"scope does not match"}')).toContain(
      'scope',
    );
  });

  it('after 403 says which credential works, or what it needs', () => {
    expect(hint(403, planOf('tracker', 'webhook get-failed', {}))).toBe(
      'Only for add-on apps: sign in with `jr login --app`.',
    );
    const denied = '{"errorMessages":["The Browse projects permission is needed for this."]}';
    expect(hint(403, undefined, denied)).toBe('Use an account that has this permission.');
    expect(hint(403, planOf('content', 'admin-key get-admin-key', {}))).toContain(
      'Only for organization admins and site admins: use the token of such a user.',
    );
    expect(hint(403)).toBe('Needs: Browse projects.');
    expect(hint(403, planOf('content', 'labels list', {'page-id': ['1']}))).toBe(
      'The credentials lack a permission for this operation.',
    );
  });

  it('after 404 speaks of the ids, and of the operations for other kinds', () => {
    expect(hint(404)).toBe('Check the id. The server also answers 404 for things you may not see.');
    const list = findOperation('content', 'labels', 'list');
    if (list === undefined) throw new Error('no labels list');
    const baseUrl = 'https://x.example/wiki/api/v2';
    expect(hint(404, planRequest(list, {inputs: {'page-id': ['1']}}, {baseUrl}))).toContain(
      'For other content types, use cf blogposts get-blog-post-labels or cf custom-content get-custom-content-labels.',
    );
  });

  it.each([
    ['tracker', 'https://x.example/rest/api/3', 'contains /rest twice'],
    ['tracker', 'https://x.example/wiki/api/v2', 'is for cf, not for jr'],
    ['content', 'https://x.example/wiki', 'https://x.example/wiki lacks /wiki/api/v2'],
    ['content', 'https://x.example', 'lacks /wiki/api/v2'],
    ['content', 'https://x.example/wiki/wiki/api/v2', 'contains /wiki twice'],
    ['content', 'https://x.example/wiki/api/v2/api/v2', 'contains /api/v2 twice'],
  ] as const)('after 404 from %s at %s speaks of the base URL', (service, baseUrl, told) => {
    const [group, name] = names[service];
    const operation = findOperation(service, group, name);
    if (operation === undefined) throw new Error('no such operation');
    const plan = planRequest(operation, {inputs: {id: ['1']}}, {baseUrl});
    expect(hint(404, plan)).toContain(told);
    expect(hint(404, plan)).not.toContain('ids');
  });

  it('after 404 of a raw path that repeats the base URL speaks of that', () => {
    const baseUrl = 'https://x.example/wiki/api/v2';
    const request = {method: 'GET', path: '/wiki/api/v2/blogposts', query: []};
    expect(hint(404, planRaw('content', request, {baseUrl}))).toContain('contains /wiki twice');
  });

  it('after 400 names what the public service insists on', () => {
    expect(hint(400, planOf('tracker', 'user find-by-query', {}))).toBe(
      'Atlassian Cloud requires --query.',
    );
    expect(hint(400)).toBe('jr version get --help lists the inputs.');
  });
});
