import type {Given} from '../body.ts';
import {fieldError, SandboxError, trackerError} from '../errors.ts';
import {expandOf} from '../query.ts';
import {handlersOf, type Resource, recordsOf} from '../resource.ts';
import type {Call, JsonObject} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import {type UiContext, type UiModification, uiViews} from '../world/ui-modifications.ts';
import type {World} from '../world/world.ts';
import {canSee} from './access.ts';
import {selfUrl} from './links.ts';
import {presentProjects} from './lookup.ts';
import {description, nextNumber} from './records.ts';

/** UI modifications of one app (services T8). */
const perAppAtMost = 3_000;

interface Members extends Pick<UiModification, 'name' | 'description' | 'data'> {
  readonly contexts: readonly GivenContext[];
}

const uiModifications: Resource<UiModification, Members> = {
  kind: 'UI modification',
  open: ({tracker, caller}) => recordsOf(tracker.uiModifications, one => one.appId === caller.app),
  missing: (_, id) => missing('The UI modification was not found.', {uiModificationId: id}),
  /** Data and contexts only when expanded (services T2.1). */
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
      if (before === undefined && records.all().length >= perAppAtMost) {
        throw trackerError(400, `An app can have at most ${perAppAtMost} UI modifications.`);
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
    /** Contexts, when present, replace all (services W4.16). */
    contexts: ({call, body, before}) =>
      readContexts(call, body.contexts, before?.id) ?? before?.contexts ?? [],
    id: ({call, before}) =>
      before?.id ?? makeDraw(call.tracker.seed, `UI modification ${nextNumber(call)}`).uuid(),
  },
  operations: {
    search: 'tracker/uiModifications/get-ui-modifications',
    create: 'tracker/uiModifications/create-ui-modification',
    update: 'tracker/uiModifications/update-ui-modification',
    delete: 'tracker/uiModifications/delete-ui-modification',
  },
};

export const uiModificationsHandlers = handlersOf(uiModifications);

/** A context is available while its project is there and seen. */
function contextBean(call: Call, context: UiContext): JsonObject {
  const {projectId} = context;
  const project = call.tracker.projects.get(projectId ?? '');
  const isAvailable =
    projectId === undefined ||
    (project !== undefined && project.deleted === undefined && canSee(call, project));
  return {...context, isAvailable};
}

/** UI modifications of one context (services T8). */
const modificationsAtMost = 100;

/** A context in a body. */
export type GivenContext = Given<
  Record<'projectId' | 'issueTypeId' | 'portalId' | 'requestTypeId' | 'viewType', string>
>;

/**
 * The contexts of a body, new ones all of them; undefined when it has none.
 *
 * @param id the UI modification they are for; a new one has none
 * @throws SandboxError 400 about `contexts`, 403 when the caller sees no project, 404 with details when a
 *   project or an issue type is not there
 */
function readContexts(
  call: Call,
  given: readonly GivenContext[] | null | undefined,
  id?: string,
): readonly UiContext[] | undefined {
  if (given === undefined || given === null) return undefined;
  if (given.length === 0) return [];
  const contexts = given.map(one => readContext(call, one));
  requireSight(call, contexts);
  requireRoom(call, contexts, id);
  return contexts;
}

/** The 404 of UI modifications: with details (services W4.26). */
export function missing(message: string, details: Readonly<Record<string, string>>): SandboxError {
  return new SandboxError(404, {json: {errorMessages: [message], errors: {}, details}});
}

function readContext(world: World, given: GivenContext): UiContext {
  const id = makeDraw(world.tracker.seed, `UI context ${nextNumber(world)}`).uuid();
  const portalId = given.portalId ?? undefined;
  const requestTypeId = given.requestTypeId ?? undefined;
  const viewType = readView(given.viewType ?? undefined);
  const projectId = given.projectId ?? undefined;
  const issueTypeId = given.issueTypeId ?? undefined;
  if (portalId !== undefined || requestTypeId !== undefined || viewType === 'JSMRequestCreate') {
    if (projectId !== undefined || issueTypeId !== undefined) {
      throw wrong('A context is of a project or of a portal, not of both.');
    }
    // Wildcards are not supported here (services T2.1).
    if (portalId === undefined || requestTypeId === undefined || viewType !== 'JSMRequestCreate') {
      throw wrong('A portal’s context needs portalId, requestTypeId and JSMRequestCreate.');
    }
    return {id, portalId, requestTypeId, viewType};
  }
  const wildcards = [projectId, issueTypeId, viewType].filter(one => one === undefined).length;
  if (wildcards > 1) {
    throw wrong('At most one of projectId, issueTypeId and viewType can be a wildcard.');
  }
  return {id, projectId, issueTypeId, viewType};
}

function readView(view: string | undefined): UiContext['viewType'] {
  const found = uiViews.find(one => one === view);
  if (found === undefined && view !== undefined) throw wrong(`There is no view ${view}.`);
  return found;
}

/** Needs Browse projects for one or more projects; those named must be seen (services T4.1). */
function requireSight(call: Call, contexts: readonly UiContext[]): void {
  const seen = presentProjects(call).filter(project => canSee(call, project));
  if (seen.length === 0) throw trackerError(403, 'Browse projects is needed for contexts.');
  const seenIds = new Map(seen.map(project => [project.id, project]));
  for (const {projectId, issueTypeId} of contexts) {
    const project = seenIds.get(projectId ?? '');
    if (projectId !== undefined && project === undefined) {
      throw missing(`There is no project ${projectId}.`, {projectId});
    }
    if (issueTypeId === undefined) continue;
    const types = project?.issueTypeIds ?? [...call.tracker.issueTypes.keys()];
    if (!types.includes(issueTypeId)) {
      throw missing(`There is no issue type ${issueTypeId} there.`, {issueTypeId});
    }
  }
}

/** The same context can be assigned to at most 100 UI modifications (services T2.1). */
function requireRoom(call: Call, contexts: readonly UiContext[], id: string | undefined): void {
  const counts = new Map<string, number>();
  for (const modification of call.tracker.uiModifications.values()) {
    if (modification.appId !== call.caller.app || modification.id === id) continue;
    for (const place of new Set(modification.contexts.map(placeOf))) {
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  if (contexts.some(context => (counts.get(placeOf(context)) ?? 0) >= modificationsAtMost)) {
    throw wrong(`A context can be assigned to at most ${modificationsAtMost} UI modifications.`);
  }
}

function placeOf(context: UiContext): string {
  const {projectId, issueTypeId, portalId, requestTypeId, viewType} = context;
  return JSON.stringify([projectId, issueTypeId, portalId, requestTypeId, viewType]);
}

function wrong(message: string): SandboxError {
  return fieldError({contexts: message});
}
