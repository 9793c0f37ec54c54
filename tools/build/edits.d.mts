import type {Plugin} from 'esbuild';

/** One edit of a bundled package: each pair's first must occur exactly once. */
export interface PackageEdit {
  readonly why: string;
  readonly file: string;
  readonly replace: readonly (readonly [string | RegExp, string])[];
}

export const edits: readonly PackageEdit[];

export function applyEdit(edit: PackageEdit, source: string): string;

export function editPackages(): {readonly plugin: Plugin; report(): void};
