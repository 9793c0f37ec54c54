import type {ObjectShape, Shape} from '../../field.ts';
import {
  boolean,
  integer,
  integers,
  json,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  recordOf,
  text,
  texts,
  truths,
} from '../shapes.ts';

/** Build the shape of a list page by offset (services W5.1). */
export function pageOf(items: Shape): ObjectShape {
  return recordOf({
    ...integers('maxResults startAt total'),
    ...texts('nextPage self'),
    isLast: boolean,
    values: listOf(items),
  });
}

/** A created or referenced object with only its id. */
export const idOnly = objectOf({id: text});

/** An entity with a name and its own URL. */
export const namedEntity = objectOf({description: text, id: text, name: text, self: text});

export const statusCategory = recordOf({
  ...texts('colorName key name self'),
  id: integer,
});

export const avatarUrls = objectOf({'16x16': text, '24x24': text, '32x32': text, '48x48': text});

/** A user inside another record. */
export const userDetails = recordOf({
  ...texts('accountId accountType displayName emailAddress key name self timeZone'),
  active: boolean,
  avatarUrls,
});

export const projectTypeKey = oneOf('software service_desk business');

/** A project inside another record. */
export const projectDetails = recordOf({
  ...texts('id key name self'),
  avatarUrls,
  projectCategory: namedEntity,
  projectTypeKey,
  simplified: boolean,
});

/** The project that an entity belongs to, if any. */
export const scope = objectOf({
  project: projectDetails,
  type: oneOf('PROJECT TEMPLATE'),
});

export const groupName = objectOf({groupId: text, name: text, self: text});

export const applicationRole = recordOf({
  ...texts('key name userCountDescription'),
  ...integers('numberOfSeats remainingSeats userCount'),
  ...truths('defined hasUnlimitedSeats platform selectedByDefault'),
  defaultGroups: listOf(text),
  defaultGroupsDetails: listOf(groupName),
  groupDetails: listOf(groupName),
  groups: listOf(text),
});

function wrapped(items: Shape): ObjectShape {
  return recordOf({
    ...integers('max-results size'),
    callback: json,
    items: listOf(items),
    pagingCallback: json,
  });
}

export const accountType = oneOf('atlassian app customer unknown');

export const user = recordOf({
  ...texts('accountId appType displayName emailAddress expand key locale name self'),
  ...texts('timeZone'),
  ...truths('active guest'),
  accountType,
  applicationRoles: wrapped(applicationRole),
  avatarUrls,
  groups: wrapped(groupName),
});

const roleActor = recordOf({
  ...texts('avatarUrl displayName name'),
  actorGroup: objectOf({displayName: text, groupId: text, name: text}),
  actorUser: objectOf({accountId: text}),
  id: integer,
  type: oneOf('atlassian-group-role-actor atlassian-user-role-actor'),
});

export const projectRole = recordOf({
  ...texts('description name self translatedName'),
  ...truths('admin currentUserRole default roleConfigurable'),
  actors: listOf(roleActor),
  id: integer,
  scope,
});

/** A task that continues after the response (services W5.7). */
export const task = recordOf({
  ...texts('description id message self'),
  ...integers('elapsedRuntime finished lastUpdate progress started submitted submittedBy'),
  result: json,
  status: oneOf('ENQUEUED RUNNING COMPLETE FAILED CANCEL_REQUESTED CANCELLED DEAD'),
});

/** A map from names to texts. */
export const textMap = mapOf(text);
