import {key, type Need} from '../../keys/binding.ts';
import {inView} from '../../model/acts.ts';
import {withView} from '../../model/locations.ts';
import {openPalette} from '../../model/open-prompt.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Parts, type Step, stay} from '../../model/step.ts';
import {attentionCount, looksPanel, panelRows} from './home-lines.ts';
import type {HomeView} from './state.ts';
import {switchTips} from './tips.ts';

function moveTo(state: AppState, view: HomeView, beside: number | undefined): Step {
  return stay(withView(state, {...view, beside}));
}

/** To the panels, and back to the families. */
const otherSide = inView('home', (state, view, parts) => {
  const isThere = view.beside === undefined && panelRows(state, parts).length > 0;
  return moveTo(state, view, isThere ? 0 : undefined);
});

const toPanels = inView('home', (state, view, parts) =>
  panelRows(state, parts).length === 0 ? stay(state) : moveTo(state, view, view.beside ?? 0),
);

const toEntries = inView('home', (state, view) => moveTo(state, view, undefined));

/** The next thing that needs a look, round and round; they are the first of the panels' rows. */
const nextLook = (by: 1 | -1) =>
  inView('home', (state, view, parts: Parts) => {
    const first = parts.panels[0] === looksPanel;
    const count = first ? looksPanel.body(state, state.columns).rows.length : 0;
    if (count === 0) return stay(state);
    const at = view.beside === undefined ? (by === 1 ? -1 : count) : view.beside;
    return moveTo(
      state,
      view,
      at + by >= count || at + by < 0 ? (by === 1 ? 0 : count - 1) : at + by,
    );
  });

const needsLook: Need = state => {
  const view = viewOf(state, 'home');
  return view !== undefined && (attentionCount(view) ?? 0) > 0 ? undefined : 'nothing needs a look';
};

const home = {scopes: ['home']};

/** Keys of the home screen. */
export const homeKeys = [
  key('n', 'the next thing that needs a look; enter goes there', nextLook(1), {
    ...home,
    hint: 'needs a look',
    needs: needsLook,
  }),
  key('N', 'the one before it', nextLook(-1), {...home, needs: needsLook}),
  key('tab shift+tab', 'to the panels, and back', otherSide, {...home, hint: 'panels'}),
  key('l right', 'to the panels', toPanels, home),
  key('h left', 'back to the families', toEntries, home),
  key('/', 'find anything: a screen, a project, a version, a user', openPalette(), {
    ...home,
    hint: 'find',
    always: true,
  }),
  key('H', 'no tips any more; again, tips', state => switchTips(state), home),
];
