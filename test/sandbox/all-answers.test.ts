import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {operationId} from '../../src/api/operation.ts';
import {operations} from '../support/operations.ts';
import {contentSuccesses} from './content-successes.ts';
import {hasShape, shapeProblems} from './shapes.ts';
import {startTracker, type TestTracker} from './tracker-server.ts';
import {type Desk, deskAt, trackerSuccesses} from './tracker-successes.ts';

const documented = operations.filter(({extra}) => !extra);
const groups = {tracker: trackerSuccesses, content: contentSuccesses};

/** Success statuses other than 200, per service and group (services W4.24). */
const otherStatuses: Readonly<Record<number, string>> = {
  201:
    'tracker/uiModifications/create-ui-modification tracker/permissionscheme/create-permission-scheme ' +
    'tracker/permissionscheme/create-permission-grant tracker/user/create tracker/project/create ' +
    'tracker/project/create-avatar tracker/version/create tracker/version/create-related-work ' +
    'tracker/notificationscheme/create-notification-scheme tracker/resolution/create ' +
    'tracker/priority/create content/custom-content/create-custom-content',
  202: 'tracker/webhook/delete-by-id',
  204:
    'tracker/uiModifications/delete-ui-modification tracker/uiModifications/update-ui-modification ' +
    'tracker/permissionscheme/delete-permission-scheme ' +
    'tracker/permissionscheme/delete-permission-scheme-entity tracker/user/delete-property ' +
    'tracker/project/delete tracker/project/archive tracker/project/delete-actor ' +
    'tracker/project/delete-avatar tracker/project/delete-property tracker/version/delete ' +
    'tracker/version/delete-and-replace tracker/version/merge tracker/version/delete-related-work ' +
    'tracker/notificationscheme/update-notification-scheme ' +
    'tracker/notificationscheme/delete-notification-scheme ' +
    'tracker/notificationscheme/add-notifications ' +
    'tracker/notificationscheme/remove-notification-from-notification-scheme ' +
    'tracker/statuses/update tracker/statuses/delete-by-id tracker/resolution/update ' +
    'tracker/resolution/move tracker/resolution/set-default tracker/priority/update ' +
    'tracker/priority/move tracker/priority/set-default content/blogposts/delete-blog-post ' +
    'content/blogposts/post-blog-post-classification-level content/blogposts/delete-property-by-id ' +
    'content/whiteboards/delete content/whiteboards/put-classification-level ' +
    'content/whiteboards/post-classification-level content/whiteboards/delete-property-by-id ' +
    'content/custom-content/delete-custom-content ' +
    'content/custom-content/delete-custom-content-property-by-id content/labels/remove ' +
    'content/admin-key/disable-admin-key ' +
    // Of no public shape; our choice.
    'content/blogposts/delete-blog-post-permissions content/whiteboards/delete-permissions',
  303: 'tracker/project/delete-asynchronously tracker/resolution/delete tracker/priority/delete',
};

const entry = expect.objectContaining({principalType: 'group', operation: 'read'});
const entries = {results: expect.arrayContaining([entry])};
const page = {
  results: [{principalType: 'user', principalId: expect.any(String), operation: 'update'}],
  _links: {base: expect.any(String)},
};
const openness = {
  read: expect.stringMatching(/^(open|restricted)$/),
  update: expect.stringMatching(/^(open|restricted)$/),
};

/** What the ten rows without a public shape answer: the sandbox's own choice (services W6). */
const ownShapes: Readonly<Record<string, unknown>> = {
  'content/blogposts/add-blog-post-permissions': entries,
  'content/blogposts/get-blog-post-permissions': page,
  'content/blogposts/delete-blog-post-permissions': undefined,
  'content/blogposts/get-blog-post-restriction-state': openness,
  'content/whiteboards/add-permissions': entries,
  'content/whiteboards/set-permissions': entries,
  'content/whiteboards/get-permissions': page,
  'content/whiteboards/delete-permissions': undefined,
  'content/whiteboards/get-restriction-state': openness,
  'content/whiteboards/set-restriction-state': openness,
};

/**
 * Members of includes that the operations declare although their shapes lack them (services W4.19).
 */
const included = ['collaborators', 'directChildren', 'operations', 'properties'];

function statusOf(id: string): number {
  const found = Object.entries(otherStatuses).find(([, ids]) => ids.split(' ').includes(id));
  return Number(found?.[0] ?? 200);
}

let tracker: TestTracker;
let desk: Desk;

beforeAll(async () => {
  tracker = await startTracker();
  desk = deskAt(tracker);
});
afterAll(() => tracker.sandbox.stop());

describe('every operation of both documents', () => {
  it('is called by this test: exactly all 176', () => {
    const called = Object.entries(groups).flatMap(([service, byGroup]) =>
      Object.entries(byGroup).flatMap(([group, byName]) =>
        Object.keys(byName).map(name => `${service}/${group}/${name}`),
      ),
    );
    expect(called.sort()).toEqual(documented.map(operationId).sort());
    expect(called).toHaveLength(176);
    const unshaped = called.filter(id => !hasShape(id)).sort();
    expect(unshaped).toEqual(Object.keys(ownShapes).sort());
  });

  for (const operation of documented) {
    const id = operationId(operation);
    it(`${id} answers ${statusOf(id)} in its shape`, async () => {
      // What the call before has left running ends, and nothing else has to wait for it.
      tracker.wait(60_000);
      const call = groups[operation.service][operation.group]?.[operation.name];
      if (call === undefined) throw new Error(`no call of ${id}`);
      const answer = await call(desk);
      expect(answer.status, answer.text).toBe(statusOf(id));
      if (hasShape(id)) expect(shapeProblems(id, answer.status, answer.json, included)).toEqual([]);
      else expect(answer.json).toEqual(ownShapes[id]);
      if ([202, 204].includes(answer.status)) expect(answer.text).toBe('');
      else expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    });
  }
});
