import type {Given} from '../body.ts';
import {fieldError} from '../errors.ts';
import {
  type Grant,
  type Holder,
  type HolderType,
  holderFields,
} from '../world/permission-schemes.ts';
import {projectPermissions} from '../world/permissions.ts';
import {projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {nextRecord} from './records.ts';

/** Which holder types go with a value (services T2.2). */
const valueNeed: Readonly<Record<HolderType, 'none' | 'optional' | 'required'>> = {
  anyone: 'none',
  applicationRole: 'optional',
  assignee: 'none',
  group: 'required',
  groupCustomField: 'required',
  projectLead: 'none',
  projectRole: 'required',
  reporter: 'none',
  'sd.customer.portal.only': 'none',
  user: 'required',
  userCustomField: 'required',
};

interface GivenHolder {
  readonly type: string;
  readonly value: string;
  readonly parameter: string;
}

export type GivenGrant = Given<{readonly permission: string; readonly holder: Given<GivenHolder>}>;

/**
 * A new grant from a body; its id is made here.
 *
 * @throws SandboxError 400 about `permission` or `holder`
 */
export function readGrant(world: World, {permission: key, holder: given}: GivenGrant): Grant {
  const permission = key ?? '';
  if (!projectPermissions.some(one => one.key === permission)) {
    throw fieldError({permission: `“${permission}” is not a project permission.`});
  }
  return {id: nextRecord(world), permission, holder: readHolder(world, given ?? {})};
}

/** Refuse grants that say the same. @throws SandboxError 400 */
export function requireDistinctGrants(grants: readonly Grant[]): void {
  const said = new Set<string>();
  for (const {permission, holder} of grants) {
    const sentence = JSON.stringify([permission, holder.type, holder.value ?? null]);
    if (said.has(sentence)) {
      throw fieldError({holder: `The holder has the permission ${permission} already.`});
    }
    said.add(sentence);
  }
}

function readHolder(world: World, given: Given<GivenHolder>): Holder {
  const type = given.type ?? '';
  if (!isHolderType(type)) throw fieldError({holder: `“${type}” is not a type of holder.`});
  if (valueNeed[type] === 'none') return {type};
  const value = readValue(world, type, given);
  if (value === undefined) {
    if (valueNeed[type] === 'optional') return {type};
    throw fieldError({holder: `A holder of type ${type} needs a value.`});
  }
  if (!isThere(world, type, value)) {
    throw fieldError({holder: `There is no ${type} “${value}”.`});
  }
  return {type, value};
}

/** `value` goes before `parameter`; the parameter of a group is its name (services T2.2). */
function readValue(
  world: World,
  type: HolderType,
  {value, parameter}: Given<GivenHolder>,
): string | undefined {
  const given = value ?? parameter ?? undefined;
  if (type !== 'group' || given === undefined || given === value) return given;
  const groups = [...world.tracker.groups.values()];
  return groups.find(group => group.name === given)?.id ?? given;
}

function isThere(world: World, type: HolderType, value: string): boolean {
  switch (type) {
    case 'group':
      return world.tracker.groups.has(value);
    case 'user':
      return world.users.has(value);
    case 'projectRole':
      return projectRoles.some(role => String(role.id) === value);
    case 'userCustomField':
      return holderFields[value]?.kind === 'user';
    case 'groupCustomField':
      return holderFields[value]?.kind === 'group';
    default:
      return value !== '';
  }
}

function isHolderType(type: string): type is HolderType {
  return Object.hasOwn(valueNeed, type);
}
