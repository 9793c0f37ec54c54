import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {type Call, type Handlers, ok} from '../route.ts';
import type {Project, ProjectTypeKey} from '../world/projects.ts';
import {items, table} from '../world/table.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';

const features = table(
  ['key', 'name', 'description', 'types', 'locked', 'state', 'needs'],
  `
  tracker.board | Board | Work in columns. | software, service_desk, business | locked | ENABLED
  tracker.releases | Releases | Versions and what is in them. | software | | ENABLED
  tracker.sprints | Sprints | Work in short rounds. | software | | DISABLED | tracker.board
  tracker.timeline | Timeline | Big pieces of work over months. | software, business | | ENABLED
  tracker.on-call | On-call | Who is woken at night. | service_desk | | COMING_SOON
  `,
);

function featuresOfType(key: ProjectTypeKey): typeof features {
  return features.filter(({types}) => items(types).includes(key));
}

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
    const feature = featuresOfType(project.typeKey).find(one => one.key === key);
    if (feature === undefined) throw trackerError(404, `The project has no feature ${key}.`);
    const {state} = readBody<{state: string}>(call);
    if (state !== 'ENABLED' && state !== 'DISABLED') {
      throw fieldError({state: 'Must be ENABLED or DISABLED.'});
    }
    if (feature.locked !== '' || feature.state === 'COMING_SOON') {
      throw trackerError(400, `The feature ${key} cannot be switched.`);
    }
    const after: Project = {...project, features: {...project.features, [key]: state}};
    call.tracker.projects.set(project.id, after);
    return ok(featuresOf(call, after));
  },
};

function featuresOf(call: Call, project: Project): unknown {
  return {
    features: featuresOfType(project.typeKey).map(
      ({key, name, description, locked, state, needs}) => ({
        projectId: Number(project.id),
        state: project.features[key] ?? state,
        toggleLocked: locked !== '',
        feature: key,
        prerequisites: needs === '' ? [] : [needs],
        localisedName: name,
        localisedDescription: description,
        imageUri: `${call.origin}/images/features/${key}.svg`,
      }),
    ),
  };
}
