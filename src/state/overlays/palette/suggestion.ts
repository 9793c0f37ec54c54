import type {Action} from '../../model/transition.ts';

/** One line of the palette. */
export interface Suggestion {
  readonly label: string;
  readonly about: string;
  /** What enter does now, in one line. */
  readonly effect: string;
  /** What tab makes of the text. @default the label */
  readonly complete?: string;
  /** What enter does; undefined when something is still missing. */
  readonly run: Action | undefined;
  /** Why it cannot be run now; it is shown under the text. */
  readonly problem?: string | undefined;
  /** Enter does it as soon as the services have answered. @default false */
  readonly waits?: true;
  /** How it is remembered where its label does not name it: an object that was opened. @default its label */
  readonly key?: string;
  /** It is only alike, or only described so: names that are still to come may be better. @default false */
  readonly isGuess?: true;
  /** It is not remembered: leaving is not a thing to come back to. @default false */
  readonly forgotten?: true;
}

/** What was typed, taken apart: `versions ACME /beta @prod`. */
export interface PaletteText {
  readonly name: string;
  readonly args: readonly string[];
  /** After the name, with a filter's slash and all. */
  readonly rest: readonly string[];
  readonly filter: string | undefined;
  readonly profile: string | undefined;
}

/**
 * Take a text apart: the first word names, or the first two when they are a name together; a last `@word` is a
 * profile, from a `/word` on it is a filter.
 *
 * @param isName whether two words together are a name
 */
export function readPaletteText(
  text: string,
  isName: (pair: string) => boolean = () => false,
): PaletteText {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const last = words.at(-1);
  const profile = last?.startsWith('@') ? last.slice(1) : undefined;
  const named = profile === undefined ? words : words.slice(0, -1);
  const pair = named.slice(0, 2).join(' ').toLowerCase();
  const isPair = named.length > 1 && isName(pair);
  const name = isPair ? pair : (named[0] ?? '');
  const rest = named.slice(isPair ? 2 : 1);
  const filterAt = rest.findIndex(word => word.startsWith('/'));
  const args = filterAt === -1 ? rest : rest.slice(0, filterAt);
  const filter = filterAt === -1 ? undefined : rest.slice(filterAt).join(' ').slice(1);
  return {name, args, rest, filter, profile};
}

const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);

/**
 * Makes a test whether words of a text begin as those typed, in their order: `perm sch` fits
 * `Default permission scheme`. Nothing typed fits nothing.
 */
export function startsInOrder(typed: string): (text: string) => boolean {
  const wanted = wordsIn(typed);
  if (wanted.length === 0) return () => false;
  return text => {
    let at = 0;
    for (const word of wordsIn(text)) {
      if (word.startsWith(wanted[at] ?? '')) at += 1;
      if (at === wanted.length) return true;
    }
    return false;
  };
}
