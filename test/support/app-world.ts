import type {AnsweringClient} from './answering-client.ts';
import {answeringClient} from './answering-client.ts';

export const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0);
const day = 86_400_000;

/** Projects as the tracker answers them. */
export function someProjects(count: number): unknown[] {
  return Array.from({length: count}, (_, i) => ({
    id: String(10_000 + i),
    key: `PRO${i}`,
    name: `Project number ${i}`,
    projectTypeKey: i % 2 === 0 ? 'software' : 'business',
    style: 'classic',
    lead: {accountId: `a${i}`, displayName: i % 3 === 0 ? 'Ann Lee' : 'Bo Öst'},
    archived: i % 5 === 4,
    insight: {totalIssueCount: i * 7, lastIssueUpdateTime: '2026-11-20T10:00:00.000Z'},
  }));
}

/**
 * A tracker with a few of everything the screens show.
 *
 * @param because what of its answers the sandbox would not give: a sentence
 */
export function fakeTracker(because: string): AnsweringClient {
  return answeringClient('tracker', because, {
    'tracker/project/search': {pages: [someProjects(7)], total: 7},
    'tracker/project/get': {
      object: {
        id: '10000',
        key: 'PRO0',
        name: 'Project number 0',
        lead: {displayName: 'Ann Lee', accountId: 'a0'},
      },
    },
    'tracker/project/get-versions-paginated': {
      pages: [
        [
          {
            id: '1',
            name: '1.0',
            released: true,
            archived: false,
            releaseDate: '2026-01-10',
            issuesStatusForFixVersion: {toDo: 0, inProgress: 0, done: 10, unmapped: 0},
          },
          {
            id: '2',
            name: '1.1',
            released: false,
            archived: false,
            overdue: true,
            releaseDate: '2026-11-01',
            issuesStatusForFixVersion: {toDo: 5, inProgress: 5, done: 10, unmapped: 0},
          },
          {
            id: '3',
            name: '2.0',
            released: false,
            archived: false,
            issuesStatusForFixVersion: {toDo: 0, inProgress: 0, done: 0, unmapped: 0},
          },
        ],
      ],
      total: 3,
    },
    'tracker/version/get': {object: {id: '2', name: '1.1', released: false, description: 'second'}},
    'tracker/permissionscheme/get-all-permission-schemes': {
      pages: [
        [
          {
            id: 10000,
            name: 'Default permission scheme',
            description: 'for all',
            permissions: [{}, {}, {}],
          },
        ],
      ],
    },
    'tracker/permissionscheme/get-permission-scheme-grants': {
      pages: [[{id: 1, permission: 'BROWSE_PROJECTS', holder: {type: 'anyone'}}]],
    },
    'tracker/notificationscheme/get-notification-schemes': {
      pages: [
        [
          {
            id: 10100,
            name: 'Default notification scheme',
            notificationSchemeEvents: [{}],
            projects: [10000],
          },
        ],
      ],
      total: 1,
    },
    'tracker/webhook/get-dynamic-webhooks-for-app': {
      pages: [
        [
          {
            id: 1,
            url: 'https://hooks.example/a',
            events: ['jira:issue_created'],
            jqlFilter: 'project = A',
            expirationDate: nowMs + 20 * day,
          },
          {
            id: 2,
            url: 'https://hooks.example/b',
            events: ['jira:issue_created', 'jira:issue_updated'],
            jqlFilter: 'project = B',
            expirationDate: nowMs + 2 * day,
          },
        ],
      ],
    },
    'tracker/webhook/get-failed': {
      pages: [
        [
          {
            id: 'f1',
            url: 'https://hooks.example/b',
            failureTime: nowMs - 3_600_000 * 5,
            body: '{"issue":1}',
          },
          {
            id: 'f2',
            url: 'https://hooks.example/b',
            failureTime: nowMs - 60_000 * 5,
            body: '{"issue":2}',
          },
        ],
      ],
    },
  });
}

/**
 * A content service with two blog posts.
 *
 * @param because what of its answers the sandbox would not give: a sentence
 */
export function fakeContent(because: string): AnsweringClient {
  return answeringClient('content', because, {
    'content/blogposts/get-blog-posts': {
      pages: [
        [
          {
            id: '900',
            title: 'Release notes',
            status: 'current',
            spaceId: '5',
            createdAt: '2026-11-19T08:00:00.000Z',
            version: {number: 3, createdAt: '2026-11-20T08:00:00.000Z'},
          },
          {
            id: '901',
            title: 'Evil \u001b[31mred\u202e title',
            status: 'draft',
            spaceId: '5',
            createdAt: '2026-11-18T08:00:00.000Z',
            version: {number: 1, createdAt: '2026-11-18T08:00:00.000Z'},
          },
        ],
      ],
    },
    'content/blogposts/get-blog-post-by-id': {
      object: {id: '900', title: 'Release notes', body: {storage: {value: '<p>hi</p>'}}},
    },
  });
}
