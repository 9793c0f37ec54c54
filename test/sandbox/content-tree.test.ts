import {describe, expect, test} from 'vitest';
import type {SandboxCaller} from '../../src/sandbox/route.ts';
import {makeContentSite} from './content-site.ts';

const site = makeContentSite();
const {items} = site.content;
const byTitle = (title: string) => {
  const found = [...items.whiteboard.values()].find(item => item.title === title);
  if (found === undefined) throw new Error(`no whiteboard ${title}`);
  return found;
};
const story = byTitle('Story map of the next release');
const deep = byTitle('Dependencies');
const secret = byTitle('Only mine');

const creator: SandboxCaller = {accountId: secret.authorId, all: false, kinds: []};
const stranger: SandboxCaller = {accountId: 'somebody-else', all: false, kinds: []};

describe('the content tree of a whiteboard', () => {
  test('descendants are listed two levels deep by default', () => {
    const depths = (query: string) => [
      ...new Set(site.all(`/whiteboards/${story.id}/descendants${query}`).map(({depth}) => depth)),
    ];
    expect(depths('')).toEqual([1, 2]);
    expect(depths('?depth=1')).toEqual([1]);
    expect(depths('?depth=4&limit=2')).toEqual([1, 2, 3, 4]);
    expect(depths('?depth=10')).toEqual([1, 2, 3, 4, 5]);
  });

  test.each(['0', '11', 'deep'])('descendants refuse depth=%s', depth => {
    expect(site.send(`/whiteboards/${story.id}/descendants?depth=${depth}`).status).toBe(400);
  });

  test('descendants are of every kind the tree has, each under its parent', () => {
    const found = site.all(`/whiteboards/${story.id}/descendants?depth=10`);
    const kinds = new Set(found.map(({type}) => type));
    expect(kinds).toEqual(new Set(['page', 'whiteboard', 'database', 'embed', 'folder']));
    const depthOf = new Map(found.map(({id, depth}) => [id, depth]));
    depthOf.set(story.id, 0);
    for (const {parentId, depth} of found) expect(depthOf.get(parentId)).toBe(depth - 1);
  });

  test('ancestors come highest first, without links', () => {
    const {json} = site.send(`/whiteboards/${story.id}/ancestors`);
    expect(json.results.map(({type}: {type: string}) => type)).toEqual(['page', 'folder', 'page']);
    expect(json).not.toHaveProperty('_links');
  });

  test('with a limit the nearest ancestors come, and the rest is above the first of them', () => {
    const all = site.send(`/whiteboards/${deep.id}/ancestors`).json.results;
    const near = site.send(`/whiteboards/${deep.id}/ancestors?limit=3`).json.results;
    expect(near).toEqual(all.slice(-3));
    const [first] = near;
    expect(first).toEqual({id: story.id, type: 'whiteboard'});
    const rest = site.send(`/whiteboards/${first.id}/ancestors`).json.results;
    expect([...rest, ...near]).toEqual(all);
  });

  test('children are the current and archived ones', () => {
    const states = site.all(`/whiteboards/${story.id}/direct-children`).map(({status}) => status);
    expect(new Set(states)).toEqual(new Set(['current', 'archived']));
  });

  test('a private whiteboard is visible to its creator only', () => {
    expect(site.send(`/whiteboards/${secret.id}`, {caller: creator}).status).toBe(200);
    expect(site.send(`/whiteboards/${secret.id}`, {caller: stranger}).status).toBe(404);
    const seen = (caller: SandboxCaller) =>
      site
        .send(`/whiteboards/${story.id}/descendants?depth=10&limit=250`, {caller})
        .json.results.map(({id}: {id: string}) => id);
    expect(seen(creator)).toContain(secret.id);
    expect(seen(stranger)).not.toContain(secret.id);
  });
});

describe('a single whiteboard', () => {
  test('has the included lists beside its fields, at most 50 items of each', () => {
    const {json} = site.send(
      `/whiteboards/${story.id}?include-collaborators=true&include-direct-children=true&include-operations=true&include-properties=true`,
    );
    for (const name of ['collaborators', 'directChildren', 'operations', 'properties']) {
      expect(json[name].results.length).toBeGreaterThan(0);
      expect(json[name].meta.hasMore).toBe(false);
    }
    expect(json.directChildren.results).toEqual(
      site.send(`/whiteboards/${story.id}/direct-children`).json.results,
    );
    expect(json.operations.results).toEqual(
      site.send(`/whiteboards/${story.id}/operations`).json.operations,
    );
  });

  test('has no included lists by default', () => {
    const {json} = site.send(`/whiteboards/${story.id}?include-operations=false`);
    for (const name of ['collaborators', 'directChildren', 'operations', 'properties']) {
      expect(json).not.toHaveProperty(name);
    }
  });
});
