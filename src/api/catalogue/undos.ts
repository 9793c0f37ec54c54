import type {Undo} from '../operation.ts';
import {contentRef, type OperationRef, trackerRef} from '../operation-ref.ts';

/** Undo of a new default: the previous default, or none. */
export function restoreDefault(group: string): readonly Undo[] {
  const reads = trackerRef(`${group} search`, {onlyDefault: 'true'});
  return ['{before/values/0/id}', 'null'].map(id =>
    trackerRef(`${group} set-default`, {id}, {reads}),
  );
}

/**
 * Undo of a move: back behind the entry in front of it, or to the top.
 *
 * @param input what is moved
 * @param list JSON pointer of the list in the response of `reads`
 * @param after the member of the preceding entry that is sent as `after`
 */
export function restoreOrder(
  operation: string,
  input: string,
  reads: OperationRef,
  list: string,
  after: string,
): readonly Undo[] {
  const finds = {in: list, id: `{${input}}`};
  const moved = {[input]: '{item/id}'};
  const first = {reads, finds, when: {'{previous/id?}': ''}};
  return [
    trackerRef(operation, {...moved, after: `{previous${after}}`}, {reads, finds}),
    trackerRef(operation, {...moved, position: 'First'}, first),
  ];
}

const entry = 'body.permissions.0';
const type = `{${entry}.principalType}`;
const principal = `{${entry}.principalId}`;

const grantOf = (principalType: string, principalId: string, operation: string) => ({
  id: '{id}',
  [`${entry}.principalType`]: principalType,
  [`${entry}.principalId`]: principalId,
  [`${entry}.operation`]: operation,
});

/**
 * Undo of a permission on content: the previous permission of the principal, or none.
 *
 * @param infix of the names of the operations: `blog-post-` of `add-blog-post-permissions`
 */
export function restorePermission(group: string, infix: string): readonly Undo[] {
  const who = {id: '{id}', 'principal-type': type, 'principal-id': principal};
  const reads = contentRef(`${group} get-${infix}permissions`, who);
  const alone = {reads, when: {'{body.permissions.1.principalId?}': ''}};
  const before = grantOf(type, principal, '{before/results/0/operation}');
  const given = {...who, operation: `{${entry}.operation}`};
  return [
    contentRef(`${group} add-${infix}permissions`, before, alone),
    contentRef(`${group} delete-${infix}permissions`, given, alone),
  ];
}

/** Undo of the permissions on content that were removed: of one principal, or all. */
export function restoreRemovedPermissions(group: string, infix: string): readonly Undo[] {
  const add = `${group} add-${infix}permissions`;
  const reads = contentRef(`${group} get-${infix}permissions`, {
    id: '{id}',
    'principal-type': '{principal-type?}',
    'principal-id': '{principal-id?}',
  });
  const before = grantOf('{principal-type}', '{principal-id}', '{before/results/0/operation}');
  const all = {body: '{"permissions":{before/results}}', when: {'{principal-id?}': ''}};
  return [contentRef(add, before, {reads}), contentRef(add, {id: '{id}'}, {reads, ...all})];
}
