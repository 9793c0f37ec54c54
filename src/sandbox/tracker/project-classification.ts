import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import type {Handlers} from '../route.ts';
import type {DataLevel} from '../world/tracker-world.ts';
import type {World} from '../world/world.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';

/** Handlers by operation id. */
export const projectClassificationHandlers: Handlers<World> = {
  /** The permitted levels and where the default comes from. */
  'tracker/project/get-classification-config': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const {levels} = world.tracker;
    const own = levels.find(level => level.id === project.defaultLevelId);
    const organization = levels.find(level => level.status === 'PUBLISHED');
    const json = {
      classificationLevels: levels.filter(level => level.status !== 'DRAFT').map(levelBean),
      containerOverride: own === undefined ? 'DISABLED' : 'ENABLED',
      ...(own === undefined ? {} : {defaultClassificationLevel: levelBean(own)}),
      ...(organization === undefined
        ? {}
        : {organizationClassificationLevel: levelBean(organization)}),
    };
    return {status: 200, json};
  },
  /** 404 when the project has none of its own. */
  'tracker/project/get-default-project-classification': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const level = world.tracker.levels.find(one => one.id === project.defaultLevelId);
    if (level === undefined) {
      throw trackerError(404, `The project ${project.key} has no default classification level.`);
    }
    const guidelineADF = JSON.stringify({
      type: 'doc',
      version: 1,
      content: [{type: 'paragraph', content: [{type: 'text', text: level.guideline}]}],
    });
    return {status: 200, json: {classification: {...levelBean(level), guidelineADF}}};
  },
  /** To a published level. */
  'tracker/project/update-default-project-classification': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey', 404);
    requireNotArchived(project);
    const {id} = readBody<{id: string}>(request);
    const level = world.tracker.levels.find(one => one.id === id);
    if (level?.status !== 'PUBLISHED') {
      throw fieldError({id: `“${id}” is not the ID of a published classification level.`});
    }
    world.tracker.projects.set(project.id, {...project, defaultLevelId: level.id});
    return {status: 204};
  },
  'tracker/project/remove-default-project-classification': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey', 404);
    requireNotArchived(project);
    const {defaultLevelId, ...rest} = project;
    if (defaultLevelId === undefined) {
      throw trackerError(404, `The project ${project.key} has no default classification level.`);
    }
    world.tracker.projects.set(project.id, rest);
    return {status: 204};
  },
};

function levelBean(level: DataLevel): Readonly<Record<string, unknown>> {
  const {id, status, name, order: rank, description, guideline, color} = level;
  return {id, status, name, rank, description, guideline, color};
}
