import {fieldError, trackerError} from '../errors.ts';
import {makeHandlers, partsOf, type SandboxResource} from '../resource.ts';
import type {SandboxCall} from '../route.ts';
import {makeRandom} from '../world/random.ts';
import type {RelatedWork} from '../world/versions.ts';
import {hasPermission} from './access.ts';
import {permissionError, readVersion, requireNotArchived, type VersionInProject} from './lookup.ts';

type WorkMembers = Readonly<
  Record<'relatedWorkId' | 'issueId' | 'category' | 'title' | 'url', string>
>;

const relatedWork: SandboxResource<RelatedWork, WorkMembers> = {
  kind: 'related work',
  open: (call, access) => {
    const id = Object.values(call.params)[0];
    const {version} = access === 'write' ? readEditable(call, id) : readVersion(call, id);
    return partsOf(version.relatedWork, changed =>
      call.tracker.versions.set(version.id, {...version, relatedWork: changed}),
    );
  },
  missing: (_, id) => trackerError(404, `No related work has the ID ${id}.`),
  present: (_, {id: relatedWorkId, category, title, url, issueId}) => {
    return {relatedWorkId, category, title, url: issueId === undefined ? url : undefined, issueId};
  },
  members: {
    /** The sandbox generates the id (services T2.5). */
    id: ({call, body, before, records}) => {
      if (before !== undefined) return before.id;
      if (body.issueId !== undefined) {
        throw fieldError({issueId: 'Only generic links can be created.'});
      }
      if (body.relatedWorkId !== undefined) {
        throw fieldError({relatedWorkId: 'The ID is made by the server and cannot be given.'});
      }
      const seed = `${call.params.id}/${records.all().length}/${call.now}`;
      return makeRandom(call.tracker.seed, seed).uuid();
    },
    category: ({body: {category}, before}) => {
      if (before?.issueId !== undefined) {
        throw trackerError(400, 'Only generic links can be edited.');
      }
      if (!category) throw fieldError({category: 'The category must be given.'});
      return category;
    },
    title: ({body, before}) => body.title ?? before?.title ?? '',
    url: ({body, before}) => {
      const {url} = body;
      if (url === undefined && before !== undefined) return before.url;
      if (!url || !/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(url)) {
        throw fieldError({url: 'The URL must be absolute.'});
      }
      return url;
    },
  },
  idIn: 'relatedWorkId',
  operations: {
    list: 'tracker/version/get-related-work',
    create: 'tracker/version/create-related-work',
    update: 'tracker/version/update-related-work',
    delete: 'tracker/version/delete-related-work',
  },
};

export const relatedWorkHandlers = makeHandlers(relatedWork);

/**
 * Find a version whose related work may be edited. Requires Resolve issues and Edit issues;
 * archived versions are refused (services T3, T4.7).
 */
function readEditable(call: SandboxCall, id: string | undefined): VersionInProject {
  const found = readVersion(call, id);
  for (const permission of ['RESOLVE_ISSUES', 'EDIT_ISSUES']) {
    if (!hasPermission(call, found.project, permission)) {
      throw permissionError(
        call,
        403,
        'Resolve issues and Edit issues are needed to edit related work.',
      );
    }
  }
  requireNotArchived(found.project);
  if (found.version.archived) {
    throw trackerError(400, 'The related work of an archived version cannot be edited.');
  }
  return found;
}
