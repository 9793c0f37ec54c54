import {projectPermissions} from './permissions.ts';
import type {Random} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {groupNames} from './site-setup.ts';
import {nameAt} from './table.ts';
import {words} from './words.ts';

/** Types of holders (services T2.2). */
export type HolderType =
  | 'anyone'
  | 'applicationRole'
  | 'assignee'
  | 'group'
  | 'groupCustomField'
  | 'projectLead'
  | 'projectRole'
  | 'reporter'
  | 'sd.customer.portal.only'
  | 'user'
  | 'userCustomField';

/**
 * The holder of a permission; `value` is a group's id, an account id, a role or field id, or an
 * application.
 */
export interface GrantHolder {
  readonly type: HolderType;
  readonly value?: string;
}

export interface PermissionGrant {
  readonly id: number;
  readonly permission: string;
  readonly holder: GrantHolder;
}

export interface PermissionScheme {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** The team-managed project it belongs to. */
  readonly scopeProjectId?: string;
  readonly grants: readonly PermissionGrant[];
}

/** Fields that can contain a user or a group: id → members of the field. */
export const holderFields: Readonly<
  Record<string, {readonly name: string; readonly kind: 'user' | 'group'}>
> = {
  customfield_10300: {name: 'Reviewer', kind: 'user'},
  customfield_10301: {name: 'Responsible group', kind: 'group'},
};

/** Ids of the schemes with a special purpose. */
export const schemeIds = {usual: 0, public: 10_000, private: 10_001} as const;

const administrators: GrantHolder = {type: 'projectRole', value: '10002'};
const developers: GrantHolder = {type: 'projectRole', value: '10003'};
const serviceTeam: GrantHolder = {type: 'projectRole', value: '10004'};
const viewers: GrantHolder = {type: 'projectRole', value: '10005'};
const everyUser: GrantHolder = {type: 'applicationRole'};

const adminPermissions = new Set([
  'ADMINISTER_PROJECTS',
  'EDIT_WORKFLOW',
  'EDIT_ISSUE_LAYOUT',
  'DELETE_ALL_COMMENTS',
  'DELETE_ALL_ATTACHMENTS',
  'DELETE_ALL_WORKLOGS',
  'EDIT_ALL_WORKLOGS',
]);

type Pairs = readonly (readonly [permission: string, holder: GrantHolder])[];

/**
 * Create the permission schemes of a site: the default, a public one, a private one, then generated
 * ones.
 */
export function makePermissionSchemes(seedContext: SeedContext): readonly PermissionScheme[] {
  const random = seedContext.random('permission schemes');
  let grantId = 10_100;
  const scheme = (
    id: number,
    name: string,
    description: string,
    pairs: Pairs,
  ): PermissionScheme => {
    const grants = pairs.map(([permission, holder]) => {
      grantId += 1;
      return {id: grantId, permission, holder};
    });
    return {id, name, description, grants};
  };
  const defaultPairs = makeDefaultPairs();
  const schemes = [
    scheme(
      schemeIds.usual,
      'Default Permission Scheme',
      'Every signed-in user sees and works; administrators of the project decide.',
      defaultPairs,
    ),
    scheme(schemeIds.public, 'Open to the world', 'Anybody may look, signed in or not.', [
      ['BROWSE_PROJECTS', {type: 'anyone'}],
      ...defaultPairs,
    ]),
    scheme(
      schemeIds.private,
      'Members only',
      'For projects whose existence is not to be known.',
      defaultPairs.map(([permission, holder]) => [
        permission,
        holder === everyUser ? developers : holder,
      ]),
    ),
  ];
  while (schemes.length < seedContext.counts.permissionSchemes) {
    const index = schemes.length;
    schemes.push(
      scheme(10_000 + index, nameScheme(index), describeScheme(index), [
        ...defaultPairs.filter(() => !random.chance(12)),
        ...makeSpecialPairs(random, seedContext),
      ]),
    );
  }
  return schemes;
}

function makeDefaultPairs(): Pairs {
  const pairs: [string, GrantHolder][] = [];
  for (const {key} of projectPermissions) {
    if (adminPermissions.has(key)) {
      pairs.push([key, administrators], [key, {type: 'projectLead'}]);
    } else if (key === 'SERVICEDESK_AGENT') {
      pairs.push([key, serviceTeam], [key, {type: 'sd.customer.portal.only'}]);
    } else if (key.startsWith('VIEW_') || key === 'BROWSE_PROJECTS') {
      pairs.push([key, everyUser], [key, viewers], [key, administrators]);
    } else {
      pairs.push([key, everyUser], [key, administrators]);
    }
  }
  return pairs;
}

/** List grants of every holder type that the default ones lack. */
function makeSpecialPairs(random: Random, {groups, people}: SeedContext): Pairs {
  const agents = groups.find(group => group.name === groupNames.agents);
  return [
    ['EDIT_ISSUES', {type: 'assignee'}],
    ['DELETE_OWN_COMMENTS', {type: 'reporter'}],
    ['ADMINISTER_PROJECTS', {type: 'user', value: random.pick(people)}],
    ['ASSIGN_ISSUES', {type: 'group', value: random.pick(groups).id}],
    ['MANAGE_WATCHERS', {type: 'group', value: (agents ?? random.pick(groups)).id}],
    ['RESOLVE_ISSUES', {type: 'userCustomField', value: 'customfield_10300'}],
    ['SET_ISSUE_SECURITY', {type: 'groupCustomField', value: 'customfield_10301'}],
    ['CREATE_ISSUES', {type: 'applicationRole', value: 'tracker-software'}],
  ];
}

const {schemeKinds} = words;

function nameScheme(index: number): string {
  return nameAt(schemeKinds, index - 3, (kind, round) => `${kind} (region ${round})`);
}

function describeScheme(index: number): string {
  return index % 4 === 0 ? '' : `Differs from the default where ${schemeKinds[index % 8]} need it.`;
}
