import {readFile} from 'node:fs/promises';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {applyEdit, findEdit, stubs} from './edits.mjs';

/**
 * Node's customization hooks for the edits of edits.mjs; an edit that does not apply fails the
 * import.
 */
export function resolve(name, context, next) {
  if (!Object.hasOwn(stubs, name)) return next(name, context);
  return {url: pathToFileURL(stubs[name]).href, shortCircuit: true};
}

export async function load(url, context, next) {
  const edit = findEdit(url);
  if (!edit || edit.onlyInBundles) return next(url, context);
  const {format} = edit.format ? edit : await next(url, context);
  const source = applyEdit(edit, await readFile(fileURLToPath(url), 'utf8'));
  return {format, source, shortCircuit: true};
}
