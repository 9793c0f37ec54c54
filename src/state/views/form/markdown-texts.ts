import {findInput, inputsOf} from '../../../api/inputs-of.ts';
import type {Input} from '../../../api/operation.ts';
import {keptFew} from '../../../base/kept-few.ts';
import {type FromMarkdown, fromMarkdown} from '../../show/storage/from-markdown.ts';
import {decodeEntities} from '../../show/storage/tree.ts';
import {textsOf} from './form-fields.ts';
import type {FormView} from './state.ts';

type Filled = Pick<FormView, 'operation' | 'values' | 'before'>;

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
export const storageOf: (markdown: string) => FromMarkdown = keptFew(2, text =>
  fromMarkdown(text, decodeEntities),
);

/** The form with XML in place of Markdown: as it is sent. */
export function withStorage<V extends Filled>(view: V): V {
  const made = Object.keys(view.values).flatMap(name => {
    const written = writtenIn(view, name);
    return written === undefined ? [] : [[name, [written.xml]] as const];
  });
  if (made.length === 0) return view;
  return {...view, values: {...view.values, ...Object.fromEntries(made)}};
}

/** What of the Markdown in a form is not sent as it was meant, as sentences. */
export function lostOf(view: Filled): readonly string[] {
  return Object.keys(view.values).flatMap(name => writtenIn(view, name)?.lost ?? []);
}
