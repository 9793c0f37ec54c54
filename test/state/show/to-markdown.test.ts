import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {fromMarkdown} from '../../../src/state/show/storage/from-markdown.ts';
import {isSameDocument, toMarkdown} from '../../../src/state/show/storage/to-markdown.ts';
import {parseStorage} from '../../../src/state/show/storage/tree.ts';

/** The Markdown of a text, and whether that makes the same document. */
function turned(xml: string) {
  const nodes = parseStorage(xml);
  const {markdown, lost} = toMarkdown(nodes);
  const back = fromMarkdown(markdown);
  return {markdown, lost, back: back.xml, isSame: isSameDocument(nodes, parseStorage(back.xml))};
}

describe('storage XML as Markdown, and back the same document', () => {
  test.each([
    [
      '<h2>A &amp; b</h2><p>One <strong>two</strong> <em>three</em></p>',
      '## A \\& b\n\nOne **two** *three*',
    ],
    ['<ul><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
    ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['<p>a</p><ul><li>b</li></ul><ul><li>c</li></ul>', 'a\n\n- b\n\n* c'],
    ['<p>1. no *list* `code` [x] &lt;b&gt;</p>', '1\\. no \\*list\\* \\`code\\` \\[x\\] \\<b\\>'],
    ['<p># no heading</p>', '\\# no heading'],
    ['<p>see https://x.example and a@b.example</p>', 'see https\\://x.example and a\\@b.example'],
    ['<p><a href="https://x.example/a_(b)">it</a></p>', '[it](<https://x.example/a_(b)>)'],
    ['<p>a<br />b</p>', 'a\\\nb'],
    ['<p><code>a ` b</code></p>', '``a ` b``'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['<hr />', '---'],
    [
      '<table><tbody><tr><th>A</th><th>B</th></tr><tr><td>1 | 2</td><td><p>b</p></td></tr></tbody></table>',
      '| A | B |\n| --- | --- |\n| 1 \\| 2 | b |',
    ],
    [
      '<ac:structured-macro ac:name="code" ac:macro-id="1"><ac:parameter ac:name="language">js</ac:parameter><ac:plain-text-body><![CDATA[a\n  b]]></ac:plain-text-body></ac:structured-macro>',
      '```js\na\n  b\n```',
    ],
    [
      '<ac:task-list><ac:task><ac:task-id>7</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>look</ac:task-body></ac:task></ac:task-list>',
      '- [x] look',
    ],
    [
      '<p><ac:image ac:alt="A"><ri:attachment ri:filename="my logo.png" /></ac:image></p>',
      '![A](<my logo.png>)',
    ],
    ['<p>a</p><p /><p>&nbsp;</p>\n<p>b</p>', 'a\n\nb'],
  ])('%s', (xml, markdown) => {
    expect(turned(xml)).toMatchObject({markdown, lost: [], isSame: true});
  });
});

test.each([
  ['<p><ac:link><ri:page ri:content-title="x" /></ac:link></p>', 'links to pages and people'],
  ['<ac:structured-macro ac:name="toc" />', 'the macro toc'],
  ['<p><span style="color: red;">a</span></p>', 'colours'],
  ['<p style="text-align: right;">a</p>', 'styles'],
  [
    '<table><tbody><tr><td>a</td></tr></tbody></table>',
    'tables without a heading row or with merged cells',
  ],
  ['<ac:layout><ac:layout-section /></ac:layout>', 'columns'],
  ['<p><code><a href="https://x.example">a</a></code></p>', 'markup in code'],
  ['<p><code>a<br />b</code></p>', 'markup in code'],
  ['<p><constructor>a</constructor></p>', '<constructor>'],
  [
    '<ac:structured-macro ac:name="code"><ac:plain-text-body>a<b>c</b></ac:plain-text-body></ac:structured-macro>',
    'markup in code',
  ],
])('%s is not turned: it says what would be lost', (xml, lost) => {
  expect(turned(xml).lost).toContain(lost);
});

/** Words with all that Markdown could take for markup. */
const words = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '#',
      '-',
      '+',
      '1.',
      '>',
      '|',
      '~',
      '\\',
      '!',
      '&',
      '<',
      'http://x.y',
      '@',
      '\u00a0',
      '=',
      ':',
      '\n',
    ),
    {minLength: 1, maxLength: 8},
  )
  .map(parts => parts.join(''));
const xmlOf = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const inside = words.map(xmlOf);
const marked = fc.oneof(
  inside,
  inside.map(text => `<strong>${text}</strong>`),
  inside.map(text => `<em>${text}</em>`),
  inside.map(text => `<code>${text}</code>`),
);
const paragraph = fc
  .array(marked, {minLength: 1, maxLength: 3})
  .map(all => `<p>${all.join('')}</p>`);
const block = fc.oneof(
  paragraph,
  inside.map(text => `<h2>${text}</h2>`),
  fc
    .array(paragraph, {minLength: 1, maxLength: 3})
    .map(all => `<ul>${all.map(one => `<li>${one}</li>`).join('')}</ul>`),
  paragraph.map(text => `<blockquote>${text}</blockquote>`),
);

test('what is offered as Markdown is the same document, whatever the words', () => {
  let offered = 0;
  let all = 0;
  fc.assert(
    fc.property(fc.array(block, {minLength: 1, maxLength: 4}), blocks => {
      const {isSame, lost, markdown} = turned(blocks.join(''));
      all += 1;
      if (!isSame) return;
      offered += 1;
      expect(lost).toEqual([]);
      // A second time it is the same text.
      const again = turned(fromMarkdown(markdown).xml);
      expect(again.isSame).toBe(true);
    }),
    {numRuns: 300, seed: 7},
  );
  // Markup of Markdown in words is escaped: many even of these can be offered.
  expect(offered / all).toBeGreaterThan(0.25);
});
