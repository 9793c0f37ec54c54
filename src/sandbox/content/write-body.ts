import {type Given, isJsonObject} from '../body.ts';
import {invalidParameter} from '../errors.ts';
import type {JsonObject} from '../route.ts';
import type {ItemBody} from '../world/content-types.ts';
import {parseStorage} from './storage-tree.ts';

/** Characters of a title or a key; the documents tell of no limit, and the service has one. */
const nameAtMost = 255;

/** What the bodies of this service have in common: all of it is optional in the documents. */
export interface ItemMembers
  extends Readonly<
    Record<
      | 'id'
      | 'type'
      | 'title'
      | 'spaceId'
      | 'parentId'
      | 'pageId'
      | 'blogPostId'
      | 'customContentId'
      | 'createdAt'
      | 'key',
      string
    >
  > {
  readonly status: 'current' | 'draft';
  readonly value: unknown;
  readonly body: JsonObject;
  readonly version: VersionMembers;
}

interface VersionMembers {
  readonly number: number;
  readonly message?: string | null;
}

/**
 * A text member that the documents leave open and this operation needs.
 *
 * @throws SandboxError 400 when it is absent, empty or too long
 */
export function requireText<Name extends string>(
  body: {readonly [key in Name]?: unknown},
  name: Name,
): string {
  const value = body[name];
  if (typeof value !== 'string' || value.trim() === '') {
    throw invalidParameter(`'${name}' is required`);
  }
  if (value.length > nameAtMost) {
    throw invalidParameter(`'${name}' has more than ${nameAtMost} characters`);
  }
  return value;
}

/**
 * The number and message of the version an update makes.
 *
 * @throws SandboxError 400 when there is no number
 */
export function requireVersion({version}: Given<ItemMembers>): {
  readonly number: number;
  readonly message: string;
} {
  if (!version) throw invalidParameter("'version.number' is required");
  return {number: version.number, message: version.message ?? ''};
}

/**
 * The body of a write, flat `{representation, value}` or nested `{storage: {representation, value}}`
 * (services W4.18); undefined when absent. Of the representations that can be written the sandbox
 * takes storage and, for custom content, raw.
 *
 * @throws SandboxError 400 when it has another form or representation, or is not well formed
 */
export function findItemBody(
  {body}: Given<ItemMembers>,
  representations: readonly ItemBody['representation'][],
): ItemBody | undefined {
  if (body === undefined || body === null) return undefined;
  const {representation: named, value} = Object.values(body).find(isJsonObject) ?? body;
  if (typeof value !== 'string') {
    throw invalidParameter("'body' must have 'representation' and 'value'");
  }
  const representation = representations.find(one => one === named);
  if (representation === undefined) {
    const known = representations.join(', ');
    throw invalidParameter(
      `The sandbox takes these representations of a body: ${known}; not {${named}}`,
    );
  }
  if (representation === 'storage') parseStorage(value);
  return {representation, value};
}

/**
 * One of several texts, for bodies of no public shape.
 *
 * @throws SandboxError 400 when it is absent or another one
 */
export function requireChoice<Value extends string>(
  given: unknown,
  name: string,
  values: readonly Value[],
): Value {
  const found = values.find(value => value === given);
  if (found === undefined) throw invalidParameter(`'${name}' must be one of: ${values.join(', ')}`);
  return found;
}
