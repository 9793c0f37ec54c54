import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  readFirstOf,
  readPointer,
  textAt,
} from '../../base/json-value.ts';
import {lookUp} from '../../base/look-up.ts';

/** The holder of a permission or the recipient of a notification: type and value, with its name. */
export interface Holder {
  /** Type and value; equal in every scheme of a site. */
  readonly id: string;
  readonly type: string;
  /** Id of the group, user, role or field; empty if the type is enough. */
  readonly value: string;
  /** Its name; its id if the name is unknown. */
  readonly name: string;
  /** Only its name is known, which may change. */
  readonly byName: boolean;
  /** As a column title: `G:devs`, `R:Administrators`, `U:Jo`, `anyone`. */
  readonly label: string;
  /** As part of a sentence: `group devs`. */
  readonly text: string;
  /** Why it no longer exists; undefined unless that is certain. */
  readonly gone: string | undefined;
  /** The service did not return it, so it may or may not exist. */
  readonly isUnknown: boolean;
}

interface HolderType {
  readonly glyph: string;
  readonly word: string;
  /** Its name if it needs no value. */
  readonly alone?: string;
  /** The member that contains the object after expansion. */
  readonly member?: 'user' | 'group' | 'projectRole' | 'field';
  /** Its order among the columns: the largest set of users first. */
  readonly order: number;
}

/** Types of permission holders (services T2.2) and of recipients (W4.13), by name in lower case. */
const types: Readonly<Record<string, HolderType>> = {
  anyone: {glyph: '', word: 'anyone, signed in or not', alone: 'anyone', order: 0},
  applicationrole: {
    glyph: 'A',
    word: 'users with access to',
    alone: 'signed in',
    order: 1,
  },
  'sd.customer.portal.only': {
    glyph: '',
    word: 'customers of the portal',
    alone: 'portal customers',
    order: 2,
  },
  group: {glyph: 'G', word: 'group', member: 'group', order: 3},
  projectrole: {glyph: 'R', word: 'project role', member: 'projectRole', order: 4},
  user: {glyph: 'U', word: 'user', member: 'user', order: 5},
  emailaddress: {glyph: 'E', word: 'e-mail address', order: 6},
  usercustomfield: {glyph: 'F', word: 'the user in the field', member: 'field', order: 7},
  groupcustomfield: {glyph: 'FG', word: 'the group in the field', member: 'field', order: 8},
  projectlead: {glyph: '', word: 'the project lead', alone: 'project lead', order: 9},
  componentlead: {glyph: '', word: 'the component lead', alone: 'component lead', order: 10},
  reporter: {glyph: '', word: 'the reporter', alone: 'reporter', order: 11},
  assignee: {glyph: '', word: 'the assignee', alone: 'assignee', order: 12},
  currentassignee: {glyph: '', word: 'the assignee', alone: 'assignee', order: 12},
  currentuser: {
    glyph: '',
    word: 'the person who made the change',
    alone: 'person who made the change',
    order: 13,
  },
  allwatchers: {glyph: '', word: 'all watchers', alone: 'watchers', order: 14},
};

const names = ['/displayName', '/name', '/key'];

/**
 * Read the holder of a grant, or the recipient of a notification.
 *
 * @param type its type as written by the service
 * @param value the grant's holder, or the notification, with its expanded members
 */
export function holderOf(type: string, value: JsonValue): Holder {
  const kind = lookUp(types, type.toLowerCase());
  const given = readFirstOf(value, ['/value', '/recipient', '/parameter']);
  const id = given === undefined ? '' : String(given);
  const object = kind?.member && readPointer(value, `/${kind.member}`);
  // A group's parameter is its name, with or without expansion (services T2.2).
  const isGroup = kind?.member === 'group';
  const name =
    readFirstOf(object, names) ?? (isGroup ? readPointer(value, '/parameter') : undefined);
  const shown = name === undefined ? id : String(name);
  const glyph = kind === undefined ? type : kind.glyph;
  const alone = kind?.alone ?? type;
  const label = shown === '' ? alone : glyph === '' ? shown : `${glyph}:${shown}`;
  const word = kind?.word ?? type;
  const called = shown === '' ? '' : shown === id ? ` ${id}` : ` ${shown} (${id})`;
  return {
    id: `${type} ${id}`.trim(),
    type,
    value: id,
    name: shown,
    byName: isGroup && readFirstOf(value, ['/value', '/recipient']) === undefined,
    label,
    text: type === 'applicationRole' && id === '' ? 'all signed-in users' : word + called,
    gone: goneReason(kind, object, value),
    isUnknown: kind?.member !== undefined && id !== '' && !isObject(object) && !isMissing(value),
  };
}

/** Read the holder of a grant. */
export function holderOfGrant(grant: JsonValue): Holder {
  const holder = readPointer(grant, '/holder') ?? null;
  return holderOf(textAt(holder, '/type'), holder);
}

/** Read the recipient of a notification. */
export function recipientOf(notification: JsonValue): Holder {
  return holderOf(textAt(notification, '/notificationType'), notification);
}

/** A service may not expand an existing holder; only a lookup shows that one is gone. */
function goneReason(
  kind: HolderType | undefined,
  object: JsonValue | undefined,
  value: JsonValue,
): string | undefined {
  if (isMissing(value)) return 'no longer exists';
  const isUser = kind?.member === 'user' && isObject(object);
  return isUser && object.active === false ? 'the account is inactive' : undefined;
}

/** Marks holders that a lookup did not find. */
const missing = 'steward:missing';

function isMissing(value: JsonValue): boolean {
  return isObject(value) && value[missing] === true;
}

/**
 * Add the project roles that the service did not expand to the grants of a scheme, from the list of
 * all roles. Without that list they stay unchanged.
 *
 * @param answer an object with `permissions`
 * @param roles response of role get-all-project, if it could be read
 */
export function withRoles(answer: JsonValue, roles: JsonValue | undefined): JsonValue {
  if (!isObject(answer) || !isArray(answer.permissions) || !isArray(roles)) return answer;
  const known = new Map(roles.map(role => [textAt(role, '/id'), role]));
  const permissions = answer.permissions.map((grant): JsonValue => {
    const {type, value, isUnknown} = holderOfGrant(grant);
    if (!isUnknown || type.toLowerCase() !== 'projectrole' || !isObject(grant)) return grant;
    const role = known.get(value);
    const found: JsonObject = role === undefined ? {[missing]: true} : {projectRole: role};
    return {...grant, holder: {...(isObject(grant.holder) && grant.holder), ...found}};
  });
  return {...answer, permissions};
}

/** Sort large sets of users first, then groups, roles, users and fields, each by name. */
export function compareHolders(a: Holder, b: Holder): number {
  const order = (h: Holder): number => lookUp(types, h.type.toLowerCase())?.order ?? 99;
  return order(a) - order(b) || a.label.localeCompare(b.label, 'en', {numeric: true});
}

/** A holder as in the body of a grant: a group by its name if its id is unknown (services T2.2). */
export function grantHolder({type, value, byName}: Holder): Readonly<Record<string, string>> {
  if (value === '') return {type};
  return byName ? {type, parameter: value} : {type, value};
}

/** A recipient as in a new notification: a group by its name, all others by id (services W4.13). */
export function newNotification({type, value, name}: Holder): Readonly<Record<string, string>> {
  const notificationType = type;
  if (value === '') return {notificationType};
  return {notificationType, parameter: type === 'Group' ? name : value};
}
