import {nearestNames} from '../base/nearest.ts';

/** Known values of an input or a field, with the words people use for them. */
export interface WordedValues {
  readonly values: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** An input or a field whose values may have words. */
export interface MaybeWorded {
  readonly labels?: Readonly<Record<string, string>>;
}

/** Make the known values of an input from their words: value → words. */
export function wordedValues(labels: Readonly<Record<string, string>>): WordedValues {
  return {values: Object.keys(labels), labels};
}

export const statusCategories = wordedValues({
  TODO: 'To do',
  IN_PROGRESS: 'In progress',
  DONE: 'Done',
});

/** Return the words for a value; the value itself if it has none. */
export function wordsOf({labels}: MaybeWorded, value: string): string {
  return labels?.[value] ?? value;
}

/** Format a value for the shell, with its words in brackets. */
export function withWords(input: MaybeWorded, value: string): string {
  const words = wordsOf(input, value);
  return words === value ? value : `${value} (${words})`;
}

/** Return the value for its words, ignoring case; other texts unchanged. */
export function valueOfWords({labels = {}}: MaybeWorded, text: string): string {
  const folded = text.toLowerCase();
  const found = Object.entries(labels).find(([, words]) => words.toLowerCase() === folded);
  return found?.[0] ?? text;
}

/** Known values, most common first, which may have words. */
type KnownValues = MaybeWorded & {readonly values?: readonly string[] | undefined};

/** List up to three values that an unknown text may mean, by the values and their words. */
export function nearestValues(text: string, known: KnownValues): readonly string[] {
  if (text.length < 2) return [];
  const {values = []} = known;
  const namesOf = (value: string): readonly string[] => [value, wordsOf(known, value)];
  const near = new Set(nearestNames(text, [...new Set(values.flatMap(namesOf))]));
  const part = text.length < 3 ? undefined : text.toLowerCase();
  const isMeant = (name: string): boolean =>
    near.has(name) || (part !== undefined && name.toLowerCase().includes(part));
  return values.filter(value => namesOf(value).some(isMeant)).slice(0, 3);
}

/** Format the values that an unknown text may mean as a question; empty if there is none. */
export function suggestionFor(text: string, known: KnownValues): string {
  const near = nearestValues(text, known).map(value => withWords(known, value));
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}
