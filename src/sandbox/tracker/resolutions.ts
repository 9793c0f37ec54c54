import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import type {Handler, SandboxRequest} from '../route.ts';
import type {Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {readBoolean, repeatedTexts} from './query.ts';

/** `resolution get-resolutions`: all of them in their order. */
export const getResolutions: Handler<World> = (request, world) => {
  const json = [...world.tracker.resolutions.values()].map(one => resolutionBean(request, one));
  return {status: 200, json};
};

/** `resolution get-resolution`. */
export const getResolution: Handler<World> = (request, world) => {
  const id = request.params.id ?? '';
  const resolution = world.tracker.resolutions.get(id);
  if (resolution === undefined) {
    throw trackerError(404, `The resolution with the ID '${id}' does not exist.`);
  }
  return {status: 200, json: resolutionBean(request, resolution)};
};

/** `resolution search`: with the default asked for, an empty page when no ID is the default. */
export const searchResolutions: Handler<World> = (request, world) => {
  const ids = new Set(repeatedTexts(request, 'id'));
  const onlyDefault = readBoolean(request, 'onlyDefault', false);
  const {resolutionId} = world.tracker.defaults;
  const found = [...world.tracker.resolutions.values()].filter(
    ({id}) => (ids.size === 0 || ids.has(id)) && (!onlyDefault || id === resolutionId),
  );
  return offsetPage(request, found, {
    sizeDefault: 50,
    present: resolution => ({
      ...resolutionBean(request, resolution),
      default: resolution.id === resolutionId,
    }),
  });
};

function resolutionBean(
  request: SandboxRequest,
  {id, name, description}: Resolution,
): Readonly<Record<string, unknown>> {
  return {self: selfUrl(request, `resolution/${id}`), id, description, name};
}
