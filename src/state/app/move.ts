import {type KeyBinding, key, lineKeys} from '../keys/binding.ts';
import {ofKind} from '../model/location.ts';
import {withView} from '../model/locations.ts';
import type {MouseAction} from '../model/plain-events.ts';
import {type AppState, currentLocation, currentView} from '../model/state.ts';
import {
  type Action,
  andThen,
  kindOf,
  noEffects,
  openOverlays,
  type Registry,
  type Transition,
} from '../model/transition.ts';
import {bodyLines, headLines, listColumns} from '../model/viewport.ts';
import {scrollPreview} from '../overlays/preview/preview.ts';
import {saveTypedTextThen} from '../views/form/form-actions.ts';
import {readRest} from '../views/list/kind.ts';

/** Scroll whatever is on the screen; `page` is the number of lines it shows. */
function scroll(to: (at: number, page: number) => number): Action {
  return (state, registry) => {
    const page = bodyLines(state);
    const moved = (at: number) => to(at, page);
    const view = currentView(state);
    const scrolled = () => kindOf(view, registry).scroll(view, moved, state, registry);
    return scrollPreview(state, moved) ?? noEffects(withView(state, scrolled()));
  };
}

/** Go to the last loaded row; if the server has more, load the rest. */
const toBottom: Action = (state, registry) => {
  const step = scroll(() => Number.MAX_SAFE_INTEGER)(state, registry);
  return andThen(step, there => readRest(state.notice?.asks === 'readAll')(there, registry));
};

const half = (page: number) => Math.trunc(page / 2);
const scrolling = {
  scopes: ['list', 'text', 'home', 'matrix'],
  anyRows: true,
  moves: true,
} as const;

const moveKey = (keys: string, label: string, to: (at: number, page: number) => number) =>
  key(keys, label, scroll(to), scrolling);

/** Movement keys of every kind of view. */
export const moveKeys: readonly KeyBinding[] = [
  ...lineKeys(scroll, scrolling),
  key('G end', 'bottom; loads the remaining pages', toBottom, scrolling),
  moveKey('ctrl+d', 'half a page down', (at, page) => at + half(page)),
  moveKey('ctrl+u', 'half a page up', (at, page) => at - half(page)),
  moveKey('ctrl+f pgdn', 'page down', (at, page) => at + page),
  moveKey('ctrl+b pgup', 'page up', (at, page) => at - page),
];

/** Space pages through a text, as in other pagers. */
export const spaceKey = key(
  'space',
  'page down',
  scroll((at, page) => at + page),
  {
    scopes: ['text'],
  },
);

const linesPerTurn = 3;
/** Header, breadcrumbs, column titles. */
const linesAbove = 3;

/**
 * The wheel scrolls; a click selects a row, or opens it if it is selected. The mouse does nothing
 * while an overlay is open.
 */
export function followMouse(
  state: AppState,
  {act, line, column}: MouseAction,
  registry: Registry,
): Transition {
  const over = openOverlays(state, registry);
  const mouse = {act, line, column};
  if (over.length === 1 && ofKind(state.prompt, 'field')) {
    return saveTypedTextThen(now => followMouse(now, mouse, registry))(state, registry);
  }
  if (over.length > 0) return noEffects(state);
  if (act !== 'press') {
    return scroll(at => at + (act === 'wheelUp' ? -linesPerTurn : linesPerTurn))(state, registry);
  }
  // Clicks in the preview do not select rows.
  const isBeside = state.preview?.zoomed === true || column > listColumns(state);
  const view = currentView(state);
  const at = line - linesAbove - 1 - headLines(state, currentLocation(state));
  if (isBeside || at < 0 || at >= bodyLines(state)) return noEffects(state);
  return kindOf(view, registry).onClick?.(state, view, at, registry) ?? noEffects(state);
}
