import {type BodyValues, isJsonObject} from '../body.ts';
import {invalidParameter} from '../errors.ts';
import type {JsonMembers} from '../route.ts';
import type {ItemBody} from '../world/content-types.ts';
import {parseStorage} from './storage-tree.ts';

/**
 * Characters of a title or a key; the service has a limit, which its documentation does not state.
 */
const maxNameLength = 255;

/** Members of the request bodies of this service; the documentation makes all of them optional. */
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
  readonly body: JsonMembers;
  readonly version: VersionMembers;
}

interface VersionMembers {
  readonly number: number;
  readonly message?: string | null;
}

/**
 * Read a text member that the documentation makes optional but this operation requires.
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
  if (value.length > maxNameLength) {
    throw invalidParameter(`'${name}' has more than ${maxNameLength} characters`);
  }
  return value;
}

/**
 * Read the number and message of the version that an update creates.
 *
 * @throws SandboxError 400 when there is no number
 */
export function requireVersion({version}: BodyValues<ItemMembers>): {
  readonly number: number;
  readonly message: string;
} {
  if (!version) throw invalidParameter("'version.number' is required");
  return {number: version.number, message: version.message ?? ''};
}

/**
 * Read the body of a write, flat `{representation, value}` or nested `{storage: {representation,
 * value}}` (services W4.18); undefined when absent. The sandbox accepts only the representations
 * storage and, for custom content, raw.
 *
 * @throws SandboxError 400 for another form or representation, or if it is not well formed
 */
export function findItemBody(
  {body}: BodyValues<ItemMembers>,
  representations: readonly ItemBody['representation'][],
): ItemBody | undefined {
  if (body === undefined || body === null) return undefined;
  const {representation: requested, value} = Object.values(body).find(isJsonObject) ?? body;
  if (typeof value !== 'string') {
    throw invalidParameter("'body' must have 'representation' and 'value'");
  }
  const representation = representations.find(one => one === requested);
  if (representation === undefined) {
    const known = representations.join(', ');
    throw invalidParameter(
      `The sandbox takes these representations of a body: ${known}; not {${requested}}`,
    );
  }
  if (representation === 'storage') parseStorage(value);
  return {representation, value};
}

/**
 * Read a text with a fixed set of values, for bodies whose format is not documented.
 *
 * @throws SandboxError 400 when it is absent or has another value
 */
export function requireChoice<Value extends string>(
  received: unknown,
  name: string,
  values: readonly Value[],
): Value {
  const choice = values.find(value => value === received);
  if (choice === undefined)
    throw invalidParameter(`'${name}' must be one of: ${values.join(', ')}`);
  return choice;
}
