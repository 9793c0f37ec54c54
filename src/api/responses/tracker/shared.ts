import type {ObjectShape, Shape} from '../../field.ts';
import {integer, json, listOf, mapOf, objectOf, oneOf, text, truth} from '../shapes.ts';

/** Build the shape of a list page by offset (services W5.1). */
export function pageOf(items: Shape): ObjectShape {
  return objectOf({
    isLast: truth,
    maxResults: integer,
    nextPage: text,
    self: text,
    startAt: integer,
    total: integer,
    values: listOf(items),
  });
}

/** A created or referenced object with only its id. */
export const idOnly = objectOf({id: text});

/** An entity with a name and its own URL. */
export const namedEntity = objectOf({description: text, id: text, name: text, self: text});

export const statusCategory = objectOf({
  colorName: text,
  id: integer,
  key: text,
  name: text,
  self: text,
});

export const avatarUrls = objectOf({'16x16': text, '24x24': text, '32x32': text, '48x48': text});

/** A user inside another record. */
export const userDetails = objectOf({
  accountId: text,
  accountType: text,
  active: truth,
  avatarUrls,
  displayName: text,
  emailAddress: text,
  key: text,
  name: text,
  self: text,
  timeZone: text,
});

export const projectTypeKey = oneOf('software', 'service_desk', 'business');

/** A project inside another record. */
export const projectDetails = objectOf({
  avatarUrls,
  id: text,
  key: text,
  name: text,
  projectCategory: namedEntity,
  projectTypeKey,
  self: text,
  simplified: truth,
});

/** The project that an entity belongs to, if any. */
export const scope = objectOf({
  project: projectDetails,
  type: oneOf('PROJECT', 'TEMPLATE'),
});

export const groupName = objectOf({groupId: text, name: text, self: text});

export const applicationRole = objectOf({
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
  return objectOf({
    callback: json,
    items: listOf(items),
    'max-results': integer,
    pagingCallback: json,
    size: integer,
  });
}

export const accountType = oneOf('atlassian', 'app', 'customer', 'unknown');

export const user = objectOf({
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

const roleActor = objectOf({
  actorGroup: objectOf({displayName: text, groupId: text, name: text}),
  actorUser: objectOf({accountId: text}),
  avatarUrl: text,
  displayName: text,
  id: integer,
  name: text,
  type: oneOf('atlassian-group-role-actor', 'atlassian-user-role-actor'),
});

export const projectRole = objectOf({
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

/** A task that continues after the response (services W5.7). */
export const task = objectOf({
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

/** A map from names to texts. */
export const texts = mapOf(text);
