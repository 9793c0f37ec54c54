import {describe, expect, test} from 'vitest';
import {makeContentSite} from './content-site.ts';

const site = makeContentSite(5, 'medium');
const {content} = site;
const posts = [...content.items.blogpost.values()];
const current = posts.filter(({status}) => status === 'current');
const values = (target: string, member: string): readonly unknown[] =>
  site.all(target).map(item => member.split('/').reduce((value, name) => value?.[name], item));

/** The item with the most of something. */
function richest<Item>(items: Iterable<Item>, count: (item: Item) => number): Item {
  const [best] = [...items].sort((one, other) => count(other) - count(one));
  if (best === undefined) throw new Error('no items');
  return best;
}

const commented = richest(current, post => content.comments.of(post).length);
const filed = richest(current, post => content.attachments.of(post).length);

describe('sort', () => {
  const whiteboard = richest(
    content.items.whiteboard.values(),
    board => site.send(`/whiteboards/${board.id}/direct-children`).json.results?.length ?? 0,
  );
  const labelled = richest(current, post => post.labelIds.length);

  test.each([
    ['/blogposts', 'created-date', 'createdAt'],
    ['/blogposts', 'modified-date', 'version/createdAt'],
    ['/custom-content?type=ac:risk-register:risk', 'title', 'title'],
    ['/custom-content?type=ac:risk-register:risk', 'created-date', 'createdAt'],
    ['/custom-content?type=ac:risk-register:risk', 'modified-date', 'version/createdAt'],
    ['/labels', 'name', 'name'],
    [`/blogposts/${labelled.id}/labels`, 'name', 'name'],
    ['/spaces', 'key', 'key'],
    ['/spaces', 'name', 'name'],
    [`/blogposts/${commented.id}/footer-comments`, 'modified-date', 'version/createdAt'],
    [`/blogposts/${filed.id}/attachments`, 'created-date', 'createdAt'],
    [`/blogposts/${commented.id}/properties`, 'key', 'key'],
    [`/whiteboards/${whiteboard.id}/direct-children`, 'title', 'title'],
  ])('%s by %s, and with a dash the other way', (list, sort, member) => {
    const target = `${list}${list.includes('?') ? '&' : '?'}limit=250&sort=`;
    const up = values(`${target}${sort}`, member) as string[];
    const ordered = [...up].sort((one, other) => (one < other ? -1 : one === other ? 0 : 1));
    expect(up.length).toBeGreaterThan(1);
    expect(up).toEqual(ordered);
    expect(values(`${target}-${sort}`, member)).toEqual([...ordered].reverse());
  });

  test('ids compare by value, also those a number cannot hold', () => {
    const ids = values('/blogposts?sort=id&limit=250', 'id').map(id => BigInt(id as string));
    expect(ids).toContain(9007199254740993n);
    expect(ids).toEqual([...ids].sort((one, other) => (one < other ? -1 : 1)));
  });

  test('children without a position come last', () => {
    const story = [...content.items.whiteboard.values()].find(({title}) =>
      title.startsWith('Story map'),
    );
    const places = values(`/whiteboards/${story?.id}/direct-children`, 'childPosition');
    expect(places.slice(0, -1)).not.toContain(null);
    expect(places.at(-1)).toBe(null);
  });

  test('versions are listed newest first by default', () => {
    const post = richest(current, ({version}) => version.number);
    const numbers = values(`/blogposts/${post.id}/versions`, 'number');
    expect(numbers[0]).toBe(post.version.number);
    expect(numbers.at(-1)).toBe(1);
    expect(values(`/blogposts/${post.id}/versions?sort=modified-date`, 'number')).toEqual(
      [...numbers].reverse(),
    );
  });

  test.each(['/blogposts?sort=title', '/labels?sort=+name', '/spaces?sort=created-date'])(
    '%s is refused with 400',
    target => {
      expect(site.send(target).status).toBe(400);
    },
  );
});

describe('filters', () => {
  test('only current blog posts are listed unless status is set', () => {
    expect(new Set(values('/blogposts?limit=250', 'status'))).toEqual(new Set(['current']));
    const trashed = values('/blogposts?limit=250&status=trashed&status=deleted', 'status');
    expect(new Set(trashed)).toEqual(new Set(['trashed', 'deleted']));
  });

  test('space-id and id are comma-separated lists', () => {
    const [one, two] = [...content.spaces.keys()];
    const spaces = values(`/blogposts?limit=250&space-id=${one},${two}`, 'spaceId');
    expect(new Set(spaces)).toEqual(new Set([one, two]));
    const ids = current.slice(3, 6).map(({id}) => id);
    expect(values(`/blogposts?id=${ids.join(',')}`, 'id')).toEqual(ids);
  });

  test('title is matched whole', () => {
    const title = commented.title;
    const found = values(`/blogposts?title=${encodeURIComponent(title)}`, 'title');
    expect(new Set(found)).toEqual(new Set([title]));
    expect(values(`/blogposts?title=${encodeURIComponent(title.slice(1))}`, 'title')).toEqual([]);
  });

  test('current and archived attachments are listed unless status is set', () => {
    const states = current.flatMap(({id}) => values(`/blogposts/${id}/attachments`, 'status'));
    expect(new Set(states)).toEqual(new Set(['current', 'archived']));
    const thrown = current.flatMap(({id}) =>
      values(`/blogposts/${id}/attachments?status=trashed`, 'status'),
    );
    expect(new Set(thrown)).toEqual(new Set(['trashed']));
  });

  test('attachments can be filtered by file name and media type', () => {
    const [file] = site.send(`/blogposts/${filed.id}/attachments`).json.results;
    const name = encodeURIComponent(file.title);
    expect(values(`/blogposts/${filed.id}/attachments?filename=${name}`, 'id')).toEqual([file.id]);
    const media = encodeURIComponent(file.mediaType);
    const same = values(`/blogposts/${filed.id}/attachments?mediaType=${media}`, 'mediaType');
    expect(new Set(same)).toEqual(new Set([file.mediaType]));
  });

  test('comments are current root ones of their place', () => {
    const footers = values(`/blogposts/${commented.id}/footer-comments?limit=250`, 'id');
    const roots = content.comments
      .of(commented)
      .filter(
        ({place, parentId, status}) => place === 'footer' && !parentId && status === 'current',
      )
      .map(({id}) => id);
    expect(footers).toEqual(roots);
  });

  test('inline comments can be filtered by resolution', () => {
    for (const state of ['open', 'resolved', 'reopened', 'dangling']) {
      const found = current.flatMap(({id}) =>
        values(`/blogposts/${id}/inline-comments?resolution-status=${state}`, 'resolutionStatus'),
      );
      expect(new Set(found)).toEqual(new Set([state]));
    }
  });

  test('labels can be filtered by id and by prefix, both comma-separated', () => {
    const ids = [...content.labels.keys()].slice(2, 5);
    expect(values(`/labels?label-id=${ids.join(',')}`, 'id')).toEqual(ids);
    const prefixes = new Set(values('/labels?prefix=my,team&limit=250', 'prefix'));
    expect(prefixes).toEqual(new Set(['my', 'team']));
    expect(site.send('/labels?prefix=mine').status).toBe(400);
  });

  test('the key of a property is case sensitive', () => {
    const post = current.find(one => content.properties.of(one).some(({key}) => key === 'editor'));
    expect(values(`/blogposts/${post?.id}/properties?key=editor`, 'key')).toEqual(['editor']);
    expect(values(`/blogposts/${post?.id}/properties?key=Editor`, 'key')).toEqual([]);
  });

  test('custom content requires a type', () => {
    expect(site.send('/custom-content').status).toBe(400);
    const types = values('/custom-content?type=ac:field-survey:answer&limit=250', 'type');
    expect(new Set(types)).toEqual(new Set(['ac:field-survey:answer']));
    expect(values('/custom-content?type=ac:no:body', 'id')).toEqual([]);
  });

  test('direct permissions can be filtered by principal and operation', () => {
    const shared = richest(current, post => content.permissions.of(post).length);
    const [entry] = content.permissions.of(shared);
    const list = `/blogposts/${shared.id}/permissions`;
    expect(new Set(values(`${list}?operation=read`, 'operation'))).toEqual(new Set(['read']));
    expect(new Set(values(`${list}?principal-type=group`, 'principalType'))).not.toContain('user');
    const id = encodeURIComponent(entry?.principalId ?? '');
    const one = `${list}?principal-type=${entry?.principalType}&principal-id=${id}`;
    expect(values(one, 'principalId')).toEqual([entry?.principalId]);
    expect(site.send(`${list}?principal-id=${id}`).status).toBe(400);
    expect(site.send(`${list}?operation=delete`).status).toBe(400);
  });
});
