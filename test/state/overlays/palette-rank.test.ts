import {describe, expect, it} from 'vitest';
import {
  type MatchKind,
  matchNames,
  rankCandidates,
  type SearchCandidate,
} from '../../../src/state/overlays/palette/rank.ts';

describe('a name', () => {
  it.each([
    ['in review', ['In Review', '10003'], 'exact'],
    ['  IN   review ', ['In Review'], 'exact'],
    ['10003', ['In Review', '10003'], 'exact'],
    ['in rev', ['In Review'], 'begins'],
    ['perm sch', ['Default permission scheme'], 'words'],
    ['def sch', ['Default permission scheme'], 'words'],
    ['sch def', ['Default permission scheme'], 'fuzzy'],
    ['rev in', ['In Review'], 'fuzzy'],
    ['dflt', ['Default permission scheme'], 'fuzzy'],
    ['medum', ['Medium'], 'fuzzy'],
    ['view', ['In Review'], 'fuzzy'],
    ['cafe\u0301', ['Caf\u00e9'], 'exact'],
    ['rev', ['x', 'In Review'], 'words'],
    ['in deta', ['In', 'Details'], 'words'],
    ['vw', ['In View'], undefined],
    ['iew', ['In View'], 'fuzzy'],
    ['   ', ['In Review'], undefined],
    ['', ['In Review'], undefined],
    ['xyz', ['In Review'], undefined],
    ['web', [], undefined],
  ] as const)('%j matches %j: %s', (typed, names, level) => {
    expect(matchNames(typed, names)).toBe(level);
  });
});

function candidate(label: string, more: Partial<SearchCandidate> = {}): SearchCandidate {
  const suggestion = {label, about: '', effect: '', run: undefined};
  return {kind: 'object', suggestion, names: [label], description: '', ...more};
}

const labels = (typed: string, candidates: readonly SearchCandidate[]) =>
  rankCandidates(typed, candidates).map(({label}) => label);

describe('candidates', () => {
  it('come by how well they match, whatever they are', () => {
    const all = [
      candidate('Alpha review in detail', {kind: 'object'}),
      candidate('In review board', {kind: 'screen'}),
      candidate('In review', {kind: 'operation'}),
      candidate('Review of what is in it', {kind: 'object'}),
    ];
    expect(labels('in review', all)).toEqual([
      'In review',
      'In review board',
      'Alpha review in detail',
      'Review of what is in it',
    ]);
    expect(labels('review', all)).toEqual([
      'Review of what is in it',
      'Alpha review in detail',
      'In review board',
      'In review',
    ]);
  });

  it('that match equally come objects first, then screens, commands and operations', () => {
    const kinds: readonly MatchKind[] = ['operation', 'command', 'screen', 'object'];
    const all = kinds.map(kind => candidate(`web ${kind}`, {kind}));
    expect(labels('web', all)).toEqual([
      'web object',
      'web screen',
      'web command',
      'web operation',
    ]);
  });

  it('of one kind come by their order', () => {
    const all = [candidate('web b', {order: 2}), candidate('web a', {order: 1})];
    expect(labels('web', all)).toEqual(['web a', 'web b']);
  });

  it('are searched by their descriptions only when no name matches', () => {
    const trash = candidate('trash', {description: 'Posts that are in review or deleted.'});
    expect(labels('in review', [trash])).toEqual(['trash']);
    expect(labels('in review', [trash, candidate('In Review')])).toEqual(['In Review']);
  });

  it.each([
    ['In Review', false],
    ['in rev', false],
    ['rev', false],
    ['view', true],
    ['board', true],
  ])('matched by %j are a guess: %s', (typed, isGuess) => {
    const all = [candidate('In Review', {description: 'board column'})];
    expect(rankCandidates(typed, all).map(found => found.isGuess ?? false)).toEqual([isGuess]);
  });

  it('of equal order stay as they came, and an order counts after kind and level', () => {
    const all = [
      candidate('web b', {order: 1}),
      candidate('web a', {order: 1}),
      candidate('web c'),
      candidate('web d', {kind: 'screen', order: -1}),
      candidate('a web', {order: -5}),
      candidate('other', {level: 'exact', order: 9}),
    ];
    expect(labels('web', all)).toEqual(['other', 'web c', 'web b', 'web a', 'web d', 'a web']);
  });

  it('that only a description matches come by kind and order', () => {
    const all = [
      candidate('c', {kind: 'operation', description: 'a hook'}),
      candidate('b', {order: 1, description: 'a hook'}),
      candidate('a', {description: 'a hook'}),
      candidate('d', {description: 'none'}),
    ];
    expect(labels('hook', all)).toEqual(['a', 'b', 'c']);
    expect(labels('nothing', all)).toEqual([]);
  });

  it('that delete follow the first that does not, in their order', () => {
    const remove = (label: string) => candidate(label, {deletes: true, level: 'begins'});
    const all = [
      remove('x'),
      remove('y'),
      candidate('web 1', {order: 1}),
      candidate('web 2', {order: 2}),
    ];
    expect(labels('web', all)).toEqual(['web 1', 'x', 'y', 'web 2']);
    expect(labels('web', all.slice(0, 2))).toEqual(['x', 'y']);
  });

  it('that delete are never first while anything else matches', () => {
    const remove = candidate('web delete', {kind: 'operation', deletes: true, level: 'begins'});
    expect(labels('web', [remove, candidate('a web hook')])).toEqual(['a web hook', 'web delete']);
    expect(labels('web', [remove])).toEqual(['web delete']);
    const named = candidate('web delete', {kind: 'operation', deletes: true});
    expect(labels('web delete', [named, candidate('web delete log')])[0]).toBe('web delete');
  });
});
