import {realpath} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {Service} from '../api/operation.ts';
import {Failure, isDiskFull} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {findSpan} from '../base/json-pointer.ts';
import {prettyJson} from '../base/json-pretty.ts';
import {kindOf, memberSpans, rootSpan, type Span} from '../base/json-scan.ts';
import {applyEdits, type Edit, removalAt} from '../base/json-splice.ts';
import {type Config, parsePlainConfig, readConfig} from './config.ts';
import {findConfigText} from './config-file.ts';
import {withFileLock} from './file-lock.ts';
import type {Host} from './host.ts';
import {namedConfigFile} from './paths.ts';
import {makePrivateDirectory, writePrivateFile} from './private-file.ts';
import type {StoredSecret} from './profile.ts';

/** What is to be set in a profile; what is absent stays as it is. */
export interface ProfileChange {
  readonly baseUrl?: string;
  readonly authType?: string;
  readonly username?: string;
  readonly token?: StoredSecret;
}

const lockStaleMs = 30_000;
const lockWaitMs = 30_000;

/**
 * The configuration's text with a profile changed: every other key, number and name stays as it is
 * written. The first profile becomes the default one.
 *
 * @param text JSON object that `checkJson` found no problem in
 */
export function withProfile(text: string, name: string, change: ProfileChange): string {
  const {baseUrl, authType, username, token} = change;
  const steps: readonly (readonly [readonly string[], StoredSecret | undefined])[] = [
    [['base_url'], baseUrl],
    [['auth', 'type'], authType],
    [['auth', 'username'], username],
    [['auth', 'token'], token],
  ];
  const changed = steps.reduce(
    (before, [path, value]) =>
      value === undefined ? before : putValue(before, ['profiles', name, ...path], value),
    text,
  );
  return defaultOf(changed) === undefined ? withDefault(changed, name) : changed;
}

/** The configuration's text with another default profile. */
export function withDefault(text: string, name: string): string {
  return putValue(text, ['default_profile'], name);
}

/** The configuration's text without a profile; it is no longer the default one either. */
export function withoutProfile(text: string, name: string): string {
  const pointer = `/profiles/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const left = applyEdits(text, removalAt(text, pointer));
  return defaultOf(left) === name ? applyEdits(left, removalAt(left, '/default_profile')) : left;
}

/**
 * Change the configuration file of a service as one step: no other process that does the same comes
 * between (contract 8.6). It is written 0600, in a 0700 directory when that is the program's.
 *
 * @param change gets the file's text, `{}` when there is none, and the same as read
 * @param timeoutMs longest wait for another process that changes it; 0 and more than 30 s are 30 s
 * @returns the file that was written
 * @throws Failure 'config_error' for a file that cannot be understood or written, and for YAML,
 * 'timeout_error' when another process holds it, 'disk_full'; what
 * `change` throws
 */
export async function changeConfig(
  service: Service,
  host: Host,
  change: (text: string, config: Config) => string,
  timeoutMs: number = lockWaitMs,
): Promise<string> {
  const {path} = await readConfig(service, host);
  refuseYaml(path);
  const real = await realPathOf(path);
  const ownsDirectory = namedConfigFile(service, host) === undefined && real === path;
  const waitMs = Math.min(lockWaitMs, timeoutMs || lockWaitMs);
  const options = {clock: host.clock, staleMs: lockStaleMs, waitMs};
  try {
    await makePrivateDirectory(dirname(real), {ownsDirectory});
    await withFileLock(`${real}.lock`, options, async () => {
      const text = await readJson(real, host);
      const changed = change(text, parsePlainConfig(path, text));
      await writePrivateFile(real, `${prettyJson(changed)}\n`, {ownsDirectory});
    });
  } catch (error) {
    throw isSystemError(error) ? unwritable(path, error) : error;
  }
  return path;
}

/**
 * YAML is read, never written: its comments and layout would be lost.
 *
 * @throws Failure 'config_error'
 */
export function refuseYaml(path: string): void {
  if (!/\.ya?ml$/.test(path)) return;
  throw new Failure(
    'config_error',
    `${path} is YAML, which is read but not written: its comments and layout would be lost.`,
    {
      hint: 'Change the file by hand, or move what it says to config.json in the same directory.',
      attempts: 0,
    },
  );
}

async function readJson(path: string, host: Host): Promise<string> {
  // The decoder drops a byte order mark.
  const text = (await findConfigText(path, host)) ?? '';
  const json = text.trim() === '' ? '{}' : text;
  // Says what is wrong with it in the words of reading it.
  if (checkJson(json) !== undefined) parsePlainConfig(path, json);
  return json;
}

function putValue(text: string, steps: readonly string[], value: StoredSecret): string {
  return applyEdits(text, [putEdit(text, rootSpan(text), steps, JSON.stringify(value))]);
}

/** The edit that puts a value at a path of names below the object at `span`. */
function putEdit(text: string, span: Span, steps: readonly string[], json: string): Edit {
  const [name = '', ...rest] = steps;
  const members = memberSpans(text, span);
  const value = members.filter(member => member.name === name).at(-1)?.value;
  if (value !== undefined) {
    if (rest.length === 0) return {span: value, text: json};
    if (kindOf(text, value) === 'object') return putEdit(text, value, rest, json);
    return {span: value, text: nested(rest, json)};
  }
  const end = members.at(-1)?.value.end;
  const at = end ?? span.start + 1;
  const member = `${JSON.stringify(name)}:${nested(rest, json)}`;
  return {span: {start: at, end: at}, text: end === undefined ? member : `,${member}`};
}

function nested(steps: readonly string[], json: string): string {
  return steps.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, json);
}

function defaultOf(text: string): string | undefined {
  const span = findSpan(text, '/default_profile');
  const value: unknown = span && JSON.parse(text.slice(span.start, span.end));
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Where a file that is a link really is: the link itself must stay one. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return path;
    throw isSystemError(error) ? unwritable(path, error) : error;
  }
}

function isSystemError(error: unknown): error is Error & {readonly code: string} {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function unwritable(path: string, error: Error & {readonly code: string}): Failure {
  const kind = isDiskFull(error) ? 'disk_full' : 'config_error';
  return new Failure(kind, `${path} cannot be written (${error.code}).`, {
    hint: 'Check who owns the file and its directory, and the space left; it is as it was.',
    attempts: 0,
    cause: error,
  });
}
