import type {KeyBinding} from '../../keys/binding.ts';
import {needsCut, needsRaw, needsTarget} from '../../keys/needs.ts';

/** Keys of texts. */
export const textKeys: readonly KeyBinding[] = [
  {
    keys: ['enter'],
    scopes: ['text'],
    label: 'open what it is about: the scheme of a project',
    hint: 'open',
    command: {kind: 'open'},
    disabled: needsTarget,
  },
  {
    keys: ['d'],
    scopes: ['text'],
    label: 'readable again',
    command: {kind: 'describe'},
    disabled: needsRaw,
  },
  {
    keys: ['J'],
    scopes: ['text'],
    label: 'jq: type a filter over the raw text and see what it gives',
    command: {kind: 'prompt', prompt: 'jq'},
  },
  {
    keys: ['w'],
    scopes: ['text'],
    label: 'wrap long lines, or cut them at the edge',
    command: {kind: 'wrap'},
    disabled: needsRaw,
  },
  {
    keys: ['h', 'left'],
    scopes: ['text'],
    label: 'scroll left',
    command: {kind: 'sideways', by: -1},
    disabled: needsCut,
  },
  {
    keys: ['l', 'right'],
    scopes: ['text'],
    label: 'scroll right',
    command: {kind: 'sideways', by: 1},
    disabled: needsCut,
  },
  {
    keys: ['/'],
    scopes: ['text'],
    label: 'search in the text',
    hint: 'search',
    command: {kind: 'prompt', prompt: 'filter'},
  },
  {
    keys: ['n'],
    scopes: ['text'],
    label: 'next match, or next change of a comparison',
    command: {kind: 'nextMatch', by: 1},
  },
  {
    keys: ['N'],
    scopes: ['text'],
    label: 'previous match or change',
    command: {kind: 'nextMatch', by: -1},
  },
  {keys: ['space'], scopes: ['text'], label: 'page down', command: {kind: 'movePage', pages: 1}},
];
