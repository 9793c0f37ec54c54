import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {type Call, created, type Handlers, type JsonObject, noContent, ok} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import type {RelatedWork, Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {holds} from './access.ts';
import {type Located, readVersion, refused, requireNotArchived} from './lookup.ts';

type WorkMembers = Readonly<
  Record<'relatedWorkId' | 'issueId' | 'category' | 'title' | 'url', string>
>;

export const relatedWorkHandlers: Handlers = {
  'tracker/version/get-related-work': call =>
    ok(readVersion(call).version.relatedWork.map(workBean)),
  /** A generic link; its id is made here (services T2.5). */
  'tracker/version/create-related-work': call => {
    const {version} = readEditable(call);
    const body = readBody<WorkMembers>(call);
    if (body.issueId !== undefined)
      throw fieldError({issueId: 'Only generic links can be created.'});
    if (body.relatedWorkId !== undefined) {
      throw fieldError({relatedWorkId: 'The ID is made by the server and cannot be given.'});
    }
    const seed = `${version.id}/${version.relatedWork.length}/${call.now}`;
    const work: RelatedWork = {
      id: makeDraw(call.tracker.seed, seed).uuid(),
      category: readCategory(body.category),
      title: body.title ?? '',
      url: readUrl(body.url),
    };
    store(call, version, [...version.relatedWork, work]);
    return created(workBean(work));
  },
  'tracker/version/update-related-work': call => {
    const {version} = readEditable(call);
    const body = readBody<WorkMembers>(call);
    const id = body.relatedWorkId ?? '';
    const before = findWork(version, id);
    requireGeneric(before);
    const work: RelatedWork = {
      ...before,
      category: readCategory(body.category),
      title: body.title ?? before.title,
      url: body.url === undefined ? before.url : readUrl(body.url),
    };
    const relatedWork = version.relatedWork.map(one => (one.id === id ? work : one));
    store(call, version, relatedWork);
    return ok(workBean(work));
  },
  'tracker/version/delete-related-work': call => {
    const {version} = readEditable(call, call.params.versionId);
    const work = findWork(version, call.params.relatedWorkId ?? '');
    const relatedWork = version.relatedWork.filter(one => one !== work);
    store(call, version, relatedWork);
    return noContent;
  },
};

/** Needs Resolve issues and Edit issues; archived versions refuse the edit (services T3, T4.7). */
function readEditable(call: Call, id = call.params.id): Located {
  const found = readVersion(call, id);
  for (const permission of ['RESOLVE_ISSUES', 'EDIT_ISSUES']) {
    if (!holds(call, found.project, permission)) {
      throw refused(call, 403, 'Resolve issues and Edit issues are needed to edit related work.');
    }
  }
  requireNotArchived(found.project);
  if (found.version.archived) {
    throw trackerError(400, 'The related work of an archived version cannot be edited.');
  }
  return found;
}

function findWork(version: Version, id: string): RelatedWork {
  const work = version.relatedWork.find(one => one.id === id);
  if (work === undefined) throw trackerError(404, `No related work has the ID ${id}.`);
  return work;
}

function requireGeneric(work: RelatedWork): void {
  if (work.issueId !== undefined) throw trackerError(400, 'Only generic links can be edited.');
}

function store(world: World, version: Version, relatedWork: readonly RelatedWork[]): void {
  world.tracker.versions.set(version.id, {...version, relatedWork});
}

function workBean(work: RelatedWork): JsonObject {
  return {
    relatedWorkId: work.id,
    category: work.category,
    title: work.title,
    url: work.issueId === undefined ? work.url : undefined,
    issueId: work.issueId,
  };
}

function readCategory(category: string | null | undefined): string {
  if (!category) throw fieldError({category: 'The category must be given.'});
  return category;
}

function readUrl(url: string | null | undefined): string {
  if (!url || !/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(url)) {
    throw fieldError({url: 'The URL must be absolute.'});
  }
  return url;
}
