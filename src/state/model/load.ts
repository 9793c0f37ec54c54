import type {Load} from './row.ts';

/** What is there is read anew: until that came, it is as old as it is. */
export function loadAgain(load: Load): Load {
  const heldMs =
    load.status === 'ready' ? load.atMs : load.status === 'loading' ? load.heldMs : undefined;
  return {status: 'loading', shown: false, ...(heldMs !== undefined && {heldMs})};
}

/** A load that ended before it came to its end: what is there stays, and says since when it is. */
export function loadLeft(load: Load, left: 'failed' | 'stopped', nowMs: number): Load {
  const held = loadAgain(load);
  const atMs = (held.status === 'loading' ? held.heldMs : undefined) ?? nowMs;
  return {status: 'ready', atMs, left};
}
