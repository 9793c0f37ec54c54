import type {BodySource} from './content-body.ts';
import * as xml from './content-storage.ts';
import {makeDraw} from './random.ts';

/** Posts every world has: each shows what a drawn text does not. */
export type SpecialName = 'showcase' | 'wide' | 'rightToLeft' | 'accents' | 'hostile';

export interface SpecialPost {
  readonly title: string;
  readonly body: (source: BodySource) => string;
}

export const specialPosts: Readonly<Record<SpecialName, SpecialPost>> = {
  showcase: {title: 'Everything a post can hold', body: showcase},
  wide: {title: '新しい検索インデックスの公開について（第２四半期）', body: wide},
  rightToLeft: {title: 'סיכום שבועי: מה השתנה בחיפוש', body: rightToLeft},
  accents: {
    title: 'Größere Änderungen am Einspielplan – was für Zürich & Genève zählt',
    body: accents,
  },
  hostile: {
    title:
      'Odd bytes: \u001b[31mred\u001b[0m \u0007 \u009b1m \u007f \u202etxt.exe\u202c zero\u200bwidth',
    body: hostile,
  },
};

function showcase(source: BodySource): string {
  const draw = makeDraw(source.seed, 'showcase');
  const someone = xml.mention(draw.pick(source.people));
  const file = source.images[0];
  const page = source.pages[0];
  const levels = [1, 2, 3, 4, 5, 6].map(level => `<h${level}>Heading ${level}</h${level}>`);
  const marks =
    '<strong>strong</strong>, <em>emphasis</em>, <u>underline</u>, <s>struck</s>, ' +
    '<code>code &lt;T&gt;</code>, H<sub>2</sub>O, 10<sup>3</sup>, ' +
    '<span style="color: rgb(191,38,0);">colour</span>, <strong><em>both</em></strong>';
  const deep =
    '<ul><li><p>One</p><ol><li><p>Two</p><ul><li><p>Three</p></li></ul></li></ol></li></ul>';
  return [
    xml.macro('toc', {minLevel: '1', maxLevel: '3'}),
    ...levels,
    `<p>${marks}.<br />After a break&hellip; 1&nbsp;000 &euro; &ndash; &ldquo;quoted&rdquo; &rarr; &#8734; &amp; done.</p>`,
    `<p>${source.markers.map(({ref, selection}) => xml.commentMarker(ref, selection)).join(' ')}</p>`,
    deep,
    xml.table(
      ['Key', 'Value'],
      [
        ['a &lt; b', '<code>true</code>'],
        ['empty', ''],
      ],
    ),
    '<table><tbody><tr><th colspan="2"><p>Over two columns</p></th></tr>' +
      '<tr><td rowspan="2"><p>Over two rows</p></td><td><p>x</p></td></tr>' +
      '<tr><td><p>y</p></td></tr></tbody></table>',
    xml.plainMacro('code', {language: 'xml', linenumbers: 'true'}, '<a><![CDATA[ 1 < 2 && ]]></a>'),
    xml.plainMacro('noformat', {}, '  columns   kept\n\tand tabs'),
    ...['info', 'note', 'warning', 'tip'].map(name => xml.macro(name, {}, `<p>A ${name}.</p>`)),
    xml.macro('panel', {title: 'A panel', bgColor: '#F4F5F7'}, '<p>With a title.</p>'),
    xml.macro(
      'expand',
      {title: 'More'},
      `<p>Hidden at first.</p>${xml.macro('info', {}, '<p>Nested.</p>')}`,
    ),
    xml.macro('excerpt', {hidden: 'false'}, '<p>What other pages show of this one.</p>'),
    xml.macro('children', {all: 'true', depth: '2'}),
    xml.tasks([
      {
        uuid: draw.uuid(),
        done: false,
        body: `${someone} reads it until <time datetime="2030-01-31" />`,
      },
      {uuid: draw.uuid(), done: true, body: 'write it'},
    ]),
    `<p>${xml.status('DONE', 'Green')} ${xml.emoticon('tick', 'check_mark', '✓')} ${someone}</p>`,
    file === undefined ? '' : xml.image(file, 'An attached image'),
    '<ac:image ac:width="240"><ri:url ri:value="https://images.example.com/a.png?x=1&amp;y=2" /></ac:image>',
    page === undefined ? '' : `<p>${xml.pageLink(page.spaceKey, page.title, 'A page')}</p>`,
    '<p><ac:link ac:anchor="Numbers"><ac:plain-text-link-body><![CDATA[an anchor]]></ac:plain-text-link-body></ac:link>',
    ' <a href="https://example.com/?q=a&amp;b=c">outside</a></p><hr />',
    '<blockquote><p>Quoted.</p></blockquote>',
    '<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell><p>Left</p></ac:layout-cell>' +
      '<ac:layout-cell><p>Right</p></ac:layout-cell></ac:layout-section></ac:layout>',
    '<!-- a comment nobody sees --><p />',
  ].join('');
}

function wide(source: BodySource): string {
  const markers = source.markers.map(({ref, selection}) => xml.commentMarker(ref, selection));
  return [
    '<h2>変更点</h2><p>検索インデックスを刷新しました。応答時間は平均で<strong>四割</strong>短くなります。',
    `${markers.join('、')}</p>`,
    xml.list('ul', [
      '日本語の分かち書きに対応',
      '全角英数字（ＡＢＣ１２３）も検索可能',
      '한국어 형태소 분석',
    ]),
    xml.table(
      ['項目', '旧', '新'],
      [
        ['応答時間', '４２０ミリ秒', '２５０ミリ秒'],
        ['索引の大きさ', '12 GB', '7 GB'],
      ],
    ),
    xml.macro('info', {title: '注意'}, '<p>月末までは旧インデックスも利用できます。</p>'),
    '<p>简体中文：请在周五之前反馈。繁體中文：請於週五前回覆。 👩‍👩‍👧‍👦 👍🏽 🇨🇭</p>',
  ].join('');
}

function rightToLeft(source: BodySource): string {
  const markers = source.markers.map(({ref, selection}) => xml.commentMarker(ref, selection));
  return [
    `<h2>מה חדש</h2><p>החיפוש מהיר יותר: 250 ms במקום 420 ms. ${markers.join(' ')}</p>`,
    xml.list('ol', [
      'גרסה 2.4.1 פורסמה ביום שלישי',
      'תוקנו 3 תקלות',
      'הקישור: https://example.com/he',
    ]),
    '<h2>ملخص</h2><p>البحث أسرع الآن، والنتائج تظهر حسب <em>اللغة</em> (العربية والإنجليزية).</p>',
    xml.macro('note', {}, '<p>שינוי זה אינו משפיע על <code>GET /blogposts</code>.</p>'),
  ].join('');
}

function accents(source: BodySource): string {
  const markers = source.markers.map(({ref, selection}) => xml.commentMarker(ref, selection));
  return [
    `<h2>Übersicht</h2><p>Ab n&auml;chster Woche l&auml;uft der Einspielplan zweimal t&auml;glich. ${markers.join(' ')}</p>`,
    '<p>À Genève, le créneau de midi est déplacé à 13 h&nbsp;30 ; ça évite l&rsquo;heure de pointe.</p>',
    '<p>Combining marks: e\u0301 n\u0303 o\u0308, against é ñ ö.</p>',
    xml.list('ul', [
      'Zażółć gęślą jaźń',
      'Příliš žluťoučký kůň',
      'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
    ]),
  ].join('');
}

function hostile(source: BodySource): string {
  const markers = source.markers.map(({ref, selection}) => xml.commentMarker(ref, selection));
  return [
    `<h2>Control characters</h2><p>ESC &#27;[2J&#27;[31m, BEL &#7;, DEL \u007f, CSI \u009b2K. ${markers.join(' ')}</p>`,
    '<p>Overrides: \u202etxt.exe\u202c, isolates \u2067abc\u2069, marks \u200e\u200f, zero\u200bwidth, joiner\u2060, BOM \ufeff.</p>',
    xml.plainMacro(
      'code',
      {language: 'bash', title: 'C1 in a code block'},
      'printf "\u009b31m\u0085 done"',
    ),
    `<p>&lt;script&gt;alert(1)&lt;/script&gt; <a href="javascript:alert(1)">a link</a></p>`,
    `<p>${'unbroken'.repeat(60)}</p>`,
    '<p>A tab\tand a carriage return\r here; line\u2028and paragraph\u2029separators.</p>',
    xml.macro('a macro nobody knows', {'odd name': ']0;title'}),
  ].join('');
}
