import {describe, expect, it} from 'vitest';
import type {SandboxCaller} from '../../src/sandbox/route.ts';
import {makeContentSite, type SiteRequest} from './content-site.ts';

/** Items that take direct permissions, with the names of their paths. */
const kinds = [
  ['blogposts', 'blogpost'],
  ['whiteboards', 'whiteboard'],
] as const;

type Path = (typeof kinds)[number][0];

function open(path: Path) {
  const site = makeContentSite();
  const [spaceId = ''] = site.content.spaces.keys();
  const {json} = site.send(`/${path}`, {method: 'POST', body: {spaceId, title: 'Shared'}});
  const item = site.content.items[path === 'blogposts' ? 'blogpost' : 'whiteboard'].get(json.id);
  if (item === undefined) throw new Error('nothing was made');
  const target = `/${path}/${item.id}/permissions`;
  const send = (method: string) => (query: string, body?: unknown, more?: SiteRequest) =>
    site.send(target + query, {method, body, ...more});
  return {
    ...{site, item, target, me: item.authorId, remove: send('DELETE'), put: send('PUT')},
    add: (...entries: readonly object[]) => send('POST')('', {permissions: entries}),
    list: () => site.all(target),
    restrict: (read = 'open') =>
      site.content.restriction.set(item, {read: read as 'open', update: 'restricted'}),
  };
}

const entry = (principalId: string, operation: string, principalType = 'user') => ({
  principalType,
  principalId,
  operation,
});

describe.each(kinds)('services C2: direct permission rules of %s', path => {
  it('1. a principal has at most one of read or update on an item', () => {
    const {add, list, me} = open(path);
    for (const operation of ['read', 'update', 'read', 'update']) add(entry('ann', operation));
    expect(list()).toEqual([entry(me, 'update'), entry('ann', 'update')]);
  });

  it('2. adding read to a principal that holds update downgrades it to read', () => {
    const {add, list} = open(path);
    add(entry('ann', 'update'));
    expect(add(entry('ann', 'read')).status).toBe(200);
    expect(list()).toContainEqual(entry('ann', 'read'));
    expect(list()).not.toContainEqual(entry('ann', 'update'));
  });

  it('2. adding update upgrades it', () => {
    const {add, list} = open(path);
    add(entry('ann', 'read'));
    add(entry('ann', 'update'));
    expect(list().filter(({principalId}) => principalId === 'ann')).toEqual([
      entry('ann', 'update'),
    ]);
  });

  it('2. when one request carries both for a principal, update wins', () => {
    for (const operations of [
      ['read', 'update'],
      ['update', 'read'],
    ]) {
      const {add, list} = open(path);
      add(...operations.map(operation => entry('ann', operation)));
      expect(list()).toContainEqual(entry('ann', 'update'));
      expect(list()).toHaveLength(2);
    }
  });

  it('3. adding a permission a principal already holds is idempotent: success and no duplicate entry', () => {
    const {add, list} = open(path);
    add(entry('ann', 'read'));
    const before = list();
    expect(add(entry('ann', 'read'), entry('ann', 'read')).status).toBe(200);
    expect(list()).toEqual(before);
  });

  it('4. POST adds or replaces entries for the listed principals and preserves others', () => {
    const {add, list, me} = open(path);
    add(entry('ann', 'read'), entry('bob', 'read'));
    add(entry('bob', 'update'), entry('eve', 'read', 'group'));
    expect(list()).toEqual([
      ...[entry(me, 'update'), entry('ann', 'read')],
      ...[entry('bob', 'update'), entry('eve', 'read', 'group')],
    ]);
  });

  it('5. the request is rejected when it would remove the calling user’s own edit access', () => {
    const {add, remove, restrict, me, list} = open(path);
    restrict();
    expect(add(entry(me, 'read')).status).toBe(400);
    expect(remove('').status).toBe(400);
    expect(remove(`?principal-type=user&principal-id=${encodeURIComponent(me)}`).status).toBe(400);
    expect(remove('?allow-self-lockout=false').status).toBe(400);
    expect(list()).toEqual([entry(me, 'update')]);
  });

  it('5. allow-self-lockout true allows it', () => {
    const {remove, restrict, list} = open(path);
    restrict();
    expect(remove('?allow-self-lockout=true').status).toBe(204);
    expect(list()).toEqual([]);
  });

  it.each([
    ['operation must be given together with principal-type and principal-id', 'operation=read'],
    ['operation needs principal-id', 'operation=read&principal-type=user'],
    ['principal-id must be given together with principal-type', 'principal-id=ann'],
    ['principal-type requires principal-id on delete', 'principal-type=user'],
  ])('6. delete filters: %s', (_, query) => {
    const {add, remove, list} = open(path);
    add(entry('ann', 'read'));
    expect(remove(`?${query}`).status).toBe(400);
    expect(list()).toHaveLength(2);
  });

  it('6. principal-type alone is allowed on get (returns all entries of that type)', () => {
    const {add, site, target} = open(path);
    add(entry('ann', 'read', 'group'), entry('bob', 'update', 'group'));
    expect(site.all(`${target}?principal-type=group`)).toEqual([
      entry('ann', 'read', 'group'),
      entry('bob', 'update', 'group'),
    ]);
    expect(site.all(`${target}?operation=read`)).toEqual([entry('ann', 'read', 'group')]);
    expect(site.send(`${target}?principal-id=ann`).status).toBe(400);
  });

  it('7. get permissions is cursor-paginated, limit from 1 to 250', () => {
    const {add, site, target} = open(path);
    add(...Array.from({length: 260}, (_, index) => entry(`user ${index}`, 'read')));
    const first = site.send(`${target}?limit=250`).json;
    expect(first.results).toHaveLength(250);
    expect(site.send(first._links.next).json.results).toHaveLength(11);
    expect(site.send(`${target}?limit=1`).json.results).toHaveLength(1);
    for (const limit of [0, 251, -1, 'x']) {
      expect(site.send(`${target}?limit=${limit}`).status).toBe(400);
    }
  });
});

describe('services C4: who writes direct permissions', () => {
  it('4. PUT replaces all direct permissions with the provided set', () => {
    const {add, put, list, me} = open('whiteboards');
    add(entry('ann', 'read'), entry('bob', 'read'));
    const permissions = [entry(me, 'update'), entry('eve', 'read')];
    expect(put('', {permissions}).json.results).toEqual(permissions);
    expect(list()).toEqual(permissions);
  });

  it.each(kinds)('edit the item or administer the space: %s', path => {
    const {site, item, target, restrict} = open(path);
    const owner = site.content.spaces.get(item.spaceId)?.authorId;
    const strangers = site.users.filter(
      ({accountId}) => accountId !== owner && accountId !== item.authorId,
    );
    const write = (accountId: string | undefined) => {
      const caller: SandboxCaller = {accountId, all: false, kinds: []};
      const body = {permissions: [entry('ann', 'read')]};
      return site.send(target, {method: 'POST', body, caller}).status;
    };
    expect(write(strangers[0]?.accountId)).toBe(200);
    restrict();
    expect(write(strangers[0]?.accountId)).toBe(403);
    restrict('restricted');
    expect(write(strangers[0]?.accountId)).toBe(404);
    expect(write(owner)).toBe(200);
    expect(write(item.authorId)).toBe(200);
  });

  it('set-restriction-state: edit the whiteboard or administer the space', () => {
    const {site, item, restrict} = open('whiteboards');
    restrict('restricted');
    const accountId = site.content.spaces.get(item.spaceId)?.authorId;
    const caller: SandboxCaller = {accountId, all: false, kinds: []};
    const body = {read: 'open', update: 'open'};
    const target = `/whiteboards/${item.id}/restriction-state`;
    const stranger = {...caller, accountId: 'nobody'};
    expect(site.send(target, {method: 'PUT', body, caller: stranger}).status).toBe(404);
    expect(site.send(target, {method: 'PUT', body, caller}).json).toEqual(body);
  });

  it('a private whiteboard is its creator’s alone, whoever administers the space', () => {
    const {site, item} = open('whiteboards');
    const owner = site.content.spaces.get(item.spaceId)?.authorId;
    const maker = site.users.find(({accountId}) => accountId !== owner)?.accountId;
    const body = {spaceId: item.spaceId, title: 'Mine'};
    const own: SandboxCaller = {accountId: maker, all: false, kinds: []};
    const made = site.send('/whiteboards?private=true', {method: 'POST', body, caller: own});
    const target = `/whiteboards/${made.json.id}/permissions`;
    const add = (accountId: string | undefined) =>
      site.send(target, {
        method: 'POST',
        body: {permissions: []},
        caller: {...own, accountId},
      }).status;
    expect([add(owner), add(maker)]).toEqual([404, 200]);
  });

  it('custom content: view the item and its containers', () => {
    const {site, item, restrict} = open('blogposts');
    const caller: SandboxCaller = {accountId: site.users[3]?.accountId, all: false, kinds: []};
    const type = 'ac:risk-register:risk';
    const body = {representation: 'storage', value: '<p>x</p>'};
    const make = (place: object): string =>
      site.send('/custom-content', {
        method: 'POST',
        body: {...place, type, title: 'x', body},
        caller,
      }).json.id;
    const id = make({blogPostId: item.id});
    const inner = make({customContentId: id});
    const read = (one: string) => [
      site.send(`/custom-content/${one}`, {caller}).status,
      site.send(`/custom-content/${one}/footer-comments`, {caller}).status,
    ];
    expect([read(id), read(inner)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    restrict('restricted');
    expect([read(id), read(inner)]).toEqual([
      [404, 404],
      [404, 404],
    ]);
    const {results} = site.send(`/custom-content?type=${type}&limit=250`, {caller}).json;
    expect(results.map((one: {id: string}) => one.id)).not.toContain(id);
  });

  it('operations: the permitted operations on an item are those of the caller', () => {
    const {site, item, restrict} = open('blogposts');
    restrict();
    const caller: SandboxCaller = {accountId: site.users[3]?.accountId, all: false, kinds: []};
    const names = (more: SiteRequest): string[] =>
      site
        .send(`/blogposts/${item.id}/operations`, more)
        .json.operations.map((one: {operation: string}) => one.operation);
    expect(names({})).toContain('update');
    expect(names({caller})).toEqual(['read', 'copy', 'export', 'create']);
  });
});

describe('services C7: errors', () => {
  it('1. a permission change that would remove the caller’s own edit access is rejected unless allow-self-lockout is true', () => {
    const {site, put, item, me, list} = open('whiteboards');
    const state = `/whiteboards/${item.id}/restriction-state`;
    const body = {read: 'restricted', update: 'restricted'};
    expect(put('', {permissions: []}).status).toBe(200);
    expect(site.send(state, {method: 'PUT', body}).status).toBe(400);
    expect(put('', {permissions: [entry(me, 'update')]}).status).toBe(200);
    expect(site.send(state, {method: 'PUT', body}).status).toBe(200);
    expect(put('', {permissions: [entry(me, 'read')]}).status).toBe(400);
    expect(put('?allow-self-lockout=true', {permissions: [entry(me, 'read')]}).status).toBe(200);
    expect(list()).toEqual([entry(me, 'read')]);
  });

  it('2. the filter inputs of the delete-permissions operations must be given in the combinations of section 2', () => {
    const all = '?principal-type=user&principal-id=ann&operation=';
    const {add, remove, list, me} = open('whiteboards');
    add(entry('ann', 'read'));
    expect(remove(`${all}update`).status).toBe(204);
    expect(list()).toHaveLength(2);
    expect(remove(`${all}read`).status).toBe(204);
    expect(list()).toEqual([entry(me, 'update')]);
    add(entry('ann', 'update'));
    expect(remove('?principal-type=user&principal-id=ann').status).toBe(204);
    expect(list()).toEqual([entry(me, 'update')]);
    expect(remove('').status).toBe(204);
    expect(list()).toEqual([]);
  });

  it('3. the error body has status, code, title and detail', () => {
    const {site} = open('blogposts');
    for (const [target, status, code] of [
      ['/blogposts/1', 404, 'NOT_FOUND'],
      ['/blogposts/x', 400, 'INVALID_REQUEST_PARAMETER'],
    ] as const) {
      const answer = site.send(target);
      expect(answer.status).toBe(status);
      const title = expect.any(String);
      expect(answer.json).toEqual({errors: [{status, code, title, detail: null}]});
    }
  });
});
