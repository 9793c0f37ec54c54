import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {root} from '../support/sources.ts';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly integrity?: string;
}

const lock: {readonly packages: Readonly<Record<string, LockedPackage>>} = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

/**
 * Platforms of the linter that the registry did not have when the lock was made: no checksum is
 * known.
 */
const unchecked =
  /^node_modules\/@biomejs\/cli-(android-\w+|darwin-\w+|linux-arm64-musl|linux-x64-musl|win32-\w+)$/;

describe('the lock has a checksum', () => {
  it('for every package, except unused platforms of the linter', () => {
    const without = Object.entries(lock.packages)
      .filter(([path, {integrity}]) => path !== '' && !/^sha512-.{86}==$/.test(integrity ?? ''))
      .map(([path]) => path);
    expect(without.filter(path => !unchecked.test(path))).toEqual([]);
  });

  it('for every package in a bundle, at the version that is bundled', () => {
    const page = readFileSync(join(root, 'docs/packages.md'), 'utf8');
    const bundled = [...page.matchAll(/^\| ([@\w/.-]+) \| (\d\S*) \|/gm)];
    expect(bundled.length).toBeGreaterThan(50);
    const without = bundled
      .map(([, name, version]) => ({name, version}))
      .filter(({name, version}) => {
        const places = Object.entries(lock.packages).filter(([path]) =>
          path.endsWith(`node_modules/${name}`),
        );
        return !places.some(([, held]) => held.version === version && held.integrity);
      });
    expect(without).toEqual([]);
  });
});

it('the lock names every platform package, or npm ci refuses it (node tools/complete-lock.mjs)', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, {optionalDependencies}]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      name =>
        !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
