import {describe, expect, test} from 'vitest';
import type {AccessFacts} from '../../src/api/access/access-facts.ts';
import {accessFindings, type SiteFacts} from '../../src/api/access/access-findings.ts';
import {type AccessRow, accessRows} from '../../src/api/access/access-report.ts';
import {type ReadAnswer, readAccess, readSite} from '../../src/api/access/read-access.ts';
import {holds} from '../../src/api/access/who-holds.ts';
import {Failure} from '../../src/base/failure.ts';
import {accountHasPermission} from '../../src/sandbox/tracker/access.ts';
import type {HolderType, PermissionGrant} from '../../src/sandbox/world/permission-schemes.ts';
import {projectPermissions} from '../../src/sandbox/world/permissions.ts';
import {makeRandom, type Random} from '../../src/sandbox/world/random.ts';
import type {World} from '../../src/sandbox/world/world.ts';
import {type AccessSite, accessSite} from '../support/access-site.ts';

const holderTypes: readonly HolderType[] = [
  ...([
    'anyone',
    'applicationRole',
    'assignee',
    'group',
    'groupCustomField',
    'projectLead',
  ] as const),
  ...(['projectRole', 'reporter', 'sd.customer.portal.only', 'user', 'userCustomField'] as const),
];
const keys = projectPermissions.map(({key}) => key);

/** Change a world at random: grants of every type of holder, members of groups, actors of roles. */
function shake({tracker, users}: World, random: Random): void {
  const people = [...users.keys()];
  const groups = [...tracker.groups.keys()];
  for (const scheme of tracker.permissionSchemes.values()) {
    const grants = Array.from({length: 30}, (_, index): PermissionGrant => {
      const type = random.chance(30) ? 'projectRole' : random.pick(holderTypes);
      const values: Partial<Record<HolderType, string | undefined>> = {
        applicationRole:
          random.pick(['', 'tracker-software', 'tracker-service', 'none']) || undefined,
        group: random.pick(groups),
        groupCustomField: 'customfield_10301',
        projectRole: String(random.pick([...tracker.roles.keys()])),
        user: random.pick(people),
        userCustomField: 'customfield_10300',
      };
      const value = values[type];
      const holder = value === undefined ? {type} : {type, value};
      return {id: scheme.id * 100 + index, permission: random.pick(keys.slice(0, 24)), holder};
    });
    tracker.permissionSchemes.set(scheme.id, {...scheme, grants});
  }
  for (const group of tracker.groups.values()) {
    const memberIds = new Set(random.some(people, random.int(0, 6)));
    tracker.groups.set(group.id, {...group, memberIds});
  }
  let id = 500_000;
  for (const project of tracker.projects.values()) {
    const actors = [...tracker.roles.keys()].map(role => {
      const some = [
        ...random.some(people, random.int(0, 2)).map(holder => ({kind: 'user' as const, holder})),
        ...random.some(groups, random.int(0, 2)).map(holder => ({kind: 'group' as const, holder})),
      ];
      return [role, some.map(one => ({...one, id: id++}))] as const;
    });
    tracker.projects.set(project.id, {...project, actors: Object.fromEntries(actors)});
  }
}

/** Whether rows of the report say that a user has a permission in a project. */
function reports(rows: readonly AccessRow[], world: World) {
  const yes = rows.filter(({may}) => may === 'yes');
  const named = new Set(
    yes.map(one => `${one.accountId || one.user} ${one.permission} ${one.project}`),
  );
  return (accountId: string, permission: string, project: string): boolean => {
    const type = world.users.get(accountId)?.accountType;
    const crowds: readonly string[] = [
      'anyone',
      type === 'customer' ? 'all portal customers' : 'all signed-in users',
    ];
    return [accountId, ...crowds].some(who => named.has(`${who} ${permission} ${project}`));
  };
}

const allRows = (facts: AccessFacts) => [...accessRows(facts)].flat();

/** Every user, project and permission of a world, with the admission of the sandbox. */
function* cases({world}: AccessSite, facts: AccessFacts) {
  for (const project of facts.projects) {
    const own = world.tracker.projects.get(project.id);
    if (own === undefined) throw new Error(project.id);
    for (const accountId of world.users.keys()) {
      for (const permission of keys.slice(0, 25)) {
        const isAdmitted = accountHasPermission(world, accountId, own, permission);
        yield {project, accountId, permission, isAdmitted};
      }
    }
  }
}

describe('the report and why', () => {
  test.each([1, 2, 3])('are the sandbox’s own admission, world %i', async seed => {
    const site = accessSite(seed);
    shake(site.world, makeRandom(seed, 'access'));
    const facts = await readAccess(site.read, {concurrency: 3});
    const isReported = reports(allRows(facts), site.world);
    let admitted = 0;
    const wrong: string[] = [];
    for (const {project, accountId, permission, isAdmitted} of cases(site, facts)) {
      const {may} = holds(accountId, permission, project, facts);
      const isTold = isReported(accountId, permission, project.key);
      if ((may === 'yes') !== isAdmitted || may === 'unknown' || isTold !== isAdmitted) {
        wrong.push(`${accountId} ${permission} ${project.key} is ${may}`);
      }
      admitted += Number(isAdmitted);
    }
    expect(wrong).toEqual([]);
    expect(admitted).toBeGreaterThan(200);
  });

  test('never call unknown a no: each kind of read fails once', async () => {
    const site = accessSite(1);
    shake(site.world, makeRandom(1, 'access'));
    const reads: string[] = [];
    const named = (name: string, inputs: object) => `${name} ${JSON.stringify(inputs)}`;
    await readAccess(
      (name, inputs) => {
        reads.push(named(name, inputs));
        return site.read(name, inputs);
      },
      {concurrency: 1},
    );
    // Every group and scheme; of the reads of each project some.
    const failing = reads.filter(
      (read, at) => !read.startsWith('project') || (at % 9 === 0 && !read.includes('search')),
    );
    expect(failing.length).toBeGreaterThan(15);
    const doubted = new Set<string>();
    const wrong: string[] = [];
    for (const one of failing) {
      const facts = await readAccess(
        (name, inputs) =>
          named(name, inputs) === one
            ? Promise.reject(new Failure('server_error', 'Out of order.'))
            : site.read(name, inputs),
        {concurrency: 1},
      );
      const rows = allRows(facts);
      const isReported = reports(rows, site.world);
      const unknown = new Set(
        rows.flatMap(row => (row.may === 'unknown' ? `${row.project} ${row.permission}` : [])),
      );
      for (const {project, accountId, permission, isAdmitted} of cases(site, facts)) {
        const {may} = holds(accountId, permission, project, facts);
        if (may === 'unknown') doubted.add(one);
        const isDoubted = [permission, ''].some(key => unknown.has(`${project.key} ${key}`));
        const isTold = isReported(accountId, permission, project.key);
        const isRight = isAdmitted
          ? may !== 'no' && may !== 'some issues' && (isTold || isDoubted)
          : may !== 'yes';
        if (!isRight) wrong.push(`${accountId} ${permission} ${project.key} is ${may}: ${one}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(doubted.size).toBeGreaterThan(failing.length / 2);
  });

  test('of users alone, read by their own groups, say the same', async () => {
    const site = accessSite(2);
    shake(site.world, makeRandom(2, 'access'));
    const whole = await readAccess(site.read, {concurrency: 3});
    for (const user of [...site.world.users.keys()].slice(0, 8)) {
      const facts = await readAccess(site.read, {concurrency: 3, users: [user]});
      for (const [at, project] of facts.projects.entries()) {
        const same = whole.projects[at];
        if (same === undefined) throw new Error(project.key);
        for (const permission of keys.slice(0, 24)) {
          const {may} = holds(user, permission, project, facts);
          expect(may).toBe(holds(user, permission, same, whole).may);
        }
      }
    }
  });

  test('of a site cost a request for each scheme, group and role of a project, whatever the permissions', async () => {
    const site = accessSite(1, 'medium');
    const facts = await readAccess(site.read, {concurrency: 6});
    const count = (name: string) => site.asked.filter(one => one === name).length;
    const {projects, schemes, groups} = facts;
    expect(projects.length).toBeGreaterThan(80);
    expect(count('permissionscheme get-permission-scheme')).toBe(schemes.size);
    expect(count('group get-users-from')).toBe(groups.size);
    expect(count('project get-assigned-permission-scheme')).toBe(projects.length);
    const roles = projects.reduce((sum, {roles: own}) => sum + own.size, 0);
    expect(count('project get-role')).toBe(roles);
    // The users, the projects and the application roles are one list each.
    const rest = site.asked.length - schemes.size - groups.size - projects.length - roles;
    expect(rest).toBeLessThanOrEqual(3);
    site.asked.length = 0;
    await readAccess(site.read, {concurrency: 6, permissions: new Set(['ADMINISTER_PROJECTS'])});
    expect(count('project get-role')).toBeLessThan(roles / 2);
  });
});

describe('findings', () => {
  const find = async (site: AccessSite, isWhole = true) => {
    const facts = await readAccess(site.read, {concurrency: 3});
    const whole: SiteFacts | undefined = isWhole ? await readSite(site.read) : undefined;
    return accessFindings(facts, whole);
  };
  /** A world in which no rule speaks but that of the administrators. */
  const quiet = (): AccessSite => {
    const site = accessSite(1);
    const {tracker, users} = site.world;
    const people = [...users.values()].filter(one => one.active && one.accountType === 'atlassian');
    const [lead, member] = people.map(({accountId}) => accountId);
    if (lead === undefined || member === undefined) throw new Error('nobody');
    const [admins] = tracker.groups.values();
    for (const group of tracker.groups.values()) {
      if (group !== admins) tracker.groups.delete(group.id);
    }
    tracker.applicationRoles.clear();
    const holder = {type: 'projectRole', value: '10002'} as const;
    for (const {id} of tracker.permissionSchemes.values()) {
      if (id !== 0) tracker.permissionSchemes.delete(id);
    }
    const usual = tracker.permissionSchemes.get(0);
    if (usual === undefined) throw new Error('no scheme');
    const grants = [{id: 1, permission: 'DELETE_ISSUES', holder}];
    tracker.permissionSchemes.set(0, {...usual, grants});
    for (const project of tracker.projects.values()) {
      const actors = {'10002': [{id: 1, kind: 'user' as const, holder: member}]};
      tracker.projects.set(project.id, {...project, leadId: lead, permissionSchemeId: 0, actors});
    }
    return site;
  };
  const inactive = ({users}: World): string => {
    const [one] = [...users.values()].filter(({active}) => !active);
    if (one !== undefined) return one.accountId;
    const last = [...users.values()].at(-1);
    if (last === undefined) throw new Error('nobody');
    users.set(last.accountId, {...last, active: false});
    return last.accountId;
  };
  const grant =
    (permission: string, holder: PermissionGrant['holder']) =>
    ({tracker}: World): void => {
      const usual = tracker.permissionSchemes.get(0);
      if (usual === undefined) throw new Error('no scheme');
      const grants = [...usual.grants, {id: 2, permission, holder}];
      tracker.permissionSchemes.set(0, {...usual, grants});
    };
  const changeProject =
    (change: (world: World) => object) =>
    (world: World): void => {
      const [project] = world.tracker.projects.values();
      if (project === undefined) throw new Error('no project');
      world.tracker.projects.set(project.id, {...project, ...change(world)});
    };

  test('are silent about a site without faults, but for its administrators', async () => {
    const found = await find(quiet());
    expect(found.map(({rule, level}) => [rule, level])).toEqual([['global-admins', 'note']]);
  });

  test.each<readonly [rule: string, level: string, change: (world: World) => void]>([
    ['wide-permission', 'serious', grant('DELETE_ISSUES', {type: 'applicationRole'})],
    ['wide-permission', 'serious', grant('MOVE_ISSUES', {type: 'anyone'})],
    ['wide-permission', 'warning', grant('MOVE_ISSUES', {type: 'applicationRole'})],
    [
      'single-user',
      'note',
      world => grant('ADD_COMMENTS', {type: 'user', value: world.tracker.people[3] ?? ''})(world),
    ],
    [
      'inactive-user',
      'warning',
      world => grant('ADD_COMMENTS', {type: 'user', value: inactive(world)})(world),
    ],
    [
      'inactive-user',
      'warning',
      changeProject(world => ({
        actors: {'10002': [{id: 1, kind: 'user', holder: inactive(world)}]},
      })),
    ],
    [
      'inactive-user',
      'serious',
      world => {
        const [admins] = world.tracker.groups.values();
        if (admins === undefined) throw new Error('no group');
        const memberIds = new Set([...admins.memberIds, inactive(world)]);
        world.tracker.groups.set(admins.id, {...admins, memberIds});
      },
    ],
    [
      'empty-group',
      'warning',
      world => {
        world.tracker.groups.set('g', {id: 'g', name: 'nobody', memberIds: new Set()});
        grant('ADD_COMMENTS', {type: 'group', value: 'g'})(world);
      },
    ],
    [
      'unused-group',
      'note',
      ({tracker, users}) => {
        const memberIds = new Set([...users.keys()].slice(0, 1));
        tracker.groups.set('g', {id: 'g', name: 'spare', memberIds});
      },
    ],
    ['role-without-actors', 'warning', changeProject(() => ({actors: {}}))],
    [
      'unused-scheme',
      'note',
      ({tracker}) => {
        const usual = tracker.permissionSchemes.get(0);
        if (usual) tracker.permissionSchemes.set(7, {...usual, id: 7, name: 'Spare'});
      },
    ],
    ['inactive-lead', 'warning', changeProject(world => ({leadId: inactive(world)}))],
    [
      'global-admins',
      'warning',
      world => {
        const [admins] = world.tracker.groups.values();
        if (admins === undefined) throw new Error('no group');
        const memberIds = new Set(world.tracker.people.slice(0, 6));
        world.tracker.groups.set(admins.id, {...admins, memberIds});
      },
    ],
  ])('speak of %s as %s', async (rule, level, change) => {
    const site = quiet();
    change(site.world);
    const found = await find(site);
    expect(found.map(one => `${one.rule} ${one.level}`)).toContain(`${rule} ${level}`);
    const others = found.filter(one => one.rule !== rule && one.rule !== 'global-admins');
    expect(others).toEqual([]);
    for (const {evidence} of found) expect(evidence).not.toBe('');
  });

  test('say what could not be checked', async () => {
    const site = quiet();
    const read: ReadAnswer = (name, inputs) =>
      name === 'group bulk-get' || name === 'users get-all'
        ? Promise.reject(new Failure('auth_failed', 'Not allowed.'))
        : site.read(name, inputs);
    const found = accessFindings(await readAccess(read, {concurrency: 1}), await readSite(read));
    expect(found.map(({rule, evidence}) => [rule, evidence])).toEqual([
      ['not-read', 'global administrators: Not allowed.'],
      ['not-read', 'groups: Not allowed.'],
      ['not-read', 'users: Not allowed.'],
    ]);
  });
});
