import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {bodyOf, fieldsOf, isOpaque} from '../../../../src/api/body-of.ts';
import {inputsOf} from '../../../../src/api/inputs-of.ts';
import type {Sandbox} from '../../../../src/sandbox/start.ts';
import {textsOf} from '../../../../src/state/views/form/form-fields.ts';
import {formLines} from '../../../../src/state/views/form/form-lines.ts';
import type {AppHarness} from '../../../support/app-harness.ts';
import {fill, formOf, goTo, openFormOf} from '../../../support/form-steps.ts';
import {makeSandboxApp, startAppSandbox} from '../../../support/live-app.ts';
import {operations} from '../../../support/operations.ts';
import {until} from '../../../support/until.ts';
import {beReady, isReported, reportOf} from '../../../support/write-steps.ts';

let sandbox: Sandbox;
let harness: AppHarness;

beforeAll(async () => {
  sandbox = await startAppSandbox();
  harness = makeSandboxApp(sandbox);
});
afterAll(() => sandbox.stop());

/** The form, filled with what its object holds where it is of an update. */
async function open(command: string, path: Readonly<Record<string, string>> = {}): Promise<void> {
  await openFormOf(command, harness);
  for (const [name, text] of Object.entries(path)) fill(harness, name, text);
  await until(
    () => formOf(harness).load.status !== 'loading',
    () => `${command} read`,
  );
}

/** ctrl+s, then whatever its preview asks, until the service has answered. */
async function send(): Promise<string> {
  harness.press('ctrl+s');
  await until(
    () => {
      const {notice: said, write: opened} = harness.state();
      return opened !== undefined || !said?.text.startsWith('looking up ');
    },
    () => 'what its names are',
  );
  const {notice, write} = harness.state();
  if (write === undefined) throw new Error(notice?.text ?? 'nothing was opened');
  await until(
    () => {
      const stage = harness.state().write;
      return stage?.stage === 'preview';
    },
    () => 'a preview',
  );
  beReady(harness);
  harness.press('enter');
  await until(
    () => {
      if (harness.state().write?.stage === 'confirm') {
        beReady(harness);
        harness.press('y', 'enter');
      }
      return isReported(harness);
    },
    () => 'the answer',
  );
  const {outcomes = []} = reportOf(harness) ?? {};
  if (harness.state().write !== undefined) harness.press('enter');
  return outcomes.map(({state, text: said}) => `${state} ${said}`).join('; ');
}

async function read(target: string): Promise<unknown> {
  const {authUser, authToken, trackerBaseUrl, contentBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  const base = target.startsWith('/rest/') ? trackerBaseUrl : contentBaseUrl;
  const answer = await fetch(base + target, {headers: {authorization}});
  expect(answer.status).toBe(200);
  return answer.json();
}

const withBody = operations.filter(operation => bodyOf(operation) !== undefined);

test('elements of a list are counted by the singular of its name', async () => {
  await open('jr statuses create');
  const lines = formLines(formOf(harness), 80).fields.map(line =>
    line
      .map(({text}) => text)
      .join('')
      .trim(),
  );
  expect(lines).toContain('status 1');
  expect(lines).toContain('another status');
});

describe('the form of each operation with a body', () => {
  test('there are as many as the record has', () => {
    expect(withBody.length).toBeGreaterThanOrEqual(52);
  });

  test.each(withBody.map(one => [`${one.group} ${one.name}`, one] as const))(
    '%s has a line for each field, or one for a body nobody knows',
    async (name, operation) => {
      const program = operation.service === 'tracker' ? 'jr' : 'cf';
      await openFormOf(`${program} ${name}`, harness);
      const shape = bodyOf(operation);
      const fields = fieldsOf(shape);
      const names = inputsOf(operation)
        .filter(({place}) => place === 'field' || (place === 'body' && fields.length === 0))
        .map(input => input.name);
      expect(names.length).toBeGreaterThanOrEqual(
        shape !== undefined && isOpaque(shape) ? 1 : Math.max(1, fields.length),
      );
      for (const one of names) expect(() => goTo(harness, one)).not.toThrow();
      harness.press('q');
    },
  );
});

interface Written {
  /** Inputs of the path, typed first. */
  readonly path?: Readonly<Record<string, string>>;
  /** Typed into the fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** Choices: times enter is pressed. */
  readonly stepped?: Readonly<Record<string, number>>;
  /** Where what was written is read, and what it holds then. */
  readonly look: string;
  readonly holds: unknown;
}

const lead = '5f078b5c5d265d18afe2b0cc';
const writes: Readonly<Record<string, Written>> = {
  'jr project create': {
    typed: {key: 'FORM', name: 'By keys', projectTypeKey: 'software', leadAccountId: lead},
    stepped: {assigneeType: 2},
    look: '/rest/api/3/project/FORM',
    holds: {name: 'By keys', assigneeType: 'UNASSIGNED', lead: {accountId: lead}},
  },
  'jr project update': {
    path: {projectIdOrKey: 'FORM'},
    typed: {name: 'By other keys', description: 'Of two'},
    look: '/rest/api/3/project/FORM',
    holds: {name: 'By other keys', description: 'Of two', assigneeType: 'UNASSIGNED'},
  },
  'jr version create': {
    typed: {name: 'keys 1', projectId: '10000', releaseDate: '2026-12-05', startDate: '5 jan 2026'},
    stepped: {released: 1},
    look: '/rest/api/3/project/10000/version?query=keys%201',
    holds: {
      values: [
        {name: 'keys 1', released: true, releaseDate: '2026-12-05', startDate: '2026-01-05'},
      ],
    },
  },
  'jr version update': {
    path: {id: '10000'},
    typed: {name: 'renamed by keys'},
    look: '/rest/api/3/version/10000',
    holds: {name: 'renamed by keys'},
  },
  'jr permissionscheme create-permission-scheme': {
    typed: {
      name: 'Keys only',
      'body.permissions.0.permission': 'BROWSE_PROJECTS',
      'body.permissions.0.holder.type': 'projectLead',
    },
    look: '/rest/api/3/permissionscheme?expand=permissions',
    holds: {
      permissionSchemes: expect.arrayContaining([
        expect.objectContaining({
          name: 'Keys only',
          permissions: [
            expect.objectContaining({
              permission: 'BROWSE_PROJECTS',
              holder: expect.objectContaining({type: 'projectLead'}),
            }),
          ],
        }),
      ]),
    },
  },
  'jr notificationscheme create-notification-scheme': {
    typed: {name: 'Told by keys'},
    look: '/rest/api/3/notificationscheme?maxResults=50',
    holds: {values: expect.arrayContaining([expect.objectContaining({name: 'Told by keys'})])},
  },
  'jr notificationscheme update-notification-scheme': {
    path: {id: '10000'},
    typed: {description: 'Described by keys'},
    look: '/rest/api/3/notificationscheme/10000',
    holds: {description: 'Described by keys'},
  },
  'jr statuses create': {
    typed: {'body.statuses.0.name': 'Keyed'},
    stepped: {'body.scope.type': 1, 'body.statuses.0.statusCategory': 2},
    look: '/rest/api/3/statuses/search?searchString=Keyed',
    holds: {values: [{name: 'Keyed', statusCategory: 'IN_PROGRESS'}]},
  },
  'jr priority create': {
    typed: {name: 'Keyed', statusColor: '#123456', avatarId: '10006'},
    look: '/rest/api/3/priority/search?priorityName=Keyed',
    holds: {values: [{name: 'Keyed', statusColor: '#123456'}]},
  },
  'jr priority update': {
    path: {id: '3'},
    typed: {description: 'Described by keys'},
    look: '/rest/api/3/priority/3',
    holds: {description: 'Described by keys'},
  },
  'jr resolution create': {
    typed: {name: 'Keyed', description: 'By keys'},
    look: '/rest/api/3/resolution/search?maxResults=50',
    holds: {values: expect.arrayContaining([expect.objectContaining({name: 'Keyed'})])},
  },
  'jr resolution update': {
    path: {id: '10000'},
    typed: {description: 'Described by keys'},
    look: '/rest/api/3/resolution/10000',
    holds: {description: 'Described by keys'},
  },
  'jr webhook register-dynamic': {
    typed: {
      url: 'https://keys.example/hook',
      'body.webhooks.0.jqlFilter': 'project = HPAY',
      'body.webhooks.0.events': 'jira:issue_created',
    },
    look: '/rest/api/3/webhook?maxResults=100',
    holds: {
      values: expect.arrayContaining([
        expect.objectContaining({url: 'https://keys.example/hook', jqlFilter: 'project = HPAY'}),
      ]),
    },
  },
  'cf blogposts create-blog-post': {
    typed: {'space-id': '65540', title: 'Written by keys', body: '<p>One</p>'},
    look: '/blogposts?title=Written%20by%20keys',
    holds: {results: [{title: 'Written by keys', spaceId: '65540'}]},
  },
  'jr statuses update': {
    typed: {'body.statuses.0.id': '10000', 'body.statuses.0.name': 'Keyed anew'},
    stepped: {'body.statuses.0.statusCategory': 1},
    look: '/rest/api/3/statuses?id=10000',
    holds: [{name: 'Keyed anew', statusCategory: 'TODO'}],
  },
  'jr permissionscheme update-permission-scheme': {
    path: {schemeId: '10001'},
    typed: {description: 'Described by keys'},
    look: '/rest/api/3/permissionscheme/10001',
    holds: {description: 'Described by keys'},
  },
};

describe('by keys alone, without JSON', () => {
  // Connections of its own: an idle one may be closed by the server just as it is used again.
  beforeEach(() => {
    harness = makeSandboxApp(sandbox);
  });

  test.each(Object.entries(writes))('%s is written', async (command, written) => {
    await open(command, written.path);
    for (const [name, text] of Object.entries(written.typed)) fill(harness, name, text);
    for (const [name, times] of Object.entries(written.stepped ?? {})) {
      goTo(harness, name);
      for (let i = 0; i < times; i++) harness.press('right');
    }
    expect(await send()).toMatch(/^done/);
    expect(await read(written.look)).toMatchObject(written.holds as object);
  });

  test('what the object holds is filled in, and only what was changed is sent', async () => {
    await open('jr project update', {projectIdOrKey: 'HPAY'});
    const view = formOf(harness);
    expect(textsOf(view, 'name')).toEqual(['Harbour Payments']);
    expect(textsOf(view, 'leadAccountId')[0]).toMatch(/^[0-9a-f]{24}$/);
    fill(harness, 'url', 'https://example.com/hpay');
    harness.press('ctrl+s');
    await until(
      () => {
        const {write} = harness.state();
        return write?.stage === 'preview';
      },
      () => 'a preview',
    );
    const {write} = harness.state();
    const shown = write?.stage === 'preview' ? write.plan.requests[0]?.planned?.text : '';
    expect(JSON.parse(shown ?? '').body).toEqual({url: 'https://example.com/hpay'});
    harness.press('esc');
  });
});
