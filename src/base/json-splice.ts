import {findSpan, pointerSteps} from './json-pointer.ts';
import {kindOf, memberSpans, type Span} from './json-scan.ts';

/** A piece of text to be put in the place of another. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/**
 * The text with every edit done.
 *
 * @param edits in any order; none may overlap another
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of [...edits].sort((one, other) => one.span.start - other.span.start)) {
    pieces.push(text.slice(from, edit.span.start), edit.text);
    from = edit.span.end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/**
 * The edits that take the member a pointer names out of its object, with the comma that would be left
 * over; none when it is not there. Several of the name go all.
 *
 * @param text JSON that `checkJson` found no problem in
 */
export function removalAt(text: string, pointer: string): Edit[] {
  const name = pointerSteps(pointer).at(-1);
  const parent = name === undefined ? undefined : findSpan(text, pointer.replace(/\/[^/]*$/, ''));
  if (parent === undefined || kindOf(text, parent) !== 'object') return [];
  const members = memberSpans(text, parent);
  const edits: Edit[] = [];
  for (let first = 0; first < members.length; first++) {
    if (members[first]?.name !== name) continue;
    let last = first;
    while (members[last + 1]?.name === name) last++;
    const before = members[first - 1];
    const after = members[last + 1];
    const start = before ? before.value.end : (members[first]?.key.start ?? parent.start);
    const end = before || !after ? (members[last]?.value.end ?? parent.end) : after.key.start;
    edits.push({span: {start, end}, text: ''});
    first = last;
  }
  return edits;
}
