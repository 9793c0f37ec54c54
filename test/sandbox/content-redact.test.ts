import {describe, expect, it} from 'vitest';
import {makeContentSite} from './content-site.ts';
import {shapeProblems} from './shapes.ts';

const site = makeContentSite();
const [spaceId = ''] = site.content.spaces.keys();
const createdAt = '2026-03-14T09:30:00.000Z';
const marker = '█████';
const code =
  '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[key = 12345]]></ac:plain-text-body></ac:structured-macro>';
const text = `<p>Call <strong>Ann &amp; Bob</strong> at 555-1234.</p><ul><li><p>same</p></li><li><p>same</p></li></ul>${code}`;

function freshPost(): string {
  const body = {spaceId, title: 'About Ann', body: {representation: 'storage', value: text}};
  return site.send('/blogposts', {method: 'POST', body}).json.id;
}

function redact(id: string, body: object) {
  return site.send(`/blogposts/${id}/redact`, {method: 'POST', body: {createdAt, ...body}});
}

function read(id: string, query = '') {
  return site.send(`/blogposts/${id}?body-format=storage${query}`).json;
}

const at = (pointer: string, from: number, to: number) => ({pointer, from, to});

describe('redacting a blog post', () => {
  it('replaces specified text ranges with redaction markers, in a new version', () => {
    const id = freshPost();
    const answer = redact(id, {
      body: {redactions: [{...at('/content/0/content/2/text', 4, 12), reason: 'a number'}]},
      title: {redactions: [at('/title', 6, 9)]},
    });
    expect([answer.status, shapeProblems(answer.operation, 202, answer.json)]).toEqual([202, []]);
    expect(answer.json.body.redactions).toMatchObject([{from: 4, to: 12, reason: 'a number'}]);
    const {title, version, body} = read(id);
    expect([title, version.number]).toEqual([`About ${marker}`, 2]);
    expect(body.storage.value).toBe(text.replace('555-1234', marker));
    expect(read(id, '&version=1').body.storage.value).toBe(text);
  });

  it('finds the text of the pointer among equal ones and behind entities', () => {
    const id = freshPost();
    const second = '/content/1/content/1/content/0/content/0';
    redact(id, {body: {redactions: [at('/content/0/content/1', 4, 5), {pointer: second}]}});
    const expected = text
      .replace('&amp;', marker)
      .replace('<li><p>same</p></li></ul>', `<li><p>${marker}</p></li></ul>`);
    expect(read(id).body.storage.value).toBe(expected);
  });

  it('each redaction in the response has a unique UUID except code block redactions', () => {
    const id = freshPost();
    const {json} = redact(id, {
      body: {
        redactions: [
          at('/content/2/content/0/text', 6, 11),
          at('/content/0/content/0/text', 0, 4),
          at('/content/0/content/1/text', 0, 3),
        ],
      },
    });
    const ids = json.body.redactions.map((one: {redactionId?: string}) => one.redactionId);
    expect(ids[0]).toBeUndefined();
    expect(new Set(ids.slice(1)).size).toBe(2);
    expect(ids.slice(1).every((one: string) => /^[\da-f-]{36}$/.test(one))).toBe(true);
    expect(read(id).body.storage.value).toContain(`<![CDATA[key = ${marker}]]>`);
  });

  it('response metadata items keep the order of the input redaction pointers', () => {
    const pointers = [2, 0, 1].map(place => `/content/0/content/${place}/text`);
    const redactions = pointers.map(pointer => at(pointer, 0, 1));
    const {json} = redact(freshPost(), {body: {redactions}});
    expect(json.body.redactions.map((one: {pointer: string}) => one.pointer)).toEqual(pointers);
  });

  it('completely overlapping redactions merge into one', () => {
    const id = freshPost();
    const {json} = redact(id, {title: {redactions: [at('', 6, 8), at('', 5, 9), at('', 5, 9)]}});
    expect(json.title.redactions).toMatchObject([{from: 5, to: 9}]);
    expect(read(id).title).toBe(`About${marker}`);
  });

  it('with cleanHistory takes the older versions away', () => {
    const id = freshPost();
    redact(id, {cleanHistory: true, title: {redactions: [{pointer: ''}]}});
    expect(site.all(`/blogposts/${id}/versions`).map(({number}) => number)).toEqual([2]);
    expect(site.send(`/blogposts/${id}?version=1`).status).toBe(404);
    expect(site.send(`/blogposts/${id}/versions/2`).json.prevVersion).toBeUndefined();
  });

  it.each([
    ['no createdAt', {createdAt: null, title: {redactions: [{pointer: ''}]}}, 400],
    ['nothing to redact', {}, 400],
    ['a pointer to no text', {body: {redactions: [{pointer: '/content/9'}]}}, 400],
    ['a range outside of the text', {title: {redactions: [at('', 0, 10)]}}, 400],
    ['an empty range', {title: {redactions: [at('', 3, 3)]}}, 400],
    ['another version', {versionNumber: 2, title: {redactions: [{pointer: ''}]}}, 409],
  ])('refuses %s', (_, body, status) => {
    const id = freshPost();
    expect(redact(id, body).status).toBe(status);
    expect(read(id)).toMatchObject({title: 'About Ann', version: {number: 1}});
  });
});
