import {createHash} from 'node:crypto';
import {dirname} from 'node:path';
import {findJson, isObject} from '../base/json-value.ts';
import {codeOf} from './error-code.ts';
import type {Host} from './host.ts';
import {pathsOf, withHome} from './paths.ts';
import {makeDirectory} from './private-file.ts';
import {appendPrivateLine} from './private-line.ts';

/** How far a row has come, as its line in the file. */
export interface RowProgress {
  /** Identifies the row by its content. */
  readonly row: string;
  readonly result: string;
  /** Id of the new object. */
  readonly id?: string | undefined;
  /** Id of its entry in the journal. */
  readonly entry?: string | undefined;
  /** Its output as JSON text, for references to it. */
  readonly data?: string | undefined;
}

/** The progress of the rows of a table, in a file that a later run continues. */
export interface ProgressFile {
  /** The last line of each row. */
  readonly known: ReadonlyMap<string, RowProgress>;
  /** Append a line; on the disk when it resolves. Throws the system's error. */
  add(progress: RowProgress): Promise<void>;
}

/**
 * Open a progress file; a new one is created with the first line. A line cut by a crash is ignored.
 *
 * @throws the system's error when it cannot be read
 */
export async function openProgress(named: string, host: Host): Promise<ProgressFile> {
  const path = pathsOf(host).resolve(host.cwd, withHome(named, host));
  const bytes = await host.findFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  const known = new Map<string, RowProgress>();
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    const value = findJson(line);
    if (!isObject(value) || typeof value.row !== 'string') continue;
    const {row, result, id, entry, data} = value;
    known.set(row, {
      row,
      result: String(result),
      ...(typeof id === 'string' && {id}),
      ...(typeof entry === 'string' && {entry}),
      ...(typeof data === 'string' && {data}),
    });
  }
  await makeDirectory(dirname(path));
  return {
    known,
    add: progress => appendPrivateLine(path, JSON.stringify(progress)),
  };
}

/**
 * Identify rows by their content, so that a table may be sorted or extended between two runs. Equal
 * rows are numbered.
 */
export function rowKeys(contents: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return contents.map(content => {
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
    return count === 1 ? hash : `${hash}-${count}`;
  });
}
