import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {exitCodes} from '../../src/base/failure.ts';
import {allBuiltins} from '../../src/commands/builtins.ts';
import {globalRows} from '../../src/commands/flags.ts';
import {operations} from '../support/operations.ts';
import {root} from '../support/sources.ts';

const pageOf = (program: string): string =>
  readFileSync(join(root, `docs/man/${program}.1`), 'utf8');
/** The words of a page without the marks of roff. */
const plain = (page: string): string => page.replace(/\\f[BR]/g, '').replaceAll('\\-', '-');
const hasGroff = spawnSync('groff', ['--version']).status === 0;

describe('the man pages', () => {
  it('are those the package names', () => {
    const {man} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(man.toSorted()).toEqual(
      readdirSync(join(root, 'docs/man'))
        .map(name => `docs/man/${name}`)
        .toSorted(),
    );
  });

  it.for(['jr', 'cf'])('of %s has every command, operation, flag and exit code', program => {
    const page = plain(pageOf(program));
    const service = program === 'jr' ? 'tracker' : 'content';
    for (const {name} of allBuiltins(service)) expect(page).toContain(`.SS "${program} ${name}"`);
    for (const operation of operations) {
      const name = `\n${operation.group} ${operation.name}`;
      if (operation.service === service) expect(page).toContain(name);
    }
    for (const {name} of globalRows) expect(page).toContain(`--${name}`);
    for (const kind of Object.keys(exitCodes)) expect(page).toContain(`${kind}: `);
  });

  it('name variables that the program reads', () => {
    const sources = readdirSync(join(root, 'src'), {recursive: true, encoding: 'utf8'})
      .filter(name => /\.tsx?$/.test(name))
      .map(name => readFileSync(join(root, 'src', name), 'utf8'))
      .join('');
    const environment = plain(pageOf('jr')).split('.SH ENVIRONMENT\n')[1] ?? '';
    const names = environment.match(/^[A-Z_]{4,}$/gm) ?? [];
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(sources).toContain(name.replace(/^JR_/, ''));
  });

  it.for(['jr', 'cf', 'steward'])('of %s is set without a complaint', (program, {skip}) => {
    skip(!hasGroff, 'groff is not installed');
    const set = spawnSync('groff', ['-man', '-Kutf8', '-Tutf8', '-ww', '-P-cbou', '-'], {
      input: pageOf(program),
      encoding: 'utf8',
    });
    expect({stderr: set.stderr, status: set.status}).toEqual({stderr: '', status: 0});
    for (const title of ['NAME', 'SYNOPSIS', 'OPTIONS', 'EXIT STATUS', 'ENVIRONMENT']) {
      expect(set.stdout).toContain(title);
    }
  });
});
