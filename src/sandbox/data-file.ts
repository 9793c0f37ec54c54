import {Failure} from '../base/failure.ts';
import type {Changes} from './data-changes.ts';
import type {Encoded} from './data-value.ts';
import {readTextFile, writeFileWhole} from './machine.ts';
import {hashText} from './world/random.ts';
import type {WorldSize} from './world/sizes.ts';

/** A world as it is kept: what it was made from, and what has changed since. */
export interface KeptWorld {
  readonly seed: number;
  readonly size: WorldSize;
  /** Milliseconds since the UNIX epoch. */
  readonly madeAt: number;
  /** Of the world that was made: another version of the program may make another one. */
  readonly fingerprint: number;
  readonly changes: Changes;
  /** Counters, defaults and traffic, each as a whole. */
  readonly state: Readonly<Record<string, Encoded>>;
}

const kind = 'steward sandbox data';
const format = 1;
const opening = `{"kind":"${kind}"`;

/** The text of a file that keeps a world. */
export function formatKept(kept: KeptWorld): string {
  const world = JSON.stringify(kept);
  return `${opening},"format":${format},"check":${hashText(0, world)},"world":${world}}\n`;
}

/**
 * The world a file keeps; undefined when there is no file.
 *
 * @throws Failure 'validation_error' when it is damaged, not one of ours or cannot be read
 */
export function readKept(path: string): KeptWorld | undefined {
  const text = readData(path);
  if (text === undefined) return undefined;
  if (!text.startsWith(opening)) throw foreign(path);
  const found = parseKept(text);
  if (found === undefined) {
    throw refuse(
      path,
      'is damaged',
      'Restore it from a copy, or start with --reset to begin afresh.',
    );
  }
  if (found.format !== format) {
    throw refuse(path, `has format ${found.format}, and this version knows ${format}`, resetHint);
  }
  return found.world;
}

/** What to do about a world that cannot be gone on with. */
export const resetHint = 'Give another file, or start with --reset to begin afresh.';

/**
 * Make sure that a file may be replaced: there is none, it is empty, or it is one of ours, be it damaged.
 *
 * @throws Failure 'validation_error' when it is something else
 */
export function checkReplaceable(path: string): void {
  const text = readData(path);
  if (text !== undefined && text !== '' && !text.startsWith(opening)) throw foreign(path);
}

/**
 * Put a world's text in place.
 *
 * @throws Failure 'validation_error' when it cannot be written
 */
export function writeKept(path: string, text: string): void {
  try {
    writeFileWhole(path, text);
  } catch (cause) {
    throw refuse(path, `cannot be written: ${reasonOf(cause)}`, undefined, cause);
  }
}

/** A refusal of what `--data` names; the file is left as it is. */
export function refuse(path: string, what: string, hint?: string, cause?: unknown): Failure {
  const message = `--data ${path} ${what}`;
  return new Failure('validation_error', message, {
    errors: {data: message},
    attempts: 0,
    ...(hint === undefined ? {} : {hint}),
    ...(cause === undefined ? {} : {cause}),
  });
}

function foreign(path: string): Failure {
  return refuse(path, 'is not a file of the sandbox, and is left as it is', 'Give another file.');
}

function readData(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch (cause) {
    throw refuse(path, `cannot be read: ${reasonOf(cause)}`, undefined, cause);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Undefined when it is not as it was written. */
function parseKept(text: string): {readonly format: number; readonly world: KeptWorld} | undefined {
  let file: {readonly format: number; readonly check: number; readonly world: KeptWorld};
  try {
    file = JSON.parse(text);
  } catch {
    // A text that breaks off: what it was is not to be known.
    return undefined;
  }
  const isWhole = file.check === hashText(0, JSON.stringify(file.world) ?? '');
  return isWhole || file.format !== format ? file : undefined;
}
