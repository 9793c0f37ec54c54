import {describe, expect, it} from 'vitest';
import {
  type Candidate,
  type MatchKind,
  matchNames,
  rankCandidates,
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
    ['', ['In Review'], undefined],
    ['xyz', ['In Review'], undefined],
    ['web', [], undefined],
  ] as const)('%j matches %j: %s', (typed, names, level) => {
    expect(matchNames(typed, names)).toBe(level);
  });
});

function candidate(label: string, more: Partial<Candidate> = {}): Candidate {
  const suggestion = {label, about: '', effect: '', run: undefined};
  return {kind: 'object', suggestion, names: [label], description: '', ...more};
}

const labels = (typed: string, candidates: readonly Candidate[]) =>
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

  it('that delete are never first while anything else matches', () => {
    const remove = candidate('web delete', {kind: 'operation', deletes: true, level: 'begins'});
    expect(labels('web', [remove, candidate('a web hook')])).toEqual(['a web hook', 'web delete']);
    expect(labels('web', [remove])).toEqual(['web delete']);
    const named = candidate('web delete', {kind: 'operation', deletes: true});
    expect(labels('web delete', [named, candidate('web delete log')])[0]).toBe('web delete');
  });
});
