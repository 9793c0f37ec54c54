import {applyChanges, type Base, findChanges, fingerprint, takeBase} from './data-changes.ts';
import {
  checkReplaceable,
  formatKept,
  type KeptWorld,
  readKept,
  refuse,
  resetHint,
  writeKept,
} from './data-file.ts';
import {decodeValue, encodeValue} from './data-value.ts';
import {later} from './machine.ts';
import {type Receiver, restoreReceivers} from './world/outages.ts';
import type {WorldSize} from './world/sizes.ts';
import type {TrafficPhase} from './world/traffic.ts';
import {makeWorld, type World} from './world/world.ts';

/** What a world is opened with. */
export interface DataOptions {
  /** @default that of the file, else 1 */
  readonly seed?: number;
  /** @default that of the file, else 'small' */
  readonly size?: WorldSize;
  /** Milliseconds since the UNIX epoch: when a new world is made. */
  readonly now: number;
  /** File that keeps the world between runs. @default nothing is kept */
  readonly data?: string;
  /** Begin afresh, whatever the file keeps. @default false */
  readonly reset?: boolean;
}

/** A world, and how it is kept. */
export interface OpenWorld {
  readonly world: World;
  readonly seed: number;
  readonly size: WorldSize;
  /** Something may have changed: write it soon. */
  keep(): void;
  /**
   * Write what is not yet written.
   *
   * @throws Failure 'validation_error' when it cannot be
   */
  close(): void;
}

/** Changes are written together, in so many milliseconds. */
const writeAfterMs = 200;

/**
 * Open the world of a file, or make one. Only what differs from the world of the seed is kept, so that
 * a file is small even for a large world.
 *
 * @throws Failure 'validation_error' for a file that is damaged, foreign, of another world or cannot be
 *   read or written
 */
export function openWorld(options: DataOptions): OpenWorld {
  const {data: path, reset = false} = options;
  if (path !== undefined && reset) checkReplaceable(path);
  const kept = path === undefined || reset ? undefined : readKept(path);
  if (path !== undefined && kept !== undefined) checkSame(path, kept, options);
  const {seed, size, madeAt} = kept ?? {madeAt: options.now, ...withDefaults(options)};
  const world = makeWorld({seed, size, now: madeAt});
  if (path === undefined) {
    return {world, seed, size, keep: () => undefined, close: () => undefined};
  }
  const base = takeBase(world);
  const made = {seed, size, madeAt, fingerprint: fingerprint(base)};
  if (kept !== undefined) {
    if (kept.fingerprint !== made.fingerprint) {
      throw refuse(
        path,
        'is of another version of the program, which made other worlds',
        resetHint,
      );
    }
    applyChanges(world, kept.changes);
    restoreState(world, kept.state);
  }
  return {world, seed, size, ...makeKeeper(path, () => describe(world, base, made))};
}

function withDefaults({seed = 1, size = 'small'}: DataOptions): {seed: number; size: WorldSize} {
  return {seed, size};
}

/** @throws Failure 'validation_error' when another world is asked for than the file keeps */
function checkSame(path: string, kept: KeptWorld, {seed, size}: DataOptions): void {
  if ((seed ?? kept.seed) === kept.seed && (size ?? kept.size) === kept.size) return;
  const what = `keeps a world of seed ${kept.seed} and size ${kept.size}`;
  throw refuse(path, what, `Leave --seed and --size out. ${resetHint}`);
}

function makeKeeper(path: string, text: () => string): Pick<OpenWorld, 'keep' | 'close'> {
  let written: string | undefined;
  let callOff: (() => void) | undefined;
  const save = (): void => {
    callOff?.();
    callOff = undefined;
    const current = text();
    if (current === written) return;
    writeKept(path, current);
    written = current;
  };
  // At once, so that a file that cannot be written is known before anybody works on it.
  save();
  return {
    keep: () => {
      callOff ??= later(writeAfterMs, () => {
        try {
          save();
        } catch {
          // The next change tries again, and the end tells of it.
          written = undefined;
        }
      });
    },
    close: save,
  };
}

function describe(
  world: World,
  base: Base,
  made: Pick<KeptWorld, 'seed' | 'size' | 'madeAt' | 'fingerprint'>,
): string {
  const {tracker, content} = world;
  const {traffic, failures, defaults, next} = tracker;
  const receivers = failures.receivers.filter(
    ({from, until}) => from !== undefined || until !== undefined,
  );
  const state = {
    defaults,
    next,
    nextId: content.nextId,
    phases: traffic.phases,
    versionBeat: traffic.versionBeat,
    receivers,
  };
  const encoded = Object.entries(state).map(([name, value]) => [name, encodeValue(value)] as const);
  return formatKept({
    ...made,
    changes: findChanges(world, base),
    state: Object.fromEntries(encoded),
  });
}

function restoreState({tracker, content}: World, state: KeptWorld['state']): void {
  // The check of the file has told that these are as they were written.
  const read = <Value>(name: string): Value => decodeValue(state[name]) as Value;
  Object.assign(tracker.defaults, read('defaults'));
  Object.assign(tracker.next, read('next'));
  content.nextId = read('nextId');
  tracker.traffic.phases = read<readonly TrafficPhase[]>('phases');
  tracker.traffic.versionBeat = read('versionBeat');
  const {failures, webhooks} = tracker;
  failures.receivers = restoreReceivers(
    failures.receivers,
    read<readonly Receiver[]>('receivers'),
    webhooks,
  );
}
