import {openFiltered} from '../../locations/go-to.ts';
import {changeView, loadSlot} from '../../model/locations.ts';
import {tabsOf} from '../../model/screens.ts';
import {type Kinds, stay} from '../../model/step.ts';
import {attentionLines, homeLines, homeTarget} from './home-lines.ts';

/** The start screen. */
export const homeKind: Kinds['home'] = {
  make: (key, _, {screens}) => ({
    kind: 'home',
    key,
    load: {status: 'loading', shown: false},
    sent: [],
    entries: screens.home,
    // On the first family, as hands know it.
    cursor: attentionLines(screens.home).length,
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
  scroll(state, view, to) {
    const last = homeLines(view.entries).length - 1;
    const cursor = Math.max(0, Math.min(last, to(view.cursor)));
    return stay(changeView(state, view.key, () => ({...view, cursor})));
  },
  open(state, view) {
    const target = homeTarget(view);
    if (target === undefined) return stay(state);
    const {screen, params, filter} = target;
    return openFiltered(state, tabsOf(state.screens, screen, params), filter);
  },
};
