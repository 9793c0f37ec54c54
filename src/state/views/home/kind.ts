import {clamp} from '../../../base/clamp.ts';
import {safeText} from '../../../base/safe-text.ts';
import {openFiltered} from '../../locations/go-to.ts';
import type {Count, HomeEntry} from '../../model/count.ts';
import {loadSlot, withView} from '../../model/locations.ts';
import {tabsOf} from '../../model/screens.ts';
import {type Kinds, stay} from '../../model/step.ts';
import {attentionHeading, dashboardFrom, homeTarget, panelRows} from './home-lines.ts';

/** The start screen. */
export const homeKind: Kinds['home'] = {
  make: (key, _, {screens}) => ({
    kind: 'home',
    key,
    load: {status: 'loading', shown: false},
    sent: [],
    entries: screens.home,
    cursor: 0,
    counts: {},
  }),
  load: ({key, entries}) => [{kind: 'count', slot: loadSlot(key), view: key, entries}],
  // What is counted asks more than the entries say.
  reads: () => 'anything',
  stopped(view, {nowMs}) {
    const known = (id: string) => view.counts[id] ?? ({status: 'failed', text: 'stopped'} as const);
    const counts = Object.fromEntries(view.entries.map(({id}) => [id, known(id)]));
    return {...view, counts, load: {status: 'ready', atMs: nowMs}};
  },
  command({entries, cursor, sent}) {
    const call = entries[cursor]?.call;
    if (call === undefined) return undefined;
    const start = `${call.service === 'tracker' ? 'jr' : 'cf'} ${call.operation}`;
    return sent.find(({command}) => command.startsWith(start))?.command;
  },
  counts({entries, counts}, {connection}) {
    const isReady = connection.status === 'ready';
    const known = entries.filter(({id}) => counts[id] !== undefined).length;
    if (!isReady || known === entries.length) return [];
    return [{text: `counting ${known} of ${entries.length}`, tone: 'dim'}];
  },
  about: () =>
    'Move to a line and press enter to open it; n leads to what needs a look, tab to the panels.',
  spoken(view, state, parts) {
    if (view.beside !== undefined) {
      const row = panelRows(state, parts)[view.beside];
      return row === undefined ? [] : [row.cells.map(({text}) => safeText(text)).join(' ')];
    }
    const entry = view.entries[view.cursor];
    if (entry === undefined) return [];
    return [attentionHeading(view).text, spokenLine(entry, view.counts[entry.id])];
  },
  scroll(state, view, to, parts) {
    const rows = panelRows(state, parts).length;
    const last = view.entries.length - 1;
    // With a line each the panels stand below: one step down from the last family leads into them.
    const isBelow = state.columns < dashboardFrom && rows > 0;
    const {cursor, beside} = view;
    const at = to(beside ?? cursor);
    const moved =
      beside === undefined
        ? isBelow && cursor === last && at === last + 1
          ? {beside: 0}
          : {cursor: clamp(at, 0, last)}
        : isBelow && at === -1
          ? {beside: undefined}
          : {beside: clamp(at, 0, rows - 1)};
    return stay(withView(state, {...view, ...moved}));
  },
  back(state, view) {
    if (view.beside === undefined) return undefined;
    return stay(withView(state, {...view, beside: undefined}));
  },
  open(state, view, parts) {
    const target = homeTarget(state, view, parts);
    if (target === undefined) return stay(state);
    const {screen, params, filter} = target;
    return openFiltered(state, tabsOf(state.screens, screen, params), filter);
  },
};

function spokenLine({title}: HomeEntry, count: Count | undefined): string {
  if (count === undefined || count.status === 'loading') return `${title}: counting`;
  const note = count.status === 'ready' && count.note !== undefined ? `, ${count.note}` : '';
  return `${title}: ${count.text}${note}`;
}
