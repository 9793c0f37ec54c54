import {type AccessFacts, type AccessProject, findUser} from './access-facts.ts';
import {isUnread} from './match-grant.ts';
import {type Circle, circleOf} from './who-holds.ts';

/** One way in which a user has a permission in a project. */
export interface AccessRow {
  /** Name of the user; empty if it is unknown who holds the permission. */
  readonly user: string;
  readonly accountId: string;
  /** `active`, `inactive`, or empty for everybody of a kind. */
  readonly state: string;
  readonly permission: string;
  /** Key of the project. */
  readonly project: string;
  readonly may: 'yes' | 'some issues' | 'unknown';
  /** Role, group, lead, application; why it is unknown. */
  readonly through: string;
  readonly grant: string;
  readonly scheme: string;
}

/** Types of holders whose circle depends on the project. */
const ofProject = new Set(['projectrole', 'projectlead']);

/**
 * List who has which permission in the projects, and through what, project by project. Everybody of
 * a kind, such as all signed-in users, is one row. What could not be read is a row `unknown`.
 */
export function* accessRows(facts: AccessFacts): Generator<readonly AccessRow[], void, undefined> {
  const shared = new Map<string, Circle>();
  for (const project of facts.projects) yield rowsOf(project, facts, shared);
}

function rowsOf(
  project: AccessProject,
  facts: AccessFacts,
  shared: Map<string, Circle>,
): readonly AccessRow[] {
  const scheme = isUnread(project.scheme)
    ? project.scheme
    : (facts.schemes.get(project.scheme) ?? {unknown: 'not read'});
  const nobody = {user: '', accountId: '', state: '', project: project.key};
  if (isUnread(scheme)) {
    const through = `permission scheme: ${scheme.unknown}`;
    return [{...nobody, permission: '', may: 'unknown', through, grant: '', scheme: ''}];
  }
  return scheme.grants.flatMap(grant => {
    const isOwn = ofProject.has(grant.holder.type.toLowerCase());
    const key = `${scheme.id} ${grant.id}`;
    const circle = (isOwn ? undefined : shared.get(key)) ?? circleOf(grant, project, facts);
    if (!isOwn) shared.set(key, circle);
    const more = {permission: grant.permission, grant: grant.id, scheme: scheme.name};
    const rows: AccessRow[] = [...circle.members].map(([accountId, through]) => {
      const user = findUser(facts, accountId);
      const state = user === undefined ? 'unknown' : user.isActive ? 'active' : 'inactive';
      const name = user?.name ?? accountId;
      return {user: name, accountId, state, project: project.key, ...more, may: 'yes', through};
    });
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
