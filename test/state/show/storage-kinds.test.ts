import {describe, expect, test} from 'vitest';
import {storageLines} from '../../../src/state/show/storage/document.ts';

function text(xml: string): string {
  return storageLines(xml, 60)
    .map(line =>
      line
        .map(span => span.text)
        .join('')
        .trimEnd(),
    )
    .join('\n')
    .trim();
}

/** Storage XML of each kind a post holds, and what a reader sees of it. */
const kinds: readonly (readonly [string, string, string])[] = [
  ['a heading', '<h2>Plan</h2>', '## Plan'],
  ['a nested list', '<ul><li>a<ol><li>b</li></ol></li></ul>', '• a\n  1. b'],
  ['an unknown element with words', '<x:thing>words</x:thing>', '[x:thing] words'],
  ['an unknown empty element', '<p>a <x:thing/> b</p>', 'a [x:thing] b'],
  ['an unknown empty block', '<ac:strange><ac:deeper/></ac:strange>', '[ac:strange] [ac:deeper]'],
  ['a mention', '<p><ac:link><ri:user ri:account-id="a1"/></ac:link></p>', '@a1'],
  ['a date', '<p><time datetime="2026-11-21"/></p>', '2026-11-21'],
  ['an emoji', '<p><ac:emoticon ac:name="smile" ac:emoji-fallback="🙂"/></p>', '🙂'],
  ['an image', '<ac:image><ri:attachment ri:filename="a.png"/></ac:image>', '[image: a.png]'],
  ['a named macro', '<ac:structured-macro ac:name="toc"/>', '[macro: toc]'],
  [
    'a task list',
    '<ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>ship</ac:task-body></ac:task></ac:task-list>',
    '[x] ship',
  ],
  [
    'a layout',
    '<ac:layout><ac:layout-section><ac:layout-cell><p>l</p></ac:layout-cell><ac:layout-cell><p>r</p></ac:layout-cell></ac:layout-section></ac:layout>',
    'l\n\nr',
  ],
  ['a link', '<p><a href="https://a.example">here</a></p>', 'here <https://a.example>'],
];

describe('a reader of a post', () => {
  test.each(kinds)('sees %s', (_, xml, shown) => {
    expect(text(xml)).toBe(shown);
  });
});
