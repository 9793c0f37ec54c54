import {describe, expect, it} from 'vitest';
import {makeContentSite, siteNow} from './content-site.ts';

function open() {
  const site = makeContentSite();
  const [spaceId = ''] = site.content.spaces.keys();
  const make = (path: string, more: object = {}): string =>
    site.send(path, {method: 'POST', body: {spaceId, title: 'Made here', ...more}}).json.id;
  return {site, make};
}

describe('services C8: limits', () => {
  it.each([
    ['get-blog-post-permissions', '/blogposts'],
    ['get-permissions', '/whiteboards'],
  ])('permission entries per page, %s: limit 1 to 250', (_, path) => {
    const {site, make} = open();
    const target = `${path}/${make(path)}/permissions`;
    const permissions = Array.from({length: 251}, (_entry, index) => ({
      ...{principalType: 'user', principalId: `user ${index}`, operation: 'read'},
    }));
    site.send(target, {method: 'POST', body: {permissions}});
    const count = (limit: number) => site.send(`${target}?limit=${limit}`).json.results?.length;
    expect([count(0), count(1), count(250), count(251)]).toEqual([undefined, 1, 250, undefined]);
  });

  it('operations and properties returned inline, whiteboard get-by-id: 50 per list, default sort', () => {
    const {site, make} = open();
    const path = `/whiteboards/${make('/whiteboards')}`;
    for (let index = 0; index < 60; index += 1) {
      const body = {key: `key ${99 - index}`, value: index};
      site.send(`${path}/properties`, {method: 'POST', body});
    }
    const whole = site.all(`${path}/properties`);
    expect(whole).toHaveLength(60);
    const {json} = site.send(`${path}?include-properties=true&include-operations=true`);
    expect(json.properties.results).toEqual(whole.slice(0, 50));
    expect(json.operations.results.length).toBeLessThanOrEqual(50);
    // With meta and _links to fetch more (services C4.2).
    expect(json.properties.meta.hasMore).toBe(true);
    const {cursor} = json.properties.meta;
    const rest = site.send(`${path}/properties?limit=50&cursor=${cursor}`).json;
    expect(rest.results).toEqual(whole.slice(50));
    expect(json.properties._links.self).toContain(`${path}/properties`);
  });

  it('default admin key duration, enable-admin-key: 10 minutes', () => {
    const {site} = open();
    const {expirationTime} = site.send('/admin-key', {method: 'POST'}).json;
    expect(Date.parse(expirationTime) - siteNow).toBe(10 * 60_000);
  });

  it('attachments status default, attachment lists: current and archived', () => {
    const {site} = open();
    const kinds = [
      ['blogposts', site.content.items.blogpost],
      ['custom-content', site.content.items.custom],
    ] as const;
    const states: string[] = [];
    for (const [path, items] of kinds) {
      for (const {id, status} of items.values()) {
        if (status !== 'current') continue;
        const target = `/${path}/${id}/attachments`;
        const asked = site.all(`${target}?status=current&status=archived`);
        expect(site.all(target)).toEqual(asked);
        states.push(...asked.map(one => one.status));
      }
    }
    expect(new Set(states)).toEqual(new Set(['current', 'archived']));
  });

  it('maximum and default values of limit for the other list operations: 25, at most 250', () => {
    const {site, make} = open();
    for (let index = 0; index < 260; index += 1) make('/blogposts');
    const count = (query: string) => site.send(`/blogposts${query}`).json.results?.length;
    expect([count(''), count('?limit=250'), count('?limit=251')]).toEqual([25, 250, undefined]);
  });
});
