import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contentSuccesses} from './content-successes.ts';
import {signInAs, startTracker, type TestTracker} from './tracker-server.ts';
import {deskAt, type Success, trackerSuccesses} from './tracker-successes.ts';

/** What a rule of the permission column means for a caller: success, or a status. */
type Outcome = 'ok' | 401 | 403 | 404;

const people = ['site-admin', 'project-admin', 'member', 'anonymous'] as const;
const apps = ['add-on-app', 'oauth-app', 'platform-app', ...people] as const;

interface Rule {
  readonly callers: readonly string[];
  readonly outcomes: readonly Outcome[];
  /** Groups with their operations. */
  readonly operations: Readonly<Record<string, string>>;
}

const records = 'create update delete move set-default';

/** The permission column of the tracker's section 4, on projects those callers know. */
const rules: Readonly<Record<string, Rule>> = {
  'Administer global permission': {
    callers: people,
    outcomes: ['ok', 403, 403, 401],
    operations: {
      permissionscheme:
        'create-permission-scheme update-permission-scheme delete-permission-scheme ' +
        'create-permission-grant delete-permission-scheme-entity',
      user: 'create delete-property',
      project: 'create delete delete-asynchronously archive assign-permission-scheme',
      notificationscheme:
        'create-notification-scheme update-notification-scheme delete-notification-scheme ' +
        'add-notifications remove-notification-from-notification-scheme',
      // Not given by the documents: a choice of the sandbox for global statuses.
      statuses: 'create update delete-by-id',
      resolution: records,
      priority: records,
    },
  },
  'access to the product': {
    callers: people,
    outcomes: ['ok', 'ok', 'ok', 401],
    operations: {
      permissionscheme:
        'get-all-permission-schemes get-permission-scheme get-permission-scheme-grants ' +
        'get-permission-scheme-grant',
      user: 'bulk-get bulk-get-users-migration find-by-query find-keys-by-query find-assignable',
      project:
        'get-accessible-project-type-by-key get-all-accessible-project-types ' +
        'get-classification-config get-default-project-classification get-email',
      notificationscheme: 'get-notification-schemes get-notification-scheme-to-project-mappings',
      statuses:
        'get-by-id get-by-name search get-project-issue-type-usages-for get-project-usages-for ' +
        'get-workflow-usages-for',
      resolution: 'get-resolutions get-resolution search',
      priority: 'get-priorities get-priority search',
    },
  },
  'no permission, and not marked Anon': {
    callers: people,
    outcomes: ['ok', 'ok', 'ok', 401],
    operations: {
      projectvalidate: 'validate-project-key get-valid-project-key get-valid-project-name',
    },
  },
  'access to the product and administer rights on a project of the scheme': {
    callers: people,
    outcomes: ['ok', 404, 404, 401],
    operations: {notificationscheme: 'get-notification-scheme'},
  },
  'Anon; no permission, or Browse projects of a public project': {
    callers: people,
    outcomes: ['ok', 'ok', 'ok', 'ok'],
    operations: {
      permissions: 'get-all get-bulk get-permitted-projects',
      user: 'find find-for-picker',
      project:
        'get get-all get-all-project-types get-all-statuses get-components get-components-paginated',
      version: 'get get-related-issues get-unresolved-issues get-related-work move',
    },
  },
  'Anon; Browse projects of a project that is not public': {
    callers: people,
    outcomes: ['ok', 'ok', 'ok', 404],
    operations: {user: 'find-bulk-assignable', project: 'get-all-project-avatars'},
  },
  'Administer global permission or Administer Projects': {
    callers: people,
    outcomes: ['ok', 'ok', 403, 401],
    operations: {
      user: 'find-with-all-permissions',
      project: 'get-assigned-permission-scheme create-avatar delete-avatar',
    },
  },
  'Anon; Administer global permission or Administer Projects; the property of a private project': {
    callers: people,
    outcomes: ['ok', 'ok', 403, 404],
    operations: {project: 'delete-property'},
  },
  'Anon; Administer Projects or Administer global permission; the roles of a private project': {
    callers: people,
    outcomes: ['ok', 'ok', 404, 404],
    operations: {project: 'add-actor-users delete-actor'},
  },
  'write permission: Administer global permission or Administer Projects for the version’s project':
    {
      callers: people,
      outcomes: ['ok', 'ok', 404, 401],
      operations: {version: 'create update delete delete-and-replace merge'},
    },
  'Resolve issues and Edit issues project permissions': {
    callers: people,
    outcomes: ['ok', 'ok', 'ok', 401],
    operations: {version: 'create-related-work update-related-work delete-related-work'},
  },
  'platform apps only': {
    callers: apps,
    outcomes: [403, 403, 'ok', 403, 403, 403, 401],
    operations: {
      uiModifications:
        'create-ui-modification delete-ui-modification get-ui-modifications update-ui-modification',
    },
  },
  'add-on apps and OAuth 2.0 apps only': {
    callers: apps,
    outcomes: ['ok', 'ok', 403, 403, 403, 403, 401],
    operations: {webhook: 'register-dynamic get-dynamic-webhooks-for-app delete-by-id refresh'},
  },
  'add-on apps only': {
    callers: apps,
    outcomes: ['ok', 403, 403, 403, 403, 403, 401],
    operations: {webhook: 'get-failed'},
  },
};

let tracker: TestTracker;

beforeAll(async () => {
  tracker = await startTracker();
});
afterAll(() => tracker.sandbox.stop());

/** Names that are used once, over all the desks of this file. */
let made = 0;
const fresh = () => {
  made += 1;
  return `Made for callers ${made}`;
};

/** What a call answers to somebody else, after the keeper has made what it needs. */
async function outcomeFor(call: Success, caller: string): Promise<Outcome | number> {
  const requests = await countRequests(call);
  const authorization = caller === 'anonymous' ? null : signInAs(caller);
  let left = requests;
  const ask: TestTracker['ask'] = (target, request = {}) => {
    left -= 1;
    return tracker.ask(target, left === 0 ? {...request, authorization} : request);
  };
  tracker.wait(60_000);
  const {status} = await call({...deskAt({...tracker, ask}), fresh});
  return status < 400 ? 'ok' : status;
}

async function countRequests(call: Success): Promise<number> {
  let count = 0;
  const ask: TestTracker['ask'] = (target, request) => {
    count += 1;
    return tracker.ask(target, request);
  };
  tracker.wait(60_000);
  await call({...deskAt({...tracker, ask}), fresh});
  return count;
}

describe('services T4: the permission column', () => {
  it('stands here for every operation', () => {
    const named = Object.values(rules).flatMap(({operations}) =>
      Object.entries(operations).flatMap(([group, names]) =>
        names.split(' ').map(name => `${group}/${name}`),
      ),
    );
    const all = Object.entries(trackerSuccesses).flatMap(([group, byName]) =>
      Object.keys(byName).map(name => `${group}/${name}`),
    );
    expect(named.sort()).toEqual(all.sort());
  });

  for (const [rule, {callers, outcomes, operations}] of Object.entries(rules)) {
    const calls = Object.entries(operations).flatMap(([group, names]) =>
      names.split(' ').map(name => [`${group} ${name}`, trackerSuccesses[group]?.[name]] as const),
    );
    it.each(calls)(`%s: ${rule}`, async (_, call) => {
      if (call === undefined) throw new Error('no such operation');
      const found: (Outcome | number)[] = [];
      for (const caller of callers) found.push(await outcomeFor(call, caller));
      expect(Object.fromEntries(callers.map((caller, index) => [caller, found[index]]))).toEqual(
        Object.fromEntries(callers.map((caller, index) => [caller, outcomes[index]])),
      );
    });
  }
});

describe('services C5.1: access to the site', () => {
  const calls = Object.entries(contentSuccesses).flatMap(([group, byName]) =>
    Object.entries(byName).map(([name, call]) => [`${group} ${name}`, call] as const),
  );

  it.each(calls)('%s needs credentials', async (_, call) => {
    expect(await outcomeFor(call, 'anonymous')).toBe(401);
  });

  it.each(calls.filter(([name]) => name.startsWith('admin-key')))(
    '%s needs an organization admin or site admin',
    async (_, call) => {
      for (const caller of ['project-admin', 'member', 'add-on-app', 'oauth-app']) {
        expect(await outcomeFor(call, caller)).toBe(403);
      }
    },
  );
});
