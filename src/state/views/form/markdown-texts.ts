import {findInput, inputsOf} from '../../../api/inputs-of.ts';
import type {Input} from '../../../api/operation.ts';
import {memoizeFew} from '../../../base/memoize-few.ts';
import {type FromMarkdown, fromMarkdown} from '../../show/storage/from-markdown.ts';
import {isSameDocument, type ToMarkdown, toMarkdown} from '../../show/storage/to-markdown.ts';
import {parseStorage} from '../../show/storage/tree.ts';
import {textsOf} from './form-fields.ts';
import type {Filled} from './state.ts';

/** Whether a text is storage XML as it stands: it begins with a tag, which an address in brackets is not. */
export function isXml(text: string): boolean {
  return /^\s*</.test(text) && !/^\s*<(?:[a-z][\w+.-]*:\/\/|[^\s<>]+@)/i.test(text);
}

/** Whether a field takes Markdown now: its text goes out in storage format. */
export function takesMarkdown({operation, values, before}: Filled, input: Input): boolean {
  if (input.place !== 'field' || input.type !== 'storage') return false;
  const implied = Object.entries(input.implies ?? {});
  return inputsOf(operation).every(other => {
    if (other.place !== 'field') return true;
    const asImplied = implied.find(([pointer]) => pointer === other.pointer)?.[1];
    const [given = asImplied] = textsOf({values, before}, other.name);
    return asImplied === undefined || given === asImplied;
  });
}

/** What the Markdown of a field is sent as; undefined where it holds none: XML, nothing, or what is there already. */
function writtenIn(view: Filled, name: string): FromMarkdown | undefined {
  const input = findInput(view.operation, name);
  const [text = ''] = view.values[name] ?? [];
  const isSame = text === view.before[name]?.[0];
  if (text.trim() === '' || isSame || isXml(text)) return undefined;
  return input !== undefined && takesMarkdown(view, input) ? storageOf(text) : undefined;
}

/** A text in Markdown in storage format; what is typed is asked for in each frame. */
// A function of its own: naming the other one here would load it with the terminal UI.
export const storageOf: (markdown: string) => FromMarkdown = memoizeFew(2, text =>
  fromMarkdown(text),
);

/**
 * A text in storage format as Markdown, where that is the same document again; else what of it would be
 * lost. The pieces of a text are asked for in each frame while it is typed.
 */
export const markdownOf: (xml: string) => ToMarkdown = memoizeFew(2, xml => {
  const nodes = parseStorage(xml);
  const made = toMarkdown(nodes);
  if (made.lost.length > 0) return made;
  const back = storageOf(made.markdown);
  const isSame = back.lost.length === 0 && isSameDocument(nodes, parseStorage(back.xml));
  return isSame ? made : {...made, lost: ['some markup']};
});

/** The Markdown in which a text that is there is edited; undefined where it goes on as XML. */
export function editedAs(view: Filled, input: Input, text: string): string | undefined {
  if (!isXml(text) || !takesMarkdown(view, input)) return undefined;
  const {markdown, lost} = markdownOf(text);
  return lost.length === 0 ? markdown : undefined;
}

/** The form with XML in place of Markdown: as it is sent. */
export function withStorage<V extends Filled>(view: V): V {
  const made = Object.keys(view.values).flatMap(name => {
    const written = writtenIn(view, name);
    if (written === undefined) return [];
    // What says the same as what is there changes nothing.
    const [before] = view.before[name] ?? [];
    const isSame =
      before !== undefined && isSameDocument(parseStorage(before), parseStorage(written.xml));
    return [[name, [isSame ? before : written.xml]] as const];
  });
  if (made.length === 0) return view;
  return {...view, values: {...view.values, ...Object.fromEntries(made)}};
}

/** What of the Markdown in a form is not sent as it was meant, as sentences. */
export function lostOf(view: Filled): readonly string[] {
  return Object.keys(view.values).flatMap(name => writtenIn(view, name)?.lost ?? []);
}
