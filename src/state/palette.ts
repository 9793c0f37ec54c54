import fuzzysort from 'fuzzysort';
import type {Command} from './event.ts';
import type {AppState} from './model.ts';
import {type PaletteCommand, paletteCommands} from './palette-commands.ts';
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
  readonly needs: readonly string[];
  /** Present for a command that is no screen. */
  readonly own?: PaletteCommand;
}

const entries: readonly Entry[] = [
  ...screens.map(
    (s): Entry => ({
      label: s.id,
      names: [s.id, ...s.aliases].map(n => n.toLowerCase()),
      words: [s.id, s.title, ...s.aliases].join(' '),
      about: s.about,
      needs: s.needs,
    }),
  ),
  ...paletteCommands.map(
    (own): Entry => ({
      label: own.name,
      names: [own.name, ...own.aliases],
      words: [own.name, ...own.aliases].join(' '),
      about: own.about,
      needs: [],
      own,
    }),
  ),
];

/**
 * What the palette offers for a text: `projects`, `ver ACME`, `projects /web`. The first word finds
 * the entry, the rest are its arguments; a last word that starts with / is a filter.
 */
export function suggestions(text: string, state: AppState): readonly Suggestion[] {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const pair = words.slice(0, 2).join(' ').toLowerCase();
  const isPair = words.length > 1 && entries.some(e => e.names.includes(pair));
  const name = isPair ? pair : (words[0] ?? '');
  const rest = words.slice(isPair ? 2 : 1);
  const filterAt = rest.findIndex(word => word.startsWith('/'));
  const args = filterAt === -1 ? rest : rest.slice(0, filterAt);
  const filter = filterAt === -1 ? undefined : rest.slice(filterAt).join(' ').slice(1);
  return rank(name).flatMap(found =>
    found.own ? ownSuggestions(found.own, rest, state) : [screenSuggestion(found, args, filter)],
  );
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

/** A command once, or once for each of its choices that begin as typed. */
function ownSuggestions(
  own: PaletteCommand,
  args: readonly string[],
  state: AppState,
): readonly Suggestion[] {
  const [first = '', ...more] = args;
  const choices = own.choices?.(state).filter(choice => choice.startsWith(first)) ?? [];
  const lines = choices.length === 0 ? [args] : choices.map(choice => [choice, ...more]);
  return lines.map(given => ({
    label: [own.name, ...(given.length === 0 ? [own.args] : given)].join(' ').trim(),
    about: own.effect?.(state, given) ?? own.about,
    command: {kind: 'palette', name: own.name, args: given},
  }));
}

function screenSuggestion(
  found: Entry,
  args: readonly string[],
  filter: string | undefined,
): Suggestion {
  const missing = found.needs.slice(args.length);
  const label = [
    found.label,
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
        : {
            kind: 'goto',
            screen: found.label,
            args,
            ...(filter === undefined ? {} : {filter}),
          },
  };
}
