import type {Command} from './event.ts';
import {type AppState, currentPlace, currentView} from './model.ts';
import {visibleRows} from './rows.ts';

/** Where a key works. `everywhere` comes after the others. */
export type KeyScope = 'list' | 'text' | 'home' | 'everywhere';

/** One row of the key table: dispatch, footer, help and docs are made from it. */
export interface KeyBinding {
  /** Names as `keysOf` gives them; the first is shown. */
  readonly keys: readonly string[];
  readonly scopes: readonly KeyScope[];
  /** What it does, for the help. */
  readonly label: string;
  /** Short word for the footer; absent: not shown there. */
  readonly hint?: string;
  /** Its hint is shown even where it is tight. @default false */
  readonly always?: true;
  readonly command: Command;
  /** Why it does nothing now; undefined when it works. */
  readonly disabled?: (state: AppState) => string | undefined;
}

const scrolling: readonly KeyScope[] = ['list', 'text', 'home'];

/** The key table. The same letter means the same thing on every screen. */
export const keyTable: readonly KeyBinding[] = [
  {
    keys: ['enter'],
    scopes: ['list', 'home'],
    label: 'open',
    hint: 'open',
    command: {kind: 'open'},
    disabled: needsRow,
  },
  {
    keys: ['d'],
    scopes: ['list'],
    label: 'describe: everything about it, readable',
    hint: 'describe',
    command: {kind: 'describe'},
    disabled: needsRow,
  },
  {
    keys: ['y'],
    scopes: ['list', 'text'],
    label: 'raw JSON as the server sent it',
    hint: 'raw',
    command: {kind: 'raw'},
    disabled: needsRow,
  },
  {
    keys: ['/'],
    scopes: ['list'],
    label: 'filter: words, a | b, !not, ~fuzzy, /re/, column:word, column>3',
    hint: 'filter',
    command: {kind: 'prompt', prompt: 'filter'},
  },
  {
    keys: ['/'],
    scopes: ['text'],
    label: 'search in the text',
    hint: 'search',
    command: {kind: 'prompt', prompt: 'filter'},
  },
  {keys: ['n'], scopes: ['text'], label: 'next match', command: {kind: 'nextMatch', by: 1}},
  {keys: ['N'], scopes: ['text'], label: 'previous match', command: {kind: 'nextMatch', by: -1}},
  {
    keys: ['s'],
    scopes: ['list'],
    label: 'sort by the next column; after the last, the server’s order',
    hint: 'sort',
    command: {kind: 'sort'},
  },
  {
    keys: ['S'],
    scopes: ['list'],
    label: 'reverse the order',
    command: {kind: 'reverse'},
    disabled: needsSort,
  },
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
  {keys: ['space'], scopes: ['text'], label: 'page down', command: {kind: 'movePage', pages: 1}},
  {
    keys: ['c'],
    scopes: ['list'],
    label: 'copy the id',
    command: {kind: 'copyId'},
    disabled: needsRow,
  },
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(
    (index): KeyBinding => ({
      keys: [String(index + 1)],
      scopes: ['everywhere'],
      label: `tab ${index + 1}`,
      command: {kind: 'tab', index},
      disabled: state =>
        currentPlace(state).tabs[index] === undefined ? `there is no tab ${index + 1}` : undefined,
    }),
  ),
  {
    keys: ['tab'],
    scopes: ['everywhere'],
    label: 'next tab',
    command: {kind: 'nextTab', by: 1},
    disabled: needsTabs,
  },
  {
    keys: ['shift+tab'],
    scopes: ['everywhere'],
    label: 'previous tab',
    command: {kind: 'nextTab', by: -1},
    disabled: needsTabs,
  },
  {
    keys: ['r', 'ctrl+r', 'f5'],
    scopes: ['everywhere'],
    label: 'refresh',
    hint: 'refresh',
    command: {kind: 'refresh'},
  },
  {
    keys: ['R'],
    scopes: ['list'],
    label: 'read the list again every 10 seconds, or stop that',
    command: {kind: 'autoRefresh'},
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
    label: 'back: help, search, filter, then the view',
    hint: 'back',
    always: true,
    command: {kind: 'back'},
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
    keys: ['ctrl+c'],
    scopes: ['everywhere'],
    label: 'stop what is loading; twice quits',
    command: {kind: 'interrupt'},
  },
];

/** The scope of the view on the screen. */
export function scopeOf(state: AppState): KeyScope {
  return currentView(state).kind;
}

/** The bindings that work on the screen, in the table's order. */
export function bindingsHere(state: AppState): readonly KeyBinding[] {
  const scope = scopeOf(state);
  return keyTable.filter(b => b.scopes.includes(scope) || b.scopes.includes('everywhere'));
}

/** The binding of a key on the screen; the view's own come first. */
export function findBinding(state: AppState, key: string): KeyBinding | undefined {
  const scope = scopeOf(state);
  const own = keyTable.find(b => b.keys.includes(key) && b.scopes.includes(scope));
  return own ?? keyTable.find(b => b.keys.includes(key) && b.scopes.includes('everywhere'));
}

/** How a key is written in the footer, the help and the docs. */
export function keyName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    pgup: 'PgUp',
    pgdn: 'PgDn',
    home: 'Home',
    end: 'End',
    f1: 'F1',
    f5: 'F5',
  };
  return names[key] ?? key;
}

function needsRow(state: AppState): string | undefined {
  const view = currentView(state);
  if (view.kind !== 'list') return undefined;
  return visibleRows(view).rows.length === 0 ? 'nothing is selected' : undefined;
}

function needsSort(state: AppState): string | undefined {
  const view = currentView(state);
  return view.kind === 'list' && view.sort === undefined ? 'not sorted: s sorts' : undefined;
}

function needsTabs(state: AppState): string | undefined {
  return currentPlace(state).tabs.length < 2 ? 'this view has no tabs' : undefined;
}
