import {Failure} from '../base/failure.ts';
import {appendText, readTextFile, writeFileWhole} from './node-io.ts';
import {hashText} from './world/random.ts';
import type {WorldSize} from './world/sizes.ts';
import type {TrafficPace} from './world/traffic.ts';

/** What a kept world was made from. */
export interface WorldSource {
  readonly seed: number;
  readonly size: WorldSize;
  /** Milliseconds since the UNIX epoch. */
  readonly madeAt: number;
  /** Of the world that was made: another version of the program may make another one. */
  readonly fingerprint: number;
}

/** Something that was done to a world; `at` is when, in milliseconds since the UNIX epoch. */
export type Change =
  | {readonly at: number; readonly pace: TrafficPace}
  | {readonly at: number; readonly stepMs: number}
  | {readonly at: number; readonly write: KeptWrite};

/** A request that may have written, and how it was answered. */
export interface KeptWrite {
  readonly method: string;
  readonly target: string;
  /** Name of the account; absent for nobody. */
  readonly caller?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body is not text but in base64. */
  readonly base64?: true;
  /** The server's own address at that time, which self links begin with. */
  readonly origin: string;
  readonly status: number;
}

/** A world as a file keeps it: what it was made from, and what was done to it, in its order. */
export interface KeptWorld {
  readonly source: WorldSource;
  readonly changes: readonly Change[];
}

const kind = 'steward sandbox data';
const format = 2;
const opening = `{"kind":"${kind}"`;

function firstLine(source: WorldSource): string {
  const world = JSON.stringify(source);
  return `${opening},"format":${format},"check":${hashText(0, world)},"world":${world}}\n`;
}

function lineOf(change: Change): string {
  const text = JSON.stringify(change);
  return `{"check":${hashText(0, text)},"change":${text}}\n`;
}

/**
 * The world a file keeps; undefined when there is no file. A last line that breaks off was being written
 * when the machine stopped: it is left out.
 *
 * @throws Failure 'validation_error' when it is damaged, not one of ours or cannot be read
 */
export function readKept(path: string): KeptWorld | undefined {
  const text = readData(path);
  if (text === undefined) return undefined;
  if (!text.startsWith(opening)) throw foreign(path);
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const head = parseLine(first);
  if (head !== undefined && head.format !== format) {
    throw refuse(path, `has format ${head.format}, and this version knows ${format}`, resetHint);
  }
  const source = checked(head?.world, head?.check);
  const changes = lines.map(parseLine).map(line => checked(line?.change, line?.check));
  if (source === undefined || changes.includes(undefined)) {
    throw refuse(
      path,
      'is damaged',
      'Restore it from a copy, or start with --reset to begin afresh.',
    );
  }
  // The checks have told that these are as they were written.
  return {source: source as WorldSource, changes: changes as Change[]};
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

/** Takes what is done to a world as it is done. */
export interface Keeper {
  keep(change: Change): void;
  /** @throws Failure 'validation_error' when something could not be written */
  close(): void;
}

/**
 * Put a world in a file, and what is done to it from now on behind it.
 *
 * @throws Failure 'validation_error' when it cannot be written
 */
export function keepWorld(path: string, {source, changes}: KeptWorld): Keeper {
  let failed: unknown;
  const writing = (write: () => void): void => {
    try {
      write();
    } catch (cause) {
      failed = refuse(path, `cannot be written: ${reasonOf(cause)}`, undefined, cause);
    }
  };
  const close = (): void => {
    if (failed !== undefined) throw failed;
  };
  writing(() => writeFileWhole(path, firstLine(source) + changes.map(lineOf).join('')));
  close();
  return {
    keep: change => {
      // Behind a line that is missing nothing may follow: the end tells of it.
      if (failed === undefined) writing(() => appendText(path, lineOf(change)));
    },
    close,
  };
}

/** A refusal of what `--data` names; the file is left as it is. */
export function refuse(path: string, what: string, hint?: string, cause?: unknown): Failure {
  const message = `--data ${path} ${what}`;
  return new Failure('validation_error', message, {
    errors: {data: message},
    attempts: 0,
    hint,
    cause,
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

/** Undefined when it is no JSON object. */
function parseLine(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when it is not as it was written. */
function checked(value: unknown, check: unknown): unknown {
  return value !== undefined && hashText(0, JSON.stringify(value)) === check ? value : undefined;
}
