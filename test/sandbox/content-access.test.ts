import {describe, expect, test} from 'vitest';
import type {SandboxCaller} from '../../src/sandbox/route.ts';
import {makeContentSite, siteNow} from './content-site.ts';

const minute = 60_000;

function fresh() {
  const site = makeContentSite();
  const [spaceId] = site.content.spaces.keys();
  const body = {spaceId, title: 'Shared'};
  const {id} = site.send('/blogposts', {method: 'POST', body}).json;
  const me = site.users[0]?.accountId ?? '';
  const path = `/blogposts/${id}/permissions`;
  const entry = (principalId: string, operation: string, principalType = 'user') => ({
    principalType,
    principalId,
    operation,
  });
  const add = (...entries: readonly object[]) =>
    site.send(path, {method: 'POST', body: {permissions: entries}});
  const list = () => site.all(path);
  const item = site.content.items.blogpost.get(id);
  if (item === undefined) throw new Error('no post');
  return {site, id, me, path, entry, add, list, item};
}

describe('direct permissions', () => {
  test('adding read to a principal with update downgrades it', () => {
    const {add, list, entry, me} = fresh();
    add(entry('ann', 'update'));
    expect(add(entry('ann', 'read')).status).toBe(200);
    expect(list()).toEqual([entry(me, 'update'), entry('ann', 'read')]);
  });

  test('adding update upgrades, and of both in one request update wins', () => {
    const {add, list, entry, me} = fresh();
    add(entry('ann', 'read'));
    add(entry('ann', 'update'), entry('ann', 'read'));
    expect(list()).toEqual([entry(me, 'update'), entry('ann', 'update')]);
  });

  test('adding an existing permission succeeds without a duplicate entry', () => {
    const {add, list, entry} = fresh();
    add(entry('ann', 'read'));
    const before = list();
    expect(add(entry('ann', 'read')).status).toBe(200);
    expect(list()).toEqual(before);
  });

  test('a user and a group of one id are two principals', () => {
    const {add, list, entry} = fresh();
    add(entry('same', 'read'), entry('same', 'update', 'group'));
    expect(list()).toHaveLength(3);
  });

  test('PUT replaces all of a whiteboard', () => {
    const {site, entry} = fresh();
    const [id] = site.content.items.whiteboard.keys();
    const path = `/whiteboards/${id}/permissions`;
    const body = {permissions: [entry('ann', 'read')]};
    expect(site.send(path, {method: 'PUT', body}).json.results).toEqual([entry('ann', 'read')]);
    expect(site.all(path)).toEqual([entry('ann', 'read')]);
  });

  test('a change that takes away the caller’s own edit access is refused unless allowed', () => {
    const {site, add, entry, me, path, item} = fresh();
    site.content.restriction.set(item, {read: 'open', update: 'restricted'});
    expect(add(entry(me, 'read')).status).toBe(400);
    expect(site.send(path, {method: 'DELETE'}).status).toBe(400);
    expect(site.send(`${path}?allow-self-lockout=true`, {method: 'DELETE'}).status).toBe(204);
    expect(site.all(path)).toEqual([]);
  });

  test('no caller can be locked out while updating is open', () => {
    const {site, path} = fresh();
    expect(site.send(path, {method: 'DELETE'}).status).toBe(204);
  });

  test.each([
    'operation=read',
    'operation=read&principal-type=user',
    'principal-id=ann',
    'principal-type=user',
  ])('delete refuses the filters %s', query => {
    const {site, path} = fresh();
    expect(site.send(`${path}?${query}`, {method: 'DELETE'}).status).toBe(400);
  });

  test('delete takes the entry its filters name', () => {
    const {site, add, list, entry, me, path} = fresh();
    add(entry('ann', 'read'), entry('bob', 'read'));
    const one = `${path}?principal-type=user&principal-id=ann&operation=`;
    site.send(`${one}update`, {method: 'DELETE'});
    expect(list()).toHaveLength(3);
    site.send(`${one}read`, {method: 'DELETE'});
    expect(list()).toEqual([entry(me, 'update'), entry('bob', 'read')]);
  });

  test('decide who may read and edit a restricted item, by themselves and by groups', () => {
    const {site, add, entry, item, id} = fresh();
    site.content.restriction.set(item, {read: 'restricted', update: 'restricted'});
    const ann: SandboxCaller = {accountId: site.users[3]?.accountId, all: false, kinds: []};
    const group = [...site.world.tracker.groups.values()].find(({memberIds}) =>
      memberIds.has(ann.accountId ?? ''),
    );
    const read = () => site.send(`/blogposts/${id}`, {caller: ann}).status;
    const remove = () => site.send(`/blogposts/${id}`, {method: 'DELETE', caller: ann}).status;
    expect(read()).toBe(404);
    add(entry(ann.accountId ?? '', 'read'));
    expect([read(), remove()]).toEqual([200, 403]);
    add(entry(group?.id ?? '', 'update', 'group'));
    expect(remove()).toBe(204);
  });
});

describe('the restriction state of a whiteboard', () => {
  test('is written as a whole', () => {
    const {site} = fresh();
    const [id] = site.content.items.whiteboard.keys();
    const path = `/whiteboards/${id}/restriction-state`;
    const write = (body: object, query = '') => site.send(path + query, {method: 'PUT', body});
    expect(write({read: 'open'}).status).toBe(400);
    expect(write({read: 'open', update: 'closed'}).status).toBe(400);
    const state = {read: 'restricted', update: 'open'};
    expect(write(state)).toMatchObject({status: 200, json: state});
    expect(site.send(path).json).toEqual(state);
  });
});

describe('the classification level', () => {
  test('of a whiteboard is set, and reset to that of its space', () => {
    const {site} = fresh();
    const [board] = site.content.items.whiteboard.values();
    const path = `/whiteboards/${board?.id}/classification-level`;
    const write = (body: object) => site.send(path, {method: 'PUT', body}).status;
    const [level] = site.content.levels.filter(({name}) => name === 'Restricted');
    expect(write({id: level?.id, status: 'current'})).toBe(204);
    expect(site.send(path).json.name).toBe('Restricted');
    expect(write({id: level?.id})).toBe(400);
    expect(write({id: 'no such level', status: 'current'})).toBe(404);
    const reset = {method: 'POST', body: {status: 'current'}};
    expect(site.send(`${path}/reset`, reset).status).toBe(204);
    const space = site.content.spaces.get(board?.spaceId ?? '');
    expect(site.send(path).json.id).toBe(space?.levelId);
  });

  test('of a blog post is reset by the status it has', () => {
    const {site, id} = fresh();
    const path = `/blogposts/${id}/classification-level/reset`;
    const reset = (status: string) => site.send(path, {method: 'POST', body: {status}}).status;
    expect([reset('current'), reset('draft'), reset('archived')]).toEqual([204, 404, 400]);
  });
});

describe('the admin key', () => {
  test('is valid for ten minutes without a body or with 0, otherwise for the requested time', () => {
    const {site, me} = fresh();
    for (const [body, minutes] of [
      [undefined, 10],
      [{}, 10],
      [{durationInMinutes: 0}, 10],
      [{durationInMinutes: 45}, 45],
    ] as const) {
      const {status, json} = site.send('/admin-key', {method: 'POST', body});
      expect(status).toBe(200);
      const expirationTime = new Date(siteNow + minutes * minute).toISOString();
      expect(json).toEqual({accountId: me, expirationTime});
      expect(site.send('/admin-key').json).toEqual(json);
    }
  });

  test('is gone when it expires, and when it is disabled', () => {
    const {site} = fresh();
    site.send('/admin-key', {method: 'POST'});
    expect(site.send('/admin-key', {now: siteNow + 10 * minute}).status).toBe(404);
    expect(site.send('/admin-key').status).toBe(200);
    expect(site.send('/admin-key', {method: 'DELETE'}).status).toBe(204);
    expect(site.send('/admin-key').status).toBe(404);
    expect(site.send('/admin-key', {method: 'DELETE'}).status).toBe(404);
  });

  test.each([-1, 1.5, '10', null, [1]])('refuses a duration of %j', durationInMinutes => {
    const {site} = fresh();
    const body = durationInMinutes === null ? 7 : {durationInMinutes};
    expect(site.send('/admin-key', {method: 'POST', body}).status).toBe(400);
  });

  test('is for organization and site admins', () => {
    const {site} = fresh();
    const member: SandboxCaller = {accountId: 'ann', all: false, kinds: []};
    expect(site.send('/admin-key', {method: 'POST', caller: member}).status).toBe(403);
    const caller: SandboxCaller = {...member, kinds: ['site admin']};
    expect(site.send('/admin-key', {method: 'POST', caller}).status).toBe(200);
    expect(site.send('/admin-key').status).toBe(404);
  });
});

describe('labels by the older API', () => {
  function freshPage() {
    const {site} = fresh();
    const page = [...site.content.items.page.values()].find(
      ({status, labelIds}) => status === 'current' && labelIds.length > 0,
    );
    const path = `/wiki/rest/api/content/${page?.id}/label`;
    const names = () => site.all(`/pages/${page?.id}/labels`).map(({name}) => name);
    const add = (body: unknown) => site.send(path, {method: 'POST', body});
    const remove = (name: string) =>
      site.send(`${path}?name=${encodeURIComponent(name)}`, {method: 'DELETE'});
    return {site, page, path, names, add, remove};
  }

  test('are added to existing ones; the response lists all', () => {
    const {names, add} = freshPage();
    const before = names();
    const {status, json} = add([
      {prefix: 'global', name: 'brand-new'},
      {prefix: 'global', name: before[0]},
    ]);
    expect(status).toBe(200);
    expect(names()).toEqual([...before, 'brand-new']);
    expect(json).toMatchObject({start: 0, size: before.length + 1});
    expect(json.results.at(-1)).toEqual({
      prefix: 'global',
      name: 'brand-new',
      id: expect.stringMatching(/^\d+$/),
      label: 'brand-new',
    });
  });

  test('may come as one object, and lead back to the page', () => {
    const {site, page, add} = freshPage();
    const {json} = add({prefix: 'team', name: 'alone'});
    const {id} = json.results.at(-1);
    expect(site.all(`/labels/${id}/pages`).map(one => one.id)).toEqual([page?.id]);
  });

  test.each([
    ['an empty name', [{prefix: 'global', name: ''}]],
    ['a name with a blank', [{prefix: 'global', name: 'a b'}]],
    ['a name of 256 characters', [{prefix: 'global', name: 'x'.repeat(256)}]],
    ['an unknown prefix', [{prefix: 'none', name: 'x'}]],
    ['no label at all', []],
    ['too many', Array.from({length: 501}, (_, index) => ({prefix: 'global', name: `x${index}`}))],
  ])('%s is 400 in the older error body', (_, body) => {
    const {status, json} = freshPage().add(body);
    expect(status).toBe(400);
    expect(json).toMatchObject({statusCode: 400, message: expect.any(String)});
    expect(json.data).toMatchObject({valid: false, successful: false});
  });

  test('are removed by name, one at a time, with 204', () => {
    const {names, remove} = freshPage();
    const [first = '', ...rest] = names();
    expect(remove(first)).toMatchObject({status: 204, json: undefined});
    expect(names()).toEqual(rest);
    expect(remove(first).status).toBe(204);
  });

  test('of archived content cannot be removed', () => {
    const {site, page, remove} = freshPage();
    if (page) site.content.items.page.set(page.id, {...page, status: 'archived'});
    expect(remove('anything').status).toBe(403);
  });

  test('of content that is not there are 404', () => {
    const {site} = freshPage();
    const body = [{prefix: 'global', name: 'x'}];
    for (const id of ['1', 'att1', 'x']) {
      const path = `/wiki/rest/api/content/${id}/label`;
      expect(site.send(path, {method: 'POST', body}).json.statusCode).toBe(404);
    }
  });

  test('leave those of its attachments alone, which take labels themselves', () => {
    const {site} = freshPage();
    const {content} = site;
    const post = [...content.items.blogpost.values()].find(
      one =>
        one.status === 'current' &&
        content.attachments.of(one).some(({labelIds}) => labelIds.length > 0),
    );
    const before = site.all(`/blogposts/${post?.id}/attachments`);
    const labelOf = () =>
      site
        .all('/labels')
        .flatMap(({id}) => site.all(`/labels/${id}/attachments`).map(one => `${id} ${one.id}`));
    const labelled = labelOf();
    for (const {name} of site.all(`/blogposts/${post?.id}/labels`)) {
      site.send(`/wiki/rest/api/content/${post?.id}/label?name=${encodeURIComponent(name)}`, {
        method: 'DELETE',
      });
    }
    expect(site.all(`/blogposts/${post?.id}/labels`)).toEqual([]);
    expect(labelOf()).toEqual(labelled);
    const [file] = before;
    const path = `/wiki/rest/api/content/${file.id}/label`;
    const body = {prefix: 'global', name: 'on-a-file'};
    const {id} = site.send(path, {method: 'POST', body}).json.results.at(-1);
    expect(site.all(`/labels/${id}/attachments`).map(one => one.id)).toEqual([file.id]);
  });
});
