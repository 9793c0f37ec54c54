import {memoizeFor} from '../../base/memoize-for.ts';
import {type AccessFacts, type AccessProject, findUser} from './access-facts.ts';
import {isUnread} from './unknown.ts';
import {
  decideGlobalPermission,
  expandHolder,
  type MembershipPath,
  membershipText,
  schemeOf,
} from './who-holds.ts';

/** A permission of a user in a project, through one grant. */
export interface AccessRow {
  /** Name of the user; empty if it is unknown who holds the permission. */
  readonly user: string;
  readonly accountId: string;
  /** `active`, `inactive`, or empty for a class of users. */
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
 * List who has which permission in the projects, and through what, project by project. A
 * class of users, such as all signed-in users, is one row. What could not be read is a row
 * `unknown`.
 *
 * @param users account ids; the rows of other people are omitted. @default everybody
 */
export function* accessRows(
  facts: AccessFacts,
  users?: readonly string[],
): Generator<readonly AccessRow[], void, undefined> {
  const only = users && new Set(['', ...users]);
  const isShown = ({accountId}: AccessRow): boolean => only?.has(accountId) !== false;
  yield globalRows(facts).filter(isShown);
  for (const project of facts.projects) yield rowsOf(project, facts).filter(isShown);
}

/** List who has global permissions, which belong to no project. */
function globalRows(facts: AccessFacts): readonly AccessRow[] {
  if (facts.globals === undefined) return [];
  const {keys, held} = facts.globals;
  const more = {project: '', grant: '', scheme: ''};
  if (isUnread(held)) {
    const nobody = {user: '', accountId: '', state: ''};
    const unread = {...more, may: 'unknown', through: held.unknown} as const;
    return keys.map(permission => ({...nobody, permission, ...unread}));
  }
  return [...held.keys()].flatMap(accountId =>
    keys.flatMap((permission): readonly AccessRow[] => {
      const decision = decideGlobalPermission(accountId, permission, facts);
      if (decision === undefined || decision.may === 'no') return [];
      const {may, paths, unknown} = decision;
      const through = [...paths.map(({why}) => why), ...unknown].join('; ');
      return [{...personOf(accountId, facts), permission, ...more, may, through}];
    }),
  );
}

/** Return the name and state of a user; the account id if the name is unknown. */
export function personOf(accountId: string, facts: AccessFacts) {
  const user = findUser(facts, accountId);
  const state = user === undefined ? 'unknown' : user.isActive ? 'active' : 'inactive';
  return {user: user?.name ?? accountId, accountId, state};
}

/** Members of a group share their paths, and a site has millions of rows. */
const pathsText = memoizeFor((paths: readonly MembershipPath[]) =>
  paths.map(membershipText).join('; '),
);

function rowsOf(project: AccessProject, facts: AccessFacts): readonly AccessRow[] {
  const scheme = schemeOf(project, facts);
  const nobody = {user: '', accountId: '', state: '', project: project.key};
  if (isUnread(scheme)) {
    const through = `permission scheme: ${scheme.unknown}`;
    return [{...nobody, permission: '', may: 'unknown', through, grant: '', scheme: ''}];
  }
  return scheme.grants.flatMap(grant => {
    const expanded = expandHolder(grant.holder, project, facts);
    const more = {permission: grant.permission, grant: grant.id, scheme: scheme.name};
    const ofAll = {project: project.key, ...more, may: 'yes'} as const;
    const rows: AccessRow[] = [];
    for (const [accountId, paths] of expanded.members) {
      rows.push({...personOf(accountId, facts), ...ofAll, through: pathsText(paths)});
    }
    const {userClass, some} = expanded;
    if (userClass !== undefined) {
      rows.push({...nobody, user: userClass, ...more, may: 'yes', through: grant.holder.text});
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
    for (const through of expanded.unknown) {
      rows.push({...nobody, ...more, may: 'unknown', through});
    }
    return rows;
  });
}
