import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {signInAs, startTracker, type TestTracker} from './tracker-server.ts';

let tracker: TestTracker;
let medium: TestTracker;

beforeAll(async () => {
  tracker = await startTracker();
  medium = await startTracker({size: 'medium'});
});
afterAll(async () => {
  await tracker.sandbox.stop();
  await medium.sandbox.stop();
});

interface User {
  readonly accountId: string;
  readonly displayName: string;
  readonly emailAddress?: string;
  readonly accountType: string;
  readonly active: boolean;
}

const everybody = async (site: TestTracker): Promise<User[]> => {
  return (await site.ask('users/search?maxResults=1000')).json;
};

describe('finding users', () => {
  it('filters a window of the users: a short page is not the end', async () => {
    const size = 50;
    const pages: User[][] = [];
    for (let startAt = 0; startAt < 300; startAt += size) {
      const query = `query=a&startAt=${startAt}&maxResults=${size}`;
      pages.push((await medium.ask(`user/search?${query}`)).json);
    }
    expect(pages.some(page => page.length < size && page.length > 0)).toBe(true);
    const found = pages.flat();
    const all = (await medium.ask('user/search?query=a&maxResults=1000')).json;
    expect(found).toEqual(all);
    expect(found.every(user => user.active)).toBe(true);
  });

  it('matches the beginning of names and shown addresses, without case; never a hidden one', async () => {
    const users = await everybody(medium);
    const hidden = users.filter(user => user.accountType === 'atlassian' && !user.emailAddress);
    expect(hidden.length).toBeGreaterThan(0);
    const found = async (query: string): Promise<string[]> => {
      const {json} = await medium.ask(
        `user/search?query=${encodeURIComponent(query)}&maxResults=1000`,
      );
      return json.map((user: User) => user.displayName);
    };
    expect(await found('HALD')).toContain('Noor Haldane');
    expect(await found('admin@example')).toEqual(['Noor Haldane']);
    expect(await found('aldane')).toEqual([]);
  });

  it('needs something to search for, and knows no usernames any more', async () => {
    expect((await tracker.ask('user/search')).status).toBe(400);
    expect((await tracker.ask('user/search?query=a&username=b')).status).toBe(400);
    expect((await tracker.ask('user/search?query=')).json.length).toBeGreaterThan(10);
  });

  it('returns an empty list to callers who may not browse users', async () => {
    const answer = await tracker.ask('user/search?query=a', {authorization: null});
    expect([answer.status, answer.json]).toEqual([200, []]);
  });

  it('finds by a user property along its path', async () => {
    const property = encodeURIComponent('location.office=Osaka');
    const {json} = await medium.ask(`user/search?property=${property}&maxResults=1000`);
    expect(json.length).toBeGreaterThan(0);
    expect((await medium.ask('user/search?property=location')).status).toBe(400);
  });

  it('finds who can be assigned in all of the projects', async () => {
    const path = 'user/assignable/multiProjectSearch';
    const {json} = await tracker.ask(`${path}?projectKeys=HPAY,MERID&query=&maxResults=100`);
    const users = await everybody(tracker);
    const people = users.filter(user => user.active && user.accountType !== 'customer');
    expect(json.map((user: User) => user.accountId)).toEqual(people.map(user => user.accountId));
    expect((await tracker.ask(`${path}?projectKeys=HPAY,NONE&query=a`)).status).toBe(404);
    expect((await tracker.ask(`${path}?projectKeys=HPAY`)).status).toBe(400);
    expect((await tracker.ask('user/assignable/search?query=a')).status).toBe(400);
    expect((await tracker.ask('user/assignable/search?query=a&issueKey=HPAY-1')).status).toBe(200);
    expect((await tracker.ask('user/assignable/search?query=a&issueKey=HPAY-0')).status).toBe(404);
  });

  it('finds the holders of permissions by keys of today and deprecated ones', async () => {
    const path = 'user/permission/search?projectKey=HPAY&maxResults=1000';
    const today = (await tracker.ask(`${path}&permissions=ADMINISTER_PROJECTS`)).json;
    const before = (await tracker.ask(`${path}&permissions=PROJECT_ADMIN`)).json;
    expect(before).toEqual(today);
    expect(today.map((user: User) => user.displayName)).toContain('Petra Lindqvist');
    expect((await tracker.ask(`${path}&permissions=FLY`)).status).toBe(400);
    expect((await tracker.ask(path)).status).toBe(400);
    const asMember = {authorization: signInAs('member')};
    const refused = await tracker.ask(`${path}&permissions=EDIT_ISSUES`, asMember);
    expect(refused.status).toBe(403);
  });
});

describe('the picker', () => {
  it('shows avatars in the requested size, and refuses an unknown one', async () => {
    const ask = (size: string) =>
      tracker.ask(`user/picker?query=p&showAvatar=true&avatarSize=${size}`);
    const urls = await Promise.all(
      ['small', 'large'].map(async size => (await ask(size)).json.users[0].avatarUrl),
    );
    expect(new Set(urls).size).toBe(2);
    const refused = await ask('enormous');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('enormous')]);
  });

  it('wraps what matched in strong tags, escapes the rest and counts all', async () => {
    const {json} = await tracker.ask('user/picker?query=mal&maxResults=1');
    expect(json.users[0].html).toMatch(/^<strong>Mal<\/strong>lory &lt;b&gt;bold&lt;\/b&gt; /);
    expect(json.users[0].html).toContain(' - <strong>mal</strong>lory@example.com');
    const some = (await tracker.ask('user/picker?query=p&maxResults=2')).json;
    expect(some.users).toHaveLength(2);
    expect(some.total).toBeGreaterThan(2);
    expect(some.header).toBe(`Showing 2 of ${some.total} matching users`);
  });

  it('omits excluded accounts and apps', async () => {
    const [first] = (await tracker.ask('user/picker?query=p')).json.users;
    const query = `query=p&excludeAccountIds=${encodeURIComponent(first.accountId)}`;
    const ids = (await tracker.ask(`user/picker?${query}`)).json.users.map(
      (user: User) => user.accountId,
    );
    expect(ids).not.toContain(first.accountId);
    const apps = async (more: string): Promise<number> =>
      (await tracker.ask(`user/picker?query=delivery${more}`)).json.total;
    expect([await apps(''), await apps('&excludeConnectUsers=true')]).toEqual([1, 0]);
    const both = 'query=p&exclude=a&excludeAccountIds=b';
    expect((await tracker.ask(`user/picker?${both}`)).status).toBe(400);
  });

  it('finds exact names only for who may not browse users', async () => {
    const asNobody = {authorization: null};
    expect((await tracker.ask('user/picker?query=noor', asNobody)).json.total).toBe(0);
    const exact = await tracker.ask('user/picker?query=Noor%20Haldane', asNobody);
    expect(exact.json.total).toBe(1);
  });
});

describe('structured queries', () => {
  const ask = (query: string) =>
    tracker.ask(`user/search/query?query=${encodeURIComponent(query)}`);
  const idsOf = async (query: string): Promise<string[]> => {
    const answer = await ask(query);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.values.map((user: User) => user.accountId);
  };

  it('combine with AND before OR, and with brackets', async () => {
    const assignees = await idsOf('is assignee of (HPAY-1, HPAY-2)');
    const reporters = await idsOf('is reporter of (HPAY-1)');
    expect(reporters).toHaveLength(1);
    expect(assignees.length).toBeGreaterThan(0);
    const either = await idsOf('is assignee of (HPAY-1, HPAY-2) OR is reporter of (HPAY-1)');
    expect(new Set(either)).toEqual(new Set([...assignees, ...reporters]));
    const both = await idsOf('is assignee of (HPAY-1) and is reporter of (HPAY-1)');
    expect(both).toEqual(
      (await idsOf('is assignee of (HPAY-1)')).filter(id => reporters.includes(id)),
    );
    const [a, b, c] = [1, 2, 3].map(number => `is reporter of (HPAY-${number})`);
    expect(await idsOf(`${a} OR ${b} AND ${c}`)).toEqual(await idsOf(`${a} OR (${b} AND ${c})`));
  });

  it('know every part a person can have, projects and properties', async () => {
    for (const part of ['watcher', 'voter', 'commenter', 'transitioner']) {
      expect((await ask(`is ${part} of (HPAY-1, HPAY-2, HPAY-3)`)).status, part).toBe(200);
    }
    expect((await idsOf('is assignee of HPAY')).length).toBeGreaterThan(5);
    const nairobi = await idsOf("[location].office is 'Nairobi'");
    const property = encodeURIComponent('location.office=Nairobi');
    const {json} = await tracker.ask(`user/search?property=${property}&maxResults=1000`);
    expect(nairobi).toEqual(json.map((user: User) => user.accountId));
  });

  it('report the expected token at an error', async () => {
    for (const [query, expected] of [
      ['is friend of (HPAY-1)', 'expected assignee, reporter'],
      ['is assignee (HPAY-1)', 'expected “of”'],
      ['is reporter of HPAY', 'expected “(” and issues'],
      ['is assignee of (HPAY-1', 'expected “)”, found the end'],
      ['is assignee of HPAY is', 'expected AND, OR or the end'],
      ['[a].b is c', 'a value in quotes'],
      ['is assignee of (HPAY-99999)', 'does not exist'],
      ['', 'must be given'],
    ] as const) {
      const answer = await ask(query);
      expect(answer.status, query).toBe(400);
      expect(answer.json.errorMessages[0]).toContain(expected);
    }
  });

  it('page by the singular maxResult when only keys are requested', async () => {
    const path = `user/search/query/key?query=${encodeURIComponent('is assignee of HPAY')}`;
    const first = (await tracker.ask(`${path}&maxResult=2`)).json;
    expect(first.values).toHaveLength(2);
    expect(first.nextPage).toContain('maxResult=2');
    expect(Object.keys(first.values[0])).toEqual(['accountId']);
  });
});

describe('users by their ids', () => {
  it('come in pages of ten, unknown ones left out', async () => {
    const ids = (await everybody(tracker)).slice(0, 12).map(user => user.accountId);
    const query = [...ids, 'nobody'].map(id => `accountId=${encodeURIComponent(id)}`).join('&');
    const {json} = await tracker.ask(`user/bulk?${query}`);
    expect(json).toMatchObject({maxResults: 10, total: 12, isLast: false});
    expect(json.values.map((user: User) => user.accountId)).toEqual(ids.slice(0, 10));
  });

  it('are found for legacy keys or usernames, not for both at once', async () => {
    const path = 'user/bulk/migration';
    const {json} = await tracker.ask(`${path}?username=admin&username=nobody&username=member`);
    expect(json.map((one: {username: string}) => one.username)).toEqual(['admin', 'member']);
    const second = await tracker.ask(`${path}?username=admin&username=member&startAt=1`);
    expect(second.json).toEqual(json.slice(1));
    expect((await tracker.ask(`${path}?username=admin&key=member`)).status).toBe(400);
    expect((await tracker.ask(path)).status).toBe(400);
  });

  it('tell groups, and a hidden address never', async () => {
    const me = (await tracker.ask('myself?expand=groups')).json;
    const names = me.groups.items.map((group: {name: string}) => group.name);
    expect(names).toContain('site-admins');
    const path = `user/groups?accountId=${encodeURIComponent(me.accountId)}`;
    expect((await tracker.ask(path)).json.map((group: {name: string}) => group.name)).toEqual(
      names,
    );
    expect((await tracker.ask('user?accountId=nobody')).status).toBe(404);
  });
});

describe('permissions', () => {
  it('are checked in bulk; ids that do not exist are ignored', async () => {
    const body = {
      globalPermissions: ['ADMINISTER', null],
      projectPermissions: [
        {permissions: ['EDIT_ISSUES', ''], projects: [10_000, 99, null], issues: [10_001, 5]},
      ],
    };
    const check = (authorization: string) =>
      tracker.ask('permissions/check', {method: 'POST', body, authorization});
    const asMember = (await check(signInAs('member'))).json;
    expect(asMember).toEqual({
      globalPermissions: [],
      projectPermissions: [{permission: 'EDIT_ISSUES', projects: [10_000], issues: [10_001]}],
    });
    expect((await check(signInAs('site-admin'))).json.globalPermissions).toEqual(['ADMINISTER']);
  });

  it('of others are for administrators and apps; at most 1000 projects at once', async () => {
    const accountId = (await tracker.ask('myself')).json.accountId;
    const check = (body: unknown, authorization?: string) =>
      tracker.ask('permissions/check', {
        method: 'POST',
        body,
        ...(authorization === undefined ? {} : {authorization}),
      });
    const other = {accountId, globalPermissions: ['ADMINISTER']};
    expect((await check(other, signInAs('member'))).status).toBe(403);
    expect((await check(other, signInAs('add-on-app'))).json.globalPermissions).toHaveLength(1);
    const projects = Array.from({length: 1_001}, (_, index) => index);
    const many = {projectPermissions: [{permissions: ['EDIT_ISSUES'], projects}]};
    expect((await check(many)).status).toBe(400);
  });

  it('show where permissions are granted', async () => {
    const authorization = signInAs('project-admin');
    const body = {permissions: ['ADMINISTER_PROJECTS']};
    const permitted = await tracker.ask('permissions/project', {
      method: 'POST',
      body,
      authorization,
    });
    const keys = permitted.json.projects.map((project: {key: string}) => project.key);
    expect(keys).toContain('HPAY');
    expect(keys).not.toContain('PEOPLE');
    const query = 'permissions=ADMINISTER_PROJECTS,ADMINISTER&projectKey=HPAY';
    const mine = (await tracker.ask(`mypermissions?${query}`, {authorization})).json.permissions;
    expect(mine.ADMINISTER_PROJECTS.havePermission).toBe(true);
    expect(mine.ADMINISTER.havePermission).toBe(false);
    expect((await tracker.ask('mypermissions?permissions=FLY')).status).toBe(400);
    expect((await tracker.ask('mypermissions')).status).toBe(400);
  });
});
