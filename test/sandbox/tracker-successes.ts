import type {TestTracker, TrackerAnswer, TrackerRequest} from './tracker-server.ts';

/** Makes what an operation needs, and calls it so that it succeeds. */
export type Success = (desk: Desk) => Promise<TrackerAnswer>;

/** A running sandbox with short ways to ask it. */
export interface Desk {
  get(target: string): Promise<TrackerAnswer>;
  post(target: string, body?: unknown): Promise<TrackerAnswer>;
  put(target: string, body?: unknown): Promise<TrackerAnswer>;
  remove(target: string, body?: unknown): Promise<TrackerAnswer>;
  ask: TestTracker['ask'];
  /** A name nothing has yet. */
  fresh(): string;
}

/** A desk at a sandbox. */
export function deskAt({ask}: TestTracker): Desk {
  let made = 0;
  const send = (method: string) => (target: string, body?: unknown) => {
    const request: TrackerRequest = body === undefined ? {method} : {method, body};
    return ask(target, request);
  };
  return {
    ...{get: send('GET'), post: send('POST'), put: send('PUT'), remove: send('DELETE'), ask},
    fresh: () => {
      made += 1;
      return `Made here ${made}`;
    },
  };
}

const read =
  (target: string): Success =>
  desk =>
    desk.get(target);

const encode = encodeURIComponent;

async function myId({get}: Desk): Promise<string> {
  return (await get('myself')).json.accountId;
}

async function makeScheme({post, fresh}: Desk) {
  const permissions = [{permission: 'BROWSE_PROJECTS', holder: {type: 'anyone'}}];
  return (await post('permissionscheme?expand=all', {name: fresh(), permissions})).json;
}

async function makeRecord({post, fresh}: Desk, kind: 'resolution' | 'priority'): Promise<string> {
  const look = kind === 'priority' ? {statusColor: '#0747a6', avatarId: 10_403} : {};
  return (await post(kind, {name: fresh(), description: 'd', ...look})).json.id;
}

const project = {projectId: 10_000} as const;

async function makeVersion({post, fresh}: Desk): Promise<string> {
  return (await post('version', {name: fresh(), ...project})).json.id;
}

async function makeModification({post, fresh}: Desk): Promise<string> {
  return (await post('uiModifications', {name: fresh()})).json.id;
}

async function makeNotificationScheme({post, get, fresh}: Desk) {
  const notifications = [{notificationType: 'Reporter'}];
  const notificationSchemeEvents = [{event: {id: '1'}, notifications}];
  const made = await post('notificationscheme', {name: fresh(), notificationSchemeEvents});
  return (await get(`notificationscheme/${made.json.id}?expand=all`)).json;
}

async function makeStatus({post, fresh}: Desk): Promise<string> {
  const statuses = [{name: fresh(), statusCategory: 'TODO'}];
  return (await post('statuses', {scope: {type: 'GLOBAL'}, statuses})).json[0].id;
}

let projectsMade = 0;

async function newProject(desk: Desk) {
  const leadAccountId = await myId(desk);
  projectsMade += 1;
  const key = `MADE${projectsMade}`;
  return {key, name: desk.fresh(), projectTypeKey: 'business', leadAccountId};
}

async function makeProject(desk: Desk): Promise<string> {
  const body = await newProject(desk);
  const made = await desk.post('project', body);
  if (made.status !== 201) throw new Error(made.text);
  return body.key;
}

async function makeWebhook({post}: Desk): Promise<number> {
  const webhooks = [{events: ['jira:issue_updated'], jqlFilter: 'project = HPAY'}];
  const {json} = await post('webhook', {url: 'https://hooks.example.com/x', webhooks});
  return json.webhookRegistrationResult[0].createdWebhookId;
}

function uploadAvatar({ask}: Desk): Promise<TrackerAnswer> {
  const body = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
  const headers = {'content-type': 'image/png', 'x-atlassian-token': 'no-check'};
  return ask('project/LMA/avatar2?size=32', {method: 'POST', body, headers});
}

const work = {category: 'Design', title: 'A page', url: 'https://example.com/a'} as const;

const uiModifications: Readonly<Record<string, Success>> = {
  'create-ui-modification': ({post, fresh}) => post('uiModifications', {name: fresh()}),
  'delete-ui-modification': async desk =>
    desk.remove(`uiModifications/${await makeModification(desk)}`),
  'get-ui-modifications': read('uiModifications?expand=data,contexts'),
  'update-ui-modification': async desk =>
    desk.put(`uiModifications/${await makeModification(desk)}`, {name: 'Other', data: '{}'}),
};

const permissions: Readonly<Record<string, Success>> = {
  'get-all': read('permissions'),
  'get-bulk': ({post}) =>
    post('permissions/check', {
      globalPermissions: ['ADMINISTER'],
      projectPermissions: [{permissions: ['EDIT_ISSUES'], projects: [10_000], issues: [10_001]}],
    }),
  'get-permitted-projects': ({post}) =>
    post('permissions/project', {permissions: ['BROWSE_PROJECTS']}),
};

const permissionscheme: Readonly<Record<string, Success>> = {
  'create-permission-scheme': ({post, fresh}) =>
    post('permissionscheme?expand=all', {name: fresh()}),
  'get-all-permission-schemes': read('permissionscheme?expand=all'),
  'get-permission-scheme': read('permissionscheme/10003?expand=user,group,projectRole,field'),
  'update-permission-scheme': async desk => {
    const {id} = await makeScheme(desk);
    return desk.put(`permissionscheme/${id}?expand=all`, {name: desk.fresh(), permissions: []});
  },
  'delete-permission-scheme': async desk =>
    desk.remove(`permissionscheme/${(await makeScheme(desk)).id}`),
  'create-permission-grant': async desk => {
    const {id} = await makeScheme(desk);
    const grant = {permission: 'EDIT_ISSUES', holder: {type: 'projectLead'}};
    return desk.post(`permissionscheme/${id}/permission?expand=all`, grant);
  },
  'get-permission-scheme-grants': read('permissionscheme/10003/permission?expand=all'),
  'get-permission-scheme-grant': async desk => {
    const {id, permissions: grants} = await makeScheme(desk);
    return desk.get(`permissionscheme/${id}/permission/${grants[0].id}?expand=all`);
  },
  'delete-permission-scheme-entity': async desk => {
    const {id, permissions: grants} = await makeScheme(desk);
    return desk.remove(`permissionscheme/${id}/permission/${grants[0].id}`);
  },
};

const user: Readonly<Record<string, Success>> = {
  'bulk-get': async desk => desk.get(`user/bulk?accountId=${encode(await myId(desk))}`),
  'bulk-get-users-migration': read('user/bulk/migration?username=admin&username=member'),
  create: ({post}) =>
    post('user', {emailAddress: 'a.new.one@example.com', products: ['tracker-software']}),
  'delete-property': async desk => {
    const [person] = (await desk.get('user/search?property=on-call=false&maxResults=1000')).json;
    return desk.remove(`user/properties/on-call?accountId=${encode(person.accountId)}`);
  },
  find: read('user/search?query=p'),
  'find-assignable': read('user/assignable/search?project=HPAY&query=a'),
  'find-bulk-assignable': read('user/assignable/multiProjectSearch?projectKeys=HPAY,MERID&query=a'),
  'find-by-query': read('user/search/query?query=is+assignee+of+HPAY'),
  'find-keys-by-query': read('user/search/query/key?query=is+reporter+of+(HPAY-1,+HPAY-2)'),
  'find-for-picker': read('user/picker?query=p&showAvatar=true'),
  'find-with-all-permissions': read(
    'user/permission/search?permissions=BROWSE,EDIT_ISSUES&projectKey=HPAY',
  ),
};

const role = 'project/MERID/role/10005';

const projects: Readonly<Record<string, Success>> = {
  create: async desk => desk.post('project', await newProject(desk)),
  get: read('project/HPAY?expand=issueTypeHierarchy,projectKeys,insight,permissions'),
  'get-all': read('project?expand=description,lead,issueTypes,projectKeys,insight,permissions'),
  delete: async desk => desk.remove(`project/${await makeProject(desk)}?enableUndo=true`),
  'delete-asynchronously': async desk => desk.post(`project/${await makeProject(desk)}/delete`),
  archive: async desk => desk.post(`project/${await makeProject(desk)}/archive`),
  'add-actor-users': async desk => {
    await desk.put(role, {categorisedActors: {}});
    return desk.post(role, {user: [await myId(desk)], group: ['site-admins']});
  },
  'delete-actor': async desk => {
    await desk.put(role, {categorisedActors: {'atlassian-user-role-actor': [await myId(desk)]}});
    return desk.remove(`${role}?user=${encode(await myId(desk))}`);
  },
  'assign-permission-scheme': async desk => {
    const {id} = await makeScheme(desk);
    return desk.put(`project/${await makeProject(desk)}/permissionscheme?expand=all`, {id});
  },
  'get-assigned-permission-scheme': read('project/HPAY/permissionscheme?expand=all'),
  'create-avatar': uploadAvatar,
  'delete-avatar': async desk =>
    desk.remove(`project/LMA/avatar/${(await uploadAvatar(desk)).json.id}`),
  'get-all-project-avatars': read('project/LMA/avatars'),
  'delete-property': async desk => {
    await desk.put('project/LMA/properties/own', {a: 1});
    return desk.remove('project/LMA/properties/own');
  },
  'get-accessible-project-type-by-key': read('project/type/software/accessible'),
  'get-all-accessible-project-types': read('project/type/accessible'),
  'get-all-project-types': read('project/type'),
  'get-all-statuses': read('project/HPAY/statuses'),
  'get-classification-config': read('project/HPAY/classification-config'),
  'get-default-project-classification': async desk => {
    const {json} = await desk.get('project/HPAY/classification-config');
    const path = 'project/HPAY/classification-level/default';
    await desk.put(path, {id: json.classificationLevels[0].id});
    return desk.get(path);
  },
  'get-components': read('project/HPAY/components'),
  'get-components-paginated': read('project/HPAY/component?maxResults=2&orderBy=name'),
  'get-email': read('project/10000/email'),
};

const projectvalidate: Readonly<Record<string, Success>> = {
  'validate-project-key': read('projectvalidate/key?key=HPAY'),
  'get-valid-project-key': read('projectvalidate/validProjectKey?key=HPAY'),
  'get-valid-project-name': read('projectvalidate/validProjectName?name=Brand+Refresh'),
};

const version: Readonly<Record<string, Success>> = {
  create: ({post, fresh}) => post('version', {name: fresh(), ...project}),
  get: read('version/10000?expand=operations,issuesstatus,driver,approvers'),
  update: async desk => desk.put(`version/${await makeVersion(desk)}`, {description: 'new'}),
  delete: async desk => desk.remove(`version/${await makeVersion(desk)}`),
  'delete-and-replace': async desk =>
    desk.post(`version/${await makeVersion(desk)}/removeAndSwap`, {}),
  merge: async desk =>
    desk.put(`version/${await makeVersion(desk)}/mergeto/${await makeVersion(desk)}`),
  move: async desk => desk.post(`version/${await makeVersion(desk)}/move`, {position: 'First'}),
  'get-related-issues': read('version/10000/relatedIssueCounts'),
  'get-unresolved-issues': read('version/10000/unresolvedIssueCount'),
  'get-related-work': async desk => {
    const path = `version/${await makeVersion(desk)}/relatedwork`;
    await desk.post(path, work);
    return desk.get(path);
  },
  'create-related-work': async desk =>
    desk.post(`version/${await makeVersion(desk)}/relatedwork`, work),
  'update-related-work': async desk => {
    const path = `version/${await makeVersion(desk)}/relatedwork`;
    const {relatedWorkId} = (await desk.post(path, work)).json;
    return desk.put(path, {...work, relatedWorkId, title: 'Another page'});
  },
  'delete-related-work': async desk => {
    const path = `version/${await makeVersion(desk)}/relatedwork`;
    return desk.remove(`${path}/${(await desk.post(path, work)).json.relatedWorkId}`);
  },
};

const webhook: Readonly<Record<string, Success>> = {
  'register-dynamic': ({post}) =>
    post('webhook', {
      url: 'https://hooks.example.com/x',
      webhooks: [
        {events: ['jira:issue_updated'], jqlFilter: 'project = HPAY'},
        {events: ['nonsense'], jqlFilter: ''},
      ],
    }),
  'get-dynamic-webhooks-for-app': read('webhook'),
  'delete-by-id': async desk => desk.remove('webhook', {webhookIds: [await makeWebhook(desk)]}),
  refresh: async desk => desk.put('webhook/refresh', {webhookIds: [await makeWebhook(desk)]}),
  'get-failed': read('webhook/failed?maxResults=5'),
};

const added = {event: {id: '2'}, notifications: [{notificationType: 'CurrentAssignee'}]};

const notificationscheme: Readonly<Record<string, Success>> = {
  'create-notification-scheme': ({post, fresh}) =>
    post('notificationscheme', {name: fresh(), notificationSchemeEvents: [added]}),
  'get-notification-schemes': read('notificationscheme?expand=all'),
  'get-notification-scheme': read('notificationscheme/10000?expand=all'),
  'update-notification-scheme': async desk =>
    desk.put(`notificationscheme/${(await makeNotificationScheme(desk)).id}`, {name: desk.fresh()}),
  'delete-notification-scheme': async desk =>
    desk.remove(`notificationscheme/${(await makeNotificationScheme(desk)).id}`),
  'add-notifications': async desk => {
    const path = `notificationscheme/${(await makeNotificationScheme(desk)).id}/notification`;
    return desk.put(path, {notificationSchemeEvents: [added]});
  },
  'remove-notification-from-notification-scheme': async desk => {
    const {id, notificationSchemeEvents} = await makeNotificationScheme(desk);
    const [{notifications}] = notificationSchemeEvents;
    return desk.remove(`notificationscheme/${id}/notification/${notifications[0].id}`);
  },
  'get-notification-scheme-to-project-mappings': read('notificationscheme/project'),
};

const statuses: Readonly<Record<string, Success>> = {
  create: ({post, fresh}) =>
    post('statuses', {
      scope: {type: 'GLOBAL'},
      statuses: [{name: fresh(), statusCategory: 'DONE', description: 'd'}],
    }),
  update: async desk => {
    const changed = {id: await makeStatus(desk), name: desk.fresh(), statusCategory: 'DONE'};
    return desk.put('statuses', {statuses: [changed]});
  },
  'delete-by-id': async desk => desk.remove(`statuses?id=${await makeStatus(desk)}`),
  'get-by-id': read('statuses?id=1&id=10001'),
  'get-by-name': read('statuses/byNames?name=Done&name=Open'),
  search: read('statuses/search?statusCategory=TODO'),
  'get-project-issue-type-usages-for': read('statuses/3/project/10000/issueTypeUsages'),
  'get-project-usages-for': read('statuses/3/projectUsages?maxResults=1'),
  'get-workflow-usages-for': read('statuses/3/workflowUsages'),
};

const recordsOf = (kind: 'resolution' | 'priority'): Readonly<Record<string, Success>> => ({
  create: ({post, fresh}) => {
    const look = kind === 'priority' ? {statusColor: '#0747a6', avatarId: 10_403} : {};
    return post(kind, {name: fresh(), ...look});
  },
  update: async desk =>
    desk.put(`${kind}/${await makeRecord(desk, kind)}`, {name: desk.fresh(), description: 'x'}),
  delete: async desk => desk.remove(`${kind}/${await makeRecord(desk, kind)}`),
  move: async desk =>
    desk.put(`${kind}/move`, {ids: [await makeRecord(desk, kind)], position: 'First'}),
  'set-default': async desk => desk.put(`${kind}/default`, {id: await makeRecord(desk, kind)}),
});

/** Every operation of the tracker's document: group → operation → a call of it that succeeds. */
export const trackerSuccesses: Readonly<Record<string, Readonly<Record<string, Success>>>> = {
  ...{uiModifications, permissions, permissionscheme, user, project: projects, projectvalidate},
  ...{version, webhook, notificationscheme, statuses},
  resolution: {
    ...recordsOf('resolution'),
    'get-resolutions': read('resolution'),
    'get-resolution': read('resolution/10001'),
    search: read('resolution/search'),
  },
  priority: {
    ...recordsOf('priority'),
    'get-priorities': read('priority'),
    'get-priority': read('priority/1'),
    search: read('priority/search?expand=schemes'),
  },
};
