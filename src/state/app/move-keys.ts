import type {KeyBinding, KeyScope} from '../keys/binding.ts';

const scrolling: readonly KeyScope[] = ['list', 'text', 'home', 'form', 'matrix'];

/** Keys that move, in lists, texts and on the home screen. */
export const moveKeys: readonly KeyBinding[] = [
  {keys: ['j', 'down'], scopes: scrolling, label: 'down', command: {kind: 'move', by: 1}},
  {keys: ['k', 'up'], scopes: scrolling, label: 'up', command: {kind: 'move', by: -1}},
  {keys: ['g', 'home'], scopes: scrolling, label: 'top', command: {kind: 'moveTo', end: 'top'}},
  {
    keys: ['G', 'end'],
    scopes: scrolling,
    label: 'bottom; reads what is left on the server',
    command: {kind: 'moveTo', end: 'bottom'},
  },
  {
    keys: ['ctrl+d'],
    scopes: scrolling,
    label: 'half a page down',
    command: {kind: 'movePage', pages: 0.5},
  },
  {
    keys: ['ctrl+u'],
    scopes: scrolling,
    label: 'half a page up',
    command: {kind: 'movePage', pages: -0.5},
  },
  {
    keys: ['ctrl+f', 'pgdn'],
    scopes: scrolling,
    label: 'page down',
    command: {kind: 'movePage', pages: 1},
  },
  {
    keys: ['ctrl+b', 'pgup'],
    scopes: scrolling,
    label: 'page up',
    command: {kind: 'movePage', pages: -1},
  },
];
