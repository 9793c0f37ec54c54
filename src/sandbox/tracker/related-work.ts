import {fieldError, trackerError} from '../errors.ts';
import {handlersOf, partsOf, type Resource} from '../resource.ts';
import type {Call} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import type {RelatedWork} from '../world/versions.ts';
import {holds} from './access.ts';
import {type Located, readVersion, refused, requireNotArchived} from './lookup.ts';

type WorkMembers = Readonly<
  Record<'relatedWorkId' | 'issueId' | 'category' | 'title' | 'url', string>
>;

const relatedWork: Resource<RelatedWork, WorkMembers> = {
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
    /** The id is made here (services T2.5). */
    id: ({call, body, before, records}) => {
      if (before !== undefined) return before.id;
      if (body.issueId !== undefined) {
        throw fieldError({issueId: 'Only generic links can be created.'});
      }
      if (body.relatedWorkId !== undefined) {
        throw fieldError({relatedWorkId: 'The ID is made by the server and cannot be given.'});
      }
      const seed = `${call.params.id}/${records.all().length}/${call.now}`;
      return makeDraw(call.tracker.seed, seed).uuid();
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

export const relatedWorkHandlers = handlersOf(relatedWork);

/** Needs Resolve issues and Edit issues; archived versions refuse the edit (services T3, T4.7). */
function readEditable(call: Call, id: string | undefined): Located {
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
