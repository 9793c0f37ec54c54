import {createHash} from 'node:crypto';
import {currentFieldValues, givenFields} from '../api/journal/field-values.ts';
import {objectOf} from '../api/journal/object-of.ts';
import type {InputTexts, RequestPlan, ResolvedCall} from '../api/request-plan.ts';
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

/** Describe the object of a raw request: the end of its path, and the hash of its body. */
export function auditedRequest(plan: RequestPlan): AuditedObject {
  const {pathname} = new URL(plan.url);
  const object = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
  const content = plan.body?.content;
  return {object, before: null, after: content === undefined ? null : hash(content)};
}

function hashOf(fields: InputTexts, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  return hash(JSON.stringify(Object.fromEntries(names.map(name => [name, fields[name] ?? []]))));
}

/** Secrets are hidden first: a short one could be guessed from its hash. */
function hash(content: string | Uint8Array): string {
  const shown = typeof content === 'string' ? hideSecrets(content) : content;
  return `sha256:${createHash('sha256').update(shown).digest('hex')}`;
}
