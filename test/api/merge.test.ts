import {describe, expect, it} from 'vitest';
import {type MergePage, makePageMerge} from '../../src/api/merge.ts';
import type {Paging} from '../../src/api/operation.ts';
import {makeLookup} from '../../src/base/json-pointer.ts';
import {itemSpans, rootSpan} from '../../src/base/json-scan.ts';

const offset = {kind: 'offset'} as Paging;

/** A page whose list is at a pointer; with its body unless that was not UTF-8. */
function page(text: string, {list = '/values', body = true} = {}): MergePage {
  const span = list === '' ? rootSpan(text) : makeLookup(text).span(list);
  if (span === undefined) throw new Error(`no list in ${text}`);
  const bytes = new TextEncoder().encode(text);
  return {text, list: span, items: itemSpans(text, span), ...(body && {body: bytes})};
}

function merged(paging: Paging, [first, ...more]: readonly MergePage[], isWhole?: boolean): string {
  if (first === undefined) throw new Error('no page');
  const merge = makePageMerge(paging, first);
  for (const one of more) merge.add(one);
  return [...merge.parts(isWhole)].join('');
}

describe('pages merged', () => {
  it.each<[string, string[], string]>([
    ['one page', ['{"values":[1,2],"isLast":false}'], '{"values":[1,2],"isLast":true}'],
    [
      'members before and after the list',
      ['{"startAt":0,"values":[1],"total":3,"isLast":false}', '{"startAt":1,"values":[2,3]}'],
      '{"startAt":0,"values":[1,2,3],"total":3,"isLast":true}',
    ],
    [
      'isLast before the list',
      ['{"isLast":false,"values":[1],"total":2}', '{"values":[2]}'],
      '{"isLast":true,"values":[1,2],"total":2}',
    ],
    [
      'two pages after an empty one',
      ['{"values":[]}', '{"values":[1]}', '{"values":[2]}'],
      '{"values":[1,2]}',
    ],
    ['an empty first page', ['{"values":[]}', '{"values":[1]}'], '{"values":[1]}'],
    [
      'an empty page between',
      ['{"values":[1]}', '{"values":[]}', '{"values":[2]}'],
      '{"values":[1,2]}',
    ],
    [
      'numbers as written',
      ['{"values":[12345678901234567890]}', '{"values":[1.0, 1e400]}'],
      '{"values":[12345678901234567890,1.0, 1e400]}',
    ],
    [
      'text that is not ASCII',
      ['{"values":["é"]}', '{"ä":"ö","values":["日本","\u{1F600}"],"z":"ü"}'],
      '{"values":["é","日本","\u{1F600}"]}',
    ],
  ])('%s', (_, texts, expected) => {
    expect(
      merged(
        offset,
        texts.map(text => page(text)),
      ),
    ).toBe(expected);
    expect(
      merged(
        offset,
        texts.map(text => page(text, {body: false})),
      ),
    ).toBe(expected);
  });

  it('lose what leads to a next page', () => {
    const next: readonly (readonly [Paging, string, string])[] = [
      [offset, '{"nextPage":"u","values":[1]}', '{"values":[1]}'],
      [{kind: 'after'} as Paging, '{"values":[1],"next":"u"}', '{"values":[1]}'],
      [{kind: 'token', next: '/t'} as Paging, '{"values":[1],"t":"u"}', '{"values":[1]}'],
      [
        {kind: 'cursor'} as Paging,
        '{"values":[1],"_links":{"base":"b","next":"u"}}',
        '{"values":[1],"_links":{"base":"b"}}',
      ],
      [{kind: 'window'} as Paging, '{"values":[1],"next":"u"}', '{"values":[1],"next":"u"}'],
    ];
    for (const [paging, text, expected] of next) {
      expect(merged(paging, [page(text)])).toBe(expected);
      const two = merged(paging, [page(text), page('{"values":[2]}')]);
      expect(two).toBe(expected.replace('[1]', '[1,2]'));
    }
  });

  it('keep isLast where pages are missing', () => {
    const first = page('{"values":[1],"isLast":false}');
    expect(merged(offset, [first, page('{"values":[2]}')], false)).toBe(
      '{"values":[1,2],"isLast":false}',
    );
  });

  it('are a bare array where the answer is one', () => {
    const pages = ['[1]', '[2,3]'].map(text => page(text, {list: ''}));
    expect(merged({kind: 'window'} as Paging, pages)).toBe('[1,2,3]');
  });

  it('measure by the text where the body has a byte order mark or broken UTF-8', () => {
    const first = page('{"values":[1]}');
    const text = '{"x":"é","values":["ü"]}';
    const marked = {...page(text), body: new TextEncoder().encode(`\ufeff${text}`)};
    expect(merged(offset, [first, marked])).toBe('{"values":[1,"ü"]}');
    const broken = '{"x":"\ufffd","values":["ü"]}';
    const bytes = Uint8Array.from(Buffer.from('{"x":"\xff","values":["\xfc"]}', 'latin1'));
    expect(merged(offset, [first, {...page(broken), body: bytes}])).toBe('{"values":[1,"ü"]}');
  });

  it('may have a byte order mark as a character of an item', () => {
    const second = page('["\ufeffa"]', {list: ''});
    const first = page('[]', {list: ''});
    expect(merged({kind: 'window'} as Paging, [first, second])).toBe('["\ufeffa"]');
  });
});
