import {createHash} from 'node:crypto';
import {rename, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {Clock} from '../base/clock.ts';
import {toFailure} from '../base/failure.ts';
import {findConfigText} from './config.ts';
import {withFileLock} from './file-lock.ts';
import type {Host} from './host.ts';
import {hideKnownSecrets} from './known-secrets.ts';
import {directoryOf, pathsOf} from './paths.ts';
import {makePrivateDirectory, refuseDangling, writePrivateFile} from './private-file.ts';
import {appendPrivateLine} from './private-line.ts';

/**
 * The owner of data: a profile, or a profile with its site and account (`accountOwner`). Empty: the
 * user.
 */
type Owner = readonly string[];

/**
 * The owner of a profile's data on its site and account, so that a profile that points elsewhere
 * later does not find it. The folder name is a hash, since URLs may be too long for it.
 *
 * @param accounts accounts on both services (`accountOf`), undefined for one that is not connected
 */
export function accountOwner(profile: string, accounts: readonly (string | undefined)[]): Owner {
  const text = JSON.stringify(accounts.map(account => account ?? null));
  return [profile, createHash('sha256').update(text).digest('hex').slice(0, 32)];
}

/** Store of the terminal UI that persists between sessions. */
export interface UiState {
  /**
   * Read the text stored under a name, followed by appended lines, without empty lines and the
   * oldest lines of a long log; undefined if there is none or it cannot be read. For a log that
   * cannot be read, a line with the reason.
   */
  read(name: string, owner?: Owner): Promise<string | undefined>;
  /**
   * Store a text under a name, for an owner or for the user.
   *
   * @throws the system's error if it cannot be written; then the stored text is unchanged
   */
  write(name: string, text: string, owner?: Owner): Promise<void>;
  /**
   * Append a line to a log; on disk once resolved, and safe with concurrent processes.
   *
   * @param line text without a line break
   * @throws the system's error if it cannot be written
   */
  append(name: string, line: string, owner?: Owner): Promise<void>;
}

const logEnding = '.jsonl';
const logAside = '.1.jsonl';
/** A writer that finds an incomplete line of another process starts with a line break. */
const emptyLines = /(^|\n)\n+/g;

/** A store in files readable by the user only; writes of one name stay in order. */
export function fileUiState(host: Host): UiState {
  const last = new Map<string, Promise<void>>();
  const fileOf = (name: string, owner: Owner = [], ending = '.json'): string => {
    const path = pathsOf(host);
    const place = owner.length === 0 ? [] : ['profiles', ...owner.map(encodeURIComponent)];
    return path.join(directoryOf('state', 'steward', host), ...place, `${name}${ending}`);
  };
  return {
    async read(name, owner) {
      const texts = await Promise.all(
        ['.json', logAside, logEnding].map(async ending => {
          try {
            const file = fileOf(name, owner, ending);
            const bytes = await host.findFile(file);
            const text = bytes && new TextDecoder().decode(bytes);
            if (ending === '.json') return text;
            if (text === undefined) await refuseDangling(file);
            return text?.replace(emptyLines, '$1');
          } catch (error) {
            // Unreadable state is ignored, except for a log.
            return ending === '.json' ? undefined : `${name}${ending}: ${toFailure(error).message}`;
          }
        }),
      );
      const found = texts.filter(text => text !== undefined);
      return found.length === 0 ? undefined : found.join('\n');
    },
    append(name, line, owner) {
      const [log, aside] = [logEnding, logAside].map(ending => fileOf(name, owner, ending));
      return appendLine(log ?? '', aside ?? '', hideKnownSecrets(line), host.clock);
    },
    write(name, text, owner) {
      const file = fileOf(name, owner);
      const before = last.get(file) ?? Promise.resolve();
      const shown = hideKnownSecrets(text);
      const write = (): Promise<void> => writePrivateFile(file, shown, {ownsDirectory: true});
      const written = before.then(write, write);
      last.set(file, written);
      return written;
    },
  };
}

/** Size in bytes after which a log file is rotated. */
const longest = 4_000_000;

/**
 * Append a line to a log with `appendPrivateLine`. A file of more than 4 MB is rotated first.
 *
 * @param aside the name of a rotated file, replacing the previous one
 * @throws the system's error if it cannot be written
 */
async function appendLine(path: string, aside: string, line: string, clock: Clock): Promise<void> {
  await makePrivateDirectory(dirname(path), {ownsDirectory: true});
  await putAside(path, aside, clock);
  await appendPrivateLine(path, line);
}

async function putAside(path: string, aside: string, clock: Clock): Promise<void> {
  const isLong = async (): Promise<boolean> => {
    const found = await stat(path).catch(() => undefined);
    return found !== undefined && found.size > longest;
  };
  if (!(await isLong())) return;
  // Two processes at once would rotate the new file too.
  await withFileLock(`${path}.lock`, {clock, staleMs: 30_000, waitMs: 5000}, async () => {
    if (await isLong()) await rename(path, aside);
  });
}

/** A store for this session: for the sandbox, whose data also ends with it. */
export function sessionUiState(): UiState {
  const texts = new Map<string, string>();
  const keyOf = (name: string, owner: Owner = []): string => JSON.stringify([name, owner]);
  return {
    read: (name, owner) => Promise.resolve(texts.get(keyOf(name, owner))),
    write(name, text, owner) {
      texts.set(keyOf(name, owner), text);
      return Promise.resolve();
    },
    append(name, line, owner) {
      const key = keyOf(name, owner);
      texts.set(key, `${texts.get(key) ?? ''}${line}\n`);
      return Promise.resolve();
    },
  };
}

/** The configuration file of the terminal UI. */
export interface UiConfigFile {
  readonly path: string;
  /** '' if absent. */
  readonly text: string;
  /** Why it could not be read. */
  readonly problem?: string;
}

/**
 * Read `ui.json`: in `$XDG_CONFIG_HOME/steward`, else `~/.config/steward`, else the platform's own
 * directory on macOS and Windows. A read error is reported and not fatal.
 */
export async function readUiConfigFile(host: Host): Promise<UiConfigFile> {
  const path = pathsOf(host).join(directoryOf('config', 'steward', host), 'ui.json');
  try {
    return {path, text: (await findConfigText(path, host)) ?? ''};
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return {path, text: '', problem};
  }
}
