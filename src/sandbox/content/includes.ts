import {readBoolean} from '../query.ts';
import type {Call, JsonObject} from '../route.ts';
import type {ContentItem} from '../world/content-types.ts';
import {firstItems} from './cursor-page.ts';
import {operationsOn} from './item-access.ts';
import {accountPages, labelPages, labelsOf, propertyPages} from './item-lists.ts';
import {presentVersion} from './present.ts';
import {versionsOf} from './versions.ts';

/** What an `include-` input adds, by the rest of its name; `path` is the item's own. */
const members: Readonly<Record<string, (path: string, call: Call, item: ContentItem) => unknown>> =
  {
    labels: (path, {content}, item) =>
      firstItems(`${path}/labels`, labelsOf(content, item), labelPages),
    properties: (path, {content}, item) =>
      firstItems(`${path}/properties`, content.properties.of(item), propertyPages),
    operations: (path, call, item) =>
      firstItems(`${path}/operations`, operationsOn(call, item), {
        keyOf: ({operation, targetType}) => `${operation} ${targetType}`,
        present: operation => operation,
      }),
    likes: (path, {content}, item) =>
      firstItems(`${path}/likes/users`, content.likes.of(item), accountPages),
    versions: (path, {content}, item) =>
      firstItems(`${path}/versions`, versionsOf(content, item), {
        keyOf: ({number}) => String(number),
        present: presentVersion,
      }),
    collaborators: (path, {content}, item) =>
      firstItems(`${path}/collaborators`, content.collaborators.of(item), accountPages),
  };

/**
 * The members that `include-labels=true` and its like add to a single item, each the first 50 of a list
 * in its default order with what is needed to fetch more.
 *
 * @param names which of them this operation has
 * @throws SandboxError 400 when an include is neither true nor false
 */
export function includedMembers(
  call: Call,
  item: ContentItem,
  names: readonly string[],
): JsonObject {
  const path = new URL(call.target, call.origin).pathname;
  const included = names.filter(name => readBoolean(call, `include-${name}`));
  return Object.fromEntries(
    included.map(name => [name, members[name]?.(path, call, item)] as const),
  );
}
