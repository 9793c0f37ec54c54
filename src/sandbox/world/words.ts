import {items} from './table.ts';
import lists from './words.json' with {type: 'json'};

type WordList = keyof typeof lists.words | keyof typeof lists.sentences;

const split = Object.entries(lists.words).map(([name, lines]) => [name, items(lines.join(','))]);

/** Invented names, words and sentences by purpose; `{slot}`s are filled in. */
export const words = {
  ...Object.fromEntries(split),
  ...lists.sentences,
} as Readonly<Record<WordList, readonly string[]>>;
