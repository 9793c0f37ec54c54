import {nameMentions} from '../../api/mentions.ts';
import {counted} from '../../base/counted.ts';
import {isObject, type JsonValue, readPointer, textAt} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {editsBetween, type ListEdit} from '../../base/text-edits.ts';
import {parseInstantMs, timeText} from '../../base/times.ts';
import type {Tone} from '../../base/tone.ts';
import type {Line, Span} from '../model/line.ts';
import type {TextView} from '../views/text/state.ts';
import {textOfLine, wrapLine, wrappedText} from './line-shape.ts';
import {storageLines} from './storage/document.ts';
import {flowPieces} from './storage/inline.ts';

/** Unchanged lines shown around a change. */
const around = 2;
/** Width used for comparing, so large that an inserted word does not move later lines. */
const wide = 4000;
const wordSteps = 300;
const goneSign = '- ';
const newSign = '+ ';
const collapsedSign = '  ··· ';

/**
 * Whether a text view compares two versions of a document, the older one fetched by a companion
 * call.
 */
export function isComparison({call, document}: Pick<TextView, 'call' | 'document'>): boolean {
  return document !== undefined && call?.also?.before !== undefined;
}

/**
 * Render the diff of two versions of a document: `-` removed, `+` added, changed words emphasized,
 * unchanged lines collapsed.
 *
 * @param answer the newer version, with the older one as its member `before`
 * @param pointer to the text in storage format
 * @param columns width of the screen
 */
export function comparisonLines(answer: JsonValue, pointer: string, columns: number): Line[] {
  const older = isObject(answer) ? (answer.before ?? null) : null;
  const [before, after] = [older, answer].map(value => {
    const xml = readPointer(value, pointer);
    return typeof xml === 'string' ? nameMentions(xml, readPointer(answer, '/mentioned')) : xml;
  });
  const head = [...headLine('-', 'bad', older, columns), ...headLine('+', 'good', answer, columns)];
  if (typeof before !== 'string' || typeof after !== 'string') {
    const why = typeof older === 'string' ? older : 'One of the two versions has no text.';
    return [...head, [], ...wrappedText(why, columns, 'warn')];
  }
  const edits = editsBetween(textsOf(before), textsOf(after));
  const count = (kind: ListEdit['kind']): number =>
    edits.filter(edit => edit.kind === kind).reduce((sum, edit) => sum + edit.items.length, 0);
  const [gone, added] = [count('gone'), count('new')];
  const sum: Line =
    gone + added === 0
      ? [{text: 'Both versions have the same text.', tone: 'good'}]
      : [
          {
            text: `${counted(gone, 'line')} removed, ${counted(added, 'line')} added; n goes to the next change`,
            tone: 'dim',
          },
        ];
  const body = gone + added === 0 ? [] : bodyOf(edits, columns);
  return [...head, sum, [], ...body];
}

/** Indexes of the lines where a change starts. */
export function changeStarts(lines: readonly Line[]): number[] {
  const changed = (line: Line | undefined): boolean => {
    const sign = line?.[0]?.text;
    return sign === goneSign || sign === newSign;
  };
  return lines.flatMap((line, i) => (changed(line) && !changed(lines[i - 1]) ? [i] : []));
}

function headLine(sign: string, tone: Tone, version: JsonValue, columns: number): Line[] {
  const read = (pointer: string): string => textAt(version, pointer);
  const when = timeText(parseInstantMs(readPointer(version, '/version/createdAt')));
  const facts = [
    `version ${read('/version/number')}`,
    when,
    read('/version/message'),
    read('/title'),
  ];
  const text = facts.filter(fact => fact !== '').join('  ');
  return wrapLine(
    [
      {text: `${sign}${sign}${sign} `, tone},
      {text: safeText(text), tone: 'title'},
    ],
    columns,
  );
}

/** The lines of a document as unwrapped texts. */
function textsOf(xml: string): string[] {
  return storageLines(xml, wide).map(line =>
    textOfLine(line)
      .replace(/\u2500{100,}/g, '\u2500'.repeat(20))
      .trimEnd(),
  );
}

function bodyOf(edits: readonly ListEdit[], columns: number): Line[] {
  return edits.flatMap((edit, i): Line[] => {
    if (edit.kind === 'same')
      return sameLines(edit.items, i === 0, i === edits.length - 1, columns);
    const next = edits[i + 1];
    if (edit.kind === 'gone' && next?.kind === 'new') return [];
    const before = edits[i - 1];
    if (edit.kind === 'new' && before?.kind === 'gone') {
      return replacedLines(before.items, edit.items, columns);
    }
    const [sign, tone] =
      edit.kind === 'gone' ? ([goneSign, 'bad'] as const) : ([newSign, 'good'] as const);
    return edit.items.flatMap(text => signed(sign, tone, [{text, tone}], columns));
  });
}

/** The unchanged lines next to a change, and the number of those omitted. */
function sameLines(
  items: readonly string[],
  first: boolean,
  last: boolean,
  columns: number,
): Line[] {
  const head = first ? 0 : around;
  const tail = last ? 0 : around;
  const shown = (texts: readonly string[]): Line[] =>
    texts.flatMap(text => signed('  ', 'dim', [{text}], columns));
  const folded = items.length - head - tail;
  if (folded < 2) return shown(items);
  const fold: Line = [{text: `${collapsedSign}${folded} unchanged lines`, tone: 'dim'}];
  return [...shown(items.slice(0, head)), fold, ...shown(items.slice(items.length - tail))];
}

/** Render replaced lines, paired, with the differing words emphasized. */
function replacedLines(gone: readonly string[], added: readonly string[], columns: number): Line[] {
  const pairs = gone.map((text, i) => {
    const other = added[i];
    return other === undefined ? undefined : wordsBetween(text, other);
  });
  const all = (texts: readonly string[], sign: string, tone: 'bad' | 'good', side: 0 | 1): Line[] =>
    texts.flatMap((text, i) => signed(sign, tone, pairs[i]?.[side] ?? [{text, tone}], columns));
  return [...all(gone, goneSign, 'bad', 0), ...all(added, newSign, 'good', 1)];
}

/**
 * Split both lines into spans, with the tone of their side for what differs; undefined if they
 * share too little.
 */
function wordsBetween(before: string, after: string): readonly [Span[], Span[]] | undefined {
  const words = (text: string): string[] => text.split(/(?<=\s)|(?=\s)|\b/);
  const edits = editsBetween(words(before), words(after), wordSteps);
  const same = edits
    .filter(edit => edit.kind === 'same')
    .flatMap(edit => [...edit.items])
    .join('');
  if (same.trim().length * 3 < Math.max(before.length, after.length)) return undefined;
  const side = (not: ListEdit['kind'], tone: Tone): Span[] =>
    edits
      .filter(edit => edit.kind !== not)
      .map(edit => ({
        text: edit.items.join(''),
        ...(edit.kind === 'same' ? {} : {tone, strong: true}),
      }));
  return [side('new', 'bad'), side('gone', 'good')];
}

/** A line prefixed by its sign, wrapped if needed; each wrapped line has the sign. */
function signed(sign: string, tone: Tone, spans: readonly Span[], columns: number): Line[] {
  const room = Math.max(10, columns - sign.length);
  // Wrap at words, except in lines with indentation, such as code.
  const own = /^(?:\s|[\u2502\u2503])/.test(spans[0]?.text ?? '');
  const lines = own || spans.length === 0 ? wrapLine(spans, room) : flowPieces(spans, room);
  return lines.map((line): Line => [{text: sign, tone}, ...line]);
}
