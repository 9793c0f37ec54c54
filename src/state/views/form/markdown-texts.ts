import {findInput, inputsOf} from '../../../api/inputs-of.ts';
import type {Input} from '../../../api/operation.ts';
import {memoizeFew} from '../../../base/memoize-few.ts';
import {type FromMarkdown, fromMarkdown} from '../../show/storage/from-markdown.ts';
import {isSameDocument, type ToMarkdown, toMarkdown} from '../../show/storage/to-markdown.ts';
import {parseStorage} from '../../show/storage/tree.ts';
import {textsOf} from './form-fields.ts';
import type {FilledForm} from './state.ts';

/**
 * Whether a text is storage XML already: it starts with a tag; a URL in angle brackets is not one.
 */
export function isXml(text: string): boolean {
  return /^\s*</.test(text) && !/^\s*<(?:[a-z][\w+.-]*:\/\/|[^\s<>]+@)/i.test(text);
}

/** Whether a field takes Markdown now, which is converted to storage format. */
export function takesMarkdown({operation, values, before}: FilledForm, input: Input): boolean {
  if (input.place !== 'field' || input.type !== 'storage') return false;
  const implied = Object.entries(input.implies ?? {});
  return inputsOf(operation).every(other => {
    if (other.place !== 'field') return true;
    const asImplied = implied.find(([pointer]) => pointer === other.pointer)?.[1];
    const [given = asImplied] = textsOf({values, before}, other.name);
    return asImplied === undefined || given === asImplied;
  });
}

/**
 * The conversion of a field's Markdown; undefined if it has none: it is XML, empty or unchanged.
 */
function writtenIn(view: FilledForm, name: string): FromMarkdown | undefined {
  const input = findInput(view.operation, name);
  const [text = ''] = view.values[name] ?? [];
  const isSame = text === view.before[name]?.[0];
  if (text.trim() === '' || isSame || isXml(text)) return undefined;
  return input !== undefined && takesMarkdown(view, input) ? storageOf(text) : undefined;
}

/**
 * Convert Markdown to storage format; cached, since each frame needs it. A separate function:
 * importing the other one here would load it at startup.
 */
// A separate function: importing the other one here would load it with the terminal UI.
export const storageOf: (markdown: string) => FromMarkdown = memoizeFew(2, text =>
  fromMarkdown(text),
);

/**
 * Convert storage format to Markdown if the conversion is lossless; else report what would be lost.
 * Cached, since each frame needs it.
 */
export const markdownOf: (xml: string) => ToMarkdown = memoizeFew(2, xml => {
  const nodes = parseStorage(xml);
  const made = toMarkdown(nodes);
  if (made.lost.length > 0) return made;
  const back = storageOf(made.markdown);
  const isSame = back.lost.length === 0 && isSameDocument(nodes, parseStorage(back.xml));
  return isSame ? made : {...made, lost: ['some markup']};
});

/** The Markdown for editing a current text; undefined if it must be edited as XML. */
export function markdownToEdit(view: FilledForm, input: Input, text: string): string | undefined {
  if (!isXml(text) || !takesMarkdown(view, input)) return undefined;
  const {markdown, lost} = markdownOf(text);
  return lost.length === 0 ? markdown : undefined;
}

/** Replace Markdown by the XML that is sent. */
export function withStorage<V extends FilledForm>(view: V): V {
  const made = Object.keys(view.values).flatMap(name => {
    const written = writtenIn(view, name);
    if (written === undefined) return [];
    // A text equivalent to the current one changes nothing.
    const [before] = view.before[name] ?? [];
    const isSame =
      before !== undefined && isSameDocument(parseStorage(before), parseStorage(written.xml));
    return [[name, [isSame ? before : written.xml]] as const];
  });
  if (made.length === 0) return view;
  return {...view, values: {...view.values, ...Object.fromEntries(made)}};
}

/** What cannot be converted from the Markdown in a form, as sentences. */
export function conversionLosses(view: FilledForm): readonly string[] {
  return Object.keys(view.values).flatMap(name => writtenIn(view, name)?.lost ?? []);
}
