import {describe, expect, it} from 'vitest';
import {planRaw} from '../../src/api/plan-raw.ts';
import {isFailure} from '../../src/base/failure.ts';
import {
  checkPlan,
  checkPolicy,
  classifyPatterns,
  matchesGlob,
  type Policy,
} from '../../src/host/policy.ts';
import {isRestrictiveName} from '../../src/host/restrictive-names.ts';

describe('a glob', () => {
  it.each([
    ['project *', 'project get', true],
    ['project *', 'projectvalidate x', false],
    ['* get*', 'version get-all', true],
    ['*', 'raw DELETE', true],
    ['raw [GH]ET', 'raw GET', true],
    ['raw [!G]*', 'raw GET', false],
    ['raw ???', 'raw GET', true],
    ['raw ???', 'raw POST', false],
    ['version.get', 'version get', false],
    ['Version Get', 'version get', true],
    ['version get', 'VERSION GET', true],
    ['a[', 'a[', true],
  ])('%s and %s: %s', (glob, text, fits) => {
    expect(matchesGlob(glob, text)).toBe(fits);
  });
});

describe('a policy', () => {
  const allows = (policy: Parameters<typeof checkPolicy>[0], title: string): boolean => {
    try {
      checkPolicy(policy, title);
      return true;
    } catch (error) {
      expect(isFailure(error) && error.kind).toBe('policy_denied');
      return false;
    }
  };

  it('that names nothing allows everything', () => {
    expect(allows(undefined, 'project delete')).toBe(true);
    expect(allows({denied: []}, 'project delete')).toBe(true);
  });

  it('with an empty list of what is allowed allows nothing', () => {
    expect(allows({allowed: [], denied: []}, 'project get')).toBe(false);
  });

  it('allows what it names and nothing else, and what it denies not even then', () => {
    const policy = {allowed: ['project *', 'raw GET'], denied: ['* delete*']};
    expect(allows(policy, 'project get')).toBe(true);
    expect(allows(policy, 'raw GET')).toBe(true);
    expect(allows(policy, 'raw POST')).toBe(false);
    expect(allows(policy, 'project delete')).toBe(false);
  });
});

describe('a policy that denies an operation', () => {
  const denies = (
    path: string,
    method = 'DELETE',
    denied = ['project delete'],
    rest: Partial<Policy> = {},
  ): boolean => {
    const plan = planRaw('tracker', {method, path, query: []}, {baseUrl: 'https://site.example/a'});
    try {
      checkPlan({denied, ...rest}, plan);
      return false;
    } catch (error) {
      expect(isFailure(error) && error.kind).toBe('policy_denied');
      return true;
    }
  };

  it.each([
    '/rest/api/3/project/HPAY',
    'rest/api/3/project/HPAY?enableUndo=false',
    '/rest/api/3/project/HPAY/',
    '/rest/api/3//project/HPAY',
    '/rest/api/3/%70roject/HPAY',
    '/rest/api/3/project%2FHPAY',
    '/rest/api/3/x/../project/HPAY',
    '/rest/api/3/Project/HPAY',
    '/rest/api/3/project;x=1/HPAY',
    '/rest/api/2/project/HPAY',
    '/rest/api/latest/project/HPAY',
    'https://site.example/a/rest/api/3/project/HPAY',
    'https://site.example/rest/api/3/project/HPAY',
  ])('denies its method and path by raw too: %s', path => {
    expect(denies(path)).toBe(true);
    expect(denies(path, 'DELETE', ['PROJECT *'])).toBe(true);
  });

  it.each([
    '/rest/api/3/project/..;/project/HPAY',
    '/rest/api/3/x/..;/project/HPAY',
    '/rest/api/3/x/%2e%2e%2fproject/HPAY',
    '/rest/api/3/%2570roject/HPAY',
    '/rest/api/3/x/%252e%252e/project/HPAY',
    '/rest/api/3/project%252FHPAY',
    '/rest/api/v3/project/HPAY',
    '/rest/api/3.0/project/HPAY',
    '/rest/api/03/project/HPAY',
    '/rest/api/3%00/project/HPAY',
    '/rest/api/3/project%00/HPAY',
    '/rest/api/3/project/HPAY%00/avatar/1',
    '/rest/api/3/project/HPAY%3F/avatar/1',
    '/rest/api/3/project/HPAY%23/avatar/1',
    '/rest/api/3/project/HPAY;/avatar/1',
    '/rest/api/3/project%5CHPAY',
    '/rest/api/3/project%c0%afHPAY',
    '/rest/api/3/project%u002fHPAY',
    '/rest/api/3/project%EF%BC%8FHPAY',
    '/rest/api/3/%EF%BC%B0roject/HPAY',
    '/rest/api/3/projec%E2%80%8Bt/HPAY',
    '/rest/api/3/project%20/HPAY',
    '/rest/api/3/project./HPAY',
    '/rest/api/3/project.json/HPAY',
    '/rest/api/3/.../project/HPAY',
    '/rest/api/3/version/1?_method=DELETE',
  ])('denies it by raw however it is spelled, even where raw is allowed: %s', path => {
    expect(denies(path)).toBe(true);
    expect(denies(path, 'DELETE', ['project delete'], {allowed: ['*', 'raw *']})).toBe(true);
  });

  it('lets raw read, and write what it recognises as another operation', () => {
    expect(denies('/rest/api/3/project/HPAY', 'GET')).toBe(false);
    expect(denies('/rest/api/3/anything;x/%2570')).toBe(true);
    expect(denies('/rest/api/3/anything;x/%2570', 'GET')).toBe(false);
    expect(denies('/rest/api/3/project/HPAY/avatar/1')).toBe(false);
    expect(denies('/rest/api/3/version/1')).toBe(false);
    expect(denies('/rest/api/2/version/1/')).toBe(false);
    expect(denies('/rest/api/3/user/properties/a%20b%C3%A9?accountId=1')).toBe(false);
    expect(denies('/rest/api/3/project/HPAY/restore', 'POST')).toBe(false);
  });

  it('lets raw write elsewhere only where raw is allowed by name', () => {
    expect(denies('/rest/api/3/issue/A-1')).toBe(true);
    expect(denies('/rest/api/3/issue/A-1', 'DELETE', ['project *'], {allowed: ['*']})).toBe(true);
    const allowed = ['*', 'raw DELETE'];
    expect(denies('/rest/api/3/issue/A-1', 'DELETE', ['project *'], {allowed})).toBe(false);
  });

  it('denies reading it by raw too', () => {
    const reads = (path: string, method = 'GET') => denies(path, method, ['project get']);
    expect(reads('/rest/api/3/project/HPAY')).toBe(true);
    expect(reads('/rest/api/3/project/HPAY', 'HEAD')).toBe(true);
    expect(reads('/rest/api/3/x/..;/project/HPAY')).toBe(true);
    expect(reads('/rest/api/3/version/1')).toBe(false);
  });

  it('holds for the operations of the other service on the same site', () => {
    expect(denies('/wiki/api/v2/blogposts/1', 'DELETE', ['blogposts delete*'])).toBe(true);
  });
});

describe('a pattern', () => {
  it.each([
    ['project delet', 'project delete'],
    ['projct delete', 'project delete'],
    ['projct *', 'project *'],
    ['project dleete*', 'project delete'],
    ['project.delete', 'project delete'],
    ['project/delete', 'project delete'],
    ['project  delete', 'project delete'],
    ['delete project', 'project delete'],
    ['versions delete', 'version delete'],
    ['project', 'project *'],
    ['DELETE *', 'raw DELETE'],
    ['delete', '* delete'],
    ['raw DELET', 'raw DELETE'],
    ['raw DELETE /rest/api/3/project/*', 'raw DELETE'],
    ['delete version', 'version delete'],
    ['jr version delete', 'version delete'],
    ['jr *', '*'],
    ['version-delete-and-replace', 'version delete-and-replace'],
    ['version {get,delete}', 'version *'],
    ['version (get|delete)', 'version *'],
  ])('that fits nothing and is near something is a mistake: %s', (glob, meant) => {
    const titles = classifyPatterns('tracker', {denied: [glob]});
    expect([titles.notes, titles.mistakes]).toEqual([[], []]);
    expect(titles.problems[0]).toContain(`did you mean "${meant}"?`);
    expect(classifyPatterns('tracker', {allowed: [glob], denied: []}).problems).toHaveLength(1);
  });

  it.each(['issue *', 'issue search', 'status *', 'workflow get', 'blogposts delete'])(
    'about what this program does not have is a note: %s',
    glob => {
      const {problems, mistakes, notes} = classifyPatterns('tracker', {denied: [glob]});
      expect([problems, mistakes, notes.length]).toEqual([[], [], 1]);
    },
  );

  it.each([
    'all',
    'write',
    'writes',
    'everything',
    'deleteProject',
    'projectdelete*',
    'project delete,version delete',
    'project delete, version delete',
    'project delete;version delete',
    'project|version',
    'issue,project *',
    'project nuke',
    'raw TRACE',
    '* write',
    'write *',
    'all writes',
    'delete everything else',
  ])('that matches nothing and is not about another program is a mistake: %s', glob => {
    for (const policy of [{denied: [glob]}, {allowed: [glob], denied: []}]) {
      const {problems, mistakes, notes} = classifyPatterns('tracker', policy);
      expect(notes).toEqual([]);
      expect(problems.length + mistakes.length).toBe(1);
    }
  });

  it.each([
    '*',
    '* delete*',
    'project *',
    'Project Delete',
    'raw *',
    'raw delete',
    'webhook get-f*',
  ])('that fits something is none: %s', glob => {
    expect(classifyPatterns('tracker', {denied: [glob]})).toEqual({
      problems: [],
      mistakes: [],
      notes: [],
    });
  });
});

describe('a member that is not known', () => {
  it.each([
    'read_only',
    'readonly',
    'readOnly',
    'READ-ONLY',
    'is_readonly',
    'deny',
    'denylist',
    'denyList',
    'allowlist',
    'whitelist',
    'blocklist',
    'policy',
    'policies',
    'restrictions',
    'forbidden_operations',
    'operations',
    'write',
    'allow_writes',
    'can_write',
    'dry_run',
    'safe_mode',
    'locked',
  ])('reads like a restriction: %s', name => {
    expect(isRestrictiveName(name)).toBe(true);
  });

  it.each([
    'read_timeout',
    'write_timeout',
    'lock_file',
    'owner',
    'description',
    'color',
    'notes',
    'proxy',
    'email',
    'site',
    'already',
    'spread',
  ])('reads like none: %s', name => {
    expect(isRestrictiveName(name)).toBe(false);
  });
});
