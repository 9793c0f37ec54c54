import type {Naming} from '../../../api/field.ts';
import type {MaybeWorded} from '../../../api/worded-values.ts';
import {labelFrom} from '../../../base/capital.ts';

/**
 * The label of a field: its wire name in words (`releaseDate`: Release date), without the part that
 * names the identifier (`leadAccountId`: Lead). `key` alone is kept.
 */
export function labelOf({
  name,
  names,
  labels,
}: {readonly name: string} & Naming & MaybeWorded): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const words = wordsOfName(last);
  // A field that shows labels for its values is not a key.
  if (names === undefined) return labelFrom(labels ? words.replace(/ key$/, '') : words);
  if (words === 'key') return 'Key';
  // The key of a new object, or of a setting, refers to nothing else.
  if (name === 'key') return 'Key';
  const thing = words.replace(/ ?\b(?:account )?(?:ids?|keys?)(?: or (?:ids?|keys?))?$/, '');
  return labelFrom(thing === '' ? names : thing);
}

/** A wire name in words: `moveUnfixedIssuesTo`: move unfixed issues to. */
export function wordsOfName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
}
