import {execFileSync, spawnSync} from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import {runCli} from '../support/run-cli.ts';
import {root} from '../support/sources.ts';

const copied = ['CHANGELOG.md', 'README.md', 'package.json', 'package-lock.json', 'tsconfig.json'];

let folder = '';
/** A repository with the sources that a release reads. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-release-'));
  for (const name of [
    ...copied,
    'tools',
    'docs',
    'src',
    'test/faults',
    'test/fixtures',
    'test/support',
  ]) {
    mkdirSync(join(folder, name, '..'), {recursive: true});
    const filter = (path: string) => !/node_modules|docs\/(gallery|jobs|pictures)\//.test(path);
    cpSync(join(root, name), join(folder, name), {recursive: true, filter});
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  git('init', '--quiet');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'A');
  git('add', '--all', '--', ':!node_modules');
  git('commit', '--quiet', '--message', 'First');
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const git = (...args: string[]) => execFileSync('git', args, {cwd: folder, encoding: 'utf8'});
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const release = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/release.mjs', ...args], {cwd: folder, encoding: 'utf8'});

describe('the release script', () => {
  it('sets the version everywhere, dates the changelog, commits and tags', () => {
    const {status, stdout, stderr} = release('7.8.9', '--prepare');
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    expect(stdout).toContain('no repository, homepage, bugs');
    for (const name of ['package.json', 'package-lock.json']) {
      const value = JSON.parse(read(name));
      expect([value.version, value.packages?.[''].version ?? '7.8.9']).toEqual(['7.8.9', '7.8.9']);
      const others = (text: string) => text.split('\n').filter(line => !line.includes('"version"'));
      expect(others(read(name))).toEqual(others(git('show', `HEAD~1:${name}`)));
    }
    expect(read('CHANGELOG.md')).toMatch(
      /## \[Unreleased\]\n\n## \[7\.8\.9\] - \d{4}-\d\d-\d\d\n\n###/,
    );
    expect(read('docs/man/jr.1')).toContain('steward 7.8.9');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('describe')).toBe('v7.8.9\n');
    // A second release has nothing to tell.
    expect(release('7.9.0', '--prepare').stderr).toContain('nothing under Unreleased');
  });

  it('refuses a dirty tree, and a version that is none or not later, and changes nothing', () => {
    for (const version of ['1', '0.1.0', '0.0.9', '']) {
      expect(release(version).stderr).toMatch(/not a version|not later/);
    }
    writeFileSync(join(folder, 'README.md'), 'changed');
    const {status, stderr} = release('7.8.9');
    expect([status, stderr]).toEqual([1, expect.stringContaining('README.md')]);
    expect(git('log', '--format=%s')).toBe('First\n');
    expect(git('status', '--porcelain').trim()).toBe('M README.md');
  });
});

describe('the Dockerfile', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');

  it('runs a watch that jr takes, as a user, whose health is asked at its port', async () => {
    const [, json = '[]'] = /^CMD (\[.*\])$/m.exec(text) ?? [];
    const words: string[] = JSON.parse(json);
    expect(findOperation('tracker', words[1] ?? '', words[2] ?? '')).toBeDefined();
    const env = {JR_BASE_URL: 'https://a.example', JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'};
    const {exit, stderr} = await runCli('jr', [...words, '--dry-run'], {env});
    expect({exit, stderr}).toEqual({exit: 0, stderr: ''});
    expect(text).toContain(`http://127.0.0.1:${words[words.indexOf('--listen') + 1]}/healthz`);
    expect(text.indexOf('USER node')).toBeLessThan(text.indexOf('ENTRYPOINT'));
  });

  it('copies from this folder and its own stages, and uses no address', () => {
    const copies = [...text.matchAll(/^COPY (.*)$/gm)].map(([, line]) => line);
    expect(copies).toHaveLength(3);
    expect(text.replaceAll('http://127.0.0.1', '')).not.toMatch(/https?:|curl|ADD /);
  });
});
