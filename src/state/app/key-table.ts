import {type KeyBinding, keysIn} from '../keys/binding.ts';
import {chooserKey, chooserKeys} from '../layers/columns/chooser.ts';
import {copyCellKey, copyCommand, copyIdKey, openCopyMenu} from '../layers/copy/copy.ts';
import {browse, webUrl} from '../layers/copy/web-page.ts';
import {helpBinding} from '../layers/help/help.ts';
import {previewKeys} from '../layers/preview/preview.ts';
import {exportReportKey} from '../layers/write/run-stage.ts';
import {takeBackKeys} from '../layers/write/take-back.ts';
import {writeKeys} from '../layers/write/write-layer.ts';
import {autoKey, refresh} from '../locations/refresh.ts';
import {tabKeys, travelKeys} from '../locations/travel.ts';
import {switchMouse} from '../look/look.ts';
import {openPalette} from '../model/open-prompt.ts';
import {formKeys} from '../views/form/kind.ts';
import {homeKeys} from '../views/home/kind.ts';
import {compareKey} from '../views/list/compare.ts';
import {exportKey} from '../views/list/export-rows.ts';
import {treeKeys} from '../views/list/fold.ts';
import {listKeys} from '../views/list/kind.ts';
import {liftKeys} from '../views/list/lift.ts';
import {markKeys} from '../views/list/marks.ts';
import {columnKeys} from '../views/list/pick-column.ts';
import {matrixKeys} from '../views/matrix/kind.ts';
import {textKeys} from '../views/text/kind.ts';
import type {Family} from './family.ts';
import {back, close, interrupt} from './leave.ts';
import {moveKeys, spaceKey} from './move.ts';

/** The key table. The same letter means the same thing on every screen. */
export function keyTableOf(families: readonly Family[]): readonly KeyBinding[] {
  const own = families.flatMap(family => family.keys ?? []);
  const isEverywhere = ({scopes}: KeyBinding): boolean => scopes.includes('everywhere');
  return [
    ...listKeys,
    ...homeKeys,
    copyIdKey,
    exportKey,
    compareKey,
    autoKey,
    ...own.filter(one => !isEverywhere(one)),
    ...markKeys,
    ...liftKeys,
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
    ...takeBackKeys,
    exportReportKey,
    ...everywhereKeys(own.filter(isEverywhere)),
  ];
}

const everywhere = keysIn('everywhere');

/**
 * Keys that work everywhere; the view’s own come first.
 *
 * @param own those of the families
 */
const everywhereKeys = (own: readonly KeyBinding[]): readonly KeyBinding[] => [
  everywhere('r ctrl+r f5', 'refresh', refresh, {hint: 'refresh', over: ['field']}),
  everywhere('Y ctrl+y', 'copy the one-shot command of what is on the screen', copyCommand, {
    hint: 'copy command',
    over: ['field'],
  }),
  everywhere('C', 'copy: id, key, URL, row, cell, JSON, command', openCopyMenu, {menu: 'Copy…'}),
  everywhere('o', 'open its page in a browser', browse, {
    menu: state => (webUrl(state) === undefined ? undefined : 'Open in a browser'),
  }),
  ...own,
  everywhere('f9', 'let the mouse scroll and select, or leave it to the terminal', state =>
    switchMouse(state),
  ),
  everywhere('esc', 'back: help, search, filter, marks, then the view', back, {
    hint: state => (state.locations.length < 2 ? undefined : 'back'),
    over: ['field'],
  }),
  ...travelKeys,
  everywhere(': ctrl+p', 'command palette: go anywhere', openPalette(), {
    hint: 'go to',
    always: true,
    over: ['field', 'preview', 'report'],
  }),
  helpBinding,
  everywhere('q', 'close the view; at home it quits', close, {
    hint: state => (state.locations.length > 1 ? 'close' : 'quit'),
    always: true,
  }),
  everywhere(
    'ctrl+l',
    'draw the whole screen again',
    state => ({state, effects: [{kind: 'redraw'}]}),
    {over: ['field']},
  ),
  everywhere(
    'ctrl+z',
    'back to the shell; fg there goes on here',
    state => ({state, effects: [{kind: 'suspend'}]}),
    {over: ['field']},
  ),
  everywhere('ctrl+c', 'stop what is loading; twice quits', interrupt, {over: ['field']}),
];
