import {memoizeFor} from '../../base/memoize-for.ts';
import {type AccessFacts, type AccessProject, findUser} from './access-facts.ts';
import {isUnread} from './unknown.ts';
import {expandHolder, type MembershipPath, membershipText, schemeOf} from './who-holds.ts';

/** One way in which a user has a permission in a project. */
export interface AccessRow {
  /** Name of the user; empty if it is unknown who holds the permission. */
  readonly user: string;
  readonly accountId: string;
  /** `active`, `inactive`, or empty for everybody of a kind. */
  readonly state: string;
  readonly permission: string;
  /** Key of the project; empty for a global permission. */
  readonly project: string;
  readonly may: 'yes' | 'some issues' | 'unknown';
  /** Role, group, lead, application; why it is unknown. */
  readonly through: string;
  readonly grant: string;
  readonly scheme: string;
}

/**
 * List who has which permission in the projects, and through what, project by project. Everybody of
 * a kind, such as all signed-in users, is one row. What could not be read is a row `unknown`.
 */
export function* accessRows(facts: AccessFacts): Generator<readonly AccessRow[], void, undefined> {
  yield globalRows(facts);
  for (const project of facts.projects) yield rowsOf(project, facts);
}

/** List who has global permissions, which belong to no project. */
function globalRows({globals, ...facts}: AccessFacts): readonly AccessRow[] {
  if (globals === undefined) return [];
  const {keys, held} = globals;
  const more = {project: '', grant: '', scheme: ''};
  const doubt = (unknown: string) => ({...more, may: 'unknown', through: unknown}) as const;
  if (isUnread(held)) {
    const nobody = {user: '', accountId: '', state: '', ...doubt(held.unknown)};
    return keys.map(permission => ({...nobody, permission}));
  }
  return [...held].flatMap(([accountId, own]) =>
    keys.flatMap((permission): readonly AccessRow[] => {
      if (!isUnread(own) && !own.includes(permission)) return [];
      const yes = {...more, may: 'yes', through: 'global permission'} as const;
      const row = isUnread(own) ? doubt(own.unknown) : yes;
      return [{...personOf(accountId, facts), permission, ...row}];
    }),
  );
}

/** Return the name and state of a user; the account id if the name is unknown. */
export function personOf(accountId: string, facts: AccessFacts) {
  const user = findUser(facts, accountId);
  const state = user === undefined ? 'unknown' : user.isActive ? 'active' : 'inactive';
  return {user: user?.name ?? accountId, accountId, state};
}

/** Members of a group share their ways, and a site has millions of rows. */
const waysText = memoizeFor((ways: readonly MembershipPath[]) =>
  ways.map(membershipText).join('; '),
);

function rowsOf(project: AccessProject, facts: AccessFacts): readonly AccessRow[] {
  const scheme = schemeOf(project, facts);
  const nobody = {user: '', accountId: '', state: '', project: project.key};
  if (isUnread(scheme)) {
    const through = `permission scheme: ${scheme.unknown}`;
    return [{...nobody, permission: '', may: 'unknown', through, grant: '', scheme: ''}];
  }
  return scheme.grants.flatMap(grant => {
    const circle = expandHolder(grant.holder, project, facts);
    const more = {permission: grant.permission, grant: grant.id, scheme: scheme.name};
    const ofAll = {project: project.key, ...more, may: 'yes'} as const;
    const rows: AccessRow[] = [];
    for (const [accountId, ways] of circle.members) {
      rows.push({...personOf(accountId, facts), ...ofAll, through: waysText(ways)});
    }
    const {everybody, some} = circle;
    if (everybody !== undefined) {
      rows.push({...nobody, user: everybody, ...more, may: 'yes', through: grant.holder.text});
    }
    if (some !== undefined) {
      rows.push({
        ...nobody,
        user: some,
        ...more,
        may: 'some issues',
        through: 'depends on the issue',
      });
    }
    for (const through of circle.unknown) {
      rows.push({...nobody, ...more, may: 'unknown', through});
    }
    return rows;
  });
}
