import {type KeyBinding, keysIn} from '../keys/binding.ts';
import {copyCommand} from '../layers/copy/copy.ts';
import {openCopyMenu} from '../layers/copy/copy-menu.ts';
import {browse, webUrl} from '../layers/copy/web-page.ts';
import {helpBinding} from '../layers/help/help.ts';
import {refresh} from '../locations/refresh.ts';
import {travelKeys} from '../locations/travel.ts';
import {switchMouse} from '../look/look-commands.ts';
import {openPalette} from '../model/open-prompt.ts';
import {back, close, interrupt} from './leave.ts';

const everywhere = keysIn('everywhere');

/**
 * Keys that work everywhere; the view’s own come first.
 *
 * @param own those of the families
 */
export const everywhereKeys = (own: readonly KeyBinding[]): readonly KeyBinding[] => [
  everywhere('r ctrl+r f5', 'refresh', refresh, {hint: 'refresh'}),
  everywhere('Y', 'copy the one-shot command of what is on the screen', copyCommand, {
    hint: 'copy command',
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
  }),
  ...travelKeys,
  everywhere(': ctrl+p', 'command palette: go anywhere', openPalette(), {
    hint: 'go to',
    always: true,
    over: ['preview', 'report'],
  }),
  helpBinding,
  everywhere('q', 'close the view; at home it quits', close, {
    hint: state => (state.locations.length > 1 ? 'close' : 'quit'),
    always: true,
  }),
  everywhere('ctrl+l', 'draw the whole screen again', state => ({
    state,
    effects: [{kind: 'redraw'}],
  })),
  everywhere('ctrl+z', 'back to the shell; fg there goes on here', state => ({
    state,
    effects: [{kind: 'suspend'}],
  })),
  everywhere('ctrl+c', 'stop what is loading; twice quits', interrupt),
];
