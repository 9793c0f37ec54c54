import {uncapitalize} from '../../../base/capital.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import type {Tone} from '../../../base/tone.ts';
import type {Attention, Count, HomeEntry, NavigationTarget, PanelRow} from '../../model/count.ts';
import type {Line} from '../../model/line.ts';
import type {Panel, PanelBody} from '../../model/panel.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import type {Registry} from '../../model/transition.ts';
import type {HomeView} from './state.ts';

type Entries = readonly HomeEntry[];
type Counted = Pick<HomeView, 'entries' | 'counts'>;

/** Entries that are checked for "Needs attention", the most urgent first. */
export function attentionEntries(entries: Entries): Entries {
  const orderOf = ({attention}: HomeEntry): number => attention?.order ?? 0;
  return entries
    .filter(({attention}) => attention !== undefined)
    .sort((one, other) => orderOf(one) - orderOf(other));
}

/** The count of an entry; if its service is unavailable, the reason without a request. */
export function countOf(
  {connection}: Pick<AppState, 'connection'>,
  {counts}: Pick<HomeView, 'counts'>,
  {id, call}: HomeEntry,
): Count | undefined {
  const isGone =
    call !== undefined && connection.status === 'ready' && connection.troubles[call.service];
  return isGone ? {status: 'failed', text: 'not connected'} : counts[id];
}

/** Whether the services rejected the credentials of a count. */
export function isSignInRefused({counts}: Pick<HomeView, 'counts'>): boolean {
  return Object.values(counts).some(count => count.status === 'failed' && count.isSignIn === true);
}

/**
 * The number of items that need attention, for the heading; undefined until everything is counted.
 */
export function attentionCount(
  {entries, counts}: Counted,
  own: AppState['own'],
): number | undefined {
  const checked = attentionEntries(entries);
  const looks = checked.reduce((sum, one) => sum + looksOf(one, counts[one.id], own).length, 0);
  const waits = checked.some(({id}) => (counts[id]?.status ?? 'loading') === 'loading');
  return waits && looks === 0 ? undefined : looks;
}

function looksOf(
  {attention}: HomeEntry,
  count: Count | undefined,
  own: AppState['own'],
): readonly Attention[] {
  const counted = count?.status === 'ready' ? (count.looks ?? []) : [];
  return [...(attention?.more?.(own) ?? []), ...counted];
}

/** The heading of "Needs attention"; calm only if everything was checked. */
export function attentionHeading(
  view: Counted,
  own: AppState['own'],
): {readonly text: string; readonly tone: Tone} {
  const needs = attentionCount(view, own);
  if (needs === undefined) return {text: 'Checking…', tone: 'dim'};
  const asked = attentionEntries(view.entries);
  const unchecked = asked.filter(({id}) => view.counts[id]?.status === 'failed').length;
  const except = unchecked === 0 ? '' : `, ${unchecked} could not be checked`;
  if (needs > 0) return {text: `Needs attention: ${needs}${except}`, tone: 'warn'};
  if (unchecked === 0) return {text: 'Nothing needs attention', tone: 'good'};
  if (unchecked === asked.length) return {text: 'Nothing could be checked', tone: 'warn'};
  return {text: `${unchecked} of ${asked.length} could not be checked`, tone: 'warn'};
}

/** The items that need attention, by name, and why some could not be checked. */
export const attentionPanel: Panel = {
  id: 'looks',
  title: '',
  order: 0,
  body(state): PanelBody {
    const view = viewOf(state, 'home');
    if (view === undefined) return {rows: [], empty: {text: ''}};
    const heading = attentionHeading(view, state.own);
    const rows = attentionEntries(view.entries).flatMap(entry =>
      rowsOf(entry, countOf(state, view, entry), state.own),
    );
    const checked = attentionEntries(view.entries).filter(
      ({id}) => view.counts[id]?.status === 'ready',
    );
    const calm = checked.map(({attention}) => attention?.calm ?? '');
    const isCalm = attentionCount(view, state.own) === 0;
    return {count: heading, rows, empty: {text: isCalm ? calm.join(' · ') : '', tone: 'dim'}};
  },
};

function rowsOf(
  entry: HomeEntry,
  count: Count | undefined,
  own: AppState['own'],
): readonly PanelRow[] {
  const opens: NavigationTarget = {screen: entry.screen, params: {}, filter: ''};
  const looks = looksOf(entry, count, own);
  const shown = looks.length > rowsAtMost ? looks.slice(0, rowsAtMost - 1) : looks;
  const rows = shown.map(({name, text, tone, screen, params, filter}) => ({
    cells: name === undefined ? [{text: `! ${text}`, tone}] : [{text: `! ${name}`, tone}, {text}],
    opens: {screen, params, filter},
  }));
  if (count?.status === 'failed' && !count.isSignIn) {
    const cells: Line = [
      {text: `? ${uncapitalize(entry.title)}`, tone: 'warn'},
      {text: count.text, tone: 'warn'},
    ];
    return [...rows, {cells, opens}];
  }
  if (shown.length === looks.length) return rows;
  const left = groupedNumber(looks.length - shown.length);
  const cells: Line = [{text: `! ${left} more ${uncapitalize(entry.title)}`, tone: 'warn'}];
  return [...rows, {cells, opens: sharedTarget(looks) ?? opens}];
}

/** Rows of an entry in "Needs attention"; the last of them stands for the rest. */
const rowsAtMost = 5;

/** The list that all items open, with the same filter; undefined if they open different ones. */
function sharedTarget(looks: readonly Attention[]): NavigationTarget | undefined {
  const [first, ...others] = looks;
  if (first === undefined) return undefined;
  const {screen, params, filter} = first;
  const isSame = (one: Attention): boolean =>
    one.screen === screen &&
    JSON.stringify(one.params) === JSON.stringify(params) &&
    one.filter === filter;
  return others.every(isSame) ? {screen, params, filter} : undefined;
}

/** From this width, complete panels are shown beside the entries. */
export const dashboardMinWidth = 100;

/** The content of each panel. */
export function panelBodies(
  state: AppState,
  {panels}: Pick<Registry, 'panels'>,
  columns: number,
): readonly {readonly panel: Panel; readonly body: PanelBody}[] {
  return panels
    .map(panel => ({panel, body: panel.body(state, columns)}))
    .filter(({body}) => body.isHidden !== true);
}

/** The selectable rows of all panels. */
export function panelRows(
  state: AppState,
  registry: Pick<Registry, 'panels'>,
): readonly PanelRow[] {
  return panelBodies(state, registry, state.columns).flatMap(({body}) => body.rows);
}

/** The target of enter: the selected row of a panel, or the entry. */
export function homeTarget(
  state: AppState,
  {cursor, beside, entries}: HomeView,
  registry: Pick<Registry, 'panels'>,
): NavigationTarget | undefined {
  if (beside !== undefined) return panelRows(state, registry)[beside]?.opens;
  const entry = entries[cursor];
  return entry && {screen: entry.screen, params: entry.params ?? {}, filter: ''};
}
