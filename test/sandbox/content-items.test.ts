import {describe, expect, test} from 'vitest';
import type {SandboxCaller} from '../../src/sandbox/route.ts';
import {makeContentSite, origin} from './content-site.ts';

const site = makeContentSite();
const {items, attachments} = site.content;
const posts = [...items.blogpost.values()];
const of = (status: string) => {
  const found = posts.find(post => post.status === status);
  if (found === undefined) throw new Error(`no post is ${status}`);
  return found;
};
const current = posts.find(post => post.status === 'current' && post.version.number > 2);
const post = `/blogposts/${current?.id}`;
const stranger: SandboxCaller = {accountId: 'somebody-else', all: false, kinds: []};

describe('one blog post', () => {
  test('is answered with its links and their base', () => {
    const {json} = site.send(post);
    expect(json).toMatchObject({id: current?.id, title: current?.title, status: 'current'});
    expect(json._links.base).toBe(`${origin}/wiki`);
    expect(json._links.webui).toMatch(/^\/spaces\/\w+\/blog\/\d{4}\/\d\d\/\d\d\/\d+\//);
  });

  test('is found by an id that no number can hold', () => {
    expect(site.send('/blogposts/9007199254740993').json.id).toBe('9007199254740993');
    expect(site.send('/blogposts/9007199254740992').status).toBe(404);
  });

  test('in the trash is found only when status names it', () => {
    const {id} = of('trashed');
    expect(site.send(`/blogposts/${id}`).status).toBe(404);
    expect(site.send(`/blogposts/${id}?status=trashed`).json.status).toBe('trashed');
  });

  test('that is a draft is found with get-draft or its status, by its author', () => {
    const {id, authorId} = of('draft');
    expect(site.send(`/blogposts/${id}`).status).toBe(404);
    expect(site.send(`/blogposts/${id}?get-draft=true`).json.status).toBe('draft');
    expect(site.send(`/blogposts/${id}?status=draft`).json.status).toBe('draft');
    const author: SandboxCaller = {accountId: authorId, all: false, kinds: []};
    expect(site.send(`/blogposts/${id}?get-draft=true`, {caller: author}).status).toBe(200);
    expect(site.send(`/blogposts/${id}?get-draft=true`, {caller: stranger}).status).toBe(404);
  });

  test('is historical in an older version, with the text of that time', () => {
    const old = site.send(`${post}?version=1&body-format=storage`).json;
    expect(old).toMatchObject({status: 'historical', version: {number: 1}});
    const versions = site.all(`${post}/versions?body-format=storage`);
    expect(old.body).toEqual(versions.at(-1)?.blogpost.body);
    expect(site.send(`${post}?version=99`).status).toBe(404);
  });

  test('has its version unless include-version is false', () => {
    expect(site.send(post).json.version.number).toBe(current?.version.number);
    expect(site.send(`${post}?include-version=false`).json).not.toHaveProperty('version');
    expect(site.send(`${post}?include-version=maybe`).status).toBe(400);
  });

  test('has as many likes as users who like it', () => {
    for (const {id, status} of posts) {
      if (status !== 'current') continue;
      const users = site.all(`/blogposts/${id}/likes/users?limit=3`);
      expect(site.send(`/blogposts/${id}/likes/count`).json).toEqual({count: users.length});
    }
  });

  test('has a classification level of its own or that of its space', () => {
    const level = site.send(`${post}/classification-level`).json;
    expect(site.send('/classification-levels').json).toContainEqual(level);
    expect(site.send(`${post}/classification-level?status=draft`).status).toBe(404);
    const draft = `/blogposts/${of('draft').id}/classification-level?status=draft`;
    expect(site.send(draft).status).toBe(200);
  });

  test('has versions that name the ones before and after', () => {
    const last = current?.version.number ?? 0;
    expect(site.send(`${post}/versions/1`).json).not.toHaveProperty('prevVersion');
    expect(site.send(`${post}/versions/2`).json).toMatchObject({prevVersion: 1, nextVersion: 3});
    expect(site.send(`${post}/versions/${last}`).json).not.toHaveProperty('nextVersion');
    expect(site.send(`${post}/versions/${last + 1}`).status).toBe(404);
    expect(site.send(`${post}/versions/last`).status).toBe(400);
  });
});

describe('an item that is not there', () => {
  test.each([
    ['/blogposts/1', 'Could not find blog post with ID 1'],
    ['/whiteboards/1/descendants', 'Could not find whiteboard with ID 1'],
    ['/custom-content/1/labels', 'Could not find custom content with ID 1'],
    ['/labels/1/pages', 'Could not find label with ID 1'],
    ['/spaces/1/labels', 'Could not find space with ID 1'],
    ['/pages/1/labels', 'Could not find page with ID 1'],
    [`${post}/properties/1`, 'Could not find content property with ID 1'],
  ])('%s is 404', (target, title) => {
    const {status, json} = site.send(target);
    expect(status).toBe(404);
    expect(json).toEqual({errors: [{status: 404, code: 'NOT_FOUND', title, detail: null}]});
  });

  test('an id that is no number is 400', () => {
    const {status, json} = site.send('/blogposts/first');
    expect(status).toBe(400);
    expect(json.errors[0].title).toContain('Expected type is long');
  });

  test('a whiteboard is not a blog post', () => {
    const [board] = items.whiteboard.keys();
    expect(site.send(`/blogposts/${board}`).status).toBe(404);
  });
});

describe('labels', () => {
  test('lead to the items that have them and back', () => {
    for (const {id} of site.all('/labels')) {
      for (const found of site.all(`/labels/${id}/blogposts?limit=2`)) {
        const labels = site.all(`/blogposts/${found.id}/labels`).map(label => label.id);
        expect(labels).toContain(id);
      }
    }
  });

  test('lead to attachments that are not in the trash', () => {
    const found = site.all('/labels').flatMap(({id}) => site.all(`/labels/${id}/attachments`));
    expect(found.length).toBeGreaterThan(0);
    const shown = [...posts, ...items.page.values(), ...items.custom.values()]
      .filter(({status}) => status === 'current' || status === 'archived')
      .flatMap(item => attachments.of(item))
      .filter(({status, labelIds}) => status !== 'trashed' && labelIds.length > 0);
    expect(new Set(found.map(({id}) => id))).toEqual(new Set(shown.map(({id}) => id)));
  });

  test('of a space are those of a person and of teams', () => {
    const prefixes = site
      .all('/spaces')
      .flatMap(({id}) => site.all(`/spaces/${id}/labels`))
      .map(({prefix}) => prefix);
    expect(new Set(prefixes)).toEqual(new Set(['my', 'team']));
  });
});

describe('spaces', () => {
  test('can be filtered by key, type and status', () => {
    const keys = (query: string) => site.all(`/spaces?${query}`).map(({key}) => key);
    expect(keys('keys=ENG,OPS')).toEqual(['ENG', 'OPS']);
    expect(keys('type=knowledge_base')).toEqual(['HELP']);
    expect(keys('status=archived')).toEqual(['OLD']);
    const [owner] = site.users;
    expect(keys('type=personal')).toEqual([`~${owner?.accountId.replace(/\W/g, '')}`]);
  });

  test('have a description only if a format is requested', () => {
    expect(site.send('/spaces').json.results[0]).not.toHaveProperty('description');
    const [space] = site.send('/spaces?keys=HELP&description-format=view').json.results;
    expect(space.description.view.value).toBe('<p>Answers &amp; how-tos</p>');
  });

  test('have the posts and the custom content that name them', () => {
    const listed = site.all('/spaces').flatMap(({id}) => site.all(`/spaces/${id}/blogposts`));
    expect(listed.map(({id}) => id).sort()).toEqual(
      site
        .all('/blogposts')
        .map(({id}) => id)
        .sort(),
    );
  });
});
