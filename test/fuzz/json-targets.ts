import assert from 'node:assert/strict';
import fc from 'fast-check';
import {type MergePage, makePageMerge} from '../../src/api/merge.ts';
import type {Paging} from '../../src/api/operation.ts';
import {checkJson} from '../../src/base/json-check.ts';
import {escapeControls} from '../../src/base/json-escape.ts';
import {makeLookup} from '../../src/base/json-pointer.ts';
import {compactJson, prettyJson} from '../../src/base/json-pretty.ts';
import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../../src/base/json-scan.ts';
import {applyEdits, removeMember} from '../../src/base/json-splice.ts';
import {jsonText} from '../base/json-values.ts';
import {damaged, type FuzzTarget, makeTarget} from './target.ts';

/** The scanner and the merger of JSON text. */
export const jsonTargets: readonly FuzzTarget[] = [
  makeTarget({
    name: 'json-scan',
    says: 'a text is JSON for us when it is for JSON.parse, and what is found in it is what that builds',
    inputs: damaged(jsonText, [
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '0',
      '.',
      '\\u12',
      '\u0001',
    ]),
    check(text) {
      const value = parsed(text);
      assert.equal(checkJson(text) === undefined, value !== undefined);
      if (value === undefined) return;
      assert.deepEqual(built(text, rootSpan(text)), value.json);
      for (const laid of [prettyJson(text), compactJson(text), escapeControls(text)]) {
        assert.deepEqual(JSON.parse(laid), value.json);
      }
      assert.equal(prettyJson(compactJson(text)), prettyJson(text));
    },
  }),
  makeTarget({
    name: 'json-merge',
    says: 'pages merged hold every item as it was written, in order, and lead nowhere',
    inputs: fc.record({
      pages: fc.array(fc.array(jsonText, {maxLength: 4}), {minLength: 1, maxLength: 4}),
      member: jsonText,
      blank: fc.constantFrom('', ' ', '\n\t'),
      listFirst: fc.boolean(),
      mark: fc.boolean(),
    }),
    check({pages, member, blank, listFirst, mark}) {
      const first = makePage(pages[0] ?? [], {member, blank, listFirst, mark, isLast: false});
      const merge = makePageMerge(paging, first);
      for (const items of pages.slice(1)) {
        merge.add(makePage(items, {member, blank, listFirst, mark, isLast: true}));
      }
      const text = [...merge.parts()].join('');
      const look = makeLookup(text);
      const list = look.span('/values');
      const trimmed = pages.flat().map(item => sliceSpan(item, rootSpan(item)));
      assert.deepEqual(list && itemSpans(text, list).map(span => sliceSpan(text, span)), trimmed);
      assert.equal(look.boolean('/isLast'), true);
      assert.equal(look.span('/nextPage'), undefined);
      assert.equal(look.json('/other'), sliceSpan(member, rootSpan(member)));
      assert.equal(checkJson(text), undefined);
    },
  }),
  makeTarget({
    name: 'json-splice',
    says: 'taking a member out leaves all others as they were written',
    inputs: fc.record({
      members: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', '~', '/'), jsonText), {
        maxLength: 6,
      }),
      blank: fc.constantFrom('', ' ', '\n  '),
    }),
    check({members, blank}) {
      const inside = members.map(([name, value]) => `${blank}"${name}"${blank}:${value}${blank}`);
      const text = `{"in":{${inside.join(',') || blank}}}`;
      const spliced = applyEdits(text, removeMember(text, '/in/~1'));
      assert.equal(checkJson(spliced), undefined);
      const held = makeLookup(spliced).span('/in');
      assert.deepEqual(
        held && memberSpans(spliced, held).map(one => [one.name, sliceSpan(spliced, one.value)]),
        members
          .filter(([name]) => name !== '/')
          .map(([name, value]) => [name, sliceSpan(value, rootSpan(value))]),
      );
    },
  }),
];

const paging: Paging = {kind: 'offset', items: '/values', size: 'maxResults', sizeDefault: 50};

interface PageForm {
  readonly member: string;
  readonly blank: string;
  readonly listFirst: boolean;
  readonly mark: boolean;
  readonly isLast: boolean;
}

function makePage(items: readonly string[], form: PageForm): MergePage {
  const {member, blank, listFirst, mark, isLast} = form;
  const list = `"values":${blank}[${items.join(',') || blank}]`;
  const rest = `"nextPage":"x","isLast":${isLast},${blank}"other":${member}`;
  const text = `{${blank}${listFirst ? `${list},${rest}` : `${rest}${blank},${list}`}}${blank}`;
  const span = makeLookup(text).span('/values');
  if (span === undefined) throw new Error('the page has no list');
  const body = new TextEncoder().encode(mark ? `\ufeff${text}` : text);
  // What is no Unicode text arrives replaced.
  const read = new TextDecoder().decode(body);
  return {text: read, body, list: span, items: itemSpans(read, span)};
}

function parsed(text: string): {readonly json: unknown} | undefined {
  try {
    return {json: JSON.parse(text)};
  } catch {
    return undefined;
  }
}

function built(text: string, span: JsonSpan): unknown {
  switch (kindOf(text, span)) {
    case 'array':
      return itemSpans(text, span).map(item => built(text, item));
    case 'object':
      return Object.fromEntries(
        memberSpans(text, span).map(({name, value}) => [name, built(text, value)] as const),
      );
    case 'string':
      return decodeString(text, span);
    default:
      return JSON.parse(sliceSpan(text, span));
  }
}
