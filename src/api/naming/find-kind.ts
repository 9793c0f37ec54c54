import type {Named} from '../field.ts';
import type {Service} from '../operation.ts';
import {namedKinds} from './name-listing.ts';

/**
 * The kind a word means, in any case, with blanks, dashes or neither: `permission-scheme`. The last
 * word alone does where it is the only kind that ends so: `role`. Undefined for none.
 */
export function findKind(service: Service, word: string): Named | undefined {
  const wanted = fold(word);
  const kinds = namedKinds(service);
  const exact = kinds.find(kind => fold(kind) === wanted);
  if (exact !== undefined) return exact;
  const ending = kinds.filter(kind => fold(kind.split(' ').at(-1) ?? '') === wanted);
  return ending.length === 1 ? ending[0] : undefined;
}

/** A kind as one word: `permission-scheme`. */
export function kindWord(kind: Named): string {
  return kind.replaceAll(' ', '-');
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '');
}
