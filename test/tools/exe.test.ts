import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {layExeParts} from '../../tools/build/exe-parts.mjs';
import {root} from '../support/sources.ts';

const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

describe('an executable', () => {
  it('is compiled from every bundle of the commands, and reads no other files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'steward-exe-parts-'));
    try {
      await layExeParts(join(root, 'dist'), folder);
      const bundles = readdirSync(join(root, 'dist')).filter(
        name => /\.cjs$/.test(name) && name !== 'library.cjs',
      );
      const laid = readdirSync(folder);
      expect(laid.toSorted()).toEqual([...bundles, 'jq.wasm', 'main.cjs'].toSorted());
      const beside = laid.filter(name =>
        /\(__dirname|__dirname \+/.test(readFileSync(join(folder, name), 'latin1')),
      );
      expect(beside).toEqual([]);
      const {bin} = json('package.json');
      const main = readFileSync(join(folder, 'main.cjs'), 'utf8');
      expect(JSON.parse(/\[[^\]]*\]/.exec(main)?.[0] ?? '')).toEqual(Object.keys(bin));
    } finally {
      rmSync(folder, {recursive: true});
    }
  });

  it('has a compiler at one version, with a checksum for each platform', () => {
    const {devDependencies} = json('tools/exe/package.json');
    const {packages} = json('tools/exe/package-lock.json');
    const {version, optionalDependencies} = packages['node_modules/bun'];
    expect(devDependencies).toEqual({bun: version});
    const platforms = Object.entries(optionalDependencies);
    expect(platforms.map(([name]) => name)).toEqual(
      expect.arrayContaining(
        ['linux-x64', 'linux-aarch64', 'darwin-aarch64'].map(on => `@oven/bun-${on}`),
      ),
    );
    for (const [name, asked] of platforms) {
      const locked = packages[`node_modules/${name}`];
      expect([name, locked?.version, locked?.integrity]).toEqual([
        name,
        asked,
        expect.stringMatching(/^sha512-.{86}==$/),
      ]);
    }
  });
});
