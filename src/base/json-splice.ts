import {findSpan, pointerSteps} from './json-pointer.ts';
import {kindOf, memberSpans, rootSpan, type Span} from './json-scan.ts';

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
 * The edits that take members out of the object at `span`, with the commas that would be left over;
 * none when the object has none of them.
 *
 * @param text JSON that `checkJson` found no problem in
 */
function removalsOf(text: string, span: Span, names: ReadonlySet<string>): Edit[] {
  const members = memberSpans(text, span);
  const edits: Edit[] = [];
  for (let first = 0; first < members.length; first++) {
    if (!names.has(members[first]?.name ?? '')) continue;
    let last = first;
    while (names.has(members[last + 1]?.name ?? '')) last++;
    const before = members[first - 1];
    const after = members[last + 1];
    const start = before ? before.value.end : (members[first]?.key.start ?? span.start);
    const end = before || !after ? (members[last]?.value.end ?? span.end) : after.key.start;
    edits.push({span: {start, end}, text: ''});
    first = last;
  }
  return edits;
}

/** The edits that take the member a pointer names out of its object; none when it is not there. */
export function removalAt(text: string, pointer: string): Edit[] {
  const steps = pointerSteps(pointer);
  const name = steps.at(-1);
  if (name === undefined) return [];
  const parent = findSpan(text, pointer.slice(0, pointer.lastIndexOf('/')));
  if (parent === undefined || kindOf(text, parent) !== 'object') return [];
  return removalsOf(text, parent, new Set([name]));
}

/**
 * An object with a member of that value, in the place of one of the name or as its first.
 *
 * @param text JSON text of an object
 * @param json the value as JSON text
 */
export function withMember(text: string, name: string, json: string): string {
  const root = rootSpan(text);
  const members = memberSpans(text, root);
  const found = members.findLast(member => member.name === name);
  if (found !== undefined) return applyEdits(text, [{span: found.value, text: json}]);
  const at = {start: root.start + 1, end: root.start + 1};
  const added = `${JSON.stringify(name)}:${json}${members.length > 0 ? ',' : ''}`;
  return applyEdits(text, [{span: at, text: added}]);
}
