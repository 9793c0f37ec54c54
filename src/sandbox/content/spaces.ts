import {notFound} from '../errors.ts';
import {findText, readBoolean, readChoice, readIds, readPathId, readTexts} from '../query.ts';
import type {Handlers, JsonMembers, SandboxCall} from '../route.ts';
import {escapeXml} from '../world/content-storage.ts';
import type {Space} from '../world/content-types.ts';
import {byId, cursorPage, sortByQuery} from './cursor-page.ts';
import {labelOrders, labelPages, labelsOf} from './item-lists.ts';
import {isoTime} from './present.ts';

const types = [
  ...(['global', 'collaboration', 'knowledge_base', 'personal'] as const),
  ...(['system', 'onboarding', 'xflow_sample_space'] as const),
];
const spaceOrders = {
  id: byId,
  key: ({key}: Space) => key,
  name: ({name}: Space) => name,
} as const;

/** Find the space of the path. @throws SandboxError 404 when it does not exist */
export function readSpace(call: SandboxCall): Space {
  const id = readPathId(call, 'id');
  const space = call.content.spaces.get(id);
  if (space === undefined) throw notFound(`Could not find space with ID ${id}`);
  return space;
}

export const spacesHandlers: Handlers = {
  /** List the spaces of the site, including archived ones unless `status` excludes them. */
  'content/spaces/get': call => {
    const format = readChoice(call, 'description-format', ['plain', 'view']);
    const withIcon = readBoolean(call, 'include-icon');
    const isSelected = spaceFilter(call);
    const spaces = [...call.content.spaces.values()].filter(isSelected);
    return cursorPage(call, sortByQuery(call, spaces, spaceOrders), {
      keyOf: space => space.id,
      present: space => presentSpace(space, format, withIcon),
    });
  },
  /** List the labels of the space itself, personal and team ones, or one of both with `prefix`. */
  'content/spaces/get-labels': call => {
    const space = readSpace(call);
    const prefix = readChoice(call, 'prefix', ['my', 'team']);
    const labels = labelsOf(call.content, space).filter(
      label => prefix === undefined || label.prefix === prefix,
    );
    return cursorPage(call, sortByQuery(call, labels, labelOrders), labelPages);
  },
};

function spaceFilter(call: SandboxCall): (space: Space) => boolean {
  const ids = readIds(call, 'ids');
  const keys = readTexts(call, 'keys');
  const type = readChoice(call, 'type', types);
  const status = readChoice(call, 'status', ['current', 'archived']);
  const labels = readTexts(call, 'labels');
  const favorite = findText(call, 'favorited-by');
  const notFavorite = findText(call, 'not-favorited-by');
  const nameOf = (labelId: string) => call.content.labels.get(labelId)?.name ?? '';
  return space =>
    (ids?.has(space.id) ?? true) &&
    (keys.length === 0 || keys.includes(space.key)) &&
    (type === undefined || space.type === type) &&
    (status === undefined || space.status === status) &&
    (labels.length === 0 || space.labelIds.some(id => labels.includes(nameOf(id)))) &&
    (favorite === undefined || space.favoritedBy.includes(favorite)) &&
    (notFavorite === undefined || !space.favoritedBy.includes(notFavorite));
}

/** Build a space for a response. */
export function presentSpace(
  space: Space,
  format: 'plain' | 'view' | undefined,
  withIcon: boolean,
): JsonMembers {
  const {id, key, name, type, status, authorId, homepageId, description} = space;
  const value = format === 'view' ? `<p>${escapeXml(description)}</p>` : description;
  const icon = `/download/attachments/${homepageId}/${encodeURIComponent(key)}.png`;
  return {
    id,
    key,
    name,
    type,
    status,
    authorId,
    currentActiveAlias: key,
    createdAt: isoTime(space.createdAt),
    homepageId,
    ...(format ? {description: {[format]: {representation: format, value}}} : {}),
    ...(withIcon ? {icon: {path: icon, apiDownloadLink: `/api/v2${icon}`}} : {}),
    _links: {webui: `/spaces/${key}`},
  };
}
