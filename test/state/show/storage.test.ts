import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {widthOf} from '../../../src/base/width.ts';
import {storageLines, storageText} from '../../../src/state/show/storage/document.ts';

function read(xml: string, columns = 40): string {
  return storageLines(xml, columns)
    .map(line =>
      line
        .map(span => span.text)
        .join('')
        .trimEnd(),
    )
    .join('\n')
    .trim();
}

describe('storage XML is read as text', () => {
  test.each([
    ['headings', '<h1>One</h1><p>a</p><h2>Two</h2>', '# One\n\na\n\n## Two'],
    [
      'paragraphs, wrapped',
      '<p>one two three four five six seven eight</p>',
      'one two three four five six seven eight',
    ],
    ['line breaks', '<p>a<br/>b</p>', 'a\nb'],
    ['entities', '<p>a &amp; b &hellip; &lt;x&gt;</p>', 'a & b … <x>'],
    [
      'lists in lists',
      '<ul><li><p>One</p><ol><li>Two</li><li>Three</li></ol></li></ul>',
      '• One\n  1. Two\n  2. Three',
    ],
    [
      'tables',
      '<table><tbody><tr><th>Key</th><th>Value</th></tr><tr><td>a</td><td>long value</td></tr></tbody></table>',
      'Key  │ Value\n─────┼───────────\na    │ long value',
    ],
    [
      'cells over several rows and columns',
      '<table><tr><td rowspan="2">both</td><td>x</td></tr><tr><td>y</td></tr><tr><td colspan="2">wide</td></tr></table>',
      'both │ x\n     │ y\nwide',
    ],
    ['powers', '<p>10<sup>3</sup></p>', '10^3'],
    [
      'code with its spaces and CDATA',
      '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">ts</ac:parameter><ac:plain-text-body><![CDATA[if (a < b) {\n  go();\n}]]></ac:plain-text-body></ac:structured-macro>',
      '┃ ts\n┃ if (a < b) {\n┃   go();\n┃ }',
    ],
    [
      'panels by their title',
      '<ac:structured-macro ac:name="info"><ac:rich-text-body><p>Mind.</p></ac:rich-text-body></ac:structured-macro>',
      '▌ info\n▌ Mind.',
    ],
    ['other macros by name', '<ac:structured-macro ac:name="toc"/>', '[macro: toc]'],
    [
      'a status in the text',
      '<p>is <ac:structured-macro ac:name="status"><ac:parameter ac:name="title">DONE</ac:parameter></ac:structured-macro> now</p>',
      'is [DONE] now',
    ],
    [
      'tasks',
      '<ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>a</ac:task-body></ac:task><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>b</ac:task-body></ac:task></ac:task-list>',
      '[x] a\n[ ] b',
    ],
    [
      'links with where they lead',
      '<p><a href="https://x.example/a?b=1&amp;c">here</a></p>',
      'here <https://x.example/a?b=1&c>',
    ],
    [
      'links to pages and people',
      '<p><ac:link><ri:page ri:content-title="Home"/></ac:link> <ac:link><ri:user ri:account-id="5f"/></ac:link></p>',
      'Home @5f',
    ],
    [
      'images by name',
      '<ac:image><ri:attachment ri:filename="a.png"/></ac:image>',
      '[image: a.png]',
    ],
    ['quotes', '<blockquote><p>said</p></blockquote>', '│ said'],
    ['text that is not XML', 'a < b and <p>c', 'a < b and\n\nc'],
    ['nothing', '', ''],
  ])('%s', (_, xml, text) => {
    expect(read(xml)).toBe(text);
  });
});

test('long words and wide characters never pass the edge', () => {
  const text = fc.string({unit: 'grapheme', maxLength: 60});
  fc.assert(
    fc.property(text, fc.integer({min: 16, max: 60}), (words, columns) => {
      const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      const xml = `<p>${safe}</p><ul><li>${safe}</li></ul><h3>${safe}</h3>`;
      for (const line of storageLines(xml, columns)) {
        const shown = line.map(span => span.text).join('');
        expect(widthOf(shown.trimEnd())).toBeLessThanOrEqual(columns);
      }
    }),
  );
});

test.each(['b', 'p', 'ul', 'blockquote', 'td', 'ac:rich-text-body', 'ac:x'])(
  'the words inside ten thousand <%s> are read, and those after them',
  name => {
    const xml = `${`<${name}>`.repeat(10_000)}deep${`</${name}>`.repeat(10_000)}<p>after</p>`;
    expect(storageText(xml)).toContain('deep');
    expect(storageText(xml)).toContain('after');
    expect(
      storageLines(xml, 40)
        .flat()
        .map(span => span.text)
        .join(''),
    ).toContain('after');
  },
);

test('the columns of a table stand below each other where its words are wrapped', () => {
  const cells = '<td>aaa <b>bbb</b> ccc ddd eee</td><td>yyy zzz www</td>';
  const lines = storageLines(`<table><tr>${cells}</tr></table>`, 17);
  const shown = lines.map(line => line.map(span => span.text).join(''));
  expect(shown.map(text => text.indexOf('│'))).toEqual([8, 8, 8]);
});

test('a word of two looks is not parted where it fits on a line', () => {
  expect(read('<p>aaaaaaaaaaaa bb<b>cc</b></p>', 16)).toBe('aaaaaaaaaaaa\nbbcc');
});

test('a document has one empty line between its blocks and none at its ends', () => {
  const lines = storageLines('<p></p><h1>a</h1><p>b</p><ul><li>c</li></ul>', 40);
  expect(lines.map(line => line.length > 0)).toEqual([true, false, true, false, true]);
});

test('control characters are shown as text wherever they hide', () => {
  const evil = '\u001b[2J\u202e';
  const xml = `<p>${evil}</p><h1>${evil}</h1><p><a href="${evil}">x</a></p><ac:structured-macro ac:name="${evil}"/>`;
  expect(read(xml)).not.toMatch(/[\u001b\u202e]/);
});

test('a cell of a list shows the words alone', () => {
  expect(storageText('<p>One <strong>two</strong></p><p>three</p>')).toBe('One two three');
});
