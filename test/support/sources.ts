import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** One import of a source file. */
export interface SourceImport {
  /** As written: `../base/failure.ts`, `node:fs`, `ink`. */
  readonly specifier: string;
  /** The project's file it names, from the project's folder: `src/base/failure.ts`. */
  readonly file: string | undefined;
  readonly dynamic: boolean;
  readonly typeOnly: boolean;
}

/** One source file as the architecture test sees it. */
export interface SourceFile {
  /** From the project's folder: `src/api/plan.ts`. */
  readonly path: string;
  readonly text: string;
  /** The text with comments and the contents of strings and templates blanked. */
  readonly code: string;
  readonly imports: readonly SourceImport[];
}

/** Every TypeScript file below a folder of the project, by path; generated folders left out. */
export function readSources(folder: string, ending = /\.tsx?$/): SourceFile[] {
  return readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
    .map(name => join(folder, name).split(sep).join('/'))
    .filter(path => ending.test(path) && !/\/(golden|fixtures|node_modules)\//.test(path))
    .sort()
    .map(readSource);
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const imports: SourceImport[] = [];
  const add = (specifier: string, dynamic: boolean, typeOnly: boolean) => {
    const target = resolve(root, dirname(path), specifier);
    const file = specifier.startsWith('.')
      ? relative(root, target).split(sep).join('/')
      : undefined;
    imports.push({specifier, file, dynamic, typeOnly});
  };
  const bare = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  for (const [, type, specifier] of bare.matchAll(
    /^\s*(?:import|export)\b(\s+type\b)?[^'";=]*?\bfrom\s*'([^']+)'/gm,
  )) {
    if (specifier) add(specifier, false, type !== undefined);
  }
  for (const [, specifier] of bare.matchAll(/^\s*import\s*'([^']+)'/gm)) {
    if (specifier) add(specifier, false, false);
  }
  for (const [, specifier] of bare.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)) {
    if (specifier) add(specifier, true, false);
  }
  for (const [, specifier] of bare.matchAll(/new URL\(\s*'(\.[^']+\.tsx?)'/g)) {
    if (specifier) add(specifier, true, false);
  }
  return {path, text, code: blankText(text), imports};
}

/**
 * Blank comments, strings and the text of templates, so that words in them are not taken for code.
 */
function blankText(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`/g,
    found => found.replace(/[^\n]/g, ' '),
  );
}
