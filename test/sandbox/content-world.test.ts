import {describe, expect, test} from 'vitest';
import {makeContentWorld} from '../../src/sandbox/world/content.ts';
import {makeUsers} from '../../src/sandbox/world/users.ts';
import {makeContentSite, siteNow} from './content-site.ts';

const users = makeUsers({seed: 1, count: 25});

describe('the content world', () => {
  test('is the same for the same seed and another for another', () => {
    const answers = (seed: number) =>
      makeContentSite(seed).all('/blogposts?body-format=storage&status=current');
    expect(answers(7)).toEqual(answers(7));
    expect(answers(7)).not.toEqual(answers(8));
  });

  test('in small fits a screen', () => {
    const {items} = makeContentWorld({seed: 1, size: 'small', now: siteNow, users, groupIds: []});
    expect(items.blogpost.size).toBe(24);
  });

  test('in large has ten thousand posts', () => {
    const {items} = makeContentWorld({seed: 1, size: 'large', now: siteNow, users, groupIds: []});
    expect(items.blogpost.size).toBe(10_000);
  });

  test('has no dates after its creation', () => {
    const site = makeContentSite(2);
    const {content} = site;
    for (const kind of Object.values(content.items)) {
      for (const item of kind.values()) {
        const times = [
          item.createdAt,
          item.version.createdAt,
          ...content.olderVersions.of(item).map(({createdAt}) => createdAt),
          ...content.comments.of(item).map(({version}) => version.createdAt),
          ...content.attachments.of(item).map(({version}) => version.createdAt),
        ];
        expect(Math.max(...times)).toBeLessThanOrEqual(siteNow);
        expect(item.version.createdAt).toBeGreaterThanOrEqual(item.createdAt);
      }
    }
  });

  test('gives every item and everything in it an id of its own', () => {
    const {content} = makeContentSite(1, 'medium');
    const ids = Object.values(content.items).flatMap(kind =>
      [...kind.values()].flatMap(item => [
        item.id,
        ...content.comments.of(item).map(({id}) => id),
        ...content.attachments.of(item).map(({id}) => id),
        ...content.properties.of(item).map(({id}) => id),
      ]),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('lets a principal hold at most one of read and update on an item', () => {
    const {content} = makeContentSite(1, 'medium');
    for (const item of content.items.blogpost.values()) {
      const principals = content.permissions
        .of(item)
        .map(({principalType, principalId}) => `${principalType} ${principalId}`);
      expect(new Set(principals).size).toBe(principals.length);
    }
  });

  test('has drafts, archived and trashed items, private whiteboards and raw bodies', () => {
    const {content} = makeContentSite();
    const all = Object.values(content.items).flatMap(kind => [...kind.values()]);
    const states = new Set(all.map(({status}) => status));
    expect(states).toEqual(new Set(['current', 'draft', 'archived', 'trashed']));
    expect(all.some(item => item.private)).toBe(true);
    expect(new Set([...content.items.custom.values()].map(({type}) => type)).size).toBe(2);
  });
});
