import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {operationId} from '../../src/api/operation.ts';
import {operations} from '../support/operations.ts';
import {shapeProblems} from './shapes.ts';
import {startTracker, type TestTracker} from './tracker-server.ts';

let tracker: TestTracker;
let accountId: string;
let componentId: string;

beforeAll(async () => {
  tracker = await startTracker({seed: 3});
  accountId = (await tracker.ask('myself')).json.accountId;
  const made = {name: 'Checkout', project: 'HPAY'};
  componentId = (await tracker.ask('component', {method: 'POST', body: made})).json.id;
  await tracker.ask('project/RENO/properties/a%20key', {method: 'PUT', body: {a: 1}});
  const {classificationLevels} = (await tracker.ask('project/RENO/classification-config')).json;
  await tracker.ask('project/RENO/classification-level/default', {
    method: 'PUT',
    body: {id: classificationLevels[0].id},
  });
  await tracker.ask('project/WAREHSE/delete', {method: 'POST'});
});
afterAll(() => tracker.sandbox.stop());

/** Values of the placeholders, by group where it matters. */
function place(group: string, name: string, path: string): string {
  if (name === 'id' && path.includes('/role/')) return '10002';
  const ids: Readonly<Record<string, string>> = {
    version: '10000',
    notificationscheme: '10000',
    resolution: '10001',
    priority: '10000',
    role: '10003',
    projectCategory: '10000',
    component: componentId,
  };
  const values: Readonly<Record<string, string>> = {
    id: ids[group] ?? '1',
    projectIdOrKey: 'RENO',
    projectKeyOrId: 'HPAY',
    projectId: '10000',
    schemeId: group === 'priorityscheme' ? '1' : '10003',
    permissionId: '10350',
    projectTypeKey: 'software',
    statusId: '3',
    propertyKey: 'a key',
    taskId: '1',
    key: 'tracker-software',
  };
  return encodeURIComponent(values[name] ?? `no value for ${name}`);
}

/** Queries that make an answer as rich as it gets. */
const queries: Readonly<Record<string, string>> = {
  'tracker/uiModifications/get-ui-modifications': 'expand=data,contexts',
  'tracker/permissionscheme/get-all-permission-schemes': 'expand=all',
  'tracker/permissionscheme/get-permission-scheme': 'expand=user,group,projectRole,field',
  'tracker/user/find': 'query=p',
  'tracker/issuetypescheme/get-issue-type-scheme-for-projects': 'projectId=10000&projectId=10001',
  'tracker/issuetypescreenscheme/get-issue-type-screen-scheme-project-associations':
    'projectId=10000&projectId=10001',
  'tracker/workflowscheme/get-workflow-scheme-project-associations':
    'projectId=10000&projectId=10003',
  'tracker/priorityscheme/get-priority-schemes': 'expand=priorities,projects',
  'tracker/group/get-users-from': 'groupname=site-admins',
  'tracker/user/find-assignable': 'project=HPAY&query=a',
  'tracker/user/find-bulk-assignable': 'projectKeys=HPAY,MERID&query=a',
  'tracker/user/find-by-query': 'query=is+assignee+of+HPAY',
  'tracker/user/find-keys-by-query': 'query=is+reporter+of+(HPAY-1,+HPAY-2)&maxResult=1',
  'tracker/user/find-for-picker': 'query=p&showAvatar=true',
  'tracker/user/find-with-all-permissions': 'permissions=BROWSE,EDIT_ISSUES&projectKey=HPAY',
  'tracker/user/bulk-get-users-migration': 'username=admin&username=member',
  'tracker/project/get':
    'expand=issueTypeHierarchy,projectKeys,insight,permissions&properties=a+key',
  'tracker/project/get-all': 'expand=description,lead,issueTypes,projectKeys,insight,permissions',
  'tracker/project/search': 'expand=description,lead,url,insight&status=archived&status=live',
  'tracker/project/get-versions': 'expand=operations,issuesstatus,driver,approvers',
  'tracker/project/get-versions-paginated': 'expand=issuesstatus,driver,approvers',
  'tracker/project/get-notification-scheme-for': 'expand=all',
  'tracker/projectvalidate/get-valid-project-name': 'name=Brand+Refresh',
  'tracker/version/get': 'expand=operations,issuesstatus,driver,approvers',
  'tracker/notificationscheme/get-notification-schemes': 'expand=all',
  'tracker/statuses/get-by-id': 'id=1&id=10001&id=404',
  'tracker/statuses/get-by-name': 'name=Done&name=Open',
  'tracker/priority/search': 'expand=schemes',
  'tracker/mypermissions/get-my-permissions': 'permissions=BROWSE_PROJECTS,ADMINISTER',
  'tracker/myself/get-current-user': 'expand=groups,applicationRoles',
};

const reads = operations.filter(({service, method}) => service === 'tracker' && method === 'GET');

describe('the responses of the tracker', () => {
  it('are compared with the shapes: another type, a missing and an unknown member are found', async () => {
    const {json} = await tracker.ask('version/10000');
    const check = (value: unknown) => shapeProblems('tracker/version/get', 200, value);
    expect(check(json)).toEqual([]);
    expect(check({...json, name: 1})).toEqual(['/name: 1 is not "string"']);
    expect(check({...json, nmae: 'x'})).toEqual(['/nmae: not in the shape']);
    expect(shapeProblems('tracker/task/get', 200, {})).toContain('/status: missing');
  });

  for (const operation of reads) {
    const id = operationId(operation);
    it(`${id} has the public shape`, async () => {
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        place(operation.group, name, operation.path),
      );
      const own = `accountId=${encodeURIComponent(accountId)}`;
      const query = queries[id] ?? (operation.group === 'user' ? own : '');
      const answer = await tracker.ask(`${path}?${query}`);
      expect(answer.status, answer.text).toBe(200);
      expect(shapeProblems(id, 200, answer.json)).toEqual([]);
    });
  }
});
