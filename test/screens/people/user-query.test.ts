import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {parseUserQuery} from '../../../src/sandbox/tracker/users-by-query.ts';
import {queryStatements, userQueryProblem} from '../../../src/screens/people/user-query.ts';
import {listOf, namesOf} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {makeSandboxApp, settled} from '../../support/live-app.ts';

const right = [
  ...queryStatements.map(({form}) => form),
  'is assignee of WEB AND is reporter of (WEB-1, WEB-2)',
  "(is voter of (A-1) or is watcher of (A-1)) and [p].a.b is 'x y'",
  'IS ASSIGNEE OF web',
];
const wrong: readonly (readonly [string, string])[] = [
  ['', 'needs a query'],
  ['assignee of WEB', 'expected “is”'],
  ['is owner of WEB', 'expected one of assignee, reporter'],
  ['is reporter of WEB', 'expected “(” and issues, found “WEB”'],
  ['is voter of (A-1', 'expected “,” or “)”, found the end'],
  ['is assignee of WEB or', 'found the end'],
  ['is assignee of WEB is voter of (A-1)', 'expected AND, OR or the end'],
  ['[team].city is Oslo', 'expected a value in quotes'],
];

describe('a structured user query', () => {
  test.each(right)('%s is right, here and for the service', query => {
    expect(userQueryProblem(query)).toBeUndefined();
    expect(() => parseUserQuery(query)).not.toThrow();
  });

  test.each(wrong)('%j is wrong, and why is said before it is sent', (query, why) => {
    expect(userQueryProblem(query)).toContain(why);
    expect(() => parseUserQuery(query)).toThrow();
  });
});

describe('users', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({now: () => nowMs});
  });
  afterAll(() => sandbox.stop());

  async function appAfter(...typed: readonly string[]) {
    const app = makeSandboxApp(sandbox);
    await settled(app);
    app.press(':', ...typed);
    await settled(app);
    return app;
  }

  test('are found by the beginning of a name, with what the service leaves out said', async () => {
    const app = await appAfter('find-user a', 'enter');
    expect(listOf(app).load.status).toBe('ready');
    expect(namesOf(app).length).toBeGreaterThan(0);
    expect(listOf(app).resource.caveat).toContain('first 1,000 users');
  });

  test('who can be assigned issues of a project are listed', async () => {
    const app = await appAfter('projects', 'enter');
    const [key = ''] = listOf(app).rows.map(row => String(row.id));
    const project = listOf(app).rows[0]?.value;
    const name =
      typeof project === 'object' && project !== null && 'key' in project ? project.key : key;
    app.press(':', `assignable ${name}`, 'enter');
    await settled(app);
    expect(listOf(app).load).toMatchObject({status: 'ready'});
    expect(listOf(app).rows.length).toBeGreaterThan(0);
    app.press(':', `who-can BROWSE_PROJECTS,CREATE_ISSUES ${name}`, 'enter');
    await settled(app);
    expect(listOf(app).load).toMatchObject({status: 'ready'});
    expect(listOf(app).sent.at(-1)?.command).toContain(
      '--permissions BROWSE_PROJECTS,CREATE_ISSUES',
    );
  });

  test('are found by a query, and lead to their groups', async () => {
    const app = await appAfter('users', 'enter');
    app.press('enter', '2');
    await settled(app);
    expect(listOf(app).resource.id).toBe('user-groups');
    expect(listOf(app).load.status).toBe('ready');
  });

  test('are not asked for by a query that is wrong', async () => {
    const app = await appAfter('user-query is owner of X', 'enter');
    expect(app.state().prompt?.kind).toBe('palette');
    expect(app.state().locations).toHaveLength(1);
  });
});
