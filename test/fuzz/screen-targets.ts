import assert from 'node:assert/strict';
import fc from 'fast-check';
import {storageLines, storageText} from '../../src/state/show/storage/document.ts';
import {parseStorage, type StorageNode, textInside} from '../../src/state/show/storage/tree.ts';
import {type Filter, makeFilter, narrowsFilter} from '../../src/state/views/list/filter.ts';
import {damaged, type FuzzTarget, hostileText, makeTarget} from './target.ts';

const columns = ['name', 'key', 'lead'];
const row = fc.record({
  name: hostileText,
  key: fc.constantFrom('pro1', '12', '2026-01-31', '5d !', ''),
  lead: hostileText,
});
const term = fc.oneof(
  hostileText.map(text => text.replace(/[/]/g, '')),
  fc.constantFrom(
    '!',
    '~',
    '~ab',
    '"',
    '"a b"',
    '!x',
    'name:',
    'key>3',
    'key<2026-02-01',
    'key>',
    '|',
    '/a/',
    '/[/',
    '!/a|b/',
    'lead:/^x/',
    '://',
  ),
);

/** Elements with … where a text goes. */
const markup = [
  '<p>…</p>',
  '<h2>…</h2>',
  '<ul><li>…</li><li><p>…</p></li></ul>',
  '<ol start="…"><li>…</li></ol>',
  '<table><tr><th colspan="2">…</th></tr><tr><td rowspan="3">…</td><td>x</td></tr></table>',
  '<table><tr><td colspan="…">a</td></tr></table>',
  '<a href="…">x</a>',
  '<ac:link><ri:page ri:content-title="…"/></ac:link>',
  '<ac:structured-macro ac:name="…"><ac:parameter ac:name="title">…</ac:parameter><ac:rich-text-body>…</ac:rich-text-body></ac:structured-macro>',
  '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[…]]></ac:plain-text-body></ac:structured-macro>',
  '<ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>…</ac:task-body></ac:task></ac:task-list>',
  '<blockquote>…<pre>…</pre></blockquote>',
  '<time datetime="…"/>',
  '<constructor>…</constructor>',
  '<ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">…</ac:parameter></ac:structured-macro>',
  '…',
];

/** Filters of lists and the reader of storage XML. */
export const screenTargets: readonly FuzzTarget[] = [
  makeTarget({
    name: 'filter',
    says: 'a filter says what is wrong or what fits; or and not mean what they say, and places are inside the text',
    inputs: fc.record({
      terms: fc.array(term, {maxLength: 4}),
      other: fc.constantFrom('a', 'pro', '12'),
      row,
    }),
    check({terms, other, row: texts}) {
      const text = terms.join(' ');
      const lower = Object.fromEntries(
        Object.entries(texts).map(([name, value]) => [name, value.toLowerCase()]),
      );
      const filter = makeFilter(text, columns);
      if ('problem' in filter) {
        assert.notEqual(filter.problem, '');
        return;
      }
      const fits = filter.match(lower);
      for (const value of Object.values(texts)) checkPlaces(filter, value);
      const either = makeFilter(`${other} | ${text}`, columns);
      const others = usable(makeFilter(other, columns)).match(lower);
      const isSaying = text.replaceAll('|', '').trim() !== '';
      if (isSaying) assert.equal(usable(either).match(lower), fits || others);
      const denied = usable(makeFilter(`!${other}`, columns)).match(lower);
      assert.equal(denied, !others);
      if (fits && narrowsFilter(other, text)) assert.equal(others, true);
    },
  }),
  makeTarget({
    name: 'filter-word',
    says: 'a quoted word is found where it stands, in any case',
    inputs: fc.record({before: hostileText, word: hostileText, after: hostileText}),
    check({before, word, after}) {
      if (/["~]/.test(word) || /^[!/]|^[A-Za-z]+[:<>]/.test(word) || word === '') return;
      const filter = usable(makeFilter(`"${word}"`, columns));
      const text = before + word + after;
      assert.equal(
        filter.match({name: text.toLowerCase()}),
        text.toLowerCase().includes(word.toLowerCase()),
      );
      checkPlaces(filter, text);
      for (const [start, end] of filter.find('name', text)) {
        assert.equal(text.slice(start, end).toLowerCase(), word.toLowerCase());
      }
    },
  }),
  makeTarget({
    name: 'storage',
    says: 'any storage XML is read without a control reaching the screen, and paragraphs and lists stay in the width',
    inputs: fc.record({
      xml: damaged(
        fc
          .array(fc.tuple(fc.constantFrom(...markup), hostileText))
          .map(parts => parts.map(([tag, text]) => tag.replace('…', text)).join('')),
        ['<', '>', '</', '/>', '&', ']]>', '<![CDATA[', '"', '=', '<p', '&#x202e;', '&#27;'],
      ),
      columns: fc.integer({min: 16, max: 80}),
    }),
    check({xml, columns: most}) {
      for (const line of storageLines(xml, most)) {
        const text = line.map(span => span.text).join('');
        for (const {tone = ''} of line) assert.equal(typeof tone, 'string');
        assert.doesNotMatch(text, /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      }
      assert.doesNotMatch(storageText(xml), /[\p{Cc}\u202a-\u202e]/u);
    },
  }),
  makeTarget({
    name: 'storage-tree',
    says: 'what is written as storage XML is read back as it was',
    inputs: fc.letrec<{node: StorageNode; text: string}>(tie => ({
      text: hostileText.map(text => text.replace(/[\p{Cc}\r]/gu, '')).filter(text => text !== ''),
      node: fc.oneof(
        {depthSize: 'small'},
        tie('text'),
        fc.record({
          name: fc.constantFrom('p', 'b', 'ac:structured-macro', 'ri:page', 'td'),
          attributes: fc.dictionary(fc.constantFrom('ac:name', 'href', 'colspan'), tie('text'), {
            noNullPrototype: true,
          }),
          children: fc.array(tie('node'), {maxLength: 3}),
        }),
      ),
    })).node,
    check(node) {
      const read = parseStorage(written(node));
      assert.equal(textInside(read), textInside([node]));
      assert.deepEqual(joined(read), joined([node]));
    },
  }),
];

type Usable = Extract<Filter, {readonly match: unknown}>;

function usable(filter: Filter): Usable {
  if ('problem' in filter) throw new Error(`a plain filter has a problem: ${filter.problem}`);
  return filter;
}

function checkPlaces(filter: Usable, text: string): void {
  let from = 0;
  for (const [start, end] of filter.find('name', text)) {
    assert.ok(start >= from && end > start && end <= text.length, `${start} to ${end} of ${text}`);
    from = end;
  }
}

function written(node: StorageNode): string {
  if (typeof node === 'string') return escaped(node);
  const {name, attributes, children} = node;
  const given = Object.entries(attributes).map(([key, text]) => ` ${key}="${escaped(text)}"`);
  return `<${name}${given.join('')}>${children.map(written).join('')}</${name}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Nodes with neighbouring texts as one, as a reader may split them. */
function joined(nodes: readonly StorageNode[]): StorageNode[] {
  const all: StorageNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (typeof node !== 'string') all.push({...node, children: joined(node.children)});
    else if (typeof last === 'string') all[all.length - 1] = last + node;
    else all.push(node);
  }
  return all;
}
