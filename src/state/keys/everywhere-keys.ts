import type {KeyBinding} from './binding.ts';

/** Keys that work everywhere; the view’s own come first. */
export const everywhereKeys: readonly KeyBinding[] = [
  {
    keys: ['r', 'ctrl+r', 'f5'],
    scopes: ['everywhere'],
    label: 'refresh',
    hint: 'refresh',
    command: {kind: 'refresh'},
  },
  {
    keys: ['Y'],
    scopes: ['everywhere'],
    label: 'copy the one-shot command of what is on the screen',
    hint: 'copy command',
    command: {kind: 'copyCommand'},
  },
  {
    keys: ['P'],
    scopes: ['everywhere'],
    label: 'switch to another profile',
    command: {kind: 'screen', screen: 'profiles'},
  },
  {
    keys: ['X'],
    scopes: ['everywhere'],
    label: 'all operations of both services: run reads, preview writes',
    command: {kind: 'screen', screen: 'operations'},
  },
  {
    keys: ['L'],
    scopes: ['everywhere'],
    label: 'log of every request of this session',
    command: {kind: 'screen', screen: 'command-log'},
  },
  {
    keys: ['esc'],
    scopes: ['everywhere'],
    label: 'back: help, search, filter, marks, then the view',
    hint: 'back',
    always: true,
    command: {kind: 'back'},
  },
  {
    keys: ['[', 'alt+left'],
    scopes: ['everywhere'],
    label: 'back to where you were',
    command: {kind: 'travel', by: -1},
    disabled: state => (state.history.past.length === 0 ? 'nothing is further back' : undefined),
  },
  {
    keys: [']', 'alt+right'],
    scopes: ['everywhere'],
    label: 'forward again',
    command: {kind: 'travel', by: 1},
    disabled: state => (state.history.future.length === 0 ? 'nothing is forward' : undefined),
  },
  {
    keys: ['-'],
    scopes: ['everywhere'],
    label: 'the view before this one; again, and back',
    command: {kind: 'previousView'},
    disabled: state =>
      state.history.previous === undefined ? 'there is no view before' : undefined,
  },
  {
    keys: [':', 'ctrl+p'],
    scopes: ['everywhere'],
    label: 'command palette: go anywhere',
    hint: 'go to',
    always: true,
    command: {kind: 'prompt', prompt: 'palette'},
  },
  {
    keys: ['?', 'f1'],
    scopes: ['everywhere'],
    label: 'help: the keys that work here',
    hint: 'help',
    always: true,
    command: {kind: 'help'},
  },
  {
    keys: ['q'],
    scopes: ['everywhere'],
    label: 'close the view; at home it quits',
    hint: 'quit',
    always: true,
    command: {kind: 'close'},
  },
  {
    keys: ['ctrl+l'],
    scopes: ['everywhere'],
    label: 'draw the whole screen again',
    command: {kind: 'redraw'},
  },
  {
    keys: ['ctrl+z'],
    scopes: ['everywhere'],
    label: 'back to the shell; fg there goes on here',
    command: {kind: 'suspend'},
  },
  {
    keys: ['ctrl+c'],
    scopes: ['everywhere'],
    label: 'stop what is loading; twice quits',
    command: {kind: 'interrupt'},
  },
];
