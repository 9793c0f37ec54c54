import type {Project} from './projects.ts';
import type {Random} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {nameAt} from './table.ts';
import {apps} from './webhooks.ts';
import {words} from './words.ts';

/** Views that UI modifications change; the last one belongs to portals only. */
export const uiViews = ['GIC', 'IssueView', 'IssueTransition', 'JSMRequestCreate'] as const;

/** The context of a UI modification; an absent member of a tracker context is a wildcard. */
export interface UiContext {
  readonly id: string;
  readonly projectId?: string;
  readonly issueTypeId?: string;
  readonly portalId?: string;
  readonly requestTypeId?: string;
  readonly viewType?: (typeof uiViews)[number];
}

export interface UiModification {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
  readonly description: string;
  /** Data of the app, at most 50,000 characters. */
  readonly data: string;
  readonly contexts: readonly UiContext[];
}

/** Create the UI modifications of the own app. */
export function makeUiModifications(
  seedContext: SeedContext,
  projects: readonly Project[],
): readonly UiModification[] {
  const random = seedContext.random('UI modifications');
  return Array.from({length: seedContext.counts.uiModifications}, (_, index) => {
    return {
      id: random.uuid(),
      appId: apps.own,
      name: nameAt(words.uiModificationNames, index),
      description: random.chance(60) ? 'Asked for by the team; see the app’s page.' : '',
      data: JSON.stringify({field: `customfield_${random.int(10_000, 10_400)}`, rule: index}),
      contexts: Array.from({length: random.int(0, 4)}, () => generateContext(random, projects)),
    };
  });
}

function generateContext(random: Random, projects: readonly Project[]): UiContext {
  const project = random.pick(projects);
  const id = random.uuid();
  if (project.typeKey === 'service_desk') {
    return {
      id,
      portalId: '1',
      requestTypeId: String(random.int(20, 40)),
      viewType: 'JSMRequestCreate',
    };
  }
  const context = {
    id,
    projectId: project.id,
    issueTypeId: random.pick(project.issueTypeIds),
    viewType: random.pick(uiViews.slice(0, -1)),
  };
  // At most one wildcard (services W4.16).
  const {issueTypeId, viewType, ...rest} = context;
  return random.weighted<UiContext>([
    [context, 4],
    [{...rest, viewType}, 1],
    [{...rest, issueTypeId}, 1],
  ]);
}
