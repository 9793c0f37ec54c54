import {findJson} from '../base/json-value.ts';
import type {SiteFolder} from './engine.ts';
import {type LockEntry, lockFile, lockValue, readLock, type SiteLock} from './lock.ts';

/** The files of a folder of the configuration; every caller brings its own access to the disk. */
export interface SiteFiles {
  /** Reads the YAML files: path below the folder → text. Rejects with the reason as a Failure. */
  readonly yaml: () => Promise<ReadonlyMap<string, string>>;
  /** Reads another file below the folder; undefined if it does not exist. */
  readonly find: (path: string) => Promise<string | undefined>;
  /** Writes files; undefined removes one. Rejects with the system's error. */
  readonly write: (changes: ReadonlyMap<string, string | undefined>) => Promise<void>;
}

/** Read a folder, with the lock of a site. */
export async function readSiteFolder(files: SiteFiles, site: string): Promise<SiteFolder> {
  const lock = readLock(findJson(await files.find(lockFile(site))));
  return {texts: await files.yaml(), lock};
}

/** Add entries to the lock of a site and write it. */
export async function saveLock(
  files: SiteFiles,
  site: string,
  lock: SiteLock,
  entries: ReadonlyMap<string, LockEntry>,
): Promise<void> {
  const ids = new Set([...entries.values()].map(({id}) => id));
  const stays = [...lock].filter(([label, {id}]) => !entries.has(label) && !ids.has(id));
  const value = lockValue(new Map([...stays, ...entries]));
  await files.write(new Map([[lockFile(site), `${JSON.stringify(value, null, 2)}\n`]]));
}
