import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {failureOf} from '../support/run-cli.ts';
import {edit, filesOf, mapPeople, ok, type ServedSite, serveSite} from '../support/served-site.ts';

const root = mkdtempSync(join(tmpdir(), 'steward-site-copy-'));
let source: ServedSite;
beforeAll(async () => {
  source = await serveSite(1, join(root, 'source'));
});
afterAll(async () => {
  await source.stop();
  rmSync(root, {recursive: true, force: true});
});

/**
 * Leaves what every new site has: roles, statuses, resolutions, priorities, groups and the two
 * default schemes.
 */
async function emptySite(site: ServedSite, folder: string): Promise<void> {
  const list = ['project', 'search', '--status', 'live,archived', '--jq', '.values'];
  const projects = (await ok(site.jr(...list))) as {key: string; archived?: boolean}[];
  for (const {key, archived} of projects) {
    if (archived) await ok(site.jr('project', 'restore', '--projectIdOrKey', key));
    await ok(site.jr('project', 'delete', '--projectIdOrKey', key, '--enableUndo=false'));
  }
  await ok(site.run('export', folder));
  for (const name of ['project-categories', 'webhooks', 'ui-modifications']) {
    writeFileSync(join(folder, `${name}.yaml`), '[]\n');
  }
  for (const file of Object.keys(filesOf(folder))) {
    if (file.includes('schemes/') && !file.includes('/default-')) rmSync(join(folder, file));
  }
  await ok(site.run('apply', folder, '--prune', '--yes'));
}

/** Templates of team-managed projects, by type. */
const templates: Readonly<Record<string, string>> = {
  software: 'com.pyxis.greenhopper.jira:gh-simplified-agility-kanban',
  business: 'com.atlassian.jira-core-project-templates:team-managed-core-simplified-tasks',
};
const withoutTemplate = (text: string): string => text.replace(/^template: .*\n/m, '');

function mapValues(
  files: Readonly<Record<string, string>>,
  map: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, map(text)]));
}

it.each([
  ['another site', 8],
  ['an empty site', 9],
] as const)(
  'the whole configuration comes to %s by names, with equal bytes',
  async (what, seed) => {
    const state = join(root, String(seed));
    const site = await serveSite(seed, join(state, 'state'));
    if (what === 'an empty site') await emptySite(site, join(state, 'before'));
    const folder = join(state, 'site');
    await ok(source.run('export', folder));
    site.reset();
    expect(failureOf(await site.run('plan', folder)).message).toContain('has no account on');
    await mapPeople(folder, site);
    // An archived project is not part of the files.
    edit(folder, 'ui-modifications.yaml', text =>
      text.replaceAll(/^ {4}- project: OLDBILL\n(?: {6}.*\n)*/gm, ''),
    );
    if (what === 'an empty site') {
      const refused = failureOf(await site.run('plan', folder));
      expect(refused.message).toContain('a team-managed project is created from a template');
      for (const [file, text] of Object.entries(filesOf(folder))) {
        if (!text.includes('style: next-gen')) continue;
        const type = /^type: (.*)$/m.exec(text)?.[1] ?? '';
        edit(folder, file, before => `${before}template: ${templates[type]}\n`);
      }
    }
    // On the other site this account is in a role that it is not in here.
    const own = what === 'an empty site' ? [] : ['--allow-lockout'];
    await ok(site.run('apply', folder, '--prune', '--yes', ...own));
    site.reset();
    expect(await ok(site.run('diff', folder))).toEqual([]);
    expect(await ok(site.run('apply', folder, '--prune', '--yes'))).toEqual({done: 0});
    expect(site.writes()).toEqual([]);
    // The aliases of people are the same; all else is made of the site alone.
    const again = join(state, 'again');
    mkdirSync(again);
    cpSync(join(folder, 'people.yaml'), join(again, 'people.yaml'));
    await ok(site.run('export', again));
    expect(mapValues(filesOf(again), withoutTemplate)).toEqual(
      mapValues(filesOf(folder), withoutTemplate),
    );
    await ok(site.run('export', folder));
    expect(Object.values(filesOf(folder)).filter(text => /^template:/m.test(text))).toHaveLength(
      what === 'an empty site' ? 3 : 0,
    );
    await site.stop();
  },
);
