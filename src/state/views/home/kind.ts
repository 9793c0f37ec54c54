import {openFiltered} from '../../locations/go-to.ts';
import {changeView} from '../../model/places.ts';
import {tabsOf} from '../../model/screens.ts';
import {stay, type ViewKind} from '../../model/step.ts';
import {homeLines, homeTarget} from './home-lines.ts';
import type {HomeView} from './state.ts';

/** The start screen. */
export const homeKind: ViewKind<HomeView> = {
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
