import fuzzysort from 'fuzzysort';
import type {Command} from './event.ts';
import {screens} from './screens.ts';

/** One line of the palette. */
export interface Suggestion {
  readonly label: string;
  readonly about: string;
  /** What enter does; undefined when something is still missing. */
  readonly command: Command | undefined;
}

interface Entry {
  readonly label: string;
  /** Id and aliases in lower case. */
  readonly names: readonly string[];
  readonly words: string;
  readonly about: string;
  readonly command: Command;
  readonly needs: readonly string[];
}

const entries: readonly Entry[] = [
  ...screens.map(
    (s): Entry => ({
      label: [s.id, ...s.needs.map(n => n.toUpperCase())].join(' '),
      names: [s.id, ...s.aliases].map(n => n.toLowerCase()),
      words: [s.id, s.title, ...s.aliases].join(' '),
      about: s.about,
      command: {kind: 'goto', screen: s.id, args: []},
      needs: s.needs,
    }),
  ),
  entry('refresh', 'reload', 'Read the view again.', {kind: 'refresh'}),
  entry('help', 'keys', 'Every key that works here.', {kind: 'help'}),
  entry('quit', 'exit q', 'Leave steward.', {kind: 'quit'}),
];

function entry(label: string, words: string, about: string, command: Command): Entry {
  return {label, names: [label], words: `${label} ${words}`, about, command, needs: []};
}

/**
 * What the palette offers for a text: `projects`, `ver ACME`, `projects /web`. The first word finds
 * the entry, the rest are its arguments; a last word that starts with / is a filter.
 */
export function suggestions(text: string): readonly Suggestion[] {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const [name = '', ...rest] = words;
  const filterAt = rest.findIndex(word => word.startsWith('/'));
  const args = filterAt === -1 ? rest : rest.slice(0, filterAt);
  const filter = filterAt === -1 ? undefined : rest.slice(filterAt).join(' ').slice(1);
  return rank(name).map(found => suggestionOf(found, args, filter));
}

/** Names and aliases first, then words of the title, then what is alike; what needs nothing before what does. */
function rank(name: string): readonly Entry[] {
  const ready = (e: Entry): number => (e.needs.length === 0 ? 0 : 1);
  if (name === '') return entries.filter(e => ready(e) === 0);
  const wanted = name.toLowerCase();
  const named = entries.filter(e => e.names.includes(wanted));
  const worded = entries
    .filter(e => e.words.toLowerCase().split(' ').includes(wanted))
    .sort((x, y) => ready(x) - ready(y));
  const fuzzy = fuzzysort.go(name, entries, {key: 'words', threshold: 0.3}).map(r => r.obj);
  return [...new Set([...named, ...worded, ...fuzzy])];
}

function suggestionOf(
  found: Entry,
  args: readonly string[],
  filter: string | undefined,
): Suggestion {
  const {command} = found;
  if (command.kind !== 'goto') return {label: found.label, about: found.about, command};
  const missing = found.needs.slice(args.length);
  const label = [
    command.screen,
    ...args.slice(0, found.needs.length),
    ...missing.map(n => n.toUpperCase()),
  ];
  if (filter !== undefined) label.push(`/${filter}`);
  return {
    label: label.join(' '),
    about: missing.length > 0 ? `needs ${missing.join(', ')}: ${label.join(' ')}` : found.about,
    command:
      missing.length > 0
        ? undefined
        : {...command, args, ...(filter === undefined ? {} : {filter})},
  };
}
