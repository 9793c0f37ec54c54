import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {type Handlers, type JsonMembers, ok, type SandboxCall} from '../route.ts';
import type {ClassificationLevel} from '../world/content-types.ts';
import type {Project, ProjectTypeKey} from '../world/projects.ts';
import {records} from '../world/table.ts';
import {changeProject, showProject} from './lookup.ts';
import {siteEmail} from './project-bean.ts';

export const projectSettingsHandlers: Handlers = {
  'tracker/project/get-email': showProject((_, {senderEmail}) => ({
    emailAddress: senderEmail ?? siteEmail,
  })),
  'tracker/project/update-email': changeProject(call => {
    const address = readBody<{emailAddress: string}>(call).emailAddress ?? '';
    if (address !== '' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)) {
      throw fieldError({emailAddress: `“${address}” is not an e-mail address.`});
    }
    return {senderEmail: address || undefined};
  }),
  'tracker/project/get-classification-config': showProject((call, project) => {
    const {levels} = call.tracker;
    const own = levels.find(level => level.id === project.defaultLevelId);
    const organization = levels.find(level => level.status === 'PUBLISHED');
    return {
      classificationLevels: levels.filter(level => level.status !== 'DRAFT').map(levelBean),
      containerOverride: own === undefined ? 'DISABLED' : 'ENABLED',
      defaultClassificationLevel: own && levelBean(own),
      organizationClassificationLevel: organization && levelBean(organization),
    };
  }),
  'tracker/project/get-default-project-classification': showProject((call, project) => {
    const level = call.tracker.levels.find(one => one.id === project.defaultLevelId);
    if (level === undefined) throw noLevel(project);
    const guidelineADF = JSON.stringify({
      type: 'doc',
      version: 1,
      content: [{type: 'paragraph', content: [{type: 'text', text: level.guideline}]}],
    });
    return {classification: {...levelBean(level), guidelineADF}};
  }),
  'tracker/project/update-default-project-classification': changeProject(
    call => {
      const {id} = readBody<{id: string}>(call);
      const level = call.tracker.levels.find(one => one.id === id);
      if (level?.status === 'PUBLISHED') return {defaultLevelId: level.id};
      throw fieldError({id: `“${id}” is not the ID of a published classification level.`});
    },
    {refusal: 404},
  ),
  'tracker/project/remove-default-project-classification': changeProject(
    (_, project) => {
      if (project.defaultLevelId === undefined) throw noLevel(project);
      return {defaultLevelId: undefined};
    },
    {refusal: 404},
  ),
  'tracker/project/get-features-for': showProject(featuresOf),
  /** Locked features and those not available yet cannot be changed. */
  'tracker/project/toggle-feature-for': changeProject(
    (call, {features: previous, typeKey}) => {
      const key = call.params.featureKey ?? '';
      const feature = featuresOfType(typeKey).find(one => one.key === key);
      if (feature === undefined) throw trackerError(404, `The project has no feature ${key}.`);
      const {state} = readBody<{state: string}>(call);
      if (state !== 'ENABLED' && state !== 'DISABLED') {
        throw fieldError({state: 'Must be ENABLED or DISABLED.'});
      }
      if (feature.locked !== '' || feature.state === 'COMING_SOON') {
        throw trackerError(400, `The feature ${key} cannot be switched.`);
      }
      return {features: {...previous, [key]: state}};
    },
    {reply: (call, after) => ok(featuresOf(call, after))},
  ),
};

function noLevel({key}: Project): Error {
  return trackerError(404, `The project ${key} has no default classification level.`);
}

function levelBean(level: ClassificationLevel): JsonMembers {
  const {id, status, name, order: rank, description, guideline, color} = level;
  return {id, status, name, rank, description, guideline, color};
}

interface Feature extends Readonly<Record<'key' | 'name' | 'description' | 'state', string>> {
  readonly types: readonly string[];
  readonly locked: string;
  /** A prerequisite feature. */
  readonly needs: string;
}

const features = records<Feature>('projectFeatures');

function featuresOfType(key: ProjectTypeKey): readonly Feature[] {
  return features.filter(({types}) => types.includes(key));
}

function featuresOf(call: SandboxCall, project: Project): unknown {
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
