import {type Holder, holderOf, holderOfGrant, withRoles} from '../../api/access/holders.ts';
import {permissionWeight} from '../../api/access/permission-weight.ts';
import {type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import type {StagedChange} from '../../state/views/matrix/state.ts';
import {grantHolders} from './holder-choices.ts';
import {permissionEffect, permissionNamed, permissionRow} from './permission-names.ts';

interface Grant {
  readonly id: string;
  readonly permission: string;
  readonly holder: Holder;
  readonly raw: JsonValue;
}

/** Severities, in the order of the list. */
const severities = ['serious', 'warning', 'note'] as const;
type Severity = (typeof severities)[number];

/** A fix in words, and as changes to stage; empty if people have to decide. */
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
 * Problems of a scheme's grants, the most serious first.
 *
 * @param answer response of get-permission-scheme-grants with user, group, projectRole and field;
 * with `roles`, the response of role get-all-project, if it could be read
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

/** Check a single grant. */
function ofGrant(grant: Grant): Finding[] {
  const {permission, holder} = grant;
  const findings: Finding[] = [];
  const add = (severity: Severity, finding: string, mend?: Mend): void => {
    findings.push(about(grant, severity, finding, mend));
  };
  const effect = permissionEffect(permission);
  if (holder.type === 'anyone' && effect === 'write') {
    add('serious', 'public write access');
  }
  if (holder.type === 'anyone' && effect === 'unknown') {
    add('warning', 'public access to an app’s permission');
  }
  const weight = permissionWeight(permission);
  const broad = weight === undefined ? undefined : broadCircle(holder);
  if (broad !== undefined) add(weight === 'grave' ? 'serious' : 'warning', `granted to ${broad}`);
  if (holder.gone !== undefined) add('warning', holder.gone);
  if (holder.type === 'group' && readPointer(grant.raw, '/holder/value') === undefined) {
    add('warning', 'granted by group name, which can change', byId(grant));
  }
  if (holder.type === 'user' && holder.gone === undefined) {
    add('note', 'granted to an individual user');
  }
  return findings;
}

/** Describe a holder that includes very many users; a group is judged by its name only. */
function broadCircle(holder: Holder): string | undefined {
  if (holder.type === 'anyone') return 'anyone';
  if (holder.type === 'applicationRole') return 'all signed-in users';
  if (holder.type === 'sd.customer.portal.only') return 'all portal customers';
  if (holder.type === 'reporter') return 'every issue reporter';
  const name = holder.label.replace(/^G:/, '');
  const sounds = /(^|[-_ ])(all|everyone|everybody|users|staff|employees|public)($|[-_ ])/i;
  return holder.type === 'group' && sounds.test(name)
    ? 'a group whose name suggests everyone'
    : undefined;
}

/** Whether a holder includes all signed-in users. */
function isEverybody({type, value}: Holder): boolean {
  return type === 'anyone' || (type === 'applicationRole' && value === '');
}

/** Permissions to edit everyone's content, and those to create content. */
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
      .map(g => about(g, 'warning', `can edit all, lacks “${nameOf(add)}”`, giveToo(g, add)));
  });
}

/** Report each unknown holder once; it may exist, so there is no fix. */
function unknownHolders(grants: readonly Grant[]): Finding[] {
  const seen = new Set<string>();
  return grants.flatMap(grant => {
    const {id, isUnknown} = grant.holder;
    if (!isUnknown || seen.has(id)) return [];
    seen.add(id);
    const nothing = {mend: '', changes: []};
    return [about(grant, 'note', 'may no longer exist', nothing)];
  });
}

function givenTwice(grants: readonly Grant[]): Finding[] {
  const seen = new Set<string>();
  return grants.flatMap(grant => {
    const same = `${grant.permission} ${grant.holder.id}`;
    if (seen.has(same)) return [about(grant, 'note', 'duplicate grant')];
    seen.add(same);
    return [];
  });
}

function about(
  grant: Grant,
  severity: Severity,
  finding: string,
  mend: Mend = {mend: 'remove the grant', changes: [removal(grant)]},
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
  return {mend: 'add the missing grant', changes: [addition(permission, holder)]};
}

/** Fix: the same grant by group id, if the service returns the id. */
function byId(grant: Grant): Mend {
  const group = readPointer(grant.raw, '/holder/group') ?? null;
  const id = readPointer(group, '/groupId');
  if (typeof id !== 'string' || id === '') return {mend: '', changes: []};
  const known = holderOf('group', {value: id, group});
  const changes = [addition(grant.permission, known), removal(grant)];
  return {mend: 'grant by group id', changes};
}

function nameOf(permission: string): string {
  return permissionNamed(permission).name;
}
