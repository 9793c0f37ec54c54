import {describe, expect, it} from 'vitest';
import {isFailure} from '../../src/base/failure.ts';
import {findPreset, listPresets} from '../../src/output/presets.ts';
import {compileFilter} from '../../src/output/select.ts';

const names = (list: ReturnType<typeof listPresets>) => list.map(({name}) => name);

describe('the built-in presets', () => {
  it('of jr are the documents’ field lists, sorted by name', () => {
    expect(names(listPresets('jr', {}))).toEqual(['agent', 'board', 'detail', 'triage']);
    expect(findPreset('jr', 'board', {}).fields).toBe(
      'key,summary,status,assignee,customfield_10020,customfield_10028,issuetype',
    );
  });

  it('of cf are filters, sorted by name', () => {
    const list = listPresets('cf', {});
    expect(names(list)).toEqual(['agent', 'brief', 'diff', 'meta', 'search', 'titles', 'tree']);
    for (const preset of list) {
      expect(Object.keys(preset)).toEqual(['name', 'expression', 'source']);
    }
  });

  const post = '{"id":"1","title":"A","status":"current","version":{"number":3},"body":{}}';
  it.each([
    ['brief', '{"id":"1","title":"A","status":"current"}'],
    ['titles', '"A"'],
    ['agent', '{"id":"1","title":"A","status":"current","spaceId":null,"version":3,"_links":null}'],
    ['diff', '{"id":"1","title":"A","version":3,"body":{}}'],
    ['tree', '{"id":"1","title":"A","parentId":null,"childPosition":null}'],
    ['search', '{"content":"1","title":"A","excerpt":null,"url":null}'],
  ])('%s of cf selects from one item and from a list', async (name, expected) => {
    const filter = await compileFilter(findPreset('cf', name, {}).jq ?? '');
    expect((await filter.apply(post, 0)).outputs).toEqual([expected]);
    expect((await filter.apply(`{"results":[${post},${post}],"_links":{}}`, 0)).outputs).toEqual([
      expected,
      expected,
    ]);
  });

  it('search of cf reads results of a search', async () => {
    const filter = await compileFilter(findPreset('cf', 'search', {}).jq ?? '');
    const hit = '{"results":[{"content":{"id":"9","title":"T"},"excerpt":"e","url":"/x"}]}';
    expect((await filter.apply(hit, 0)).outputs).toEqual([
      '{"content":"9","title":"T","excerpt":"e","url":"/x"}',
    ]);
  });
});

describe('presets of the user', () => {
  it('come over the built-in ones, those of the profile over those of the file', () => {
    const user = {
      file: {agent: {fields: 'key'}, mine: '.a'},
      profile: {mine: {fields: 'b', jq: '.b'}},
    };
    expect(findPreset('jr', 'agent', user)).toMatchObject({fields: 'key', source: 'user'});
    expect(findPreset('jr', 'mine', user)).toMatchObject({
      fields: 'b',
      jq: '.b',
      source: 'profile',
    });
  });

  it('an unknown one is refused with the nearest names', () => {
    try {
      findPreset('jr', 'agnet', {});
      expect.unreachable();
    } catch (error) {
      if (!isFailure(error)) throw error;
      expect(error.kind).toBe('validation_error');
      expect(error.details.hint).toBe('Did you mean agent?');
    }
  });
});
