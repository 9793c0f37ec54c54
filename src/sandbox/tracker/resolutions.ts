import {offsetPage} from '../paging.ts';
import {readBoolean, readTexts} from '../query.ts';
import type {Handlers} from '../route.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {type OrderedKind, type OrderedRecord, orderedHandlers} from './ordered-records.ts';

const resolutions: OrderedKind<OrderedRecord, object> = {
  kind: 'resolution',
  plural: 'resolutions',
  records: world => world.tracker.resolutions,
  defaultKey: 'resolutionId',
  bean: (call, {id, name, description}) => {
    return {self: selfUrl(call, `resolution/${id}`), id, description, name};
  },
  rest: () => ({}),
};

export const resolutionHandlers: Handlers = {
  ...orderedHandlers(resolutions),
  /** With the default asked for, an empty page when no ID is the default. */
  'tracker/resolution/search': call => {
    const ids = new Set(readTexts(call, 'id'));
    const onlyDefault = readBoolean(call, 'onlyDefault');
    const {resolutionId} = call.tracker.defaults;
    const found = [...call.tracker.resolutions.values()].filter(
      ({id}) => (ids.size === 0 || ids.has(id)) && (!onlyDefault || id === resolutionId),
    );
    return offsetPage(call, found, {
      sizeDefault: 50,
      present: one => ({
        ...(resolutions.bean(call, one) as object),
        default: one.id === resolutionId,
      }),
    });
  },
};

/** Take a resolution away: what is at the end of its task. A replacement takes its place as default. */
export function removeResolution(world: World, id: string, replaceWith: string | undefined): void {
  const {defaults, resolutions} = world.tracker;
  resolutions.delete(id);
  if (defaults.resolutionId !== id) return;
  // The replacement may have been deleted in the meantime.
  defaults.resolutionId = resolutions.has(replaceWith ?? '') ? replaceWith : undefined;
}
