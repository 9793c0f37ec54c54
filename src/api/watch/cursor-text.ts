import {findJson, isRecord, type JsonObject} from '../../base/json-value.ts';
import {defaultOverlapMs, type SeenKey, type WatchCursor} from './failed-watch.ts';

/** The site and user of a cursor, without secrets. */
export interface CursorOwner {
  readonly baseUrl: string;
  /** User of basic credentials; absent for a bearer token. */
  readonly user?: string;
}

/** A cursor as stored in a file. */
export interface PersistedCursor {
  readonly owner: CursorOwner;
  readonly place: WatchCursor;
}

const kind = 'steward watch webhook get-failed';
const version = 2;
/** Its keys cover only the default overlap: older records are assumed to be delivered. */
const shortVersion = 1;

/** Serialize a cursor as one line of JSON. */
export function formatCursor({owner, place}: PersistedCursor): string {
  const {baseUrl, user = null} = owner;
  const {floorMs, toldMs, highWaterMs, polledMs = null, poll, seen, alerts} = place;
  const members = {kind, version, base_url: baseUrl, user, floorMs, toldMs, highWaterMs, polledMs};
  return `${JSON.stringify({...members, poll, alerts, seen})}\n`;
}

/** Parse the text of a cursor file; a problem is a sentence fragment. */
export function parseCursor(text: string): PersistedCursor | {readonly problem: string} {
  if (text.trim() === '') return {problem: 'is empty'};
  const value: unknown = findJson(text);
  if (value === undefined) return {problem: 'is invalid or truncated JSON'};
  if (!isRecord(value) || value.kind !== kind) return {problem: 'is not a watch position'};
  if (value.version !== version && value.version !== shortVersion) {
    return {problem: 'was written by another version of steward'};
  }
  const {base_url: baseUrl, user, floorMs, toldMs, highWaterMs, polledMs, seen} = value;
  const {poll, alerts} = value;
  const isWhole =
    typeof baseUrl === 'string' &&
    (user === null || typeof user === 'string') &&
    isTime(floorMs) &&
    isTime(toldMs) &&
    isTime(highWaterMs) &&
    (polledMs === null || isTime(polledMs)) &&
    (poll === undefined || isPoll(poll)) &&
    Array.isArray(seen) &&
    seen.every(isSeenKey);
  if (!isWhole) return {problem: 'has a missing or invalid member'};
  return {
    owner: {baseUrl, ...(user !== null && {user})},
    place: {
      floorMs:
        value.version === shortVersion ? Math.max(floorMs, toldMs - defaultOverlapMs) : floorMs,
      toldMs,
      highWaterMs,
      ...(polledMs !== null && {polledMs}),
      ...(poll !== undefined && {poll}),
      seen,
      ...(isRecord(alerts) && {alerts: alerts as JsonObject}),
    },
  };
}

/** Return why a cursor is of other failures, as a sentence fragment; undefined if it matches. */
export function foreignCursorReason(kept: CursorOwner, now: CursorOwner): string | undefined {
  if (kept.baseUrl !== now.baseUrl) return `belongs to ${kept.baseUrl}, not to ${now.baseUrl}`;
  if (kept.user === now.user) return undefined;
  return `belongs to ${nameOf(kept)}, not to ${nameOf(now)}`;
}

function nameOf({user}: CursorOwner): string {
  return user === undefined ? 'a token without a user' : `user ${user}`;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isPoll(value: unknown): value is NonNullable<WatchCursor['poll']> {
  return isRecord(value) && isTime(value.beganMs) && isTime(value.reachedMs);
}

function isSeenKey(value: unknown): value is SeenKey {
  return (
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isTime(value[1])
  );
}
