import type {Action} from '../../model/transition.ts';

/** A line of the palette. */
export interface Suggestion {
  readonly label: string;
  readonly about: string;
  /** The effect of enter, in one line. */
  readonly effect: string;
  /** The text after tab. @default the label */
  readonly complete?: string;
  /** The action of enter; undefined if an argument is missing. */
  readonly run: Action | undefined;
  /** Why it is unavailable now; shown below the text. */
  readonly problem?: string | undefined;
  /** Enter runs it once the services have responded. @default false */
  readonly waits?: true;
  /**
   * Its key among recent choices if the label does not identify it: an opened object. @default its
   * label
   */
  readonly key?: string;
  /**
   * A similar name or a match of the description: names still being read may match better. @default
   * false
   */
  readonly isGuess?: true;
  /** The account may not do it: shown in grey. @default false */
  readonly isGrey?: true;
  /** It is not listed among recent choices, such as quitting. @default false */
  readonly forgotten?: true;
}

/** A parsed text of the palette: `versions ACME /beta @prod`. */
export interface PaletteText {
  readonly name: string;
  readonly args: readonly string[];
  /** The words after the name, including the filter with its slash. */
  readonly rest: readonly string[];
  readonly filter: string | undefined;
  readonly profile: string | undefined;
}

/**
 * Parse a text: the first word is the name, or the first two if they form one; a trailing `@word`
 * is a profile; a filter starts at `/word`.
 *
 * @param isName whether two words form a name
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
 * Make a test whether the words of a text start with the typed words, in order: `perm sch` matches
 * `Default permission scheme`. An empty text matches nothing.
 */
export function matchWordStarts(typed: string): (text: string) => boolean {
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
