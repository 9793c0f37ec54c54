import {invalidParameter, notFound} from '../errors.ts';
import {ok, type SandboxCall, type SandboxReply} from '../route.ts';
import type {ContentWorld} from '../world/content.ts';
import {findBody} from '../world/content-bodies.ts';
import type {ContentItem, ItemVersion} from '../world/content-types.ts';
import {readItem} from './access.ts';
import {
  bodyMember,
  customListFormats,
  findNameIn,
  listFormats,
  readBodyFormat,
} from './body-format.ts';
import {cursorPage, sortByQuery} from './cursor-page.ts';
import {presentVersion} from './present.ts';

export function versionsOf(content: ContentWorld, item: ContentItem): readonly ItemVersion[] {
  return [item.version, ...[...content.olderVersions.of(item)].reverse()];
}

export function titleAtVersion(content: ContentWorld, item: ContentItem, number: number): string {
  return content.formerTitles.get(`${item.id}@${number}`) ?? item.title;
}

/**
 * List the versions of an item, newest first unless `sort` is set. Each contains its item under
 * `blogpost` or `custom`, with the body of that version if `body-format` is set.
 */
export function listVersions(call: SandboxCall): SandboxReply {
  const item = readItem(call);
  const format = readBodyFormat(call, item.kind === 'custom' ? customListFormats : listFormats);
  const findName = findNameIn(call);
  const orders = {'modified-date': ({number}: ItemVersion) => number};
  const versions = sortByQuery(call, versionsOf(call.content, item), orders, '-modified-date');
  return cursorPage(call, versions, {
    keyOf: version => String(version.number),
    present: version => ({
      ...presentVersion(version),
      [item.kind]: {
        title: titleAtVersion(call.content, item, version.number),
        id: item.id,
        ...bodyMember(() => findBody(call.content, item, version.number), format, findName),
      },
    }),
  });
}

/** Return one version, with the numbers of the previous and the next one. */
export function getVersion(call: SandboxCall): SandboxReply {
  const item = readItem(call);
  const numberText = call.params['version-number'] ?? '';
  if (!/^\d+$/.test(numberText)) {
    throw invalidParameter(`Provided value {${numberText}} for 'version-number' is not a number`);
  }
  const version = readVersion(call.content, item, Number(numberText));
  const {number, createdAt, authorId, message, minorEdit} = presentVersion(version);
  const hasOlder = versionsOf(call.content, item).some(one => one.number < version.number);
  return ok({
    number,
    authorId,
    message,
    createdAt,
    minorEdit,
    contentTypeModified: false,
    collaborators: call.content.collaborators.of(item),
    ...(hasOlder ? {prevVersion: version.number - 1} : {}),
    ...(version.number < item.version.number ? {nextVersion: version.number + 1} : {}),
  });
}

/** Find a version by its number. @throws SandboxError 404 when the item has no such version */
export function readVersion(content: ContentWorld, item: ContentItem, number: number): ItemVersion {
  const found = versionsOf(content, item).find(version => version.number === number);
  if (found === undefined) throw notFound(`Could not find version ${number} of ID ${item.id}`);
  return found;
}
