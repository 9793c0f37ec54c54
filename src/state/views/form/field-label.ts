import type {Naming} from '../../../api/field.ts';
import type {MaybeWorded} from '../../../api/worded-values.ts';
import {capital} from '../../../base/capital.ts';

/**
 * How a field is called in a form: its wire name in words (`releaseDate`: Release date), without the
 * part that says by what of it a thing is named (`leadAccountId`: Lead). A `key` alone is its own.
 */
export function labelOf({
  name,
  names,
  labels,
}: {readonly name: string} & Naming & MaybeWorded): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const words = inWords(last);
  // A field that shows the words for its values is no key.
  if (names === undefined) return capital(labels ? words.replace(/ key$/, '') : words);
  if (words === 'key') return 'Key';
  // The key of what is made, or of a setting, names nothing else.
  if (name === 'key') return 'Key';
  const thing = words.replace(/ ?\b(?:account )?(?:ids?|keys?)(?: or (?:ids?|keys?))?$/, '');
  return capital(thing === '' ? names : thing);
}

/** A wire name as words: `moveUnfixedIssuesTo`: move unfixed issues to. */
export function inWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
}
