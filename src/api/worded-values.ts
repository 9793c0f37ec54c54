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
