import {programOf} from '../../../api/operation.ts';
import {clamp} from '../../../base/clamp.ts';
import {expiryWarning} from '../../../base/expiry.ts';
import {safeText} from '../../../base/safe-text.ts';
import {type KeyBinding, keysIn, needIn} from '../../keys/binding.ts';
import {openFiltered} from '../../locations/go-to.ts';
import {viewChange} from '../../model/actions.ts';
import type {Count, HomeEntry} from '../../model/count.ts';
import type {Line} from '../../model/line.ts';
import {loadSlot, slowTimer} from '../../model/locations.ts';
import {tabsOf} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, type Kinds, noEffects} from '../../model/transition.ts';
import {countEntries} from './count-entry.ts';
import {
  attentionCount,
  attentionHeading,
  attentionPanel,
  dashboardMinWidth,
  homeTarget,
  isSignInRefused,
  panelRows,
} from './home-lines.ts';
import {switchTips} from './tips.ts';

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
  load: ({key, entries}) => [
    {kind: 'task', slot: loadSlot(key), run: countEntries(key, entries), asks: true},
    slowTimer(key),
  ],
  // Counts read from more operations than the entries name.
  reads: () => 'anything',
  onLoadCancelled(view, {nowMs}) {
    const known = (id: string) => view.counts[id] ?? ({status: 'failed', text: 'stopped'} as const);
    const counts = Object.fromEntries(view.entries.map(({id}) => [id, known(id)]));
    return {...view, counts, load: {status: 'ready', atMs: nowMs}};
  },
  command({entries, cursor, sent}) {
    const call = entries[cursor]?.call;
    if (call === undefined) return undefined;
    const start = `${programOf(call.service)} ${call.operation}`;
    return sent.find(({command}) => command.startsWith(start))?.command;
  },
  counts({entries, counts}, state) {
    const isReady = state.connection.status === 'ready';
    if (isSignInRefused({counts})) {
      const text = 'Sign-in failed: the token is wrong or expired · ctrl+k signs in again';
      return [{text, tone: 'bad'}];
    }
    const known = entries.filter(({id}) => counts[id] !== undefined).length;
    if (!isReady) return [];
    if (known === entries.length) return expiryLine(state);
    return [{text: `counting ${known} of ${entries.length}`, tone: 'dim'}];
  },
  description: () =>
    'Move to a line and press enter to open it; n goes to the next item that needs attention, tab to the panels.',
  announcement(view, state, registry) {
    if (view.beside !== undefined) {
      const row = panelRows(state, registry)[view.beside];
      return row === undefined ? [] : [row.cells.map(({text}) => safeText(text)).join(' ')];
    }
    const entry = view.entries[view.cursor];
    if (entry === undefined) return [];
    return [attentionHeading(view, state.own).text, announcedLine(entry, view.counts[entry.id])];
  },
  scroll(view, to, state, registry) {
    const rows = panelRows(state, registry).length;
    const last = view.entries.length - 1;
    // When panels are shown below as one line each, moving down from the last entry enters them.
    const isBelow = state.columns < dashboardMinWidth && rows > 0;
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
    return {...view, ...moved};
  },
  back: view => (view.beside === undefined ? undefined : {...view, beside: undefined}),
  open(state, view, registry) {
    const target = homeTarget(state, view, registry);
    if (target === undefined) return noEffects(state);
    const {screen, params, filter} = target;
    return openFiltered(state, tabsOf(state.screens, screen, params), filter);
  },
};

/** Warn of the token that expires first. */
function expiryLine({connection, nowMs, session}: AppState): Line {
  const {tracker, content} = connection.status === 'ready' ? connection.identities : {};
  const [first] = [tracker, content].flatMap(one => one?.expires ?? []).sort();
  const warning = first === undefined ? undefined : expiryWarning(first, nowMs);
  const cure = session.sandbox ? 'on your site, ctrl+k signs in again' : 'ctrl+k signs in again';
  const text = `The token ${warning} · ${cure}`;
  return warning === undefined ? [] : [{text, tone: 'warn'}];
}

function announcedLine({title}: HomeEntry, count: Count | undefined): string {
  if (count === undefined || count.status === 'loading') return `${title}: counting`;
  const note = count.status === 'ready' && count.note !== undefined ? `, ${count.note}` : '';
  return `${title}: ${count.text}${note}`;
}

/** Move the cursor between the entries and the panels. */
const otherSide = viewChange('home', (view, state, registry) => {
  const isThere = view.beside === undefined && panelRows(state, registry).length > 0;
  return {...view, beside: isThere ? 0 : undefined};
});

const toPanels = viewChange('home', (view, state, registry) =>
  panelRows(state, registry).length === 0 ? view : {...view, beside: view.beside ?? 0},
);

const toEntries = viewChange('home', view => ({...view, beside: undefined}));

/**
 * Move to the next item that needs attention, wrapping around; these are the first panel's rows.
 */
const nextAttention = (by: 1 | -1): Action =>
  viewChange('home', (view, state, registry) => {
    const first = registry.panels[0] === attentionPanel;
    const count = first ? attentionPanel.body(state, state.columns).rows.length : 0;
    if (count === 0) return view;
    const to = (view.beside ?? (by === 1 ? -1 : count)) + by;
    return {...view, beside: to >= 0 && to < count ? to : by === 1 ? 0 : count - 1};
  });

const needsAttention = needIn('home', (view, {own}) =>
  (attentionCount(view, own) ?? 0) > 0 ? undefined : 'nothing needs attention',
);

const homeKey = keysIn('home');

export const homeKeys: readonly KeyBinding[] = [
  homeKey('n', 'next item that needs attention; enter opens the item', nextAttention(1), {
    hint: 'needs attention',
    needs: needsAttention,
  }),
  homeKey('N', 'previous item that needs attention', nextAttention(-1), {needs: needsAttention}),
  homeKey('tab shift+tab', 'switch between areas and panels', otherSide, {hint: 'panels'}),
  homeKey('l right', 'to the panels', toPanels),
  homeKey('h left', 'back to the areas', toEntries),
  homeKey('H', 'hide or show tips', switchTips),
];
