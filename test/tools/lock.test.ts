import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {root} from '../support/sources.ts';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

it('the lock names every platform package, or npm ci refuses it (node tools/complete-lock.mjs)', () => {
  const lock: {readonly packages: Readonly<Record<string, LockedPackage>>} = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const missing = Object.entries(lock.packages).flatMap(([path, {optionalDependencies}]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      name =>
        !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
