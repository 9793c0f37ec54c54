import {describe, expect, it} from 'vitest';
import {isFailure} from '../../src/base/failure.ts';
import {checkPolicy, matchesGlob} from '../../src/host/policy.ts';

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
    ['Version get', 'version get', false],
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
    expect(allows({allowed: [], denied: []}, 'project delete')).toBe(true);
  });

  it('allows what it names and nothing else, and what it denies not even then', () => {
    const policy = {allowed: ['project *', 'raw GET'], denied: ['* delete*']};
    expect(allows(policy, 'project get')).toBe(true);
    expect(allows(policy, 'raw GET')).toBe(true);
    expect(allows(policy, 'raw POST')).toBe(false);
    expect(allows(policy, 'project delete')).toBe(false);
  });
});
