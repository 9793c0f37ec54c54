import {describe, expect, it} from 'vitest';
import {planRaw} from '../../src/api/plan-raw.ts';
import {isFailure} from '../../src/base/failure.ts';
import {checkPolicy, checkRawPolicy, matchesGlob} from '../../src/host/policy.ts';
import {lookAtPolicy} from '../../src/host/policy-patterns.ts';

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
  const denies = (path: string, method = 'DELETE', denied = ['project delete']): boolean => {
    const plan = planRaw('tracker', {method, path, query: []}, {baseUrl: 'https://site.example/a'});
    try {
      checkRawPolicy({denied}, plan);
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

  it('lets other methods and paths of raw through', () => {
    expect(denies('/rest/api/3/project/HPAY', 'GET')).toBe(false);
    expect(denies('/rest/api/3/project/HPAY/avatar/1')).toBe(false);
    expect(denies('/rest/api/3/version/1')).toBe(false);
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
    const titles = lookAtPolicy('tracker', {denied: [glob]});
    expect(titles.notes).toEqual([]);
    expect(titles.problems[0]).toContain(`did you mean "${meant}"?`);
    expect(lookAtPolicy('tracker', {allowed: [glob], denied: []}).problems).toHaveLength(1);
  });

  it.each(['issue *', 'issue search', 'status *', 'workflow get', 'blogposts delete'])(
    'about what this program does not have is a note: %s',
    glob => {
      const {problems, notes} = lookAtPolicy('tracker', {denied: [glob]});
      expect([problems, notes.length]).toEqual([[], 1]);
    },
  );

  it.each([
    '*',
    '* delete*',
    'project *',
    'Project Delete',
    'raw *',
    'raw delete',
    'webhook get-f*',
  ])('that fits something is none: %s', glob => {
    expect(lookAtPolicy('tracker', {denied: [glob]})).toEqual({problems: [], notes: []});
  });
});
