import type {KeyBinding} from './binding.ts';
import {needsTarget} from './needs.ts';

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
    keys: ['/'],
    scopes: ['text'],
    label: 'search in the text',
    hint: 'search',
    command: {kind: 'prompt', prompt: 'filter'},
  },
  {keys: ['n'], scopes: ['text'], label: 'next match', command: {kind: 'nextMatch', by: 1}},
  {keys: ['N'], scopes: ['text'], label: 'previous match', command: {kind: 'nextMatch', by: -1}},
  {keys: ['space'], scopes: ['text'], label: 'page down', command: {kind: 'movePage', pages: 1}},
];
