import type {KeyBinding} from './binding.ts';

/** Keys of texts. */
export const textKeys: readonly KeyBinding[] = [
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
