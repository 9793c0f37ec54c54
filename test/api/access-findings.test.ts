import {describe, expect, test} from 'vitest';
import {accessFindings, type SiteFacts} from '../../src/api/access/access-findings.ts';
import {fixCommand} from '../../src/api/access/access-fix.ts';
import {type ReadResponse, readAccess, readSite} from '../../src/api/access/read-access.ts';
import {findingRules} from '../../src/api/access/scheme-problems.ts';
import {Failure} from '../../src/base/failure.ts';
import {parseJsonValue} from '../../src/base/json-value.ts';
import type {PermissionGrant} from '../../src/sandbox/world/permission-schemes.ts';
import type {World} from '../../src/sandbox/world/world.ts';
import {type AccessSite, accessSite} from '../support/access-site.ts';

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
  /** A group of the first active people: of one, or of most of the site. */
  const groupOf =
    (most: number) =>
    ({tracker, users}: World): string => {
      const people = [...users.values()].filter(
        ({active, accountType}) => active && accountType === 'atlassian',
      );
      const memberIds = new Set(people.slice(0, most).map(({accountId}) => accountId));
      tracker.groups.set('group', {id: 'group', name: 'group', memberIds});
      return 'group';
    };
  const [team, crowd] = [groupOf(1), groupOf(1000)];
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

  const speaking: readonly (readonly [
    rule: string,
    level: string,
    change: (world: World) => void,
  ])[] = [
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
        actors: {
          '10002': [
            {id: 1, kind: 'user', holder: inactive(world)},
            {id: 2, kind: 'user', holder: [...world.tracker.projects.values()].at(-1)?.leadId},
          ],
        },
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
    [
      'inactive-member',
      'note',
      world => {
        const memberIds = new Set([world.tracker.people[0] ?? '', inactive(world)]);
        world.tracker.groups.set('g', {id: 'g', name: 'staff', memberIds});
        grant('ADD_COMMENTS', {type: 'group', value: 'g'})(world);
      },
    ],
    ['role-without-actors', 'warning', changeProject(() => ({actors: {}}))],
    [
      'role-without-actors',
      'warning',
      changeProject(world => ({
        actors: {'10002': [{id: 1, kind: 'user', holder: inactive(world)}]},
      })),
    ],
    [
      'global-admins',
      'serious',
      world => {
        const [admins] = world.tracker.groups.values();
        if (admins === undefined) throw new Error('no group');
        world.tracker.groups.set(admins.id, {...admins, memberIds: new Set()});
      },
    ],
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
    ['wide-permission', 'serious', grant('ADMINISTER_PROJECTS', {type: 'reporter'})],
    [
      'wide-permission',
      'serious',
      world => grant('EDIT_WORKFLOW', {type: 'group', value: crowd(world)})(world),
    ],
    ['missing-holder', 'warning', grant('ADD_COMMENTS', {type: 'projectRole', value: '99999'})],
    ['unknown-holder', 'note', grant('ADD_COMMENTS', {type: 'group', value: 'no-such-group'})],
    ['not-read', 'warning', grant('ADD_COMMENTS', {type: 'group', value: 'no-such-group'})],
    ['duplicate-grant', 'note', grant('DELETE_ISSUES', {type: 'projectRole', value: '10002'})],
    [
      'edit-without-add',
      'warning',
      grant('EDIT_ALL_COMMENTS', {type: 'projectRole', value: '10002'}),
    ],
  ];

  /** Changes close to those above, about which no rule speaks. */
  const silent: readonly (readonly [rule: string, change: (world: World) => void])[] = [
    ['wide-permission', grant('BROWSE_PROJECTS', {type: 'anyone'})],
    ['wide-permission', grant('ADD_COMMENTS', {type: 'applicationRole'})],
    ['wide-permission', grant('EDIT_WORKFLOW', {type: 'projectLead'})],
    ['single-user', grant('ADD_COMMENTS', {type: 'projectLead'})],
    [
      'inactive-user',
      world => {
        const [project] = world.tracker.projects.values();
        const gone = inactive(world);
        // Inactive, and without any grant, role or lead.
        expect(project?.leadId).not.toBe(gone);
      },
    ],
    ['missing-holder', grant('ADD_COMMENTS', {type: 'projectRole', value: '10002'})],
    ['empty-group', world => grant('ADD_COMMENTS', {type: 'group', value: team(world)})(world)],
    ['group-by-name', world => grant('ADD_COMMENTS', {type: 'group', value: team(world)})(world)],
    ['unknown-holder', world => grant('ADD_COMMENTS', {type: 'group', value: team(world)})(world)],
    ['not-read', world => grant('ADD_COMMENTS', {type: 'group', value: team(world)})(world)],
    ['inactive-member', world => grant('ADD_COMMENTS', {type: 'group', value: team(world)})(world)],
    ['unused-group', world => grant('ADD_COMMENTS', {type: 'group', value: team(world)})(world)],
    ['duplicate-grant', grant('DELETE_ISSUES', {type: 'projectLead'})],
    [
      'edit-without-add',
      world => {
        grant('EDIT_ALL_COMMENTS', {type: 'projectRole', value: '10002'})(world);
        grant('ADD_COMMENTS', {type: 'applicationRole'})(world);
      },
    ],
    [
      'role-without-actors',
      world => {
        const actors = {'10002': [{id: 1, kind: 'group' as const, holder: team(world)}]};
        changeProject(() => ({actors}))(world);
      },
    ],
    [
      'inactive-lead',
      changeProject(({tracker}) => ({leadId: [...tracker.projects.values()].at(-1)?.leadId})),
    ],
    [
      'unused-scheme',
      world => {
        const {tracker} = world;
        const usual = tracker.permissionSchemes.get(0);
        if (usual) tracker.permissionSchemes.set(7, {...usual, id: 7, name: 'Second'});
        changeProject(() => ({permissionSchemeId: 7}))(world);
      },
    ],
    [
      'global-admins',
      ({tracker}) => {
        const [admins] = tracker.groups.values();
        if (admins === undefined) throw new Error('no group');
        const memberIds = new Set(tracker.people.slice(0, 5));
        tracker.groups.set(admins.id, {...admins, memberIds});
      },
    ],
  ];

  test('have a table of worlds with every rule, loud and quiet', () => {
    const rules = (table: readonly (readonly [rule: string, ...rest: unknown[]])[]) =>
      new Set([...table.map(([rule]) => rule), 'group-by-name']);
    expect([...rules(speaking)].sort()).toEqual([...findingRules].sort());
    expect([...rules(silent)].sort()).toEqual([...findingRules].sort());
  });

  test('speak of grants by group name, with the two writes that grant by id', async () => {
    const site = quiet();
    grant('ADD_COMMENTS', {type: 'group', value: team(site.world)})(site.world);
    // The sandbox gives the ids of groups; old grants of the service have the names alone.
    const read: ReadResponse = async (name, inputs) => {
      const answer = JSON.stringify(await site.read(name, inputs));
      const byName = answer.replace('"parameter":"group","value":"group"', '"parameter":"group"');
      return parseJsonValue(byName);
    };
    const found = accessFindings(await readAccess(read, {concurrency: 1}));
    expect(found.map(({rule, level}) => `${rule} ${level}`)).toEqual(['group-by-name warning']);
    expect(found[0]?.fixes.map(fix => fixCommand(fix))).toEqual([
      expect.stringMatching(/create-permission-grant --schemeId 0 .*"value":"group"/),
      'jr permissionscheme delete-permission-scheme-entity --schemeId 0 --permissionId 2',
    ]);
  });

  test.each(silent)('are silent about what is close to %s', async (_, change) => {
    const site = quiet();
    change(site.world);
    const found = await find(site);
    expect(found.map(({rule, level}) => [rule, level])).toEqual([['global-admins', 'note']]);
  });

  test.each(speaking)('speak of %s as %s', async (rule, level, change) => {
    const site = quiet();
    change(site.world);
    const found = await find(site);
    expect(found.map(one => `${one.rule} ${one.level}`)).toContain(`${rule} ${level}`);
    const beside = ['global-admins', ...(rule === 'unknown-holder' ? ['not-read'] : [])];
    if (rule === 'not-read') beside.push('unknown-holder');
    if (rule === 'role-without-actors') beside.push('inactive-user');
    const others = found.filter(one => one.rule !== rule && !beside.includes(one.rule));
    expect(others).toEqual([]);
    for (const {evidence} of found) expect(evidence).not.toBe('');
  });

  test('say what could not be checked', async () => {
    const site = quiet();
    const read: ReadResponse = (name, inputs) =>
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
