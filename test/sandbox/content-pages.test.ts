import {describe, expect, test} from 'vitest';
import {makeContentSite, origin} from './content-site.ts';

const site = makeContentSite();
const medium = makeContentSite(3, 'medium');
const post = [...site.content.items.blogpost.values()].find(({special}) => special === 'showcase');

describe('cursor pages', () => {
  test.each([1, 2, 7, 250])('walk a whole list without gap or double, %i at a time', limit => {
    const ids = site.all(`/blogposts?limit=${limit}`).map(({id}) => id);
    const expected = [...site.content.items.blogpost.values()]
      .filter(({status}) => status === 'current')
      .map(({id}) => id);
    expect(ids).toEqual(expected);
  });

  test.each([
    '/labels?limit=7&sort=-name',
    '/blogposts?limit=13&sort=-modified-date&status=current&status=trashed',
    '/spaces?limit=1&sort=name',
    '/custom-content?type=ac:risk-register:risk&limit=3&sort=title&body-format=storage',
  ])('walk %s to the same items as big pages do', target => {
    const walked = medium.all(target).map(({id}) => id);
    expect(walked).toEqual(medium.all(target.replace(/limit=\d+/, 'limit=250')).map(({id}) => id));
    expect(new Set(walked).size).toBe(walked.length);
  });

  test('have 25 items by default, attachments 50', () => {
    expect(medium.send('/blogposts').json.results).toHaveLength(25);
    expect(medium.send('/labels').json._links.next).toContain('limit=25');
  });

  test('name the next page rooted at the host with the /wiki prefix, in body and header', () => {
    const {json, headers} = site.send('/blogposts?limit=5&body-format=storage');
    expect(json._links.next).toMatch(
      /^\/wiki\/api\/v2\/blogposts\?limit=5&body-format=storage&cursor=[\w%]+$/,
    );
    expect(json._links.base).toBe(`${origin}/wiki`);
    expect(headers.link).toBe(`<${json._links.next}>; rel="next", <${origin}/wiki>; rel="base"`);
  });

  test('keep the base and drop the next on the last page', () => {
    const {json, headers} = site.send('/spaces');
    expect(json._links).toEqual({base: `${origin}/wiki`});
    expect(headers.link).toBe(`<${origin}/wiki>; rel="base"`);
  });

  test('may change size on the way: a cursor works with any limit and body format', () => {
    const first = site.send('/blogposts?limit=3').json;
    const cursor = new URL(first._links.next, origin).searchParams.get('cursor') ?? '';
    const query = new URLSearchParams({cursor, limit: '250', 'body-format': 'storage'});
    const rest = site.send(`/blogposts?${query}`).json.results;
    const all = site.send('/blogposts?limit=250&body-format=storage').json.results;
    expect(rest).toEqual(all.slice(3));
  });

  test('go on after the last item when one before it has gone', () => {
    const other = makeContentSite();
    const first = other.send('/blogposts?limit=4').json;
    const next = other.send(first._links.next).json.results;
    other.content.items.blogpost.delete(first.results[1].id);
    expect(other.send(first._links.next).json.results).toEqual(next);
  });

  test.each([
    ['a text that is none', '/blogposts?cursor=nonsense'],
    ['a cursor of another list', undefined],
  ])('refuse %s with 400', (_, target) => {
    const foreign = site.send('/labels?limit=2').json._links.next.split('cursor=')[1];
    const {status, json} = site.send(target ?? `/blogposts?cursor=${foreign}`);
    expect(status).toBe(400);
    expect(json.errors[0].code).toBe('INVALID_REQUEST_PARAMETER');
  });

  test('refuse a cursor whose filters have changed', () => {
    const next: string = site.send('/blogposts?limit=2&status=current').json._links.next;
    expect(site.send(next.replace('status=current', 'status=trashed')).status).toBe(400);
  });

  test.each(['0', '251', '-1', 'ten', '1.5'])('refuse limit=%s', limit => {
    expect(site.send(`/blogposts?limit=${limit}`).status).toBe(400);
  });

  test('of likes may be empty: limit=0 is allowed there', () => {
    expect(site.send(`/blogposts/${post?.id}/likes/users?limit=0`)).toMatchObject({
      status: 200,
      json: {results: []},
    });
  });
});

describe('lists inside an item', () => {
  test('have a cursor that continues in their own list', () => {
    const many = makeContentSite();
    const item = [...many.content.items.blogpost.values()][0];
    if (item === undefined) throw new Error('no post');
    const people = Array.from({length: 60}, (_, index) => `account-${index}`);
    many.content.likes.set(item, people);
    const {likes} = many.send(`/blogposts/${item.id}?include-likes=true`).json;
    expect(likes.results).toHaveLength(50);
    expect(likes.meta.hasMore).toBe(true);
    const cursor = encodeURIComponent(likes.meta.cursor);
    const rest = many.send(`${likes._links.self}?cursor=${cursor}`).json.results;
    expect(rest.map(({accountId}: {accountId: string}) => accountId)).toEqual(people.slice(50));
  });

  test('say so when there is no more', () => {
    const {labels} = site.send(`/blogposts/${post?.id}?include-labels=true`).json;
    expect(labels.meta).toEqual({hasMore: false});
    expect(labels._links.self).toBe(`/wiki/api/v2/blogposts/${post?.id}/labels`);
  });
});
