import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {type Handlers, type JsonObject, noContent, ok} from '../route.ts';
import type {DataLevel} from '../world/tracker-world.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';

export const projectClassificationHandlers: Handlers = {
  'tracker/project/get-classification-config': call => {
    const project = readProject(call, 'projectIdOrKey');
    const {levels} = call.tracker;
    const own = levels.find(level => level.id === project.defaultLevelId);
    const organization = levels.find(level => level.status === 'PUBLISHED');
    return ok({
      classificationLevels: levels.filter(level => level.status !== 'DRAFT').map(levelBean),
      containerOverride: own === undefined ? 'DISABLED' : 'ENABLED',
      ...(own === undefined ? {} : {defaultClassificationLevel: levelBean(own)}),
      ...(organization === undefined
        ? {}
        : {organizationClassificationLevel: levelBean(organization)}),
    });
  },
  'tracker/project/get-default-project-classification': call => {
    const project = readProject(call, 'projectIdOrKey');
    const level = call.tracker.levels.find(one => one.id === project.defaultLevelId);
    if (level === undefined) {
      throw trackerError(404, `The project ${project.key} has no default classification level.`);
    }
    const guidelineADF = JSON.stringify({
      type: 'doc',
      version: 1,
      content: [{type: 'paragraph', content: [{type: 'text', text: level.guideline}]}],
    });
    return ok({classification: {...levelBean(level), guidelineADF}});
  },
  'tracker/project/update-default-project-classification': call => {
    const project = readAdministeredProject(call, 'projectIdOrKey', 404);
    requireNotArchived(project);
    const {id} = readBody<{id: string}>(call);
    const level = call.tracker.levels.find(one => one.id === id);
    if (level?.status !== 'PUBLISHED') {
      throw fieldError({id: `“${id}” is not the ID of a published classification level.`});
    }
    call.tracker.projects.set(project.id, {...project, defaultLevelId: level.id});
    return noContent;
  },
  'tracker/project/remove-default-project-classification': call => {
    const project = readAdministeredProject(call, 'projectIdOrKey', 404);
    requireNotArchived(project);
    const {defaultLevelId, ...rest} = project;
    if (defaultLevelId === undefined) {
      throw trackerError(404, `The project ${project.key} has no default classification level.`);
    }
    call.tracker.projects.set(project.id, rest);
    return noContent;
  },
};

function levelBean(level: DataLevel): JsonObject {
  const {id, status, name, order: rank, description, guideline, color} = level;
  return {id, status, name, rank, description, guideline, color};
}
