import type {KeyBinding} from '../../keys/binding.ts';

/** Keys for the columns of a list. */
export const columnKeys: readonly KeyBinding[] = [
  {
    keys: ['h', 'left'],
    scopes: ['list'],
    label: 'scroll the columns back',
    command: {kind: 'moveColumn', by: -1},
  },
  {
    keys: ['l', 'right'],
    scopes: ['list'],
    label: 'scroll the columns on; the first stays',
    command: {kind: 'moveColumn', by: 1},
  },
  {
    keys: ['shift+right'],
    scopes: ['list'],
    label: 'pick the next column, for s',
    command: {kind: 'pickColumn', by: 1},
  },
  {
    keys: ['shift+left'],
    scopes: ['list'],
    label: 'pick the previous column, for s',
    command: {kind: 'pickColumn', by: -1},
  },
  {
    keys: ['w'],
    scopes: ['list'],
    label: 'wide: every column as wide as it needs to be, or what fits',
    command: {kind: 'wide'},
  },
  {
    keys: ['W'],
    scopes: ['list'],
    label: 'choose columns: which, in what order, how wide; add one by its pointer',
    command: {kind: 'chooser', what: 'open'},
  },
];

/** Keys of the column chooser. */
export const chooserKeys: readonly KeyBinding[] = [
  {
    keys: ['j', 'down'],
    scopes: ['columns'],
    label: 'down',
    command: {kind: 'chooser', what: 'down'},
  },
  {keys: ['k', 'up'], scopes: ['columns'], label: 'up', command: {kind: 'chooser', what: 'up'}},
  {
    keys: ['space', 'enter'],
    scopes: ['columns'],
    label: 'show the column, or hide it',
    hint: 'show, hide',
    command: {kind: 'chooser', what: 'toggle'},
  },
  {
    keys: ['J', 'shift+down'],
    scopes: ['columns'],
    label: 'move the column down',
    hint: 'move down',
    command: {kind: 'chooser', what: 'later'},
  },
  {
    keys: ['K', 'shift+up'],
    scopes: ['columns'],
    label: 'move the column up',
    hint: 'up',
    command: {kind: 'chooser', what: 'earlier'},
  },
  {
    keys: ['+', 'right'],
    scopes: ['columns'],
    label: 'wider',
    hint: 'wider',
    command: {kind: 'chooser', what: 'wider'},
  },
  {
    keys: ['-', 'left'],
    scopes: ['columns'],
    label: 'narrower',
    hint: 'narrower',
    command: {kind: 'chooser', what: 'narrower'},
  },
  {
    keys: ['0'],
    scopes: ['columns'],
    label: 'as wide as it fits',
    command: {kind: 'chooser', what: 'auto'},
  },
  {
    keys: ['a', '/'],
    scopes: ['columns'],
    label: 'add a column by its JSON pointer, such as /lead/displayName',
    hint: 'add',
    command: {kind: 'chooser', what: 'add'},
  },
  {
    keys: ['D', 'delete'],
    scopes: ['columns'],
    label: 'take away a column that was added',
    command: {kind: 'chooser', what: 'remove'},
  },
  {
    keys: ['r'],
    scopes: ['columns'],
    label: 'the columns as they were at first',
    hint: 'reset',
    command: {kind: 'chooser', what: 'reset'},
  },
  {
    keys: ['esc', 'q', 'W'],
    scopes: ['columns'],
    label: 'close; what was chosen stays',
    hint: 'close',
    always: true,
    command: {kind: 'chooser', what: 'close'},
  },
];
