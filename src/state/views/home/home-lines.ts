import type {Tone} from '../../../base/tone.ts';
import type {Params} from '../../model/call.ts';
import type {AttentionRule, HomeEntry} from '../../model/count.ts';
import type {HomeView} from './state.ts';

/** A line at the top of the home screen: one thing that may need a look. */
export interface AttentionLine {
  readonly kind: 'attention';
  readonly id: string;
  /** The entry whose count tells. */
  readonly entry: HomeEntry;
  /** Said when nothing needs a look. */
  readonly calm: string;
  /** What enter opens then. */
  readonly screen: string;
}

/** A line of the home screen that the cursor can be on. */
export type HomeLine = AttentionLine | {readonly kind: 'entry'; readonly entry: HomeEntry};

type Entries = readonly HomeEntry[];

/** What may need a look, the most pressing first; always as many lines, so that nothing moves. */
export function attentionLines(entries: Entries): readonly AttentionLine[] {
  return entries
    .flatMap(entry => (entry.attention === undefined ? [] : [{entry, attention: entry.attention}]))
    .sort((one, other) => one.attention.order - other.attention.order)
    .map(({entry, attention}) => lineOf(entry, attention));
}

function lineOf(entry: HomeEntry, {calm}: AttentionRule): AttentionLine {
  return {kind: 'attention', id: `look-${entry.id}`, entry, calm, screen: entry.screen};
}

/** The entries with a line of their own, in families. */
export function familyEntries(entries: Entries): Entries {
  return entries.filter(({attention}) => attention?.only !== true);
}

/** Every line of the home screen, from top to bottom. */
export function homeLines(entries: Entries): readonly HomeLine[] {
  return [
    ...attentionLines(entries),
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
  const attention =
    line.kind === 'attention' && count?.status === 'ready' ? count.attention : undefined;
  return attention ?? {screen: line.entry.screen, params: {}, filter: ''};
}

type Counted = Pick<HomeView, 'entries' | 'counts'>;

/** How much needs a look, for the heading: undefined until everything was counted. */
export function attentionCount({entries, counts}: Counted): number | undefined {
  const known = attentionLines(entries).map(({entry}) => counts[entry.id]);
  const looks = known.filter(
    count => count?.status === 'ready' && count.attention !== undefined,
  ).length;
  const waits = known.some(count => count === undefined || count.status === 'loading');
  return waits && looks === 0 ? undefined : looks;
}

/** The heading over what may need attention: calm only where everything was checked. */
export function attentionHeading(view: Counted): {readonly text: string; readonly tone: Tone} {
  const needs = attentionCount(view);
  if (needs === undefined) return {text: 'Looking…', tone: 'dim'};
  const lines = attentionLines(view.entries);
  const unchecked = lines.filter(({entry}) => view.counts[entry.id]?.status === 'failed').length;
  const except = unchecked === 0 ? '' : `, ${unchecked} could not be checked`;
  if (needs > 0) return {text: `Needs a look: ${needs}${except}`, tone: 'warn'};
  if (unchecked === 0) return {text: 'Nothing needs you', tone: 'good'};
  if (unchecked === lines.length) return {text: 'Nothing could be checked', tone: 'warn'};
  return {text: `${unchecked} of ${lines.length} could not be checked`, tone: 'warn'};
}
