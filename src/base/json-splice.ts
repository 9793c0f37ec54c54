import {findSpan, pointerSteps} from './json-pointer.ts';
import {type JsonSpan, kindOf, memberSpans} from './json-scan.ts';

/** A replacement of a part of a text. */
export interface JsonEdit {
  readonly span: JsonSpan;
  readonly text: string;
}

/**
 * Apply edits to a text.
 *
 * @param edits in any order; must not overlap
 */
export function applyEdits(text: string, edits: readonly JsonEdit[]): string {
  return applyEditsInParts(text, edits).join('');
}

/**
 * Apply edits to a text, as consecutive parts, so that a long text is not copied.
 *
 * @param edits in any order; must not overlap
 */
export function applyEditsInParts(text: string, edits: readonly JsonEdit[]): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const edit of [...edits].sort((one, other) => one.span.start - other.span.start)) {
    parts.push(text.slice(from, edit.span.start), edit.text);
    from = edit.span.end;
  }
  parts.push(text.slice(from));
  return parts;
}

/**
 * Create the edits that remove the member at a pointer and its comma; empty if it is absent. All
 * members with the same name are removed.
 *
 * @param text valid JSON (see `checkJson`)
 */
export function removeMember(text: string, pointer: string): JsonEdit[] {
  const name = pointerSteps(pointer).at(-1);
  const parent = name === undefined ? undefined : findSpan(text, pointer.replace(/\/[^/]*$/, ''));
  if (parent === undefined || kindOf(text, parent) !== 'object') return [];
  const members = memberSpans(text, parent);
  const edits: JsonEdit[] = [];
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
