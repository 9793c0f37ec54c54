import {describe, expect, test} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import type {Client} from '../../src/api/client.ts';
import {planRequest} from '../../src/api/plan.ts';
import {planRaw, type RawRequest} from '../../src/api/plan-raw.ts';
import {isFailure} from '../../src/base/failure.ts';
import {
  checkPlan,
  checkPolicy,
  classifyPatterns,
  matchesGlob,
  type Policy,
  policyClient,
  policyMistake,
  protectedClient,
  titlesOf,
} from '../../src/host/policy.ts';

const base = {baseUrl: 'https://site.example/a'};
const nowhere = 'Use another profile (-p), or change allowed_operations and denied_operations.';

/** How a check refuses: kind, message, hint; undefined where it lets pass. */
function refusal(check: () => unknown): readonly (string | undefined)[] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    expect(error.details.attempts).toBe(0);
    return [error.kind, error.message, error.details.hint];
  }
}

const raw = (method: string, path: string) => planRaw('tracker', {method, path, query: []}, base);

function operationOf(group: string, name: string) {
  const operation = findOperation('tracker', group, name);
  if (operation === undefined) throw new Error(`no operation ${group} ${name}`);
  return operation;
}

function planned(group: string, name: string, inputs: Readonly<Record<string, string[]>>) {
  return planRequest(operationOf(group, name), {inputs}, base);
}

describe('a set in a glob', () => {
  test.each([
    ['raw [GH]ET', 'raw HET', true],
    ['raw [GH]ET', 'raw XET', false],
    ['[a-cx-z]', 'b', true],
    ['[a-cx-z]', 'y', true],
    ['[a-cx-z]', 'a', true],
    ['[a-cx-z]', 'c', true],
    ['[a-cx-z]', 'd', false],
    ['[a-c-]', '-', true],
    ['[-a]', '-', true],
    ['[-a]', 'b', false],
    ['[ -a]', '0', true],
    ['[!a-c]', 'd', true],
    ['[!a-c]', 'b', false],
    ['[^a]', 'b', true],
    ['[^a]', 'a', false],
    ['[!]', '!', true],
    ['[!]', 'a', false],
    ['[a!]', '!', true],
    ['[a!]', 'b', false],
    ['[ab!]', 'c', false],
    ['[ ]', ' ', true],
    ['[]', '[]', true],
    ['', '', true],
    ['', 'a', false],
    ['a\nb', 'a\nb', true],
    ['?', '', false],
    ['a?', 'a\n', true],
  ])('%j and %j: %s', (glob, text, fits) => {
    expect(matchesGlob(glob, text)).toBe(fits);
  });

  test.each(['[z-a]', 'x[b-cz-a]', '[a z-y]'])('that runs backwards is refused: %s', glob => {
    expect(refusal(() => matchesGlob(glob, 'x'))).toEqual([
      'config_error',
      `In the pattern "${glob}" the range ${glob.slice(glob.indexOf('['))} is reversed.`,
      'Correct the pattern in allowed_operations or denied_operations; for example [a-z].',
    ]);
  });
});

describe('a refusal by a policy', () => {
  const denied = ['policy_denied'];

  test.each<readonly [policy: Policy, title: string, why: string]>([
    [{denied: ['a *', '* get']}, 'project get', 'denied_operations has "* get"'],
    [{allowed: ['version *'], denied: []}, 'project get', 'it is not among allowed_operations'],
    [{allowed: ['*'], denied: ['*']}, 'project get', 'denied_operations has "*"'],
  ])('%j of %s says why', (policy, title, why) => {
    expect(refusal(() => checkPolicy(policy, title))).toEqual([
      ...denied,
      `The profile does not allow "${title}": ${why}.`,
      nowhere,
    ]);
  });

  test.each([
    ['/rest/api/3/project%2541', 'a server may treat its path as a denied operation', nowhere],
    [
      '/rest/api/3/project/A',
      'it is "project delete", and denied_operations has "project *"',
      nowhere,
    ],
    [
      '/rest/api/3/issue/A-1',
      'its path matches no known operation, and the profile denies some',
      'To allow it, list "*" and "raw DELETE" in allowed_operations.',
    ],
  ])('of raw DELETE %s says why', (path, why, hint) => {
    expect(refusal(() => checkPlan({denied: ['project *']}, raw('DELETE', path)))).toEqual([
      ...denied,
      `The profile does not allow "raw DELETE": ${why}.`,
      hint,
    ]);
  });

  test.each([
    ['/rest/api/3/version/%E0', true],
    ['/rest/api/3/version/a%2Fb', true],
    ['/rest/api/3/version/.a', false],
    ['/rest/api/3/version/a.b', false],
    ['/rest/api/3/version/%E2%80%A6', true],
    ['/rest/api/3/version/a.json.b', false],
    ['/rest/api/3/version.json.b/1', true],
    ['/rest/api/3/version.xml/1', false],
    ['/rest/other/3/version/1', true],
    ['/other/api/3/version/1', true],
    ['/version/1', true],
    ['/1', true],
    ['/rest/api/3/versions/1', true],
    ['/rest/api/3/versi.jsonon/1', true],
    ['/blogposts', true],
  ])('of raw DELETE %s where projects are denied: %s', (path, isRefused) => {
    const policy = {denied: ['project *']};
    expect(refusal(() => checkPlan(policy, raw('DELETE', path))) !== undefined).toBe(isRefused);
  });

  test.each([
    [undefined, false],
    [['*'], true],
    [['* raw', 'draw DELETE', '*raw DELETE', '*'], true],
    [['*', 'raw GET'], true],
    [['*', 'raw *'], false],
    [['*', 'RAW delete'], false],
  ])('raw outside the catalogue is let through by %j: refused %s', (allowed, isRefused) => {
    const policy: Policy = {...(allowed && {allowed}), denied: allowed ? ['project *'] : []};
    expect(refusal(() => checkPlan(policy, raw('DELETE', '/x'))) !== undefined).toBe(isRefused);
  });
});

test('a slash that is encoded does not make one operation of another', () => {
  const policy = {allowed: ['*', 'raw *'], denied: ['project delete']};
  const check = (path: string) => refusal(() => checkPlan(policy, raw('DELETE', path)))?.[0];
  expect(check('/rest/api/3/project/A/avatar/1')).toBeUndefined();
  expect(check('/rest/api/3/project/A%2Favatar%2F1')).toBe('policy_denied');
});

describe('a policy with mistakes', () => {
  const policy: Policy = {denied: [], mistakes: ['It says "proj *"', 'and more']};
  const refused = [
    'config_error',
    'It says "proj *".',
    'Correct the configuration; until then all writes are refused.',
  ];

  test('refuses every write with the first of them, and no read', () => {
    expect(refusal(() => checkPlan(policy, raw('POST', '/x')))).toEqual(refused);
    expect(refusal(() => checkPlan(policy, raw('GET', '/x')))).toBeUndefined();
    const remove = planned('version', 'delete', {id: ['1']});
    expect(refusal(() => checkPlan(policy, remove))).toEqual(refused);
    expect(
      refusal(() => checkPlan(policy, planned('version', 'get', {id: ['1']}))),
    ).toBeUndefined();
    expect(refusal(() => checkPlan({denied: [], mistakes: []}, remove))).toBeUndefined();
    expect(refusal(() => checkPlan(undefined, remove))).toBeUndefined();
    expect(refusal(() => checkPlan(undefined, raw('POST', '/x')))).toBeUndefined();
    expect(
      refusal(() => {
        throw policyMistake('x');
      })?.[1],
    ).toBe('x.');
  });

  test('does not search the catalogue for an operation that was chosen by its name', () => {
    const remove = planned('version', 'delete', {id: ['a%2Fb']});
    expect(refusal(() => checkPlan({denied: ['project *']}, remove))).toBeUndefined();
  });
});

describe('a client with a policy', () => {
  const calls: string[] = [];
  const client = {
    plan: (operation: {name: string}) => calls.push(`plan ${operation.name}`),
    planRaw: ({method, path}: RawRequest) => raw(method, path),
    request: () => calls.push('request'),
    pages: () => calls.push('pages'),
  } as unknown as Client;

  test('without one is the client itself', () => {
    expect(policyClient(client, undefined)).toBe(client);
  });

  test('refuses before planning and before sending', async () => {
    const polite = policyClient(client, {denied: ['version delete'], mistakes: ['Wrong']});
    const plan = (name: string) => () =>
      polite.plan(operationOf('version', name), {inputs: {id: ['1']}});
    expect(refusal(plan('delete'))?.[1]).toContain('denied_operations has "version delete"');
    expect(refusal(plan('update'))?.[1]).toBe('Wrong.');
    expect(refusal(plan('get'))).toBeUndefined();
    const post = {method: 'POST', path: '/x', query: []};
    expect(refusal(() => polite.planRaw(post))?.[1]).toBe('Wrong.');
    expect(polite.planRaw({...post, method: 'GET'}).title).toBe('raw GET');
    await expect(polite.request(raw('POST', '/x'))).rejects.toThrow('Wrong.');
    expect(calls).toEqual(['plan get']);
  });
});

describe('a protected profile', () => {
  const send = (isProtected: boolean, method: string) => () => {
    const identity = {profile: 'live', protected: isProtected};
    const inner = {identity, pages: () => 'sent'} as unknown as Client;
    return protectedClient(inner, '--write').pages(raw(method, '/x'));
  };

  test('refuses a write with what would allow it', () => {
    expect(refusal(send(true, 'DELETE'))).toEqual([
      'policy_denied',
      'The profile "live" is protected, and raw DELETE writes.',
      'Add --write to write anyway, or use another profile.',
    ]);
    expect(refusal(send(true, 'GET'))).toBeUndefined();
    expect(refusal(send(false, 'DELETE'))).toBeUndefined();
  });
});

describe('patterns of a policy', () => {
  const none = {problems: [], mistakes: [], notes: []};
  const meant = (glob: string, title: string) =>
    `denied_operations has "${glob}", which is not an operation (did you mean "${title}"?)`;

  test.each([
    ['raw GET'],
    ['raw POST'],
    ['raw PUT'],
    ['raw DELETE'],
    ['raw PATCH'],
    ['raw HEAD'],
    ['raw OPTIONS'],
  ])('know the method of %s', glob => {
    expect(classifyPatterns('tracker', {denied: [glob]})).toEqual(none);
  });

  test('are none where there are no lists', () => {
    expect(classifyPatterns('tracker', {denied: []})).toEqual(none);
    expect(classifyPatterns('tracker', {allowed: [], denied: []})).toEqual(none);
  });

  test.each([
    ['', 'contains an empty string'],
    ['  ', 'contains an empty string'],
  ])('may not be empty: %j', (glob, why) => {
    const problems = [`allowed_operations ${why}`, `denied_operations ${why}`];
    expect(classifyPatterns('tracker', {allowed: [glob], denied: [glob]})).toEqual({
      ...none,
      problems,
    });
  });

  test.each([
    ['jr version x', undefined],
    ['xjr get', undefined],
    ['jrx version', undefined],
    ['jr', undefined],
    ['.version.delete.', 'version delete'],
    ['version::delete', 'version delete'],
    ['search', '* search'],
    ['versoin', 'version *'],
    ['get webhook-x', 'raw GET'],
    ['projects get', 'project get'],
    ['ver* delet', 'version delete'],
    ['version {get}', 'version *'],
    ['version get|delete', 'version *'],
    ['patch x', 'raw PATCH'],
    ['versoin g*', 'version g*'],
  ] as const)('%j mean %s', (glob, title) => {
    const {problems} = classifyPatterns('tracker', {denied: [glob]});
    expect(problems).toEqual(title === undefined ? [] : [meant(glob, title)]);
  });

  test.each([
    ['all x'],
    ['any x'],
    ['every x'],
    ['everything x'],
    ['non x'],
    ['none x'],
    ['read x'],
    ['reads x'],
    ['write x'],
    ['writes x'],
    ['list x'],
    ['update x'],
    ['edit x'],
    ['remove x'],
    ['add x'],
    ['set x'],
  ])('of %s are a mistake, for that is no group', glob => {
    const mistakes = [`denied_operations has "${glob}", which matches no operation`];
    expect(classifyPatterns('tracker', {denied: [glob]})).toEqual({...none, mistakes});
  });

  test.each([
    ['issue x', 'tracker'],
    ['xall x', 'tracker'],
    ['xany y', 'tracker'],
    ['allx y', 'tracker'],
    ['blogposts get-blog-posts', 'tracker'],
    ['blogposts *', 'tracker'],
    ['version *', 'content'],
    ['status *', 'tracker'],
    ['status get', 'tracker'],
    ['projects *', 'tracker'],
    ['projects gett', 'tracker'],
    ['* enable-admin-key', 'tracker'],
    ['* archive', 'content'],
  ] as const)('of %s are about another program than that of the %s', (glob, service) => {
    const notes = [`denied_operations has "${glob}", which is not an operation of this program`];
    expect(classifyPatterns(service, {denied: [glob]})).toEqual({...none, notes});
  });

  test.each([['issue one two'], ['issue  x'], ['issue a,b'], ['a;b issue'], [' sprint']])(
    'without the form of one are a mistake: %j',
    glob => {
      const {mistakes, notes} = classifyPatterns('tracker', {denied: [glob]});
      expect([mistakes.length, notes]).toEqual([1, []]);
    },
  );

  test('are those of the service alone', () => {
    expect(titlesOf('content')).toContain('blogposts get-blog-posts');
    expect(titlesOf('content')).not.toContain('version get');
    expect(classifyPatterns('content', {denied: ['blogposts *', 'raw GET']})).toEqual(none);
  });
});
