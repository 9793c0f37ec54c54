import {groupedNumber} from '../../base/grouped-number.ts';
import {type AccessFacts, type AccessProject, findUser} from './access-facts.ts';
import {personOf} from './access-report.ts';
import {isUnread} from './unknown.ts';
import {
  decideGlobalPermission,
  decisionsForProject,
  dependsOnProject,
  expandHolder,
  isUserClass,
  type PermissionDecision,
  schemeOf,
  type UserClass,
  userClasses,
  userClassOf,
} from './who-holds.ts';

/** A person, or a class of users, with a text for each permission. */
export interface GridRow {
  readonly user: string;
  /** Account id, or a class of users in words. */
  readonly accountId: string;
  readonly state: string;
  /** By key of the permission. */
  readonly cells: Readonly<Record<string, string>>;
  /** The row is about global permissions alone. */
  readonly isGlobal?: true;
}

function rowOf(who: string, cells: GridRow['cells'], facts: AccessFacts): GridRow {
  const person = isUserClass(who) ? {user: who, accountId: who, state: ''} : personOf(who, facts);
  return {...person, cells};
}

/** Summarize a result: of a yes the reason, the most personal first: `role Administrators + 1`. */
export function decisionText({may, paths}: PermissionDecision): string {
  if (may !== 'yes') return may;
  const granting = paths.filter(({holds}) => holds === 'yes').sort((a, b) => rankOf(a) - rankOf(b));
  const whys = [...new Set(granting.map(({why}) => why))];
  return `${whys[0]}${whys.length > 1 ? ` + ${whys.length - 1}` : ''}`;
}

/** Check whether somebody has a permission by a personal grant, beyond those of everybody. */
export function isOwn({paths}: PermissionDecision): boolean {
  return paths.some(path => rankOf(path) === 0);
}

/** Rank a path: own grants first, then those of an application, then those of everybody. */
function rankOf({holds, steps}: PermissionDecision['paths'][number]): number {
  if (holds !== 'yes' || steps.length === 0) return 2;
  return steps.some(({kind}) => kind === 'application') ? 1 : 0;
}

/**
 * List who has which of the permissions: in one project with the reason, in several with the number
 * of projects.
 *
 * @param users account ids of the rows. @default everybody whom a grant reaches as a person, and
 * all signed-in users
 */
export function gridRows(
  facts: AccessFacts,
  permissions: readonly string[],
  users?: readonly string[],
): readonly GridRow[] {
  const [project, ...more] = facts.projects;
  if (project === undefined) return globalRows(facts, users);
  if (more.length > 0) return countRows(facts, permissions, users);
  const decide = decisionsForProject(project, facts);
  const rows = (users ?? peopleOf(project, permissions, facts)).map(who => {
    const results = permissions.map(key => [key, decide(who, key)] as const);
    const own = results.filter(([, result]) => isOwn(result)).length;
    const cells = results.map(([key, result]) => [key, decisionText(result)] as const);
    const rank = isUserClass(who) ? permissions.length + 1 : own;
    return {rank, row: rowOf(who, Object.fromEntries(cells), facts)};
  });
  // Who has the most beyond everybody comes first.
  return rows.sort((a, b) => b.rank - a.rank).map(({row}) => row);
}

/** List who has global permissions. @param users @default everybody with one of them */
function globalRows(facts: AccessFacts, users: readonly string[] | undefined): readonly GridRow[] {
  const keys = facts.globals?.keys ?? [];
  return (users ?? holdersOf(keys, facts)).map(who => {
    const cells = keys.map(key => [key, globalText(who, key, facts) ?? ''] as const);
    return {...rowOf(who, Object.fromEntries(cells), facts), isGlobal: true};
  });
}

function globalText(who: string, key: string, facts: AccessFacts): string | undefined {
  const held = decideGlobalPermission(who, key, facts);
  return held && decisionText(held);
}

/** List who has, or may have, one of some global permissions. */
function holdersOf(permissions: readonly string[], facts: AccessFacts): readonly string[] {
  const {globals} = facts;
  if (globals === undefined) return [];
  // Without the users, the row of everybody says that it is unknown.
  if (isUnread(globals.held)) return [userClasses[0]];
  const people = [...globals.held.keys()].filter(who =>
    permissions.some(key => !['no', undefined].includes(globalText(who, key, facts))),
  );
  return byName(people, facts);
}

/** List all signed-in users, other classes with grants, and the people whom grants reach. */
function peopleOf(
  project: AccessProject,
  permissions: readonly string[],
  facts: AccessFacts,
): readonly string[] {
  const scheme = schemeOf(project, facts);
  const people = new Set(holdersOf(permissions, facts));
  if (isUnread(scheme)) return [...new Set([userClasses[0], ...people])];
  const granted = new Set<string>();
  for (const {permission, holder} of scheme.grants) {
    if (!permissions.includes(permission)) continue;
    const {members, userClass} = expandHolder(holder, project, facts);
    if (userClass !== undefined) granted.add(userClass);
    for (const id of members.keys()) people.add(id);
  }
  return [
    ...userClasses.filter((one, at) => at === 0 || granted.has(one)),
    ...byName(people, facts),
  ];
}

function byName(people: Iterable<string>, facts: AccessFacts): readonly string[] {
  const nameOf = (id: string): string => findUser(facts, id)?.name ?? id;
  return [...people].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
}

/** Numbers of projects: of a class of users, and of people beyond that. */
class Tally {
  readonly userClasses = new Map<UserClass, number>();
  readonly people = new Map<string, number>();
  unread = 0;
}

/**
 * Count the projects in which people have permissions. What does not depend on a project is counted
 * once for all projects of a scheme.
 */
function countRows(
  facts: AccessFacts,
  permissions: readonly string[],
  users: readonly string[] | undefined,
): readonly GridRow[] {
  const own = permissions.filter(key => facts.globals?.keys.includes(key) !== true);
  const tallies = new Map(own.map(key => [key, tallyOf(key, facts)]));
  const all = [...tallies.values()];
  const people = new Set([
    ...all.flatMap(({people: some}) => [...some.keys()]),
    ...holdersOf(permissions, facts).filter(who => !isUserClass(who)),
  ]);
  const granted = userClasses.filter(
    (one, at) => at === 0 || all.some(tally => tally.userClasses.get(one)),
  );
  const of = groupedNumber(facts.projects.length);
  const ownOf = (who: string): number =>
    all.reduce((sum, tally) => sum + (tally.people.get(who) ?? 0), 0);
  // Who has the most beyond everybody comes first.
  const ranked = byName(people, facts).toSorted((a, b) => ownOf(b) - ownOf(a));
  return (users ?? [...granted, ...ranked]).map(who => {
    const cells = permissions.map(key => {
      const tally = tallies.get(key);
      if (tally === undefined) return [key, globalText(who, key, facts) ?? ''] as const;
      const count =
        (tally.userClasses.get(userClassOf(who, facts)) ?? 0) + (tally.people.get(who) ?? 0);
      return [key, `${groupedNumber(count)}${tally.unread > 0 ? '+' : ''} of ${of}`] as const;
    });
    return rowOf(who, Object.fromEntries(cells), facts);
  });
}

function tallyOf(permission: string, facts: AccessFacts): Tally {
  const tally = new Tally();
  const add = (who: string, count: number): void => {
    tally.people.set(who, (tally.people.get(who) ?? 0) + count);
  };
  const idOf = ({scheme}: AccessProject): string => (isUnread(scheme) ? '' : scheme);
  for (const id of new Set(facts.projects.map(idOf))) {
    const projects = facts.projects.filter(project => idOf(project) === id);
    const [first] = projects;
    const scheme = first === undefined ? undefined : schemeOf(first, facts);
    if (first === undefined || scheme === undefined || isUnread(scheme)) {
      tally.unread += projects.length;
      continue;
    }
    const holders = scheme.grants.filter(one => one.permission === permission).map(g => g.holder);
    const own = holders.filter(dependsOnProject);
    const shared = holders
      .filter(one => !dependsOnProject(one))
      .map(h => expandHolder(h, first, facts));
    const open = new Set(shared.flatMap(({userClass}) => userClass ?? []));
    const reached = userClasses.filter(one => open.has(one) || open.has('anyone'));
    for (const userClass of reached) {
      tally.userClasses.set(userClass, (tally.userClasses.get(userClass) ?? 0) + projects.length);
    }
    const isReached = (who: string): boolean => reached.includes(userClassOf(who, facts));
    const members = new Set(shared.flatMap(one => [...one.members.keys()]));
    for (const who of members) add(who, isReached(who) ? 0 : projects.length);
    if (shared.some(one => one.unknown.length > 0)) tally.unread += projects.length;
    for (const project of projects) {
      const expanded = own.map(holder => expandHolder(holder, project, facts));
      const more = new Set(expanded.flatMap(one => [...one.members.keys()]));
      for (const who of more) add(who, members.has(who) || isReached(who) ? 0 : 1);
      if (expanded.some(one => one.unknown.length > 0)) tally.unread += 1;
    }
  }
  return tally;
}
