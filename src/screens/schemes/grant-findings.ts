import {type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import type {StagedChange} from '../../state/views/matrix/state.ts';
import {grantHolders} from './holder-choices.ts';
import {type Holder, holderOf, holderOfGrant, withRoles} from './holders.ts';
import {permissionEffect, permissionNamed, permissionRow} from './permission-names.ts';

interface Grant {
  readonly id: string;
  readonly permission: string;
  readonly holder: Holder;
  readonly raw: JsonValue;
}

/** How much a finding matters, in words; the list is in this order. */
const severities = ['serious', 'look at it', 'note'] as const;
type Severity = (typeof severities)[number];

/** What would mend something, in words, and as changes to be staged; empty where that is for people to say. */
interface Mend {
  readonly mend: string;
  readonly changes: readonly StagedChange[];
}

interface Finding extends Mend {
  readonly severity: Severity;
  readonly finding: string;
  readonly permission: string;
  readonly holder: string;
  readonly grant: string;
}

/**
 * What is odd about the grants of a scheme, the most serious first.
 *
 * @param answer the answer of get-permission-scheme-grants with user, group, projectRole and field; as
 * `roles` the answer of role get-all-project, if it could be read
 */
export function findingRows(answer: JsonValue): readonly JsonValue[] {
  const looked = withRoles(answer, readPointer(answer, '/roles'));
  const grants = listAt(looked, '/permissions').map(readGrant);
  const findings = [
    ...grants.flatMap(ofGrant),
    ...editsWithoutAdding(grants),
    ...givenTwice(grants),
    ...unknownHolders(grants),
  ];
  const order = (f: Finding): number => severities.indexOf(f.severity);
  return findings
    .sort((a, b) => order(a) - order(b))
    .map((finding, i): JsonValue => JSON.parse(JSON.stringify({number: i + 1, ...finding})));
}

function readGrant(raw: JsonValue): Grant {
  return {
    id: String(readPointer(raw, '/id') ?? ''),
    permission: String(readPointer(raw, '/permission') ?? ''),
    holder: holderOfGrant(raw),
    raw,
  };
}

/** What one grant alone tells. */
function ofGrant(grant: Grant): Finding[] {
  const {permission, holder} = grant;
  const findings: Finding[] = [];
  const add = (severity: Severity, finding: string, mend?: Mend): void => {
    findings.push(about(grant, severity, finding, mend));
  };
  const effect = permissionEffect(permission);
  if (holder.type === 'anyone' && effect === 'write') {
    add('serious', 'people not signed in may write');
  }
  if (holder.type === 'anyone' && effect === 'unknown') {
    add('look at it', 'people not signed in hold an app’s permission');
  }
  const broad = permission === 'ADMINISTER_PROJECTS' ? broadCircle(holder) : undefined;
  if (broad !== undefined) add('serious', `given to ${broad}`);
  if (holder.gone !== undefined) add('look at it', holder.gone);
  if (holder.type === 'group' && readPointer(grant.raw, '/holder/value') === undefined) {
    add('look at it', 'given by name: ids do not change', byId(grant));
  }
  if (holder.type === 'user' && holder.gone === undefined) {
    add('note', 'held by one person directly');
  }
  return findings;
}

/** Whom a holder stands for when that is very many; a group is judged by its name alone. */
function broadCircle(holder: Holder): string | undefined {
  if (holder.type === 'anyone') return 'anyone at all';
  if (holder.type === 'applicationRole') return 'everyone who is signed in';
  if (holder.type === 'sd.customer.portal.only') return 'every customer of the portal';
  if (holder.type === 'reporter') return 'whoever reports an issue';
  const name = holder.label.replace(/^G:/, '');
  const sounds = /(^|[-_ ])(all|everyone|everybody|users|staff|employees|public)($|[-_ ])/i;
  return holder.type === 'group' && sounds.test(name)
    ? 'a group that sounds like everybody'
    : undefined;
}

/** Whether it stands for all who are signed in, whoever they are. */
function isEverybody({type, value}: Holder): boolean {
  return type === 'anyone' || (type === 'applicationRole' && value === '');
}

/** Permissions to edit what all wrote, and what one needs to write oneself. */
const pairs = [
  ['EDIT_ALL_COMMENTS', 'ADD_COMMENTS'],
  ['EDIT_ALL_WORKLOGS', 'WORK_ON_ISSUES'],
] as const;

function editsWithoutAdding(grants: readonly Grant[]): Finding[] {
  return pairs.flatMap(([edit, add]) => {
    const adders = grants.filter(g => g.permission === add).map(g => g.holder);
    if (adders.some(isEverybody)) return [];
    return grants
      .filter(g => g.permission === edit && !adders.some(({id}) => id === g.holder.id))
      .map(g => about(g, 'look at it', `edits all, lacks “${nameOf(add)}”`, giveToo(g, add)));
  });
}

/** A holder that may exist is no fault and nothing to mend; it is said once. */
function unknownHolders(grants: readonly Grant[]): Finding[] {
  const seen = new Set<string>();
  return grants.flatMap(grant => {
    const {id, isUnknown} = grant.holder;
    if (!isUnknown || seen.has(id)) return [];
    seen.add(id);
    const nothing = {mend: '', changes: []};
    return [about(grant, 'note', 'unknown whether it still exists', nothing)];
  });
}

function givenTwice(grants: readonly Grant[]): Finding[] {
  const seen = new Set<string>();
  return grants.flatMap(grant => {
    const same = `${grant.permission} ${grant.holder.id}`;
    if (seen.has(same)) return [about(grant, 'note', 'the same grant is there twice')];
    seen.add(same);
    return [];
  });
}

function about(
  grant: Grant,
  severity: Severity,
  finding: string,
  mend: Mend = {mend: 'take it away', changes: [removal(grant)]},
): Finding {
  const {permission, holder, id} = grant;
  const [name, label] = [nameOf(permission), holder.label];
  return {severity, finding, permission: name, holder: label, grant: id, ...mend};
}

function removal({permission, holder, id}: Grant): StagedChange {
  const row = permissionRow(permissionNamed(permission));
  return {kind: 'remove', row, column: grantHolders.column(holder), entry: id};
}

function addition(permission: string, holder: Holder): StagedChange {
  const row = permissionRow(permissionNamed(permission));
  return {kind: 'add', row, column: grantHolders.column(holder)};
}

function giveToo({holder}: Grant, permission: string): Mend {
  return {mend: 'give that too', changes: [addition(permission, holder)]};
}

/** The same grant with the group's id, where the service says it. */
function byId(grant: Grant): Mend {
  const group = readPointer(grant.raw, '/holder/group') ?? null;
  const id = readPointer(group, '/groupId');
  if (typeof id !== 'string' || id === '') return {mend: '', changes: []};
  const known = holderOf('group', {value: id, group});
  const changes = [addition(grant.permission, known), removal(grant)];
  return {mend: 'name the group by its id', changes};
}

function nameOf(permission: string): string {
  return permissionNamed(permission).name;
}
