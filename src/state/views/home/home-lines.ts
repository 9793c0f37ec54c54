import type {Tone} from '../../../base/tone.ts';
import type {Params} from '../../model/call.ts';
import type {HomeEntry, LookRule} from '../../model/count.ts';
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

type Entries = readonly HomeEntry[];

/** What may need a look, the most pressing first; always as many lines, so that nothing moves. */
export function lookLines(entries: Entries): readonly LookLine[] {
  return entries
    .flatMap(entry => (entry.look === undefined ? [] : [{entry, look: entry.look}]))
    .sort((one, other) => one.look.order - other.look.order)
    .map(({entry, look}) => lineOf(entry, look));
}

function lineOf(entry: HomeEntry, {calm}: LookRule): LookLine {
  return {kind: 'look', id: `look-${entry.id}`, entry, calm, screen: entry.screen};
}

/** The entries with a line of their own, in families. */
export function familyEntries(entries: Entries): Entries {
  return entries.filter(({look}) => look?.only !== true);
}

/** Every line of the home screen, from top to bottom. */
export function homeLines(entries: Entries): readonly HomeLine[] {
  return [
    ...lookLines(entries),
    ...familyEntries(entries).map((entry): HomeLine => ({kind: 'entry', entry})),
  ];
}

/** What enter opens on a line. */
export interface HomeTarget {
  readonly screen: string;
  readonly params: Params;
  readonly filter: string;
}

/** What enter opens on a line of the home screen; undefined where there is no line. */
export function homeTarget({cursor, counts, entries}: HomeView): HomeTarget | undefined {
  const line = homeLines(entries)[cursor];
  if (line === undefined) return undefined;
  const count = counts[line.entry.id];
  const look = line.kind === 'look' && count?.status === 'ready' ? count.look : undefined;
  return look ?? {screen: line.entry.screen, params: {}, filter: ''};
}

type Counted = Pick<HomeView, 'entries' | 'counts'>;

/** How much needs a look, for the heading: undefined until everything was counted. */
export function lookCount({entries, counts}: Counted): number | undefined {
  const known = lookLines(entries).map(({entry}) => counts[entry.id]);
  const looks = known.filter(count => count?.status === 'ready' && count.look !== undefined).length;
  const waits = known.some(count => count === undefined || count.status === 'loading');
  return waits && looks === 0 ? undefined : looks;
}

/** The heading over what may need a look: calm only where everything was checked. */
export function lookHeading(view: Counted): {readonly text: string; readonly tone: Tone} {
  const needs = lookCount(view);
  if (needs === undefined) return {text: 'Looking…', tone: 'dim'};
  const lines = lookLines(view.entries);
  const unchecked = lines.filter(({entry}) => view.counts[entry.id]?.status === 'failed').length;
  const except = unchecked === 0 ? '' : `, ${unchecked} could not be checked`;
  if (needs > 0) return {text: `Needs a look: ${needs}${except}`, tone: 'warn'};
  if (unchecked === 0) return {text: 'Nothing needs you', tone: 'good'};
  if (unchecked === lines.length) return {text: 'Nothing could be checked', tone: 'warn'};
  return {text: `${unchecked} of ${lines.length} could not be checked`, tone: 'warn'};
}
