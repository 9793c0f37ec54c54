import {describe, expect, test} from 'vitest';
import type {SandboxCaller} from '../../src/sandbox/route.ts';
import {makeContentSite, type SiteAnswer, siteNow} from './content-site.ts';
import {shapeProblems} from './shapes.ts';

const site = makeContentSite();
const {items, spaces} = site.content;
const [spaceId = ''] = spaces.keys();
const storage = (value: string) => ({representation: 'storage', value});
const post = (target: string, body?: unknown) => site.send(target, {method: 'POST', body});
const put = (target: string, body?: unknown) => site.send(target, {method: 'PUT', body});
const remove = (target: string) => site.send(target, {method: 'DELETE'});
const title = ({json}: SiteAnswer): string => json.errors[0].title;

function freshPost(more: object = {}): string {
  const {json} = post('/blogposts', {
    spaceId,
    title: 'Fresh',
    body: storage('<p>one</p>'),
    ...more,
  });
  return json.id;
}

/** What the world keeps under an item's id, or under that of one of its versions. */
function keptOf(id: string): readonly unknown[] {
  const collections = Object.values<unknown>(site.content).flatMap(value => {
    const {changed} = value as {readonly changed?: unknown};
    return value instanceof Map ? [value] : changed instanceof Map ? [changed] : [];
  });
  return [...collections, ...Object.values(items)].flatMap(kept =>
    [...(kept as Map<string, unknown>)].filter(([key]) => key.split('@')[0] === id),
  );
}

function freshItem(more: object = {}): SiteAnswer {
  const type = 'ac:risk-register:risk';
  return post('/custom-content', {
    spaceId,
    type,
    title: 'A risk',
    body: storage('<p>one</p>'),
    ...more,
  });
}

describe('a blog post', () => {
  test('is created with 200, by the caller, now, with nothing of chance about it', () => {
    const answer = post('/blogposts?body-format=storage', {
      spaceId,
      title: 'Hello',
      body: {storage: storage('<p>a &amp; b</p>')},
    });
    expect(answer.status).toBe(200);
    expect(shapeProblems(answer.operation, 200, answer.json)).toEqual([]);
    expect(answer.json).toMatchObject({
      title: 'Hello',
      status: 'current',
      authorId: site.users[0]?.accountId,
      createdAt: new Date(siteNow).toISOString(),
      version: {number: 1},
      body: {storage: storage('<p>a &amp; b</p>')},
    });
    const path = `/blogposts/${answer.json.id}`;
    for (const part of ['footer-comments', 'attachments', 'labels', 'properties', 'likes/users']) {
      expect(site.send(`${path}/${part}`).json.results).toEqual([]);
    }
    expect(site.all('/blogposts').map(({id}) => id)).toContain(answer.json.id);
  });

  test.each([
    ['without a space', {title: 'x'}, 400],
    ['without a title', {spaceId: '65540'}, 400],
    ['in a space that is not there', {spaceId: '1', title: 'x'}, 404],
    ['with a title of 256 characters', {spaceId: '65540', title: 'x'.repeat(256)}, 400],
    ['with XML that is not well formed', {spaceId: '65540', title: 'x', body: storage('<p>')}, 400],
    ['with a body of an unknown form', {spaceId: '65540', title: 'x', body: {text: 'x'}}, 400],
    ['with another status', {spaceId: '65540', title: 'x', status: 'archived'}, 400],
  ])('%s is refused', (_, body, status) => {
    expect(post('/blogposts', body).status).toBe(status);
  });

  test('that is private is there for its creator alone', () => {
    const {json} = post('/blogposts?private=true', {spaceId, title: 'Mine'});
    const caller: SandboxCaller = {accountId: 'somebody-else', all: false, kinds: []};
    expect(site.send(`/blogposts/${json.id}`).status).toBe(200);
    expect(site.send(`/blogposts/${json.id}`, {caller}).status).toBe(404);
  });

  test('gets a new version; older ones retain title and text', () => {
    const id = freshPost();
    const update = (number: number, value: string) =>
      put(`/blogposts/${id}?body-format=storage`, {
        id,
        status: 'current',
        title: `Version ${number}`,
        body: storage(value),
        version: {number, message: 'changed'},
      });
    expect(update(2, '<p>two</p>').json).toMatchObject({
      title: 'Version 2',
      version: {number: 2, message: 'changed'},
      body: {storage: storage('<p>two</p>')},
    });
    update(3, '<p>three</p>');
    const versions = site.all(`/blogposts/${id}/versions?body-format=storage`);
    expect(versions.map(({blogpost}) => [blogpost.title, blogpost.body.storage.value])).toEqual([
      ['Version 3', '<p>three</p>'],
      ['Version 2', '<p>two</p>'],
      ['Fresh', '<p>one</p>'],
    ]);
  });

  test('retains its initial texts when it is updated', () => {
    const own = [...items.blogpost.values()].find(
      one => one.status === 'current' && one.version.number > 2 && one.special === undefined,
    );
    const path = `/blogposts/${own?.id}/versions?body-format=storage`;
    const before = site.all(path);
    put(`/blogposts/${own?.id}`, {
      id: own?.id,
      status: 'current',
      title: 'Another title',
      body: storage('<p>new</p>'),
      version: {number: (own?.version.number ?? 0) + 1},
    });
    expect(site.all(path).slice(1)).toEqual(before);
  });

  test('with another version number than the next is a conflict, 409', () => {
    const id = freshPost();
    for (const number of [1, 3]) {
      const body = {id, status: 'current', title: 'x', body: storage(''), version: {number}};
      const answer = put(`/blogposts/${id}`, body);
      expect(answer.status).toBe(409);
      expect(answer.json.errors[0].code).toBe('CONFLICT');
    }
    expect(site.send(`/blogposts/${id}`).json.version.number).toBe(1);
  });

  test('that is a draft is published with version 1', () => {
    const id = freshPost({status: 'draft'});
    expect(site.send(`/blogposts/${id}`).status).toBe(404);
    const body = {id, status: 'current', title: 'Out', body: storage(''), version: {number: 1}};
    expect(put(`/blogposts/${id}`, body).json).toMatchObject({
      status: 'current',
      version: {number: 1},
    });
    expect(site.send(`/blogposts/${id}`).status).toBe(200);
  });

  test('is deleted to the trash, and purged from there', () => {
    const id = freshPost();
    expect(remove(`/blogposts/${id}?purge=true`).status).toBe(400);
    expect(remove(`/blogposts/${id}`)).toMatchObject({status: 204, json: undefined});
    expect(site.send(`/blogposts/${id}?status=trashed`).json.status).toBe('trashed');
    expect(remove(`/blogposts/${id}`).status).toBe(404);
    expect(remove(`/blogposts/${id}?purge=true`).status).toBe(204);
    expect(site.send(`/blogposts/${id}?status=trashed`).status).toBe(404);
  });

  test('is gone with all that was written about it once it is purged', () => {
    const id = freshPost();
    const body = {id, status: 'current', title: 'Two', body: storage(''), version: {number: 2}};
    expect(put(`/blogposts/${id}`, body).status).toBe(200);
    expect(post(`/blogposts/${id}/properties`, {key: 'a', value: 1}).status).toBe(200);
    expect(JSON.stringify(keptOf(id))).toContain('"key":"a"');
    remove(`/blogposts/${id}`);
    remove(`/blogposts/${id}?purge=true`);
    expect(keptOf(id)).toEqual([]);
  });

  test('that is a draft is discarded with draft=true', () => {
    const id = freshPost({status: 'draft'});
    expect(remove(`/blogposts/${id}`).status).toBe(404);
    expect(remove(`/blogposts/${id}?draft=true`).status).toBe(204);
    expect(site.send(`/blogposts/${id}?get-draft=true`).status).toBe(404);
  });

  test('that the caller may not edit is refused with 403', () => {
    const id = freshPost();
    const {content} = site;
    const item = content.items.blogpost.get(id);
    if (item === undefined) throw new Error('no post');
    content.restriction.set(item, {read: 'open', update: 'restricted'});
    const caller: SandboxCaller = {accountId: 'somebody-else', all: false, kinds: []};
    const answer = site.send(`/blogposts/${id}`, {method: 'DELETE', caller});
    expect(answer.status).toBe(403);
    expect(answer.json.errors[0].code).toBe('FORBIDDEN');
  });
});

describe('custom content', () => {
  test('is created with 201 and its relative address', () => {
    const answer = freshItem();
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/wiki/api/v2/custom-content/${answer.json.id}`);
    expect(shapeProblems(answer.operation, 201, answer.json)).toEqual([]);
  });

  test('is in the space of its container and among its children', () => {
    const parent = freshItem().json.id;
    const {json} = freshItem({spaceId: undefined, customContentId: parent});
    expect(json).toMatchObject({customContentId: parent, spaceId});
    const children = site.all(`/custom-content/${parent}/children`).map(({id}) => id);
    expect(children).toEqual([json.id]);
  });

  test.each([
    ['without a place', {spaceId: undefined}],
    ['with two containers', {pageId: '1', blogPostId: '2'}],
    ['with a type of another form', {type: 'risk'}],
    ['without a body', {body: undefined}],
    ['without a title', {title: ''}],
  ])('%s is refused with 400', (_, more) => {
    expect(freshItem(more).status).toBe(400);
  });

  test('is updated with the next version number and its type', () => {
    const {id, type} = freshItem().json;
    const body = {id, type, status: 'current', title: 'New', body: storage('<p>two</p>')};
    expect(put(`/custom-content/${id}`, {...body, version: {number: 3}}).status).toBe(409);
    expect(
      put(`/custom-content/${id}`, {...body, version: {number: 2}, type: 'a:b:c'}).status,
    ).toBe(400);
    const {status, json} = put(`/custom-content/${id}`, {...body, version: {number: 2}});
    expect([status, json.title, json.version.number]).toEqual([200, 'New', 2]);
  });

  test('stores a raw body unchanged', () => {
    const value = '{"big": 12345678901234567890, "text": "<b>"}';
    const {id} = freshItem({body: {representation: 'raw', value}}).json;
    const {body} = site.send(`/custom-content/${id}?body-format=raw`).json;
    expect(body).toEqual({raw: {representation: 'raw', value}});
  });

  test('is deleted to the trash and leaves the lists', () => {
    const {id, type} = freshItem().json;
    expect(remove(`/custom-content/${id}`).status).toBe(204);
    expect(site.send(`/custom-content/${id}`).json.status).toBe('trashed');
    expect(site.all(`/custom-content?type=${type}`).map(one => one.id)).not.toContain(id);
    expect(remove(`/custom-content/${id}?purge=true`).status).toBe(204);
    expect(site.send(`/custom-content/${id}`).status).toBe(404);
  });
});

describe('a whiteboard', () => {
  const parent = [...items.whiteboard.values()].find(({title: name}) => name.startsWith('Story'));

  test('is created under its parent with 200, and deleted to the trash', () => {
    const answer = post('/whiteboards', {spaceId, parentId: parent?.id, title: 'Board'});
    expect(answer.status).toBe(200);
    expect(shapeProblems(answer.operation, 200, answer.json)).toEqual([]);
    const {id} = answer.json;
    const children = () =>
      site.all(`/whiteboards/${parent?.id}/direct-children`).map(one => one.id);
    expect(children()).toContain(id);
    expect(remove(`/whiteboards/${id}`).status).toBe(204);
    expect(children()).not.toContain(id);
  });

  test('needs a space and a parent that are there', () => {
    expect(post('/whiteboards', {title: 'x'}).status).toBe(400);
    expect(post('/whiteboards', {spaceId: '1'}).status).toBe(404);
    expect(post('/whiteboards', {spaceId, parentId: '1'}).status).toBe(404);
  });
});

describe('content properties', () => {
  const [board] = items.whiteboard.keys();
  test.each([
    ['/blogposts', () => freshPost()],
    ['/whiteboards', () => String(board)],
    ['/custom-content', () => freshItem().json.id as string],
  ])('of %s are created, updated and deleted', (path, make) => {
    const list = `${path}/${make()}/properties`;
    const value = {a: [1, 2.5, null], b: 'ü'};
    const made = post(list, {key: 'My-Key', value});
    expect([made.status, made.json.key, made.json.value]).toEqual([200, 'My-Key', value]);
    expect(shapeProblems(made.operation, 200, made.json)).toEqual([]);
    const one = `${list}/${made.json.id}`;
    expect(post(list, {key: 'My-Key', value: 1}).status).toBe(409);
    expect(put(one, {key: 'My-Key', value: 2, version: {number: 7}}).status).toBe(409);
    expect(put(one, {key: 'Other', value: 2, version: {number: 2}}).status).toBe(400);
    expect(put(one, {key: 'My-Key', value: 2, version: {number: 2}}).json.value).toBe(2);
    expect(site.send(one).json.version.number).toBe(2);
    expect(remove(one).status).toBe(204);
    expect(site.send(one).status).toBe(404);
  });

  test('need a key and a value', () => {
    const list = `/blogposts/${freshPost()}/properties`;
    expect(title(post(list, {value: 1}))).toBe("'key' is required");
    expect(title(post(list, {key: 'k'}))).toBe("'value' is required");
  });
});

describe('a request body', () => {
  test.each([undefined, [], 'text', 7])('that is no object is refused: %j', body => {
    expect(post('/blogposts', body).status).toBe(400);
  });
});
