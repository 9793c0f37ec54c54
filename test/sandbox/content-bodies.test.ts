import {describe, expect, test} from 'vitest';
import {parseStorage, textOf} from '../../src/sandbox/content/storage-tree.ts';
import {findBody} from '../../src/sandbox/world/content-bodies.ts';
import {makeContentSite} from './content-site.ts';

const site = makeContentSite();
const {content} = site;
const posts = [...content.items.blogpost.values()].filter(({status}) => status === 'current');
const special = (name: string) => posts.find(post => post.special === name)?.id ?? '';
const bodyOf = (id: string, format: string) =>
  site.send(`/blogposts/${id}?body-format=${format}`).json.body;

describe('body-format', () => {
  test('absent gives no body, in lists and alone', () => {
    expect(site.send(`/blogposts/${posts[0]?.id}`).json).not.toHaveProperty('body');
    expect(site.send('/blogposts').json.results[0]).not.toHaveProperty('body');
  });

  test('storage gives storage XML that is well formed, for every post and version', () => {
    for (const {id} of posts) {
      for (const {blogpost} of site.all(`/blogposts/${id}/versions?body-format=storage`)) {
        expect(blogpost.body.storage.representation).toBe('storage');
        expect(parseStorage(blogpost.body.storage.value).length).toBeGreaterThan(0);
      }
    }
  });

  test.each(['atlas_doc_format', 'doc_format'])('%s gives an ADF document as text', format => {
    for (const {id} of posts) {
      const {atlas_doc_format: body} = bodyOf(id, format);
      const document = JSON.parse(body.value);
      expect(body.representation).toBe('atlas_doc_format');
      expect(document).toMatchObject({type: 'doc', version: 1});
      expect(document.content.length).toBeGreaterThan(0);
    }
  });

  test('atlas_doc_format has a node for each thing a post can hold', () => {
    const {value} = bodyOf(special('showcase'), 'atlas_doc_format').atlas_doc_format;
    const nodes = [
      ...['heading', 'paragraph', 'bulletList', 'orderedList', 'table', 'tableHeader', 'codeBlock'],
      ...['panel', 'expand', 'taskItem', 'status', 'emoji', 'mention', 'date', 'mediaSingle'],
      ...['rule', 'blockquote', 'layoutColumn', 'hardBreak', 'extension', 'bodiedExtension'],
      ...['strong', 'em', 'underline', 'strike', 'code', 'subsup', 'textColor', 'link'],
    ];
    for (const type of nodes) expect(value).toContain(`"type":"${type}"`);
  });

  test('the text of code is unchanged, including the end mark of CDATA', () => {
    const {value} = bodyOf(special('showcase'), 'atlas_doc_format').atlas_doc_format;
    expect(value).toContain(JSON.stringify('<a><![CDATA[ 1 < 2 && ]]></a>'));
  });

  test('view gives HTML in which macros are plain elements and markup is escaped', () => {
    const html: string = bodyOf(special('hostile'), 'view').view.value;
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<(ac|ri):/);
  });

  test('mentions name the person', () => {
    const html: string = bodyOf(special('showcase'), 'view').view.value;
    const name = /class="user-mention"[^>]*>@([^<]+)</.exec(html)?.[1];
    expect(site.users.map(({displayName}) => displayName)).toContain(name);
  });

  test('another value is refused with 400', () => {
    expect(site.send(`/blogposts/${posts[0]?.id}?body-format=markdown`).status).toBe(400);
    expect(site.send('/blogposts?body-format=view').status).toBe(400);
  });

  test('a custom content item with a raw body is returned raw in every format', () => {
    const answer = [...content.items.custom.values()].find(({type}) => type?.endsWith('answer'));
    for (const format of ['raw', 'storage', 'doc_format', 'view']) {
      const {body} = site.send(`/custom-content/${answer?.id}?body-format=${format}`).json;
      expect(Object.keys(body)).toEqual(['raw']);
      expect(JSON.parse(body.raw.value)).toHaveProperty('score');
    }
  });
});

describe('texts', () => {
  test('have wide, right-to-left and accented characters in titles and bodies', () => {
    const texts = posts.map(({title, id}) => `${title} ${bodyOf(id, 'storage').storage.value}`);
    for (const script of ['Han', 'Hangul', 'Hebrew', 'Arabic', 'Greek']) {
      const pattern = new RegExp(`\\p{Script=${script}}`, 'u');
      expect(texts.some(text => pattern.test(text))).toBe(true);
    }
  });

  test('one post has control characters of every kind, as characters or as references', () => {
    const {title} = posts.find(post => post.special === 'hostile') ?? {title: ''};
    for (const character of ['\u001b', '\u0007', '\u009b', '\u007f', '\u202e', '\u200b']) {
      expect(title).toContain(character);
    }
    const text = textOf(parseStorage(bodyOf(special('hostile'), 'storage').storage.value));
    for (const character of ['\u001b', '\u0007', '\u007f', '\u009b', '\u202e', '\u2067']) {
      expect(text).toContain(character);
    }
  });

  test('an earlier version is not the newest text', () => {
    const edited = posts.filter(({version, special: name}) => version.number > 2 && !name);
    expect(edited.length).toBeGreaterThan(0);
    for (const post of edited) {
      const [first, last] = [1, post.version.number].map(n => findBody(content, post, n)?.value);
      expect(first).not.toBe(last);
    }
  });

  test('inline comments that do not dangle stand on a marker in the text', () => {
    for (const {id} of posts) {
      const text: string = bodyOf(id, 'storage').storage.value;
      for (const comment of site.all(`/blogposts/${id}/inline-comments`)) {
        const marker = `ac:ref="${comment.properties.inlineMarkerRef}"`;
        expect(text.includes(marker)).toBe(comment.resolutionStatus !== 'dangling');
      }
    }
  });

  test('images of a text are attachments of its post', () => {
    for (const {id} of posts) {
      const text: string = bodyOf(id, 'storage').storage.value;
      const names = site.all(`/blogposts/${id}/attachments`).map(({title}) => title);
      for (const [, name] of text.matchAll(/<ri:attachment ri:filename="([^"]+)"/g)) {
        expect(names).toContain(name);
      }
    }
  });
});

describe('storage XML', () => {
  test.each(['<p>open', '<p></b></p>', '<p>&nosuch;</p>', 'a & b', '<p a=b></p>', '</p>'])(
    'that is not well formed is refused: %s',
    xml => {
      expect(() => parseStorage(xml)).toThrow('400');
    },
  );

  test('entities and character references are characters', () => {
    expect(textOf(parseStorage('&lt;&nbsp;&mdash;&#955;&#x1f642;&amp;'))).toBe('<\u00a0—λ🙂&');
  });
});
