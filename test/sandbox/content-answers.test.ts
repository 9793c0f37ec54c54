import {describe, expect, test} from 'vitest';
import {contentHandlers} from '../../src/sandbox/content/handlers.ts';
import {makeContentSite, type SiteAnswer} from './content-site.ts';
import {contentOperations, shapeProblems} from './shapes.ts';

const site = makeContentSite();
const {items, spaces, labels} = site.content;
const posts = [...items.blogpost.values()].filter(({status}) => status === 'current');
const boards = [...items.whiteboard.values()].filter(({status}) => status !== 'trashed');
const custom = [...items.custom.values()].filter(({status}) => status !== 'trashed');
const pages = [...items.page.values()].filter(({status}) => status === 'current');
const types = [...new Set(custom.map(({type}) => type))];
const spaceIds = [...spaces.keys()];
const labelIds = [...labels.keys()];

/** Members of includes and formats that the operations declare although their shapes lack them. */
const included = ['collaborators', 'directChildren', 'operations', 'properties', 'raw'];

const targets: readonly string[] = [
  '/blogposts',
  '/blogposts?body-format=storage&status=current&status=trashed&status=deleted',
  '/blogposts?body-format=atlas_doc_format&limit=250',
  ...posts.flatMap(post => [
    `/blogposts/${post.id}`,
    `/blogposts/${post.id}?body-format=view&include-labels=true&include-properties=true&include-operations=true&include-likes=true&include-versions=true&include-favorited-by-current-user-status=true`,
    `/blogposts/${post.id}/permissions`,
    `/blogposts/${post.id}/attachments?status=current&status=archived&status=trashed`,
    `/blogposts/${post.id}/classification-level`,
    `/blogposts/${post.id}/footer-comments?body-format=storage`,
    `/blogposts/${post.id}/inline-comments?body-format=atlas_doc_format`,
    `/blogposts/${post.id}/labels`,
    `/blogposts/${post.id}/likes/count`,
    `/blogposts/${post.id}/likes/users`,
    `/blogposts/${post.id}/operations`,
    `/blogposts/${post.id}/restriction-state`,
    `/blogposts/${post.id}/versions?body-format=storage`,
    `/blogposts/${post.id}/versions/1`,
    `/blogposts/${post.id}/properties`,
    `/blogposts/${post.id}/properties/${post.idBase + 40}`,
    ...types.map(type => `/blogposts/${post.id}/custom-content?type=${type}&body-format=raw`),
  ]),
  ...boards.flatMap(board => [
    `/whiteboards/${board.id}`,
    `/whiteboards/${board.id}?include-collaborators=true&include-direct-children=true&include-operations=true&include-properties=true`,
    `/whiteboards/${board.id}/ancestors`,
    `/whiteboards/${board.id}/descendants?depth=10`,
    `/whiteboards/${board.id}/direct-children`,
    `/whiteboards/${board.id}/operations`,
    `/whiteboards/${board.id}/permissions`,
    `/whiteboards/${board.id}/restriction-state`,
    `/whiteboards/${board.id}/classification-level`,
    `/whiteboards/${board.id}/properties`,
    `/whiteboards/${board.id}/properties/${board.idBase + 40}`,
  ]),
  ...types.map(type => `/custom-content?type=${type}&body-format=storage`),
  ...custom.flatMap(item => [
    `/custom-content/${item.id}?body-format=storage&include-labels=true&include-properties=true&include-operations=true&include-versions=true`,
    `/custom-content/${item.id}/children`,
    `/custom-content/${item.id}/attachments`,
    `/custom-content/${item.id}/footer-comments?body-format=storage`,
    `/custom-content/${item.id}/labels`,
    `/custom-content/${item.id}/operations`,
    `/custom-content/${item.id}/versions?body-format=raw`,
    `/custom-content/${item.id}/versions/1`,
    `/custom-content/${item.id}/properties`,
    `/custom-content/${item.id}/properties/${item.idBase + 40}`,
  ]),
  '/labels',
  ...labelIds.flatMap(id => [
    `/labels/${id}/attachments`,
    `/labels/${id}/blogposts?body-format=storage`,
    `/labels/${id}/pages?body-format=atlas_doc_format`,
  ]),
  ...pages.map(({id}) => `/pages/${id}/labels`),
  '/spaces?description-format=view&include-icon=true',
  ...spaceIds.flatMap(id => [
    `/spaces/${id}`,
    `/spaces/${id}?description-format=view&include-icon=true&include-labels=true&include-permissions=true&include-role-assignments=true&include-properties=true&include-operations=true`,
    `/spaces/${id}/permissions?limit=3`,
    `/spaces/${id}/role-assignments?principal-type=GROUP`,
    `/space-roles?space-id=${id}`,
    `/spaces/${id}/blogposts`,
    `/spaces/${id}/labels`,
    ...types.map(type => `/spaces/${id}/custom-content?type=${type}`),
  ]),
  '/classification-levels',
  '/space-permissions',
  '/space-roles?role-type=CUSTOM',
  '/space-role-mode',
];

describe('every GET of the content service', () => {
  const answers = new Map<string, SiteAnswer[]>();
  for (const target of targets) {
    const answer = site.send(target);
    answers.set(answer.operation, [...(answers.get(answer.operation) ?? []), answer]);
  }

  const reading = contentOperations.filter(({method}) => method === 'GET');

  test.each(reading.map(({id}) => id))('%s has a handler', id => {
    expect(contentHandlers[id]).toBeDefined();
  });

  const visited = reading.map(({id}) => id).filter(id => id !== 'content/admin-key/get-admin-key');
  const shaped = visited.filter(id => reading.some(one => one.id === id && one.shaped));

  test.each(visited)('%s answers 200 for whatever is there', id => {
    const statuses = (answers.get(id) ?? []).map(({status}) => status);
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test.each(shaped)('%s responds in its public shape', id => {
    for (const {json} of answers.get(id) ?? []) {
      expect(shapeProblems(id, 200, json, included)).toEqual([]);
    }
  });

  const lists = visited.filter(id => answers.get(id)?.[0]?.json.results !== undefined);

  test.each(lists)('%s returns at least one item for some input', id => {
    const counts = (answers.get(id) ?? []).map(({json}) => json.results.length);
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });
});

test('a direct permission entry is a flat object with the names of the filters', () => {
  const {json} = site.send(`/blogposts/${posts[0]?.id}/permissions`);
  expect(Object.keys(json.results[0])).toEqual(['principalType', 'principalId', 'operation']);
});

test('a restriction state contains a value for reading and one for updating', () => {
  const {json} = site.send(`/whiteboards/${boards[0]?.id}/restriction-state`);
  expect(Object.keys(json)).toEqual(['read', 'update']);
});

test('without an admin key the response is 404 with the error body of the service', () => {
  const {status, json} = site.send('/admin-key');
  expect(status).toBe(404);
  expect(json).toEqual({
    errors: [
      {
        status: 404,
        code: 'NOT_FOUND',
        title: 'No admin key is enabled for the calling user',
        detail: null,
      },
    ],
  });
});
