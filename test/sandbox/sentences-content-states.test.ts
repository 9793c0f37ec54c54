import {describe, expect, it} from 'vitest';
import type {SandboxCaller} from '../../src/sandbox/route.ts';
import {makeContentSite, type SiteRequest, siteNow} from './content-site.ts';

const minute = 60_000;
const storage = {representation: 'storage', value: '<p>one</p>'};
const type = 'ac:risk-register:risk';

function open() {
  const site = makeContentSite();
  const [spaceId = ''] = site.content.spaces.keys();
  const send = (method: string) => (target: string, body?: unknown, more?: SiteRequest) =>
    site.send(target, {method, body, ...more});
  const [post, remove] = [send('POST'), send('DELETE')];
  const make = (path: string, more: object = {}): string => {
    const {status, json} = post(path, {spaceId, title: 'Made here', ...more});
    expect(status).toBeLessThan(300);
    return json.id;
  };
  const other: SandboxCaller = {accountId: site.users[3]?.accountId, all: false, kinds: []};
  const admin: SandboxCaller = {...other, kinds: ['site admin']};
  return {site, spaceId, post, remove, make, other, admin};
}

/** Restrict an item to its author. */
function restrict({site}: ReturnType<typeof open>, kind: 'blogpost' | 'whiteboard', id: string) {
  const item = site.content.items[kind].get(id);
  if (item === undefined) throw new Error(`no ${kind} ${id}`);
  site.content.restriction.set(item, {read: 'restricted', update: 'restricted'});
}

describe('services C3: states and transitions', () => {
  it('blog post, current: delete-blog-post moves it to the trash; condition delete permission', () => {
    const desk = open();
    const {site, make, remove, other} = desk;
    const id = make('/blogposts');
    const [item] = [site.content.items.blogpost.get(id)];
    if (item) site.content.restriction.set(item, {read: 'open', update: 'restricted'});
    expect(remove(`/blogposts/${id}`, undefined, {caller: other}).status).toBe(403);
    expect(site.send(`/blogposts/${id}`).json.status).toBe('current');
    expect(remove(`/blogposts/${id}`).status).toBe(204);
    expect(site.send(`/blogposts/${id}`).status).toBe(404);
    expect(site.send(`/blogposts/${id}?status=trashed`).json.status).toBe('trashed');
    expect(site.all('/blogposts?status=trashed').map(one => one.id)).toContain(id);
    expect(remove(`/blogposts/${id}`).status).toBe(404);
  });

  it('custom content, current: delete-custom-content moves it to the trash; condition delete permission', () => {
    const {site, make, remove, other} = open();
    const id = make('/custom-content', {type, body: storage});
    const item = site.content.items.custom.get(id);
    if (item) site.content.restriction.set(item, {read: 'open', update: 'restricted'});
    expect(remove(`/custom-content/${id}`, undefined, {caller: other}).status).toBe(403);
    expect(remove(`/custom-content/${id}`).status).toBe(204);
    expect(site.send(`/custom-content/${id}`).json.status).toBe('trashed');
    expect(site.all(`/custom-content?type=${type}`).map(one => one.id)).not.toContain(id);
  });

  it('whiteboard, current: delete by who views the whiteboard and its space and may delete whiteboards', () => {
    const desk = open();
    const {site, make, remove, other} = desk;
    const id = make('/whiteboards');
    const item = site.content.items.whiteboard.get(id);
    if (item) site.content.restriction.set(item, {read: 'open', update: 'restricted'});
    expect(remove(`/whiteboards/${id}`, undefined, {caller: other}).status).toBe(403);
    restrict(desk, 'whiteboard', id);
    expect(remove(`/whiteboards/${id}`, undefined, {caller: other}).status).toBe(404);
    expect(remove(`/whiteboards/${id}`).status).toBe(204);
  });

  it('whiteboard, trashed: it can be restored later', () => {
    const {site, make, remove} = open();
    const id = make('/whiteboards');
    remove(`/whiteboards/${id}`);
    // No operation restores it: all that it was is kept.
    expect(site.send(`/whiteboards/${id}`).json).toMatchObject({
      status: 'trashed',
      title: 'Made here',
    });
    expect(site.send(`/whiteboards/${id}/direct-children`).status).toBe(404);
  });

  it('admin key, none: enable-admin-key enables it; caller is an organization or site admin', () => {
    const {site, post, other, admin} = open();
    expect(site.send('/admin-key', {caller: admin}).status).toBe(404);
    expect(post('/admin-key', undefined, {caller: other}).status).toBe(403);
    for (const kind of ['organization admin', 'site admin'] as const) {
      const caller: SandboxCaller = {...other, kinds: [kind]};
      expect(post('/admin-key', undefined, {caller}).status).toBe(200);
      expect(site.send('/admin-key', {caller}).json.accountId).toBe(other.accountId);
    }
  });

  it('admin key, enabled: valid for durationInMinutes', () => {
    const {site, post, admin: caller} = open();
    const {json} = post('/admin-key', {durationInMinutes: 3}, {caller});
    expect(json.expirationTime).toBe(new Date(siteNow + 3 * minute).toISOString());
    const at = (now: number) => site.send('/admin-key', {caller, now}).status;
    expect([at(siteNow + 3 * minute - 1), at(siteNow + 3 * minute)]).toEqual([200, 404]);
  });

  it('admin key, enabled: default 10 minutes when the body is empty or the value is 0', () => {
    const {post, admin: caller} = open();
    for (const body of [undefined, {}, {durationInMinutes: 0}]) {
      const {json} = post('/admin-key', body, {caller});
      expect(json.expirationTime).toBe(new Date(siteNow + 10 * minute).toISOString());
    }
  });

  it('admin key, enabled: enable-admin-key issues a new key with an updated expiration time', () => {
    const {site, post, admin: caller} = open();
    post('/admin-key', undefined, {caller});
    const later = siteNow + 8 * minute;
    const {json} = post('/admin-key', undefined, {caller, now: later});
    expect(json.expirationTime).toBe(new Date(later + 10 * minute).toISOString());
    expect(site.send('/admin-key', {caller, now: siteNow + 11 * minute}).json).toEqual(json);
  });

  it('admin key, enabled: disable-admin-key disables it; same condition', () => {
    const {site, post, remove, other, admin: caller} = open();
    post('/admin-key', undefined, {caller});
    expect(remove('/admin-key', undefined, {caller: other}).status).toBe(403);
    expect(remove('/admin-key', undefined, {caller}).status).toBe(204);
    expect(site.send('/admin-key', {caller}).status).toBe(404);
    expect(remove('/admin-key', undefined, {caller}).status).toBe(404);
  });

  it('the status values of content and comments are used as filters', () => {
    const {site, make, remove} = open();
    const current = make('/blogposts');
    const draft = make('/blogposts', {status: 'draft'});
    const trashed = make('/blogposts');
    remove(`/blogposts/${trashed}`);
    const found = (query: string) => {
      const ids = site.all(`/blogposts?limit=250${query}`).map(({id}) => id);
      return [current, draft, trashed].map(id => ids.includes(id));
    };
    expect(found('')).toEqual([true, false, false]);
    expect(found('&status=current&status=trashed')).toEqual([true, false, true]);
    expect(found('&status=trashed')).toEqual([false, false, true]);
    expect(site.send('/blogposts?status=unheard').status).toBe(400);
    expect(site.send(`/blogposts/${current}/footer-comments?status=deleted`).status).toBe(200);
    expect(site.send(`/blogposts/${current}/footer-comments?status=unheard`).status).toBe(400);
  });
});

describe('services C5.2: the key is granted to the calling user within the site', () => {
  const header = {'atl-confluence-with-admin-key': 'true'};

  it('other calls must carry Atl-Confluence-With-Admin-Key: true for the key to take effect', () => {
    const desk = open();
    const {site, post, make, admin: caller} = desk;
    const id = make('/blogposts');
    restrict(desk, 'blogpost', id);
    const read = (headers?: Readonly<Record<string, string>>, now = siteNow) =>
      site.send(`/blogposts/${id}`, {caller, now, ...(headers ? {headers} : {})}).status;
    expect(read(header)).toBe(404);
    post('/admin-key', undefined, {caller});
    expect([read(), read({'atl-confluence-with-admin-key': 'false'})]).toEqual([404, 404]);
    expect(read(header)).toBe(200);
    expect(read(header, siteNow + 10 * minute)).toBe(404);
  });

  it('it shows restricted content in lists, and lets it be edited', () => {
    const desk = open();
    const {site, post, remove, make, admin: caller} = desk;
    const id = make('/blogposts');
    restrict(desk, 'blogpost', id);
    post('/admin-key', undefined, {caller});
    const ids = (headers: Readonly<Record<string, string>>) =>
      site
        .send('/blogposts?limit=250', {caller, headers})
        .json.results.map((one: {id: string}) => one.id);
    expect(ids({})).not.toContain(id);
    expect(ids(header)).toContain(id);
    expect(remove(`/blogposts/${id}`, undefined, {caller}).status).toBe(404);
    expect(remove(`/blogposts/${id}`, undefined, {caller, headers: header}).status).toBe(204);
  });

  it('it has no effect for other callers', () => {
    const desk = open();
    const {site, post, make, other, admin} = desk;
    const id = make('/blogposts');
    restrict(desk, 'blogpost', id);
    post('/admin-key', undefined, {caller: admin});
    const stranger = {...admin, accountId: site.users[4]?.accountId};
    for (const caller of [stranger, other]) {
      expect(site.send(`/blogposts/${id}`, {caller, headers: header}).status).toBe(404);
    }
  });
});

describe('services C6: events', () => {
  it('events or notifications sent by the content service: there are none', () => {
    const {site} = open();
    expect(() => site.send('/webhooks')).toThrow('no operation');
  });
});
