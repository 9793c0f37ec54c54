import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {type Call, type Handlers, ok} from '../route.ts';
import type {Project, ProjectTypeKey} from '../world/projects.ts';
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

export const projectFeaturesHandlers: Handlers = {
  'tracker/project/get-features-for': call => {
    const project = readProject(call, 'projectIdOrKey');
    return ok(featuresOf(call, project));
  },
  /** What is locked or not there yet stays as it is. */
  'tracker/project/toggle-feature-for': call => {
    const project = readAdministeredProject(call, 'projectIdOrKey');
    requireNotArchived(project);
    const key = call.params.featureKey ?? '';
    const feature = features.find(one => one.key === key && one.types.includes(project.typeKey));
    if (feature === undefined) throw trackerError(404, `The project has no feature ${key}.`);
    const {state} = readBody<{state: string}>(call);
    if (state !== 'ENABLED' && state !== 'DISABLED') {
      throw fieldError({state: 'Must be ENABLED or DISABLED.'});
    }
    if (feature.locked || feature.state === 'COMING_SOON') {
      throw trackerError(400, `The feature ${key} cannot be switched.`);
    }
    const after: Project = {...project, features: {...project.features, [key]: state}};
    call.tracker.projects.set(project.id, after);
    return ok(featuresOf(call, after));
  },
};

function featuresOf(call: Call, project: Project): unknown {
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
      imageUri: `${call.origin}/images/features/${key}.svg`,
    })),
  };
}
