import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Project, ProjectTypeKey} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';

interface Feature {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly types: readonly ProjectTypeKey[];
  readonly locked: boolean;
  readonly state: 'ENABLED' | 'DISABLED' | 'COMING_SOON';
  readonly needs?: string;
}

const everywhere: readonly ProjectTypeKey[] = ['software', 'service_desk', 'business'];

const features: readonly Feature[] = [
  {
    key: 'tracker.board',
    name: 'Board',
    description: 'Work in columns.',
    types: everywhere,
    locked: true,
    state: 'ENABLED',
  },
  {
    key: 'tracker.releases',
    name: 'Releases',
    description: 'Versions and what is in them.',
    types: ['software'],
    locked: false,
    state: 'ENABLED',
  },
  {
    key: 'tracker.sprints',
    name: 'Sprints',
    description: 'Work in short rounds.',
    types: ['software'],
    locked: false,
    state: 'DISABLED',
    needs: 'tracker.board',
  },
  {
    key: 'tracker.timeline',
    name: 'Timeline',
    description: 'Big pieces of work over months.',
    types: ['software', 'business'],
    locked: false,
    state: 'ENABLED',
  },
  {
    key: 'tracker.on-call',
    name: 'On-call',
    description: 'Who is woken at night.',
    types: ['service_desk'],
    locked: false,
    state: 'COMING_SOON',
  },
];

/** Handlers by operation id. */
export const projectFeaturesHandlers: Handlers<World> = {
  'tracker/project/get-features-for': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    return {status: 200, json: featuresOf(request, project)};
  },
  /** What is locked or not there yet stays as it is. */
  'tracker/project/toggle-feature-for': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey');
    requireNotArchived(project);
    const key = request.params.featureKey ?? '';
    const feature = features.find(one => one.key === key && one.types.includes(project.typeKey));
    if (feature === undefined) throw trackerError(404, `The project has no feature ${key}.`);
    const {state} = readBody<{state: string}>(request);
    if (state !== 'ENABLED' && state !== 'DISABLED') {
      throw fieldError({state: 'Must be ENABLED or DISABLED.'});
    }
    if (feature.locked || feature.state === 'COMING_SOON') {
      throw trackerError(400, `The feature ${key} cannot be switched.`);
    }
    const after: Project = {...project, features: {...project.features, [key]: state}};
    world.tracker.projects.set(project.id, after);
    return {status: 200, json: featuresOf(request, after)};
  },
};

function featuresOf(request: SandboxRequest, project: Project): unknown {
  const own = features.filter(feature => feature.types.includes(project.typeKey));
  return {
    features: own.map(({key, name, description, locked, state, needs}) => ({
      projectId: Number(project.id),
      state: project.features[key] ?? state,
      toggleLocked: locked,
      feature: key,
      prerequisites: needs === undefined ? [] : [needs],
      localisedName: name,
      localisedDescription: description,
      imageUri: `${request.origin}/images/features/${key}.svg`,
    })),
  };
}
