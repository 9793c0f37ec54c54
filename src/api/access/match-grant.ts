import {isObject, type JsonValue, readPointer} from '../../base/json-value.ts';
import type {Holder} from './holders.ts';

/** Something that could not be read, and why: a sentence fragment. */
export interface Unknown {
  readonly unknown: string;
}

/** A user whose permissions are checked. */
export interface GrantSubject {
  readonly id: string;
  /** `atlassian`, `app` or `customer`; undefined if the service does not tell. */
  readonly accountType?: string | Unknown | undefined;
  /** Whether the user is in a group, by the group's id or name. */
  inGroup(id: string, name: string): boolean | Unknown;
  /** Whether the user has access to an application. */
  hasApplication(key: string): boolean | Unknown;
}

/** The project in which grants are checked. */
export interface GrantProject {
  /** Account id of the lead; '' if it is not known. */
  readonly lead: string;
  /** The actors of a role. */
  actorsOf(roleId: string): readonly JsonValue[] | Unknown;
}

/** How a grant applies to a user. */
export interface GrantMatch {
  /** `yes`: in the whole project; `some`: on some issues; `unknown`: cannot be determined. */
  readonly holds: 'yes' | 'some' | 'unknown';
  readonly why: string;
}

const yes = (why: string): GrantMatch => ({holds: 'yes', why});
const unknown = (why: string): GrantMatch => ({holds: 'unknown', why});

/** Check whether a value could not be read. */
export function isUnread(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && 'unknown' in value;
}

/** Match a holder by its type (services T2.2), in lower case; undefined if it does not apply. */
export function matchGrant(
  holder: Holder,
  subject: GrantSubject,
  project: GrantProject,
): GrantMatch | undefined {
  const {value, text, name} = holder;
  const {accountType} = subject;
  switch (holder.type.toLowerCase()) {
    case 'anyone':
      return yes('anyone');
    case 'user':
      return value === subject.id ? yes('named in the scheme') : undefined;
    case 'projectlead':
      if (project.lead === '') return unknown('whether the user leads the project');
      return project.lead === subject.id ? yes('leads the project') : undefined;
    case 'applicationrole':
      if (value !== '') {
        const has = subject.hasApplication(value);
        if (isUnread(has)) return unknown(`whether the user has access: ${has.unknown}`);
        return has ? yes(text) : undefined;
      }
      if (isUnread(accountType))
        return unknown(`whether the user is a customer: ${accountType.unknown}`);
      // Customers of a portal are not signed in to the application.
      return accountType === 'customer' ? undefined : yes('everyone signed in');
    case 'sd.customer.portal.only':
      if (accountType === undefined || isUnread(accountType))
        return unknown(`whether the user is one of: ${text}`);
      return accountType === 'customer' ? yes(text) : undefined;
    case 'group': {
      const is = subject.inGroup(value, name);
      if (isUnread(is)) return unknown(`whether the user is in ${text}: ${is.unknown}`);
      return is ? yes(`in group ${name}`) : undefined;
    }
    case 'projectrole':
      return inRole(holder, subject, project);
    case 'reporter':
    case 'assignee':
    case 'usercustomfield':
    case 'groupcustomfield':
      return {holds: 'some', why: `on issues where they are ${text}`};
    default:
      return unknown(`whether the user is one of: ${text}`);
  }
}

/** A group whose membership decides only if no other actor of the role is the user. */
function inRole(
  {value, name}: Holder,
  subject: GrantSubject,
  project: GrantProject,
): GrantMatch | undefined {
  const actors = project.actorsOf(value);
  if (isUnread(actors)) {
    return unknown(`whether the user is in role ${name}, which could not be read`);
  }
  let doubt: GrantMatch | undefined;
  for (const actor of actors) {
    if (readPointer(actor, '/actorUser/accountId') === subject.id) return yes(`in role ${name}`);
    const group = readPointer(actor, '/actorGroup');
    if (!isObject(group)) continue;
    const called = String(group.displayName ?? group.name ?? '');
    const is = subject.inGroup(String(group.groupId ?? ''), String(group.name ?? ''));
    if (isUnread(is)) doubt ??= unknown(`whether the user is in group ${called} of role ${name}`);
    else if (is) return yes(`in role ${name} by group ${called}`);
  }
  return doubt;
}
