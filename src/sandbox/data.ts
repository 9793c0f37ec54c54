import {
  type Change,
  checkReplaceable,
  type Keeper,
  keepWorld,
  readKept,
  refuse,
  resetHint,
  type WorldSource,
} from './data-file.ts';
import {makeService, type Service} from './service.ts';
import {hashText} from './world/random.ts';
import type {WorldSize} from './world/sizes.ts';
import {makeWorld, type World} from './world/world.ts';

/** What a world is opened with. */
export interface DataOptions {
  /** @default that of the file, else 1 */
  readonly seed?: number;
  /** @default that of the file, else 'small' */
  readonly size?: WorldSize;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
  /** File that keeps the world between runs. @default nothing is kept */
  readonly data?: string;
  /** Begin afresh, whatever the file keeps. @default false */
  readonly reset?: boolean;
}

/** A world, what answers from it, and how it is kept. */
export interface OpenWorld {
  readonly world: World;
  readonly service: Service;
  readonly seed: number;
  readonly size: WorldSize;
  /** @throws Failure 'validation_error' when something could not be kept */
  close(): void;
}

/**
 * Open the world of a file, or make one. A file keeps the writes and the traffic control the sandbox
 * received: they are done again, each at its time, so that it is small even for a large world.
 *
 * @throws Failure 'validation_error' for a file that is damaged, foreign, of another world or cannot be
 *   read or written
 */
export function openWorld(options: DataOptions): OpenWorld {
  const {data: path, reset = false, now} = options;
  if (path !== undefined && reset) checkReplaceable(path);
  const kept = path === undefined || reset ? undefined : readKept(path);
  if (path !== undefined && kept !== undefined) checkSame(path, kept.source, options);
  const {seed = 1, size = 'small'} = kept?.source ?? options;
  const madeAt = kept?.source.madeAt ?? now();
  const world = makeWorld({seed, size, now: madeAt});
  let keeper: Keeper = {keep: () => undefined, close: () => undefined};
  const service = makeService({world, seed, now, done: change => keeper.keep(change)});
  if (path !== undefined) {
    const source = {seed, size, madeAt, fingerprint: fingerprint(world)};
    const changes = kept?.changes ?? [];
    const isSame = (kept?.source.fingerprint ?? source.fingerprint) === source.fingerprint;
    if (!isSame || !changes.every(change => repeat(service, change))) {
      throw refuse(
        path,
        'is of another version of the program, which made other worlds',
        resetHint,
      );
    }
    keeper = keepWorld(path, {source, changes});
  }
  return {world, service, seed, size, close: () => keeper.close()};
}

/** @throws Failure 'validation_error' when another world is asked for than the file keeps */
function checkSame(path: string, kept: WorldSource, {seed, size}: DataOptions): void {
  if ((seed ?? kept.seed) === kept.seed && (size ?? kept.size) === kept.size) return;
  const what = `keeps a world of seed ${kept.seed} and size ${kept.size}`;
  throw refuse(path, what, `Leave --seed and --size out. ${resetHint}`);
}

/** @returns whether it went as it did the first time */
function repeat(service: Service, change: Change): boolean {
  if ('pace' in change) service.setPace(change.pace, change.at);
  else if ('stepMs' in change) service.step(change.stepMs, change.at);
  else return service.writeAgain(change.write, change.at) === change.write.status;
  return true;
}

const sample = 20;

/**
 * A number that tells worlds apart which one seed gives in different versions of the program: from the
 * first and last records of some collections, because what is drawn last depends on all before.
 */
function fingerprint({users, tracker, content}: World): number {
  const {projects, versions, permissionSchemes, webhooks} = tracker;
  const collections = [users, projects, versions, permissionSchemes, webhooks];
  const drawn = [...collections, content.spaces, ...Object.values(content.items)].map(records => {
    const all: readonly unknown[] = [...records.values()];
    return [all.length, ...all.slice(0, sample), ...all.slice(-sample)];
  });
  return hashText(0, JSON.stringify(drawn));
}
