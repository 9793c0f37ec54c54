import {createHash} from 'node:crypto';
import {currentFieldValues, givenFields} from '../api/journal/field-values.ts';
import {objectOf} from '../api/journal/object-of.ts';
import type {InputTexts, ResolvedCall} from '../api/request-plan.ts';
import {hideSecrets} from '../base/hide-secrets.ts';
import {checkJson} from '../base/json-check.ts';

/** Members of the audit log about the object of a call. */
export interface AuditedObject {
  /** Its ids or names, as given. */
  readonly object: string;
  /** Hash of the values that a write replaces; null if they were not read. */
  readonly before: string | null;
  /** Hash of the new values of the same fields; null if it sets none. */
  readonly after: string | null;
}

/**
 * Describe the object of a call. Equal hashes mean that the write changed nothing, and the
 * `after` of a write is the `before` of the next one of the same fields.
 *
 * @param answer the object before a write, JSON text
 */
export function auditedObject(call: ResolvedCall, answer: string | undefined): AuditedObject {
  const {operation, given} = call;
  const object = objectOf(call).ids.join(', ');
  if (operation.effect === 'read') return {object, before: null, after: null};
  const set = givenFields(operation, given);
  const isRead = answer !== undefined && checkJson(answer) === undefined;
  const held = isRead ? currentFieldValues(operation, answer, given) : undefined;
  const names = Object.keys(set).sort();
  return {object, before: held ? hashOf(held, names) : null, after: hashOf(set, names)};
}

/** Secrets are hidden first: a short one could be guessed from its hash. */
function hashOf(fields: InputTexts, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const text = JSON.stringify(Object.fromEntries(names.map(name => [name, fields[name] ?? []])));
  return `sha256:${createHash('sha256').update(hideSecrets(text)).digest('hex')}`;
}
