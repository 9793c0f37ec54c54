import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {failureOf, runCli} from '../support/run-cli.ts';
import {seeded} from '../support/seeded.ts';
import {edit, filesOf, mapPeople, ok, type ServedSite, serveSite} from '../support/served-site.ts';
import {editRandomly} from '../support/site-edits.ts';

const root = mkdtempSync(join(tmpdir(), 'steward-site-files-'));
let site: ServedSite;
let other: ServedSite;
let folders = 0;
const newFolder = (): string => join(root, String(++folders));

beforeAll(async () => {
  [site, other] = await Promise.all([
    serveSite(21, join(root, 'state')),
    serveSite(22, join(root, 'other-state'), {CI_EXAMPLE_TOKEN: 'swordfish'}),
  ]);
});
afterEach(() => {
  site.reset();
  other.reset();
});
afterAll(async () => {
  await Promise.all([site.stop(), other.stop()]);
  rmSync(root, {recursive: true, force: true});
});

interface Difference {
  readonly action: string;
  readonly changes: readonly {readonly new?: unknown}[];
}

/** Facts that differ: members, entries, objects that are removed, places in an order. */
function factsOf(differences: readonly Difference[]): number {
  return differences.reduce((sum, {action, changes}) => {
    if (action === 'remove') return sum + 1;
    if (action === 'order') return sum + [changes[0]?.new].flat().length;
    return sum + Math.max(changes.length, 1);
  }, 0);
}

const seeds = (process.env.STEWARD_SITE_SEEDS ?? '31,32').split(',').map(Number);

it.each(seeds)(
  'random edits of the files of seed %i are applied with at most one write a fact',
  async seed => {
    const random = seeded(seed);
    const own = await serveSite(seed, join(root, `state-${seed}`));
    const folder = newFolder();
    const keys = JSON.parse((await own.jr('project', 'search', '--jq', '[.values[].key]')).stdout);
    const projects = (keys as string[]).slice(0, 2).join(',');
    await ok(own.run('export', folder, '--project', projects));
    for (let round = 0; round < 3; round++) {
      editRandomly(folder, random, 15);
      own.reset();
      const facts = factsOf((await ok(own.run('diff', folder))) as Difference[]);
      await ok(own.run('apply', folder, '--prune', '--yes', '--allow-lockout'));
      expect(own.writes().length).toBeLessThanOrEqual(facts);
      expect(await ok(own.run('diff', folder))).toEqual([]);
    }
    own.reset();
    await ok(own.run('apply', folder, '--prune', '--yes'));
    expect(own.writes()).toEqual([]);
    await own.stop();
  },
);

describe('people without an account on the site', () => {
  it('are left out if dropPeople names them, and each is listed', async () => {
    const folder = newFolder();
    const only = ['--only', 'permission-schemes,projects', '--project', 'LMA'];
    await ok(site.run('export', folder, '--only', 'permission-schemes,roles,groups'));
    edit(folder, 'permission-schemes/members-only.yaml', text =>
      text.replace(/^ {2}LINK_ISSUES:$/m, '  LINK_ISSUES:\n    - user: nobody-here'),
    );
    edit(folder, 'people.yaml', text => `${text}nobody-here:\n  name: Nobody Here\n`);
    const refused = await site.run('plan', folder, ...only.slice(0, 1), 'permission-schemes');
    expect(failureOf(refused).message).toContain('"nobody-here" of');
    edit(folder, 'steward.yaml', text => `${text}dropPeople: [nobody-here]\n`);
    const plan = (await ok(site.run('plan', folder, '--only', 'permission-schemes'))) as {
      steps: unknown[];
      notCompared: string[];
    };
    expect(plan.steps).toEqual([]);
    expect(plan.notCompared).toEqual([
      'permission-schemes Members only: grants LINK_ISSUES leaves out nobody-here, who has no account.',
    ]);
  });
});

it('without a folder, the commands take site_files of the profile', async () => {
  const config = join(root, 'config.json');
  const auth = {type: 'basic', username: 'me', token: 't'};
  const none = failureOf(await site.run('export'));
  expect(none.message).toContain('site requires a folder, or a profile with site_files.');
  const profile = {base_url: site.origin, auth, site_files: 'of-profile'};
  writeFileSync(config, JSON.stringify({profiles: {default: profile}}));
  const jr = (...words: string[]) =>
    runCli('jr', ['site', ...words], {env: {JR_CONFIG_PATH: config, ...site.env()}});
  await ok(jr('export', '--only', 'statuses,components', '--project', 'LMA'));
  expect(readdirSync(join(root, 'of-profile'))).toContain('statuses.yaml');
  // Only the projects that are named are read, not the whole list.
  for (const one of site.requests.filter(text => text.includes('/project/search'))) {
    expect(one).toContain('keys=LMA');
  }
  expect(await ok(jr('check'))).toMatchObject({problems: []});
  expect(await ok(jr('apply', '--yes'))).toEqual({done: 0});
});

describe('a step that the profile may not send', () => {
  it.each([
    ['an update', {denied_operations: ['resolution update']}, 'resolutions ', []],
    ['a deletion', {denied_operations: ['statuses delete*']}, 'statuses ', ['--prune']],
    ['a write', {protected: true}, 'statuses Waiting here', []],
  ] as const)('is refused before the steps in front of it: %s', async (_, policy, label, flags) => {
    const folder = newFolder();
    const config = join(root, `${folders}.json`);
    const {JR_AUTH_USER: username, JR_AUTH_TOKEN: token} = site.env();
    const own = {base_url: site.origin, auth: {type: 'basic', username, token}, ...policy};
    writeFileSync(config, JSON.stringify({profiles: {default: own}}));
    const jr = (...words: string[]) =>
      runCli('jr', ['site', ...words], {env: {JR_CONFIG_PATH: config, XDG_STATE_HOME: folder}});
    await ok(jr('export', folder, '--only', 'statuses,resolutions'));
    edit(folder, 'statuses.yaml', text => {
      const rest = text.split(/^(?=- )/m).slice(0, -1);
      return `${rest.join('')}- name: Waiting here\n  category: TODO\n`;
    });
    edit(folder, 'resolutions.yaml', text => text.replace(/description: .*/, 'description: New'));
    const plan = join(root, `${folders}.plan.json`);
    const {steps} = (await ok(jr('plan', folder, '--to', plan, ...flags))) as {steps: number};
    expect(steps).toBe(flags.length + 2);
    for (const named of [folder, plan]) {
      const refused = failureOf(await jr('apply', named, '--yes', ...flags));
      expect(refused.error_type).toBe('policy_denied');
      expect(refused.message).toMatch(new RegExp(`^${label}`));
    }
    expect(site.writes()).toEqual([]);
  });
});

it('a group or a permission with a typing error is refused before anything is sent', async () => {
  const folder = newFolder();
  await ok(site.run('export', folder, '--only', 'permission-schemes,groups'));
  edit(folder, 'permission-schemes/members-only.yaml', text =>
    text.replace(/^ {2}LINK_ISSUES:$/m, '  LINK_ISUES:\n    - group: enginering\n  LINK_ISSUES:'),
  );
  site.reset();
  const refused = failureOf(await site.run('apply', folder, '--yes'));
  const label = 'permission-schemes Members only: the site has no';
  expect(Object.values(refused.errors ?? {})).toEqual([
    `${label} permission "LINK_ISUES". Did you mean LINK_ISSUES?`,
    `${label} group "enginering". Did you mean engineering?`,
  ]);
  expect(site.writes()).toEqual([]);
});

describe('members of groups', () => {
  it('are exported and compared with --members only', async () => {
    const folder = newFolder();
    const without = (await ok(site.run('export', folder, '--only', 'groups'))) as {
      notExported: string[];
    };
    expect(without.notExported).toEqual([
      'The members of groups are exported with --members only.',
    ]);
    expect(filesOf(folder)['groups.yaml']).not.toContain('members');
    await ok(site.run('export', folder, '--only', 'groups', '--members'));
    const groups = parse(filesOf(folder)['groups.yaml'] ?? '') as {
      name: string;
      members?: {user: string}[];
    }[];
    const [first, ...others] = groups.filter(({members = []}) => members.length > 1);
    const gone = first?.members?.[0]?.user ?? '';
    const added = others
      .flatMap(({members = []}) => members)
      .find(one => !first?.members?.some(({user}) => user === one.user))?.user;
    edit(folder, 'groups.yaml', text => {
      const own = `- name: ${first?.name}\n  members:\n`;
      expect(text).toContain(own);
      const [before = '', after = ''] = text.split(own);
      return `${before}${own}    - user: ${added}\n${after.replace(`    - user: ${gone}\n`, '')}`;
    });
    await ok(site.run('apply', folder, '--yes'));
    expect(site.writes().map(one => one.split(' ')[0])).toEqual(['POST', 'DELETE']);
    expect(await ok(site.run('diff', folder))).toEqual([]);
  });
});

it('an account does not take itself out of a group without --allow-lockout', async () => {
  const folder = newFolder();
  const me = JSON.parse((await site.jr('myself', 'get-current-user', '--jq', '.accountId')).stdout);
  await ok(site.jr('group', 'create', '--name', 'site-owners'));
  await ok(site.jr('group', 'add-user-to', '--groupname', 'site-owners', '--accountId', me));
  await ok(site.run('export', folder, '--only', 'groups', '--members'));
  edit(folder, 'groups.yaml', text =>
    text.replace(/^- name: site-owners\n(?: .*\n)*/m, '- name: site-owners\n'),
  );
  site.reset();
  const refused = failureOf(await site.run('apply', folder, '--yes'));
  expect(refused.message).toContain('groups site-owners: you would remove yourself from members.');
  expect(site.writes()).toEqual([]);
  await ok(site.run('apply', folder, '--yes', '--allow-lockout'));
  expect(site.writes()).toHaveLength(1);
});

it('an account does not lose a role of a project with one of its groups', async () => {
  const folder = newFolder();
  const me = JSON.parse((await site.jr('myself', 'get-current-user', '--jq', '.accountId')).stdout);
  await ok(site.jr('group', 'create', '--name', 'nobody-yet'));
  await ok(site.jr('group', 'create', '--name', 'role-owners'));
  await ok(site.jr('group', 'add-user-to', '--groupname', 'role-owners', '--accountId', me));
  await ok(site.run('export', folder, '--only', 'projects', '--project', 'LMA'));
  edit(folder, 'projects/LMA/project.yaml', text =>
    text.replace(
      /^ {2}Administrators:\n(?: {4}.*\n)*/m,
      '  Administrators:\n    - group: role-owners\n',
    ),
  );
  // Its own entry goes, but the account stays by its group.
  await ok(site.run('apply', folder, '--yes'));
  edit(folder, 'projects/LMA/project.yaml', text =>
    text.replace('    - group: role-owners\n', '    - group: nobody-yet\n'),
  );
  site.reset();
  const refused = failureOf(await site.run('apply', folder, '--yes'));
  expect(refused.message).toContain(
    'projects LMA: you would remove yourself from roles Administrators.',
  );
  expect(site.writes()).toEqual([]);
  await ok(site.run('apply', folder, '--yes', '--allow-lockout'));
});

describe('a secret in a URL', () => {
  it('is taken from the variable, and is in no file, output or journal', async () => {
    const folder = newFolder();
    await ok(other.run('export', folder, '--only', 'webhooks'));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of the file
    const url = 'https://ci.example/hook?token=${CI_EXAMPLE_TOKEN}';
    const webhook = `- url: ${url}\n  jqlFilter: project = LMA\n  events:\n    - jira:issue_created\n`;
    edit(folder, 'webhooks.yaml', text => webhook + text.replace(/^\[\]\n/, ''));
    const missing = newFolder();
    cpSync(folder, missing, {recursive: true});
    const refused = failureOf(await site.run('apply', missing, '--only', 'webhooks', '--yes'));
    expect(refused.message).toContain('needs the variable CI_EXAMPLE_TOKEN');
    expect(site.writes()).toEqual([]);
    edit(missing, 'webhooks.yaml', text => text.replace(/\$\{.*?\}/, 'swordfish'));
    const plain = failureOf(await other.run('apply', missing, '--yes'));
    expect(plain.message).toContain(`must refer to its secrets by variables: ${url}`);
    const result = await other.run('apply', folder, '--yes', '--verbose');
    expect(result.exit).toBe(0);
    expect(other.effective.join()).toContain('token=swordfish');
    expect(await ok(other.run('diff', folder))).toEqual([]);
    const journal = await other.jr('journal');
    const stored = readdirSync(join(root, 'other-state'), {recursive: true, withFileTypes: true})
      .filter(one => one.isFile())
      .map(one => readFileSync(join(one.parentPath, one.name), 'utf8'));
    for (const text of [result.stdout, result.stderr, journal.stdout, ...stored]) {
      expect(text).not.toContain('swordfish');
    }
    expect(Object.values(filesOf(folder)).join('')).not.toContain('swordfish');
  });
});

describe('objects that the files lack', () => {
  it('are deleted once their number is typed, and others have the page where people delete them', async () => {
    const folder = newFolder();
    await ok(site.jr('projectCategory', 'create-project-category', '--name', 'Only here'));
    await ok(site.run('export', folder, '--only', 'project-categories,resolutions'));
    edit(folder, 'project-categories.yaml', text => text.replace(/^- name: Only here\n/m, ''));
    edit(folder, 'resolutions.yaml', text => text.replace(/^- name: Duplicate\n(?: .*\n)*/m, ''));
    const plan = (await ok(site.run('plan', folder, '--prune'))) as {byHand: string[]};
    expect(plan.byHand).toEqual([
      `resolutions Duplicate: choose what replaces it, then delete it on the site. Open ${site.origin}/secure/admin/ViewResolutions.jspa`,
    ]);
    site.reset();
    const refused = await site.runWith('y', 'apply', folder, '--prune');
    expect(refused.stderr).toContain('- project-categories Only here: delete');
    expect(refused.stderr).toContain('Nothing was changed.');
    expect(site.writes()).toEqual([]);
    expect((await site.runWith('1', 'apply', folder, '--prune')).exit).toBe(0);
    expect(site.writes()).toHaveLength(1);
  });
});

it('a deletion that the service refuses does not stop the others', async () => {
  const folder = newFolder();
  const status = {name: 'Never used', statusCategory: 'TODO'};
  const body = JSON.stringify({scope: {type: 'GLOBAL'}, statuses: [status]});
  await ok(site.jr('statuses', 'create', '--body', body));
  await ok(site.run('export', folder, '--only', 'statuses'));
  edit(folder, 'statuses.yaml', text =>
    text.replace(/^- name: (?:Never used|Closed|Open)\n(?: .*\n)*/gm, ''),
  );
  site.reset();
  const result = await site.run('apply', folder, '--prune', '--yes');
  expect([result.exit, failureOf(result).message]).toEqual([
    4,
    expect.stringContaining('is used by the workflow'),
  ]);
  expect(JSON.parse(result.stdout)).toMatchObject({done: 1, left: 2});
  expect(site.effective).toHaveLength(1);
});

it('a project is not created while its key is taken by an archived one', async () => {
  const folder = newFolder();
  await ok(other.run('export', folder, '--only', 'projects', '--project', 'LMA'));
  await ok(other.jr('project', 'archive', '--projectIdOrKey', 'LMA'));
  other.reset();
  const refused = failureOf(await other.run('apply', folder, '--yes'));
  expect(refused.message).toContain('projects LMA: the site has this project in its archive');
  expect(other.writes()).toEqual([]);
});

describe('names of any kind', () => {
  it('become safe names of files, and come back exactly on another site', async () => {
    const names = ['../x', 'con', 'NUL', 'é'.repeat(120), '🚢 ⚓', 'Night', 'Night!', '- a: b #c'];
    for (const name of names) {
      const made = await site.jr('permissionscheme', 'create-permission-scheme', `--name=${name}`);
      expect([made.exit, made.stderr]).toEqual([0, '']);
    }
    const folder = newFolder();
    await ok(site.run('export', folder, '--only', 'permission-schemes,roles,groups'));
    const files = Object.keys(filesOf(folder)).filter(file =>
      file.startsWith('permission-schemes'),
    );
    expect(new Set(files.map(file => file.toLowerCase())).size).toBe(files.length);
    for (const file of files) expect(file).toMatch(/^permission-schemes\/[a-z0-9-]+\.yaml$/);
    await mapPeople(folder, other);
    const flags = ['--only', 'permission-schemes', '--prune', '--yes'];
    await ok(other.run('apply', folder, ...flags));
    const again = newFolder();
    await ok(other.run('export', again, '--only', 'permission-schemes'));
    const found = Object.values(filesOf(again)).map(text => (parse(text) as {name: string}).name);
    for (const name of names) expect(found).toContain(name);
  });
});

it.each([
  [
    'a bomb of aliases',
    `a: &a [x]\n${'abcdefgh'.replace(/./g, c => `${c}: &${c}${c} [*a, *a]\n`)}`,
  ],
  ['deep nesting', '['.repeat(20_000)],
  ['a type that is wrong', '- name: x\n  description: {a: b}\n'],
  ['a list in place of a text', '- name: [x]\n'],
])('%s is an error with line and column, and nothing is sent', async (_, text) => {
  const folder = newFolder();
  await ok(site.run('export', folder, '--only', 'statuses'));
  site.reset();
  writeFileSync(join(folder, 'statuses.yaml'), text);
  const result = await site.run('apply', folder, '--yes');
  expect([result.exit, failureOf(result).message]).toEqual([
    4,
    expect.stringMatching(/^statuses\.yaml:\d+:\d+: /),
  ]);
  expect(site.requests).toEqual([]);
});
