import type {Plugin} from 'esbuild';

/** One edit of a bundled package: each pair's first must occur exactly once. */
export interface PackageEdit {
  readonly why: string;
  readonly file: string;
  readonly replace: readonly (readonly [string | RegExp, string])[];
  /** What must not be left when all is replaced. */
  readonly leaves?: RegExp;
  /** What the file is afterwards, where that is not what it was. */
  readonly format?: 'module';
  /** For the places of files in dist: tests run without it. */
  readonly onlyInBundles?: true;
}

export const edits: readonly PackageEdit[];

export function applyEdit(edit: PackageEdit, source: string): string;

export function findEdit(path: string): PackageEdit | undefined;

export function editPackages(): {readonly plugin: Plugin; report(): void};
