import type {BodyValues} from '../body.ts';
import {fieldError, SandboxError, trackerError} from '../errors.ts';
import {expandOf} from '../query.ts';
import {makeHandlers, recordsOf, type SandboxResource} from '../resource.ts';
import type {JsonMembers, SandboxCall} from '../route.ts';
import {makeRandom} from '../world/random.ts';
import {type UiContext, type UiModification, uiViews} from '../world/ui-modifications.ts';
import type {World} from '../world/world.ts';
import {canSee} from './access.ts';
import {selfUrl} from './links.ts';
import {undeletedProjects} from './lookup.ts';
import {description, nextNumber} from './records.ts';

/** Maximum number of UI modifications of one app (services T8). */
const maxPerApp = 3_000;

interface Members extends Pick<UiModification, 'name' | 'description' | 'data'> {
  readonly contexts: readonly ContextInput[];
}

const uiModifications: SandboxResource<UiModification, Members> = {
  kind: 'UI modification',
  open: ({tracker, caller}) => recordsOf(tracker.uiModifications, one => one.appId === caller.app),
  missing: (_, id) =>
    missingWithDetails('The UI modification was not found.', {uiModificationId: id}),
  /** Includes data and contexts only if expanded (services T2.1). */
  present: (call, {id, name, description: text, data, contexts}) => {
    const expand = expandOf(call);
    return {
      id,
      self: selfUrl(call, `uiModifications/${id}`),
      name,
      description: text,
      data: expand.has('data') ? data : undefined,
      contexts: expand.has('contexts') ? contexts.map(one => contextBean(call, one)) : undefined,
    };
  },
  presentNew: (call, {id}) => ({id, self: selfUrl(call, `uiModifications/${id}`)}),
  members: {
    appId: ({call, before, records}) => {
      if (before === undefined && records.all().length >= maxPerApp) {
        throw trackerError(400, `An app can have at most ${maxPerApp} UI modifications.`);
      }
      return call.caller.app ?? '';
    },
    name: ({body, before}) => {
      const name = body.name ?? before?.name ?? '';
      if (name.trim() === '') throw fieldError({name: 'The name must be given.'});
      return name;
    },
    description,
    data: ({body, before}) => body.data ?? before?.data ?? '',
    /** Contexts, if present, replace all existing ones (services W4.16). */
    contexts: ({call, body, before}) =>
      readContexts(call, body.contexts, before?.id) ?? before?.contexts ?? [],
    id: ({call, before}) =>
      before?.id ?? makeRandom(call.tracker.seed, `UI modification ${nextNumber(call)}`).uuid(),
  },
  operations: {
    search: 'tracker/uiModifications/get-ui-modifications',
    create: 'tracker/uiModifications/create-ui-modification',
    update: 'tracker/uiModifications/update-ui-modification',
    delete: 'tracker/uiModifications/delete-ui-modification',
  },
};

export const uiModificationsHandlers = makeHandlers(uiModifications);

/** Build a context, which is available if the caller can see its project. */
function contextBean(call: SandboxCall, context: UiContext): JsonMembers {
  const {projectId} = context;
  const project = call.tracker.projects.get(projectId ?? '');
  const isAvailable =
    projectId === undefined ||
    (project !== undefined && project.deleted === undefined && canSee(call, project));
  return {...context, isAvailable};
}

/** Maximum number of UI modifications with one context (services T8). */
const maxPerContext = 100;

export type ContextInput = BodyValues<
  Record<'projectId' | 'issueTypeId' | 'portalId' | 'requestTypeId' | 'viewType', string>
>;

/**
 * Read the contexts of a body, which all get new ids; undefined without any.
 *
 * @param id the UI modification they belong to; undefined for a new one
 * @throws SandboxError 400 about `contexts`, 403 when the caller can see no project, 404 with
 * details when a project or an issue type does not exist
 */
function readContexts(
  call: SandboxCall,
  inputs: readonly ContextInput[] | null | undefined,
  id?: string,
): readonly UiContext[] | undefined {
  if (inputs === undefined || inputs === null) return undefined;
  if (inputs.length === 0) return [];
  const contexts = inputs.map(one => readContext(call, one));
  checkVisible(call, contexts);
  checkContextLimit(call, contexts, id);
  return contexts;
}

/** Create the 404 of UI modifications, with details (services W4.26). */
function missingWithDetails(
  message: string,
  details: Readonly<Record<string, string>>,
): SandboxError {
  return new SandboxError(404, {json: {errorMessages: [message], errors: {}, details}});
}

function readContext(world: World, input: ContextInput): UiContext {
  const id = makeRandom(world.tracker.seed, `UI context ${nextNumber(world)}`).uuid();
  const portalId = input.portalId ?? undefined;
  const requestTypeId = input.requestTypeId ?? undefined;
  const viewType = readView(input.viewType ?? undefined);
  const projectId = input.projectId ?? undefined;
  const issueTypeId = input.issueTypeId ?? undefined;
  if (portalId !== undefined || requestTypeId !== undefined || viewType === 'JSMRequestCreate') {
    if (projectId !== undefined || issueTypeId !== undefined) {
      throw contextError('A context is of a project or of a portal, not of both.');
    }
    // Contexts of a portal support no wildcards (services T2.1).
    if (portalId === undefined || requestTypeId === undefined || viewType !== 'JSMRequestCreate') {
      throw contextError('A portal’s context needs portalId, requestTypeId and JSMRequestCreate.');
    }
    return {id, portalId, requestTypeId, viewType};
  }
  const wildcards = [projectId, issueTypeId, viewType].filter(one => one === undefined).length;
  if (wildcards > 1) {
    throw contextError('At most one of projectId, issueTypeId and viewType can be a wildcard.');
  }
  return {id, projectId, issueTypeId, viewType};
}

function readView(view: string | undefined): UiContext['viewType'] {
  const viewType = uiViews.find(one => one === view);
  if (viewType === undefined && view !== undefined) throw contextError(`There is no view ${view}.`);
  return viewType;
}

/**
 * Require Browse projects for at least one project, and visibility of all projects in the contexts
 * (services T4.1).
 */
function checkVisible(call: SandboxCall, contexts: readonly UiContext[]): void {
  const visible = undeletedProjects(call).filter(project => canSee(call, project));
  if (visible.length === 0) throw trackerError(403, 'Browse projects is needed for contexts.');
  const visibleById = new Map(visible.map(project => [project.id, project]));
  for (const {projectId, issueTypeId} of contexts) {
    const project = visibleById.get(projectId ?? '');
    if (projectId !== undefined && project === undefined) {
      throw missingWithDetails(`There is no project ${projectId}.`, {projectId});
    }
    if (issueTypeId === undefined) continue;
    const types = project?.issueTypeIds ?? [...call.tracker.issueTypes.keys()];
    if (!types.includes(issueTypeId)) {
      throw missingWithDetails(`There is no issue type ${issueTypeId} there.`, {issueTypeId});
    }
  }
}

/** Refuse contexts that already belong to 100 UI modifications (services T2.1). */
function checkContextLimit(
  call: SandboxCall,
  contexts: readonly UiContext[],
  id: string | undefined,
): void {
  const counts = new Map<string, number>();
  for (const modification of call.tracker.uiModifications.values()) {
    if (modification.appId !== call.caller.app || modification.id === id) continue;
    for (const key of new Set(modification.contexts.map(contextKey))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  if (contexts.some(context => (counts.get(contextKey(context)) ?? 0) >= maxPerContext)) {
    throw contextError(`A context can be assigned to at most ${maxPerContext} UI modifications.`);
  }
}

function contextKey(context: UiContext): string {
  const {projectId, issueTypeId, portalId, requestTypeId, viewType} = context;
  return JSON.stringify([projectId, issueTypeId, portalId, requestTypeId, viewType]);
}

function contextError(message: string): SandboxError {
  return fieldError({contexts: message});
}
