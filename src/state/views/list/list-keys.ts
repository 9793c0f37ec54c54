import type {KeyBinding} from '../../keys/binding.ts';
import {needsCompared, needsRow, needsServer, needsSort} from '../../keys/needs.ts';

/** Keys of lists. */
export const listKeys: readonly KeyBinding[] = [
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
    label: 'raw as the server sent it: JSON, again YAML, again fields',
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
    keys: ['s'],
    scopes: ['list'],
    label: 'sort by the column picked; again, the server’s order',
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
  {
    keys: ['.'],
    scopes: ['log'],
    label: 'send a read again and show its answer',
    hint: 'repeat',
    command: {kind: 'repeat'},
    disabled: needsRow,
  },
  {
    keys: ['c'],
    scopes: ['list', 'text'],
    label: 'copy the id',
    command: {kind: 'copyId'},
    disabled: needsRow,
  },
  {
    keys: ['E'],
    scopes: ['list'],
    label: 'export what is shown, or what is marked: CSV, JSON, JSONL, or to the clipboard',
    command: {kind: 'export'},
    disabled: needsRow,
  },
  {
    keys: ['='],
    scopes: ['list'],
    label: 'tell two apart: those marked, or this version and the one before',
    command: {kind: 'compare'},
    disabled: needsCompared,
  },
  {
    keys: ['R'],
    scopes: ['list'],
    label: 'read the list again every 10 seconds, or stop that',
    command: {kind: 'autoRefresh'},
    disabled: needsServer,
  },
];
