import {homeEntries} from '../../../screens/home-entries.ts';
import {readAdminKey} from '../../../screens/site/admin-key.ts';
import type {Params} from '../../model/call.ts';
import type {Count, HomeEntry} from '../../model/count.ts';
import type {Tone} from '../../model/line.ts';
import type {HomeView} from './state.ts';

/** A line at the top of the home screen: one thing that may need a look. */
export interface LookLine {
  readonly kind: 'look';
  readonly id: string;
  /** The entry whose count tells. */
  readonly entry: HomeEntry;
  /** Said when nothing needs a look. */
  readonly calm: string;
  /** What enter opens then. */
  readonly screen: string;
}

/** A line of the home screen that the cursor can be on. */
export type HomeLine = LookLine | {readonly kind: 'entry'; readonly entry: HomeEntry};

/** Counts the admin key of this user: none or one. */
export const adminKeyEntry: HomeEntry = {
  id: 'admin-key',
  family: 'Admin key',
  title: 'Admin key',
  screen: 'admin-key',
  about: 'whether one is enabled for this user',
  call: readAdminKey,
  count: 'adminKey',
};

/** Everything that is counted for the home screen. */
export const countedEntries: readonly HomeEntry[] = [...homeEntries, adminKeyEntry];

function lookOf(id: string, calm: string): LookLine[] {
  const entry = countedEntries.find(one => one.id === id);
  return entry === undefined
    ? []
    : [{kind: 'look', id: `look-${id}`, entry, calm, screen: entry.screen}];
}

/** What may need a look, the most pressing first; always as many lines, so that nothing moves. */
export const lookLines: readonly LookLine[] = [
  ...lookOf('webhooks', 'no webhook expires in the next 3 days'),
  ...lookOf('failed-webhooks', 'no delivery failed in the last hour'),
  ...lookOf('versions', 'no version is overdue'),
  ...lookOf('admin-key', 'no admin key is enabled'),
];

/** Every line of the home screen, from top to bottom. */
export const homeLines: readonly HomeLine[] = [
  ...lookLines,
  ...homeEntries.map((entry): HomeLine => ({kind: 'entry', entry})),
];

/** Where the cursor is at first: on the first family, as hands know it. */
export const firstHomeLine = lookLines.length;

/** What enter opens on a line. */
export interface HomeTarget {
  readonly screen: string;
  readonly params: Params;
  readonly filter: string;
}

/** What enter opens on a line of the home screen; undefined where there is no line. */
export function homeTarget({cursor, counts}: HomeView): HomeTarget | undefined {
  const line = homeLines[cursor];
  if (line === undefined) return undefined;
  const count = counts[line.entry.id];
  const look = line.kind === 'look' && count?.status === 'ready' ? count.look : undefined;
  return look ?? {screen: line.entry.screen, params: {}, filter: ''};
}

/** How much needs a look, for the heading: undefined until everything was counted. */
export function lookCount(counts: Readonly<Record<string, Count>>): number | undefined {
  const known = lookLines.map(({entry}) => counts[entry.id]);
  const looks = known.filter(count => count?.status === 'ready' && count.look !== undefined).length;
  const waits = known.some(count => count === undefined || count.status === 'loading');
  return waits && looks === 0 ? undefined : looks;
}

/** The heading over what may need a look: calm only where everything was checked. */
export function lookHeading(counts: Readonly<Record<string, Count>>): {
  readonly text: string;
  readonly tone: Tone;
} {
  const needs = lookCount(counts);
  if (needs === undefined) return {text: 'Looking…', tone: 'dim'};
  if (needs > 0) return {text: `Needs a look: ${needs}`, tone: 'warn'};
  const unchecked = lookLines.filter(({entry}) => counts[entry.id]?.status === 'failed').length;
  if (unchecked === 0) return {text: 'Nothing needs you', tone: 'good'};
  if (unchecked === lookLines.length) return {text: 'Nothing could be checked', tone: 'warn'};
  return {text: `Nothing seen that needs you; ${unchecked} not checked`, tone: 'plain'};
}
