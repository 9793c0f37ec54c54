import type {Project} from './projects.ts';
import type {SeedContext} from './seed-context.ts';
import type {WorldUser} from './users.ts';

/** The object of an audit record, or one that it concerns too. */
export interface AuditItem {
  readonly id: string;
  readonly name: string;
  /** `PROJECT`, `GROUP`, `SCHEME` … */
  readonly typeName: string;
  readonly parentId?: string;
  readonly parentName?: string;
}

/** The value of a field before and after a change; absent where there was none. */
export interface AuditChange {
  readonly fieldName: string;
  readonly changedFrom?: string;
  readonly changedTo?: string;
}

/** A record of the audit log: who changed what. */
export interface AuditRecord {
  readonly id: number;
  readonly summary: string;
  readonly category: string;
  /** Milliseconds since the UNIX epoch. */
  readonly at: number;
  /** Account id; absent for an anonymous caller. */
  readonly byId?: string;
  readonly object: AuditItem;
  readonly associated: readonly AuditItem[];
  readonly changes: readonly AuditChange[];
}

const day = 86_400_000;

/** Days that the service keeps records. */
const retentionDays = 180;

/** Create the records from before the start: created projects, and members added to groups. */
export function makeAuditRecords(
  {now, groups, people, random: of}: SeedContext,
  projects: readonly Project[],
  users: readonly WorldUser[],
): readonly AuditRecord[] {
  const random = of('audit records');
  const byId = people[0] ?? '';
  const created = projects.slice(0, 20).map(({id, key, name}, index) => ({
    summary: 'Project created',
    category: 'projects',
    at: now - (retentionDays - index * 3) * day,
    object: {id, name, typeName: 'PROJECT'},
    associated: [],
    changes: [
      {fieldName: 'Name', changedTo: name},
      {fieldName: 'Key', changedTo: key},
    ],
  }));
  const names = new Map(users.map(user => [user.accountId, user.displayName]));
  const added = groups.slice(0, 20).map(({id, name, memberIds}) => {
    const accountId = random.pick([...memberIds]);
    const user = {id: accountId, name: names.get(accountId) ?? '', typeName: 'USER'};
    return {
      summary: 'User added to group',
      category: 'group management',
      at: now - random.int(1, retentionDays - 1) * day,
      object: {id, name, typeName: 'GROUP'},
      associated: [user],
      changes: [],
    };
  });
  return [...created, ...added]
    .sort((one, other) => one.at - other.at)
    .map((record, index) => ({id: 1 + index, byId, ...record}));
}
