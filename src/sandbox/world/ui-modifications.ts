import type {Project} from './projects.ts';
import type {Draw} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {nameAt} from './table.ts';
import {apps} from './webhooks.ts';
import {words} from './words.ts';

/** Views a UI modification changes, the last one of portals only. */
export const uiViews = ['GIC', 'IssueView', 'IssueTransition', 'JSMRequestCreate'] as const;

/** Where a UI modification applies; an absent member of a tracker context is a wildcard. */
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
  /** The app's own text, at most 50,000 characters. */
  readonly data: string;
  readonly contexts: readonly UiContext[];
}

/** UI modifications of the own app. */
export function makeUiModifications(
  workshop: SeedContext,
  projects: readonly Project[],
): readonly UiModification[] {
  const draw = workshop.draw('UI modifications');
  return Array.from({length: workshop.counts.uiModifications}, (_, index) => {
    return {
      id: draw.uuid(),
      appId: apps.own,
      name: nameAt(words.uiModificationNames, index),
      description: draw.chance(60) ? 'Asked for by the team; see the app’s page.' : '',
      data: JSON.stringify({field: `customfield_${draw.int(10_000, 10_400)}`, rule: index}),
      contexts: Array.from({length: draw.int(0, 4)}, () => drawContext(draw, projects)),
    };
  });
}

function drawContext(draw: Draw, projects: readonly Project[]): UiContext {
  const project = draw.pick(projects);
  const id = draw.uuid();
  if (project.typeKey === 'service_desk') {
    return {
      id,
      portalId: '1',
      requestTypeId: String(draw.int(20, 40)),
      viewType: 'JSMRequestCreate',
    };
  }
  const context = {
    id,
    projectId: project.id,
    issueTypeId: draw.pick(project.issueTypeIds),
    viewType: draw.pick(uiViews.slice(0, -1)),
  };
  // At most one wildcard (services W4.16).
  const {issueTypeId, viewType, ...rest} = context;
  return draw.weighted<UiContext>([
    [context, 4],
    [{...rest, viewType}, 1],
    [{...rest, issueTypeId}, 1],
  ]);
}
