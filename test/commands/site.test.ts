import {cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {failureOf} from '../support/run-cli.ts';
import {seeded} from '../support/seeded.ts';
import {edit, filesOf, ok, type ServedSite, serveSite} from '../support/served-site.ts';

const root = mkdtempSync(join(tmpdir(), 'steward-site-'));
let site: ServedSite;
beforeAll(async () => {
  site = await serveSite(3, join(root, 'state-3'));
});
afterEach(() => site.reset());
afterAll(async () => {
  await site.stop();
  rmSync(root, {recursive: true, force: true});
});

let folders = 0;
function newFolder(): string {
  return join(root, String(++folders));
}

/** Seven changes of five kinds. */
function changeFiles(folder: string): void {
  edit(folder, 'statuses.yaml', text => `${text}- name: Waiting for parts\n  category: TODO\n`);
  edit(folder, 'resolutions.yaml', text => {
    const items = text.split(/^(?=- )/m);
    return [items.at(-1), ...items.slice(0, -1), '- name: Later\n'].join('');
  });
  const scheme = `name: Night shift\ngrants:\n  ADMINISTER_PROJECTS:\n    - role: Administrators\n  BROWSE_PROJECTS:\n    - anyone # for now\n`;
  writeFileSync(join(folder, 'permission-schemes/night.yaml'), scheme);
  edit(folder, 'projects/HPAY/project.yaml', text =>
    text
      .replace(/permissionScheme: .*/, 'permissionScheme: Night shift')
      .replace(/^description/m, 'url: https://pay.example\ndescription'),
  );
  edit(
    folder,
    'projects/HPAY/versions.yaml',
    text => `${text}- name: 2.10\n  releaseDate: 2026-12-24\n`,
  );
  edit(folder, 'permission-schemes/members-only.yaml', text =>
    text.replace(/^ {2}LINK_ISSUES:$/m, '  LINK_ISSUES:\n    - group: engineering'),
  );
}

/** Of the projects, only the one that changes; steward.yaml limits later commands, too. */
async function exportChanged(own: ServedSite, folder: string): Promise<void> {
  await ok(own.run('export', folder, '--project', 'HPAY'));
  changeFiles(folder);
}

describe('the configuration of a site as files', () => {
  it('is exported twice as the same bytes, with names in place of ids', async () => {
    const folder = newFolder();
    await ok(site.run('export', folder));
    for (const list of ['permissionscheme', 'notificationscheme', 'role', 'projectCategory']) {
      expect(
        site.requests.filter(one => one.split('?')[0] === `GET /rest/api/3/${list}`),
      ).toHaveLength(1);
    }
    const before = filesOf(folder);
    expect(before['projects/HPAY/project.yaml']).toMatch(/^key: HPAY\nname: Harbour Payments\n/);
    expect(Object.values(before).join('')).not.toMatch(/\bid:/);
    expect(await ok(site.run('export', folder))).toMatchObject({written: [], removed: []});
    expect(filesOf(folder)).toEqual(before);
    expect(await ok(site.run('diff', folder))).toEqual([]);
  });

  it('keeps comments, order and style of files that exist', async () => {
    const folder = newFolder();
    await ok(site.run('export', folder, '--only', 'statuses'));
    edit(
      folder,
      'statuses.yaml',
      text => `# ours\n${text.replace('category: TODO', 'category: TODO # why')}`,
    );
    const before = filesOf(folder);
    await ok(site.run('export', folder));
    expect(filesOf(folder)['statuses.yaml']).toBe(before['statuses.yaml']);
  });

  it('is changed by the fewest writes, which a dry run and a refusal do not send', async () => {
    const own = await serveSite(11, join(root, 'state-11'));
    const folder = newFolder();
    await exportChanged(own, folder);
    const {exit, stdout} = await own.run('diff', folder, '--exit-code');
    expect([exit, (JSON.parse(stdout) as unknown[]).length]).toEqual([8, 7]);
    const refused = await own.run('apply', folder);
    expect(failureOf(refused)).toMatchObject({
      error_type: 'command_error',
      hint: 'Add --yes to apply them.',
    });
    await ok(own.run('apply', folder, '--dry-run'));
    expect(own.writes()).toEqual([]);
    const {done} = (await ok(own.run('apply', folder, '--yes'))) as {done: number};
    expect([own.writes().length, done]).toEqual([7, 7]);
    expect(await ok(own.run('diff', folder))).toEqual([]);
    await own.stop();
  });

  it('converges whichever request is lost, before or after it took effect, and does nothing twice', async () => {
    const random = seeded(7);
    for (const when of ['before', 'after'] as const) {
      const own = await serveSite(11, join(root, 'state-11'));
      const folder = newFolder();
      const plan = join(root, `${when}.json`);
      await exportChanged(own, folder);
      await ok(own.run('plan', folder, '--to', plan));
      // Each run but the last loses one of its writes; those without effect are sent again.
      let left = 7;
      let file = plan;
      for (let run = 0; left > 0; run++) {
        const lost = run < 5 ? 1 + Math.floor(random() * left) : 0;
        own.reset();
        own.faultOf = ({write}) => (write === lost ? when : undefined);
        const result = await own.run('apply', file, '--yes', '--retries', '0');
        if (when === 'after') expect(result).toMatchObject({exit: 0, stderr: ''});
        const summary = JSON.parse(result.stdout) as {left: number; rest?: string};
        left = summary.left;
        file = summary.rest ?? file;
        // The file of the steps that are left exists as long as there are any.
        expect(existsSync(plan.replace(/json$/, 'rest.json'))).toBe(left > 0);
      }
      own.reset();
      expect(await ok(own.run('diff', folder))).toEqual([]);
      await own.stop();
    }
  });

  it('stops at an object that somebody else changed since the plan', async () => {
    const own = await serveSite(11, join(root, 'state-11'));
    const folder = newFolder();
    const plan = join(root, 'clash.json');
    await exportChanged(own, folder);
    await ok(own.run('plan', folder, '--to', plan));
    const theirs = newFolder();
    cpSync(folder, theirs, {recursive: true});
    await ok(own.run('export', theirs));
    edit(theirs, 'projects/HPAY/project.yaml', text => text.replace(/^name: .*/m, 'name: Theirs'));
    await ok(own.run('apply', theirs, '--yes'));
    const result = await own.run('apply', plan, '--yes');
    expect([result.exit, failureOf(result).error_type]).toEqual([6, 'conflict']);
    const {rest, left} = JSON.parse(result.stdout) as {rest: string; left: number};
    expect((JSON.parse(readFileSync(rest, 'utf8')) as {steps: unknown[]}).steps).toHaveLength(left);
    await own.stop();
  });

  it('is applied as one run of the journal, which one undo reverses', async () => {
    const own = await serveSite(12, join(root, 'state-12'));
    const folder = newFolder();
    await ok(own.run('export', folder));
    const before = filesOf(folder);
    edit(folder, 'permission-schemes/members-only.yaml', text =>
      text
        .replace(/^name: .*/m, 'name: Members alone')
        .replace(/^ {2}LINK_ISSUES:$/m, '  LINK_ISSUES:\n    - anyone'),
    );
    for (const file of Object.keys(before).filter(name => name.endsWith('project.yaml'))) {
      edit(folder, file, text => text.replace('Scheme: Members only', 'Scheme: Members alone'));
    }
    const {done} = (await ok(own.run('apply', folder, '--yes'))) as {done: number};
    const entries = JSON.parse((await own.jr('journal')).stdout) as {run: string}[];
    expect([done, entries.length, new Set(entries.map(({run}) => run)).size]).toEqual([2, 2, 1]);
    expect((await own.jr('undo', '--run', entries[0]?.run ?? '')).exit).toBe(0);
    const again = newFolder();
    await ok(own.run('export', again));
    expect(filesOf(again)).toEqual(before);
    await own.stop();
  });

  it('keeps somebody who can administer projects with a scheme', async () => {
    const folder = newFolder();
    await ok(site.run('export', folder, '--only', 'permission-schemes'));
    edit(folder, 'permission-schemes/members-only.yaml', text =>
      text.replace(/ {2}ADMINISTER_PROJECTS:\n(?: {4}.*\n)+/, ''),
    );
    const failed = failureOf(await site.run('plan', folder));
    expect(failed.message).toContain('nobody could administer projects');
    expect((await site.run('plan', folder, '--allow-lockout')).exit).toBe(0);
  });

  it.each([
    ['name: x\ncatgory: TODO\n', 'statuses.yaml:1:1: The file must contain a list of statuses.'],
    [
      '- name: x\n  catgory: TODO\n',
      'statuses.yaml:2:3: A status has no member "catgory"; did you mean category?',
    ],
    [
      '- name: x\n  category: ToDo\n',
      'statuses.yaml:2:13: category must be one of TODO, IN_PROGRESS, DONE, not "ToDo".',
    ],
    ['- category: TODO\n', 'statuses.yaml:1:3: The status has no name.'],
    ['- name: x\n- name: x\n', 'statuses.yaml:2:1: x is also in statuses.yaml, line 1.'],
    ['- name: [\n', 'statuses.yaml:2:1: The file is not valid YAML'],
    ['- &a name: x\n- *a\n', 'Aliases (&, *) are not supported.'],
  ])('is checked with line and column, and nothing is sent: %j', async (text, message) => {
    const folder = newFolder();
    await ok(site.run('export', folder, '--only', 'statuses'));
    writeFileSync(join(folder, 'statuses.yaml'), text);
    const result = await site.run('check', folder);
    expect([result.exit, failureOf(result).message]).toEqual([4, expect.stringContaining(message)]);
    expect((await site.run('apply', folder, '--yes')).exit).toBe(4);
    expect(site.writes()).toEqual([]);
  });
});
