import {Failure} from '../base/failure.ts';
import {appendText, readTextFile, writeFileAtomically} from './node-io.ts';
import {hashText} from './world/random.ts';
import type {WorldSize} from './world/sizes.ts';
import type {TrafficPace} from './world/traffic.ts';

/** The parameters a stored world was generated from. */
export interface WorldSource {
  readonly seed: number;
  readonly size: WorldSize;
  /** Milliseconds since the UNIX epoch. */
  readonly madeAt: number;
  /** Of the generated world; other versions of the program may generate another one. */
  readonly fingerprint: number;
}

/** A change to a world; `at` is its time, in milliseconds since the UNIX epoch. */
export type WorldChange =
  | {readonly at: number; readonly pace: TrafficPace}
  | {readonly at: number; readonly stepMs: number}
  | {readonly at: number; readonly write: RecordedWrite};

/** A request that may have written, and its status. */
export interface RecordedWrite {
  readonly method: string;
  readonly target: string;
  /** Name of the account; absent for anonymous requests. */
  readonly caller?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body is in base64, since it is not text. */
  readonly base64?: true;
  /** The server's own address at that time, the start of self links. */
  readonly origin: string;
  readonly status: number;
}

/**
 * A world as stored in a file: the parameters it was generated from, and the changes to it in
 * order.
 */
export interface RecordedWorld {
  readonly source: WorldSource;
  readonly changes: readonly WorldChange[];
}

const kind = 'steward sandbox data';
const format = 2;
const opening = `{"kind":"${kind}"`;

function firstLine(source: WorldSource): string {
  const world = JSON.stringify(source);
  return `${opening},"format":${format},"check":${hashText(0, world)},"world":${world}}\n`;
}

function lineOf(change: WorldChange): string {
  const text = JSON.stringify(change);
  return `{"check":${hashText(0, text)},"change":${text}}\n`;
}

/**
 * Read the world stored in a file; undefined when there is no file. An incomplete last line is
 * ignored: it was being written when the machine stopped.
 *
 * @throws Failure 'validation_error' when it is damaged, not a sandbox file or cannot be read
 */
export function readWorldFile(path: string): RecordedWorld | undefined {
  const text = readData(path);
  if (text === undefined) return undefined;
  if (!text.startsWith(opening)) throw foreign(path);
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const head = parseLine(first);
  if (head !== undefined && head.format !== format) {
    throw dataFileFailure(
      path,
      `has format ${head.format}, and this version knows ${format}`,
      resetHint,
    );
  }
  const source = verify(head?.world, head?.check);
  const changes = lines.map(parseLine).map(line => verify(line?.change, line?.check));
  if (source === undefined || changes.includes(undefined)) {
    throw dataFileFailure(
      path,
      'is damaged',
      'Restore it from a copy, or start with --reset to generate it again.',
    );
  }
  // The casts are safe: the checksums match what this version wrote.
  return {source: source as WorldSource, changes: changes as WorldChange[]};
}

/** The hint for a world file that cannot be continued. */
export const resetHint = 'Give another file, or start with --reset to generate it again.';

/**
 * Check that a file may be replaced: it does not exist, is empty, or is a sandbox file, even a
 * damaged one.
 *
 * @throws Failure 'validation_error' when it is another kind of file
 */
export function checkReplaceable(path: string): void {
  const text = readData(path);
  if (text !== undefined && text !== '' && !text.startsWith(opening)) throw foreign(path);
}

/** A log to which each change of a world is appended. */
export interface ChangeLog {
  append(change: WorldChange): void;
  /** @throws Failure 'validation_error' when something could not be written */
  close(): void;
}

/**
 * Write a world to a file and return the log that appends later changes to it.
 *
 * @throws Failure 'validation_error' when it cannot be written
 */
export function writeWorldFile(path: string, {source, changes}: RecordedWorld): ChangeLog {
  let failed: unknown;
  const writing = (write: () => void): void => {
    try {
      write();
    } catch (cause) {
      failed = dataFileFailure(path, `cannot be written: ${reasonOf(cause)}`, undefined, cause);
    }
  };
  const close = (): void => {
    if (failed !== undefined) throw failed;
  };
  writing(() => writeFileAtomically(path, firstLine(source) + changes.map(lineOf).join('')));
  close();
  return {
    append: change => {
      // A line after a missing one would be wrong; `close` reports the failure.
      if (failed === undefined) writing(() => appendText(path, lineOf(change)));
    },
    close,
  };
}

/** Create a failure about the file of `--data`, which stays unchanged. */
export function dataFileFailure(
  path: string,
  what: string,
  hint?: string,
  cause?: unknown,
): Failure {
  const message = `--data ${path} ${what}`;
  return new Failure('validation_error', message, {
    errors: {data: message},
    attempts: 0,
    hint,
    cause,
  });
}

function foreign(path: string): Failure {
  return dataFileFailure(path, 'is not a sandbox file and was not changed', 'Give another file.');
}

function readData(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch (cause) {
    throw dataFileFailure(path, `cannot be read: ${reasonOf(cause)}`, undefined, cause);
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && cause.code === 'ENOENT'
    ? 'its directory does not exist'
    : cause.message;
}

/** Parse a JSON line; undefined when it is not a JSON object. */
function parseLine(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Return the value if its checksum matches. */
function verify(value: unknown, check: unknown): unknown {
  return value !== undefined && hashText(0, JSON.stringify(value)) === check ? value : undefined;
}
