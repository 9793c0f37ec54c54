import type {Call, JsonObject} from '../route.ts';
import {holderFields} from '../world/permission-schemes.ts';
import {projectRoles} from '../world/site-setup.ts';
import {selfUrl} from './links.ts';
import {roleBean} from './role-bean.ts';
import {userReference} from './user-bean.ts';
import {groupName} from './user-expansions.ts';

/** What a holder of a permission or a recipient of a notification can name. */
export type NamedKind = 'user' | 'group' | 'projectRole' | 'field';

/**
 * What goes with an id that names something: which value of expand tells more, and, when it is asked
 * for, that. Nothing for an id that names nothing.
 */
export function namedBean(
  call: Call,
  {kind, id}: {readonly kind: NamedKind | undefined; readonly id: string},
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  if (kind === undefined) return {};
  const wanted = expand.has(kind) || expand.has('all');
  return {expand: kind, [kind]: wanted ? wholeBean(call, kind, id) : undefined};
}

function wholeBean(call: Call, kind: NamedKind, id: string): unknown {
  switch (kind) {
    case 'user':
      return userReference(call, id);
    case 'group': {
      const group = call.tracker.groups.get(id);
      return group && groupName(call, group);
    }
    case 'projectRole': {
      const role = projectRoles.find(one => String(one.id) === id);
      return role && roleBean(role, selfUrl(call, `role/${id}`));
    }
    case 'field':
      return fieldBean(id);
  }
}

/** A custom field that holds a user or a group. */
function fieldBean(id: string): JsonObject {
  const field = holderFields[id];
  const customId = Number(id.replace('customfield_', ''));
  return {
    id,
    key: id,
    name: field?.name ?? id,
    custom: true,
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames: [`cf[${customId}]`, field?.name ?? id],
    schema: {type: field?.kind ?? 'string', customId},
  };
}
