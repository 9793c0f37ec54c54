import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {expandOf, findText, folded, readTexts} from '../query.ts';
import {type Call, type Handlers, ok} from '../route.ts';
import type {Version} from '../world/versions.ts';
import {readProject} from './lookup.ts';
import {versionsOf} from './project-bean.ts';
import {versionBean} from './version-bean.ts';

export const projectVersionsHandlers: Handlers = {
  'tracker/project/get-versions': call => {
    const project = readProject(call, 'projectIdOrKey');
    const expand = expandOf(call);
    return ok(versionsOf(call, project).map(version => versionBean(call, version, expand)));
  },
  'tracker/project/get-versions-paginated': call => {
    const project = readProject(call, 'projectIdOrKey');
    const states = readStates(call);
    const query = folded(findText(call, 'query') ?? '');
    const expand = expandOf(call);
    const found = versionsOf(call, project).filter(
      version =>
        (states.size === 0 || states.has(stateOf(version))) &&
        (query === '' ||
          folded(version.name).includes(query) ||
          folded(version.description).includes(query)),
    );
    return offsetPage(call, sortVersions(call, found), {
      sizeDefault: 50,
      present: version => versionBean(call, version, expand),
    });
  },
};

type VersionState = 'released' | 'unreleased' | 'archived';

function stateOf(version: Version): VersionState {
  if (version.archived) return 'archived';
  return version.released ? 'released' : 'unreleased';
}

function readStates(call: Call): ReadonlySet<string> {
  const states = readTexts(call, 'status');
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

function sortVersions(call: Call, versions: readonly Version[]): readonly Version[] {
  const text = findText(call, 'orderBy') ?? 'sequence';
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
