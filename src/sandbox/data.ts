import {
  type ChangeLog,
  checkReplaceable,
  dataFileFailure,
  readWorldFile,
  resetHint,
  type WorldChange,
  type WorldSource,
  writeWorldFile,
} from './data-file.ts';
import {makeService, type SandboxService} from './service.ts';
import {hashText} from './world/random.ts';
import type {WorldSize} from './world/sizes.ts';
import {makeWorld, type World} from './world/world.ts';

/** Options of `openWorld`. */
export interface DataOptions {
  /** @default the file's, otherwise 1 */
  readonly seed?: number;
  /** @default the file's, otherwise 'small' */
  readonly size?: WorldSize;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
  /** File in which the world is stored. @default the world is not stored */
  readonly data?: string;
  /** Discard the file's world. @default false */
  readonly reset?: boolean;
}

/** A world and the service that responds from it. */
export interface OpenWorld {
  readonly world: World;
  readonly service: SandboxService;
  readonly seed: number;
  readonly size: WorldSize;
  /** @throws Failure 'validation_error' when something could not be stored */
  close(): void;
}

/**
 * Open the world of a file, or generate one. A file contains the writes and the traffic control the
 * sandbox received. They are replayed, each at its time, so that the file is small even for a large
 * world.
 *
 * @throws Failure 'validation_error' for a file that is damaged, not a sandbox file, of another
 * world, or cannot be read or written
 */
export function openWorld(options: DataOptions): OpenWorld {
  const {data: path, reset = false, now} = options;
  if (path !== undefined && reset) checkReplaceable(path);
  const stored = path === undefined || reset ? undefined : readWorldFile(path);
  if (path !== undefined && stored !== undefined) checkSame(path, stored.source, options);
  const {seed = 1, size = 'small'} = stored?.source ?? options;
  const madeAt = stored?.source.madeAt ?? now();
  const world = makeWorld({seed, size, now: madeAt});
  let log: ChangeLog = {append: () => undefined, close: () => undefined};
  const service = makeService({world, seed, now, onChange: change => log.append(change)});
  if (path !== undefined) {
    const source = {seed, size, madeAt, fingerprint: fingerprint(world)};
    const changes = stored?.changes ?? [];
    const isSame = (stored?.source.fingerprint ?? source.fingerprint) === source.fingerprint;
    if (!isSame || !changes.every(change => replay(service, change))) {
      throw dataFileFailure(
        path,
        'was written by a version of the program that generates other data',
        resetHint,
      );
    }
    log = writeWorldFile(path, {source, changes});
  }
  return {world, service, seed, size, close: () => log.close()};
}

/** @throws Failure 'validation_error' when the options ask for another world than the stored one */
function checkSame(path: string, stored: WorldSource, {seed, size}: DataOptions): void {
  if ((seed ?? stored.seed) === stored.seed && (size ?? stored.size) === stored.size) return;
  const what = `contains the data of seed ${stored.seed} and size ${stored.size}`;
  throw dataFileFailure(path, what, `Omit --seed and --size. ${resetHint}`);
}

/** Replay a change. @returns true if it had the same result as the first time */
function replay(service: SandboxService, change: WorldChange): boolean {
  if ('pace' in change) service.setPace(change.pace, change.at);
  else if ('stepMs' in change) service.step(change.stepMs, change.at);
  else return service.replayWrite(change.write, change.at) === change.write.status;
  return true;
}

const sample = 20;

/**
 * Compute a number that differs between worlds generated from one seed by different versions of the
 * program. It covers the first and last records of some collections, because later records depend
 * on all earlier ones.
 */
function fingerprint({users, tracker, content}: World): number {
  const {projects, versions, permissionSchemes, webhooks} = tracker;
  const collections = [users, projects, versions, permissionSchemes, webhooks];
  const samples = [...collections, content.spaces, ...Object.values(content.items)].map(records => {
    const all: readonly unknown[] = [...records.values()];
    return [all.length, ...all.slice(0, sample), ...all.slice(-sample)];
  });
  return hashText(0, JSON.stringify(samples));
}
