import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {openPager} from '../../src/host/pager.ts';
import {fakeHost} from '../support/fake-host.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-pager-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

describe('a pager', () => {
  it('gets all that is written, in order, and is waited for', async () => {
    const host = fakeHost({terminal: true});
    const file = join(folder, 'read');
    const pager = openPager(`sh -c 'cat > ${file}'`, host.stdout);
    for (let i = 0; i < 1000; i++) pager.stdout.write(`line ${i}\n`);
    await pager.stdout.flush();
    await pager.end();
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(1001);
    expect([host.out(), pager.stdout.isTTY, pager.stdout.columns]).toEqual(['', true, 80]);
  });

  it('that cannot be started lets everything through', async () => {
    const host = fakeHost({terminal: true});
    const pager = openPager('/no/such/pager -x', host.stdout);
    pager.stdout.write('one\n');
    await pager.stdout.flush();
    pager.stdout.write('two\n');
    await pager.end();
    expect(host.out()).toBe('one\ntwo\n');
  });

  it('that was left early is a reader that has gone', async () => {
    const pager = openPager('true', fakeHost({terminal: true}).stdout);
    while (!pager.stdout.closed) {
      pager.stdout.write('x'.repeat(1000));
      await pager.stdout.flush();
    }
    await pager.end();
    expect(pager.stdout.closed).toBe(true);
  });

  it('is not started for nothing', async () => {
    await openPager('/no/such/pager', fakeHost().stdout).end();
  });
});
