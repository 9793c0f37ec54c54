import {describe, expect, it} from 'vitest';
import type {Operation} from '../../src/api/operation.ts';
import {fieldError, SandboxError, trackerError} from '../../src/sandbox/errors.ts';
import {
  makeHandlers,
  partsOf,
  recordsOf,
  type SandboxResource,
} from '../../src/sandbox/resource.ts';
import type {SandboxCall, SandboxReply} from '../../src/sandbox/route.ts';
import {uniqueName} from '../../src/sandbox/tracker/records.ts';

interface Shelf {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly height: number;
}

const map = new Map<string, Shelf>();

/** All that a plain kind of record takes: nothing else knows of it. */
const shelves: SandboxResource<Shelf, Shelf> = {
  kind: 'shelf',
  open: ({caller}, access) => {
    if (access === 'write' && !caller.all) throw trackerError(403, 'Not yours.');
    return recordsOf(map);
  },
  present: (_, {id, name}) => ({id, name}),
  pages: {
    where: () => shelf => shelf.height > 1,
    more:
      () =>
      ({height}) => ({height}),
  },
  members: {
    name: uniqueName,
    description: () => '',
    height: ({body, before}) => {
      if (body.height === 0) throw fieldError({height: 'Must be above 0.'});
      return body.height ?? before?.height ?? 1;
    },
    id: ({before}) => before?.id ?? String(map.size + 1),
  },
  beforeDelete: (_, {height}) => {
    if (height > 2) throw trackerError(400, 'It is in use.');
  },
  operations: {
    list: 'shelf/list',
    search: 'shelf/search',
    get: 'shelf/get',
    create: 'shelf/create',
    update: 'shelf/update',
    delete: 'shelf/delete',
  },
};

const handlers = makeHandlers(shelves);

/** A response, its error as one. */
function ask(
  name: string,
  {id, body, all = true}: {id?: string; body?: object; all?: boolean} = {},
) {
  const writes = name === 'update' || name === 'delete';
  const operation = {
    root: 'tracker',
    group: 'shelf',
    name,
    inputs: [{name: 'maxResults', place: 'query', type: 'integer'}],
    success: [writes ? 204 : name === 'create' ? 201 : 200],
    answer: writes ? 'none' : 'body',
  } as unknown as Operation;
  const call = {
    operation,
    params: id === undefined ? {} : {id},
    query: new URLSearchParams(),
    headers: {'content-type': 'application/json'},
    body: new TextEncoder().encode(JSON.stringify(body)),
    caller: {accountId: 'me', all, kinds: []},
    origin: 'http://127.0.0.1',
    target: '/shelf',
  } as unknown as SandboxCall;
  try {
    return handlers[`shelf/${name}`]?.(call) as SandboxReply;
  } catch (error) {
    if (error instanceof SandboxError) return {status: error.status, ...error.content};
    throw error;
  }
}

describe('a resource', () => {
  it('implements its standard operations from one record', () => {
    expect(ask('create', {body: {name: ' Top ', height: 3}})).toEqual({
      status: 201,
      json: {id: '1', name: 'Top'},
    });
    expect(ask('create', {body: {name: 'Low'}}).status).toBe(201);
    expect(ask('list').json).toEqual([
      {id: '1', name: 'Top'},
      {id: '2', name: 'Low'},
    ]);
    expect(ask('search').json).toMatchObject({total: 1, values: [{id: '1', height: 3}]});
    expect(ask('update', {id: '2', body: {height: 2}})).toEqual({status: 204});
    expect(ask('search').json).toMatchObject({total: 2, values: [{id: '1'}, {name: 'Low'}]});
    expect(ask('get', {id: '2'}).json).toEqual({id: '2', name: 'Low'});
  });

  it('refuses a taken name, a wrong member, a caller, a missing record and a deletion in use', () => {
    expect(ask('create', {body: {name: 'TOP'}}).json).toMatchObject({
      errors: {name: 'The name “TOP” is used already.'},
    });
    expect(ask('update', {id: '1', body: {name: 'top'}}).status).toBe(204);
    expect(ask('update', {id: '1', body: {height: 0}}).status).toBe(400);
    expect(ask('create', {body: {name: 'Other'}, all: false}).status).toBe(403);
    expect(ask('get', {id: '9'}).json).toMatchObject({
      errorMessages: ["The shelf with the ID '9' was not found."],
    });
    expect(ask('delete', {id: '1'}).status).toBe(400);
    expect(ask('delete', {id: '2'}).status).toBe(204);
    expect([...map.keys()]).toEqual(['1']);
  });

  it('may be a list in another record', () => {
    let parts: readonly {readonly id: number; readonly at: string}[] = [{id: 1, at: 'a'}];
    const open = () =>
      partsOf(parts, changed => {
        parts = changed;
      });
    open().put({id: 2, at: 'b'});
    open().put({id: 1, at: 'c'});
    expect(parts.map(({at}) => at)).toEqual(['c', 'b']);
    expect(open().find('2')).toBe(parts[1]);
    open().remove({id: 1, at: 'c'});
    expect(open().all()).toEqual([{id: 2, at: 'b'}]);
  });
});
