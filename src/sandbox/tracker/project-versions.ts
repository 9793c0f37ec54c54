import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {expandOf, findText, folded, readTexts} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {readProject} from './lookup.ts';
import {versionsOf} from './project-bean.ts';
import {versionBean} from './version-bean.ts';

/** Handlers by operation id. */
export const projectVersionsHandlers: Handlers<World> = {
  /** All versions of a project in its display order. */
  'tracker/project/get-versions': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const expand = expandOf(request);
    const json = versionsOf(world, project).map(version => versionBean(request, version, expand));
    return {status: 200, json};
  },
  /** Filtered by text and state, sorted, in pages. */
  'tracker/project/get-versions-paginated': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const states = readStates(request);
    const query = folded(findText(request, 'query') ?? '');
    const expand = expandOf(request);
    const found = versionsOf(world, project).filter(
      version =>
        (states.size === 0 || states.has(stateOf(version))) &&
        (query === '' ||
          folded(version.name).includes(query) ||
          folded(version.description).includes(query)),
    );
    return offsetPage(request, sortVersions(request, found), {
      sizeDefault: 50,
      present: version => versionBean(request, version, expand),
    });
  },
};

type VersionState = 'released' | 'unreleased' | 'archived';

function stateOf(version: Version): VersionState {
  if (version.archived) return 'archived';
  return version.released ? 'released' : 'unreleased';
}

function readStates(request: SandboxRequest): ReadonlySet<string> {
  const states = readTexts(request, 'status');
  const unknown = states.find(state => !['released', 'unreleased', 'archived'].includes(state));
  if (unknown !== undefined) {
    throw trackerError(
      400,
      `“${unknown}” is no status of versions: released, unreleased, archived.`,
    );
  }
  return new Set(states);
}

const sortFields: Readonly<Record<string, (version: Version) => string>> = {
  description: version => version.description,
  name: version => version.name,
  // Versions without a date come last.
  releaseDate: version => version.releaseDate ?? '9999',
  startDate: version => version.startDate ?? '9999',
};

function sortVersions(request: SandboxRequest, versions: readonly Version[]): readonly Version[] {
  const text = findText(request, 'orderBy') ?? 'sequence';
  const [, sign, field = ''] = /^([-+ ]?)(\w+)$/.exec(text) ?? [];
  if (field === 'sequence') return sign === '-' ? [...versions].reverse() : versions;
  const textOf = sortFields[field];
  if (textOf === undefined) throw trackerError(400, `Versions cannot be ordered by “${text}”.`);
  const direction = sign === '-' ? -1 : 1;
  return [...versions].sort((one, other) => {
    const left = textOf(one);
    const right = textOf(other);
    return left === right ? 0 : left < right ? -direction : direction;
  });
}
