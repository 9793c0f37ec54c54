import {type KeyBinding, keysIn} from '../keys/binding.ts';
import {autoKey, refresh} from '../locations/refresh.ts';
import {navigationKeys, tabKeys} from '../locations/travel.ts';
import {switchMouse} from '../look/appearance.ts';
import {openPalette} from '../model/open-prompt.ts';
import {chooserKey, chooserKeys} from '../overlays/columns/chooser.ts';
import {copyCellKey, copyCommand, copyIdKey, openCopyMenu} from '../overlays/copy/copy.ts';
import {browse, webUrl} from '../overlays/copy/web-page.ts';
import {helpBinding} from '../overlays/help/help.ts';
import {previewKeys} from '../overlays/preview/preview.ts';
import {signInKey} from '../overlays/prompt/sign-in.ts';
import {actionKey} from '../overlays/write/menu-stage.ts';
import {exportReportKey, reportKey} from '../overlays/write/run-stage.ts';
import {undoKeys} from '../overlays/write/undo.ts';
import {writeKeys} from '../overlays/write/write-layer.ts';
import {formKeys} from '../views/form/kind.ts';
import {homeKeys} from '../views/home/kind.ts';
import {treeKeys} from '../views/list/collapse.ts';
import {compareKey} from '../views/list/compare.ts';
import {exportKey} from '../views/list/export-rows.ts';
import {listKeys} from '../views/list/kind.ts';
import {selectionKeys} from '../views/list/marks.ts';
import {columnKeys} from '../views/list/pick-column.ts';
import {reorderKeys} from '../views/list/reorder.ts';
import {matrixKeys} from '../views/matrix/kind.ts';
import {textKeys} from '../views/text/kind.ts';
import {labelWithoutEllipsis} from '../write/make-plan.ts';
import type {Feature} from './feature.ts';
import {back, close, interrupt} from './leave.ts';
import {moveKeys, spaceKey} from './move.ts';

/** Build the key table. A letter means the same on every screen. */
export function keyTableOf(features: readonly Feature[]): readonly KeyBinding[] {
  const own = features.flatMap(feature => feature.keys ?? []);
  const isEverywhere = ({scopes}: KeyBinding): boolean => scopes.includes('everywhere');
  return [
    reportKey,
    ...listKeys,
    ...homeKeys,
    copyIdKey,
    exportKey,
    ...own.filter(one => !isEverywhere(one)),
    compareKey,
    autoKey,
    ...selectionKeys,
    ...reorderKeys,
    ...treeKeys,
    ...columnKeys,
    chooserKey,
    ...chooserKeys,
    ...previewKeys,
    ...textKeys,
    spaceKey,
    ...formKeys,
    ...matrixKeys,
    copyCellKey,
    ...moveKeys,
    ...tabKeys,
    ...writeKeys,
    ...actionKeysOf(features, writeKeys),
    ...undoKeys,
    exportReportKey,
    ...everywhereKeys(own.filter(isEverywhere)),
  ];
}

const everywhere = keysIn('everywhere');

/**
 * Keys that work everywhere; those of the view take precedence.
 *
 * @param own keys of the features
 */
const everywhereKeys = (own: readonly KeyBinding[]): readonly KeyBinding[] => [
  everywhere('r ctrl+r f5', 'refresh', refresh, {hint: 'refresh', over: ['field']}),
  everywhere('Y ctrl+y', 'copy the one-shot command for this view', copyCommand, {
    hint: 'copy command',
    over: ['field'],
  }),
  everywhere('C', 'copy: id, key, URL, row, cell, JSON, command', openCopyMenu, {menu: 'Copy…'}),
  everywhere('o', 'open the page in a browser', browse, {
    menu: state => (webUrl(state) === undefined ? undefined : 'Open in a browser'),
  }),
  ...own,
  signInKey,
  everywhere('f9', 'turn mouse support on or off', state => switchMouse(state)),
  everywhere('esc', 'back: closes help, search, filter, selection, then the view', back, {
    hint: state => (state.locations.length < 2 ? undefined : 'back'),
    over: ['field'],
  }),
  ...navigationKeys,
  // They open their input everywhere: if one were ignored, the text after it would run as keys.
  everywhere('/', 'find anything: a screen, a project, a version, a user', openPalette(), {
    hint: state => (state.locations.length < 2 && !state.write ? 'find' : undefined),
    always: true,
    over: 'all',
  }),
  everywhere(': ctrl+p', 'command palette: go anywhere', openPalette(), {
    hint: ({chooser, write}) => (chooser || write?.stage === 'confirm' ? undefined : 'go to'),
    always: true,
    over: 'all',
  }),
  helpBinding,
  everywhere('q', 'close the view; at home it quits', close, {
    hint: state => (state.locations.length > 1 ? 'close' : 'quit'),
    always: true,
  }),
  everywhere('ctrl+l', 'redraw the screen', state => ({state, effects: [{kind: 'redraw'}]}), {
    over: ['field'],
  }),
  everywhere(
    'ctrl+z',
    'suspend to the shell; fg resumes',
    state => ({state, effects: [{kind: 'suspend'}]}),
    {over: ['field']},
  ),
  everywhere('ctrl+c', 'stop loading; twice quits', interrupt, {over: ['field']}),
];

/**
 * Make key bindings from the letters of the verbs, so that they work on lists and objects without
 * opening the menu.
 *
 * @param taken bindings of keys that many lists share, such as `e`
 */
function actionKeysOf(
  features: readonly Feature[],
  taken: readonly KeyBinding[],
): readonly KeyBinding[] {
  const known = new Set(taken.flatMap(({keys}) => keys));
  const actions = features
    .flatMap(({lists = []}) => lists)
    .flatMap(({verbs = [], asks = []}) => [...verbs, ...asks]);
  const words = new Map<string, Set<string>>();
  for (const action of actions) {
    const {key} = action;
    if (key === undefined || known.has(key)) continue;
    words.set(key, (words.get(key) ?? new Set()).add(labelWithoutEllipsis(action).toLowerCase()));
  }
  return [...words].sort().map(([letter, all]) => actionKey(letter, [...all].join(', ')));
}
