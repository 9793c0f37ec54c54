import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {parseStorage} from '../../../src/sandbox/content/storage-tree.ts';
import {fromMarkdown} from '../../../src/state/show/storage/from-markdown.ts';

const xmlOf = (markdown: string) => fromMarkdown(markdown).xml;
const lostOf = (markdown: string) => fromMarkdown(markdown).lost;

describe('Markdown in storage format', () => {
  test.each([
    ['# One\n### Three', '<h1>One</h1><h3>Three</h3>'],
    [
      'a *b* **c** ~~d~~ `e<f>`',
      '<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;f&gt;</code></p>',
    ],
    ['one  \ntwo\\\nthree', '<p>one<br />two<br />three</p>'],
    ['one\ntwo', '<p>one\ntwo</p>'],
    ['---', '<hr />'],
    ['-'.repeat(70), '<hr />'],
    ['> q\n> r', '<blockquote><p>q\nr</p></blockquote>'],
    ['- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    [
      '[l](https://x.example/?a=1&b=2 "t")',
      '<p><a href="https://x.example/?a=1&amp;b=2" title="t">l</a></p>',
    ],
    ['https://x.example', '<p><a href="https://x.example">https://x.example</a></p>'],
    ['<me@x.example>', '<p><a href="mailto:me@x.example">me@x.example</a></p>'],
    ['[l][r]\n\n[r]: https://x.example', '<p><a href="https://x.example">l</a></p>'],
    [
      '![alt](https://x.example/a.png "t")',
      '<p><ac:image ac:alt="alt" ac:title="t"><ri:url ri:value="https://x.example/a.png" /></ac:image></p>',
    ],
    ['![](pics/a.png)', '<p><ac:image><ri:attachment ri:filename="a.png" /></ac:image></p>'],
    ['&copy; &lt;b&gt; A & B \\* "q"', '<p>\u00a9 &lt;b&gt; A &amp; B * &quot;q&quot;</p>'],
  ])('%s', (markdown, xml) => {
    expect(xmlOf(markdown)).toBe(xml);
    expect(lostOf(markdown)).toEqual([]);
  });

  test('code is a macro with its language; the end of its CDATA is split', () => {
    expect(xmlOf('```js title\na ]]> <b>\n```')).toBe(
      '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">js</ac:parameter>' +
        '<ac:plain-text-body><![CDATA[a ]]]]><![CDATA[> <b>]]></ac:plain-text-body></ac:structured-macro>',
    );
    expect(xmlOf('    plain')).toBe(
      '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[plain]]></ac:plain-text-body></ac:structured-macro>',
    );
  });

  test.each([
    'java&#9;script:x',
    '<java\tscript:x>',
    '&#10;javascript:x',
    '&#1;javascript:x',
    'java&#xffff;script:x',
  ])('no link leads to a scheme that is hidden: %s', address => {
    expect(xmlOf(`[a](${address})`)).toBe('<p>a</p>');
    expect(lostOf(`[a](${address})`)).toEqual(['Not linked: javascript:x.']);
  });

  test('tasks are a task list, and other items of the same list stand beside it', () => {
    const task = (id: number, status: string, text: string) =>
      `<ac:task><ac:task-id>${id}</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${text}</ac:task-body></ac:task>`;
    expect(xmlOf('- [x] done *it*\n- [ ] open\n- plain')).toBe(
      `<ac:task-list>${task(1, 'complete', 'done <em>it</em>')}${task(2, 'incomplete', 'open')}</ac:task-list><ul><li>plain</li></ul>`,
    );
  });

  test('a table has its headings and its alignment', () => {
    expect(xmlOf('| a | b |\n|---|--:|\n| **c** | d<br>e |')).toBe(
      '<table><tbody><tr><th><p>a</p></th><th><p style="text-align: right;">b</p></th></tr>' +
        '<tr><td><p><strong>c</strong></p></td><td><p style="text-align: right;">d<br />e</p></td></tr></tbody></table>',
    );
  });
});

describe('what Markdown cannot bring along is said', () => {
  test('HTML is sent as text', () => {
    expect(xmlOf('a <b>c</b>')).toBe('<p>a &lt;b&gt;c&lt;/b&gt;</p>');
    expect(lostOf('a <b>c</b> <i>d</i>')).toEqual(['HTML is sent as text: <b>, <i>.']);
    expect(xmlOf('<div onclick="x">\nq\n</div>')).toBe(
      '<p>&lt;div onclick=&quot;x&quot;&gt;<br />q<br />&lt;/div&gt;</p>',
    );
  });

  test('comments are left out', () => {
    expect(xmlOf('a\n\n<!-- secret -->\n\nb')).toBe('<p>a</p><p>b</p>');
    expect(lostOf('a <!-- secret -->')).toEqual(['HTML comments are left out.']);
  });

  test('an address that runs something is no link', () => {
    expect(xmlOf('[l](javascript:alert(1)) [m](JaVaScRiPt&colon;x)')).toBe('<p>l m</p>');
    expect(lostOf('[l](javascript:x)')).toEqual(['Not linked: javascript:x.']);
  });

  test('quotes within quotes without end stand there as they were typed', () => {
    const deep = '> '.repeat(60);
    expect(xmlOf('> '.repeat(40))).toContain('<blockquote>');
    expect(xmlOf(deep)).toContain(`<![CDATA[${deep}]]>`);
  });

  test('so do lists that lie within each other by how far they are indented, which is said', () => {
    const nested = (levels: number, text = '- x') =>
      Array.from({length: levels}, (_, i) => '  '.repeat(i) + text).join('\n');
    expect(xmlOf(nested(40))).toMatch(/(<ul><li>x){40}/);
    expect(lostOf(nested(40))).toEqual([]);
    expect(xmlOf(nested(800))).toContain('<![CDATA[- x');
    expect(lostOf(nested(800))).toEqual([
      'Lists or quotes are nested more than 50 deep: sent unchanged.',
    ]);
    // Of code it is no matter how far its lines are indented.
    expect(lostOf(`\`\`\`\n${nested(60)}\n\`\`\``)).toEqual([]);
  });
});

test('whatever is typed, the XML is well-formed', () => {
  const pieces = fc.constantFrom(
    ...[
      '# ',
      '- ',
      '1. ',
      '- [ ] ',
      '> ',
      '```',
      '|',
      '|-|\n',
      '\n',
      '\n\n',
      '    ',
      '*',
      '**',
      '_',
      '~~',
    ],
    ...[
      '`',
      '[',
      '](',
      ')',
      '![',
      '<',
      '>',
      '</b>',
      '<b a="',
      '<!--',
      '-->',
      ']]>',
      '<![CDATA[',
      '&',
      '&amp;',
    ],
    ...[
      '&#0;',
      '&#xd800;',
      '&nope;',
      '"',
      "'",
      '\\',
      '\u0000',
      '\u0008',
      '\ufffe',
      '\ud800',
      '\u{1f600}',
      'x',
      'http://a.b',
      ': ',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), {maxLength: 30}), parts => {
      parseStorage(xmlOf(parts.join('')));
    }),
    {numRuns: 2000},
  );
});
