import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {type Job, startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';

let sandbox: Sandbox;
let job: Job;

beforeEach(async () => {
  sandbox = await startAppSandbox();
  job = await startJob(sandbox);
  job.harness.dispatch({kind: 'resized', columns: 160, rows: 50});
});
afterEach(() => sandbox.stop());

interface Scheme {
  readonly id: number;
  readonly name: string;
}

interface Grants {
  readonly permissions: readonly {
    readonly permission: string;
    readonly holder: {readonly type: string; readonly value?: string};
  }[];
}

async function permissionSchemes(): Promise<readonly Scheme[]> {
  const answer = await job.read('/rest/api/3/permissionscheme');
  return (answer as {permissionSchemes: readonly Scheme[]}).permissionSchemes;
}

/** The grants of the scheme of that name, as sentences. */
async function grantsOf(name: string): Promise<readonly string[]> {
  const scheme = (await permissionSchemes()).find(one => one.name === name);
  const answer = await job.read(`/rest/api/3/permissionscheme/${scheme?.id}/permission`);
  return (answer as Grants).permissions
    .map(({permission, holder}) => `${permission} ${holder.type} ${holder.value ?? ''}`.trim())
    .sort();
}

async function notificationSchemes(): Promise<readonly Scheme[]> {
  const answer = await job.read('/rest/api/3/notificationscheme');
  return (answer as {values: readonly Scheme[]}).values;
}

const first = 'Default Permission Scheme';
const second = 'Open to the world';

describe('schemes, from home by keys, without JSON or an id', () => {
  test('two schemes are compared and one made like the other', async () => {
    await job.play('7 make a scheme like another');
    expect(await grantsOf(second)).toEqual(await grantsOf(first));
    job.within('7 make a scheme like another');
  });

  test('a scheme is copied with all its grants', async () => {
    await job.keys(': "perm" enter + "Twin" ctrl+s enter');
    expect(await grantsOf('Twin')).toEqual(await grantsOf(first));
    expect(job.presses()).toBeLessThanOrEqual(7);
  });

  test('a scheme is renamed, and its grants stay', async () => {
    const before = await grantsOf(first);
    await job.keys(': "perm" enter e "Everybody’s" ctrl+s enter');
    expect(await grantsOf('Everybody’s')).toEqual(before);
  });

  test('a scheme is created, and deleted', async () => {
    await job.keys(': "perm" enter a "Nobody’s" ctrl+s enter');
    expect(await grantsOf('Nobody’s')).toEqual([]);
    await job.keys(': "perm" enter / "nobody" enter D enter "Nobody’s" enter');
    expect((await permissionSchemes()).map(({name}) => name)).not.toContain('Nobody’s');
  });

  test('a notification scheme is copied with all its entries', async () => {
    await job.keys(': "notif" enter + "Twin" ctrl+s enter');
    const all = await notificationSchemes();
    const eventsOf = async (id?: number) => {
      const answer = await job.read(`/rest/api/3/notificationscheme/${id}?expand=all`);
      const {notificationSchemeEvents: events} = answer as {
        notificationSchemeEvents: readonly {
          event: {id: number};
          notifications: readonly {notificationType: string; recipient?: string}[];
        }[];
      };
      return events.flatMap(({event, notifications}) =>
        notifications.map(one => `${event.id} ${one.notificationType} ${one.recipient ?? ''}`),
      );
    };
    const twin = all.find(({name}) => name === 'Twin');
    expect(twin).toBeDefined();
    const source = (await eventsOf(all[0]?.id)).filter(one => !one.includes('EmailAddress'));
    expect((await eventsOf(twin?.id)).sort()).toEqual(source.sort());
  });

  test('a group is told when an issue is created', async () => {
    await job.play('9 tell a group of an event');
    const quiet = (await notificationSchemes()).find(({name}) => name === 'Quiet teams');
    const told = await job.read(`/rest/api/3/notificationscheme/${quiet?.id}?expand=all`);
    const {notificationSchemeEvents: events} = told as {
      notificationSchemeEvents: readonly {
        event: {name: string};
        notifications: readonly {group?: {name: string}}[];
      }[];
    };
    const created = events.find(({event}) => event.name === 'Issue created');
    expect(created?.notifications.map(({group}) => group?.name)).toContain('site-admins');
    expect(job.harness.state().notice?.text).toMatch(
      /^✓ Change 1 notification of Quiet teams: done/,
    );
    job.within('9 tell a group of an event');
  });

  test('a role is given a permission, and it is taken from a group, in the matrix', async () => {
    const software = 'Software teams';
    const before = await grantsOf(software);
    await job.play('6 give a role a permission');
    const given = 'DELETE_ISSUES projectRole 10005';
    expect(await grantsOf(software)).toEqual([...before, given].toSorted());
    job.within('6 give a role a permission');
    const group = before.find(one => / group /.test(one)) ?? '';
    const [permission = ''] = group.split(' ');
    const again = await startJob(sandbox);
    await again.play('6 take one from a group', {permission});
    expect(await grantsOf(software)).toEqual(
      [...before.filter(one => one !== group), given].toSorted(),
    );
    again.within('6 take one from a group');
  });

  test('a name that no scheme has goes nowhere, and is not taken for an id', async () => {
    await job.keys(': "perm nonsense" enter');
    expect(job.harness.state().prompt?.problem).toBe('no permission scheme named nonsense');
    expect(job.harness.state().locations).toHaveLength(1);
  });

  test('a project is given another permission scheme', async () => {
    await job.keys(': "perm" enter j K "HPAY" ctrl+s enter');
    const scheme = await job.read('/rest/api/3/project/HPAY/permissionscheme');
    expect(scheme).toMatchObject({name: second});
    // One more than from the project: the cursor had to be moved.
    expect(job.presses()).toBeLessThanOrEqual(7);
  });
});
