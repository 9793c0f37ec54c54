import type {ObjectShape, Shape} from '../../field.ts';
import {having, integer, json, listOf, mapOf, oneOf, text, truth} from '../shapes.ts';

/** A page of a list that is read by offset (services W5.1). */
export function pageOf(items: Shape): ObjectShape {
  return having({
    isLast: truth,
    maxResults: integer,
    nextPage: text,
    self: text,
    startAt: integer,
    total: integer,
    values: listOf(items),
  });
}

/** A created or referenced object, by its id alone. */
export const idOnly = having({id: text});

/** A thing of a name, with where it is read. */
export const namedThing = having({description: text, id: text, name: text, self: text});

export const statusCategory = having({
  colorName: text,
  id: integer,
  key: text,
  name: text,
  self: text,
});

export const avatarUrls = having({'16x16': text, '24x24': text, '32x32': text, '48x48': text});

export const projectTypeKey = oneOf('software', 'service_desk', 'business');

/** Of which project something is, where it is of one. */
export const scope = having({
  project: having({
    avatarUrls,
    id: text,
    key: text,
    name: text,
    projectCategory: namedThing,
    projectTypeKey,
    self: text,
    simplified: truth,
  }),
  type: oneOf('PROJECT', 'TEMPLATE'),
});

export const groupName = having({groupId: text, name: text, self: text});

const applicationRole = having({
  defaultGroups: listOf(text),
  defaultGroupsDetails: listOf(groupName),
  defined: truth,
  groupDetails: listOf(groupName),
  groups: listOf(text),
  hasUnlimitedSeats: truth,
  key: text,
  name: text,
  numberOfSeats: integer,
  platform: truth,
  remainingSeats: integer,
  selectedByDefault: truth,
  userCount: integer,
  userCountDescription: text,
});

function wrapped(items: Shape): ObjectShape {
  return having({
    callback: json,
    items: listOf(items),
    'max-results': integer,
    pagingCallback: json,
    size: integer,
  });
}

export const accountType = oneOf('atlassian', 'app', 'customer', 'unknown');

export const user = having({
  accountId: text,
  accountType,
  active: truth,
  appType: text,
  applicationRoles: wrapped(applicationRole),
  avatarUrls,
  displayName: text,
  emailAddress: text,
  expand: text,
  groups: wrapped(groupName),
  guest: truth,
  key: text,
  locale: text,
  name: text,
  self: text,
  timeZone: text,
});

const roleActor = having({
  actorGroup: having({displayName: text, groupId: text, name: text}),
  actorUser: having({accountId: text}),
  avatarUrl: text,
  displayName: text,
  id: integer,
  name: text,
  type: oneOf('atlassian-group-role-actor', 'atlassian-user-role-actor'),
});

export const projectRole = having({
  actors: listOf(roleActor),
  admin: truth,
  currentUserRole: truth,
  default: truth,
  description: text,
  id: integer,
  name: text,
  roleConfigurable: truth,
  scope,
  self: text,
  translatedName: text,
});

/** Work that goes on after its answer (services W5.7). */
export const task = having({
  description: text,
  elapsedRuntime: integer,
  finished: integer,
  id: text,
  lastUpdate: integer,
  message: text,
  progress: integer,
  result: json,
  self: text,
  started: integer,
  status: oneOf(
    'ENQUEUED',
    'RUNNING',
    'COMPLETE',
    'FAILED',
    'CANCEL_REQUESTED',
    'CANCELLED',
    'DEAD',
  ),
  submitted: integer,
  submittedBy: integer,
});

/** Names with a text for each. */
export const texts = mapOf(text);
