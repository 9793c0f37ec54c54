import {mentionName} from '../../../api/mentions.ts';
import {lookUp} from '../../../base/look-up.ts';
import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {lineRanges} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import {sliceLine, textOfLine} from '../line-shape.ts';
import {childOf, parameterOf, type StorageElement, type StorageNode, textInside} from './tree.ts';

/** A segment of running text; `break` starts a new line. */
export type InlinePiece = Span | 'break';

const tones: Readonly<Record<string, Tone>> = {
  strong: 'title',
  b: 'title',
  th: 'title',
  code: 'accent',
  s: 'dim',
  del: 'dim',
};

const statusTones: Readonly<Record<string, Tone>> = {
  green: 'good',
  red: 'bad',
  yellow: 'warn',
  blue: 'accent',
};

/** The running text of some nodes, safe for a terminal, with collapsed white space. */
export function piecesOf(nodes: readonly StorageNode[], tone: Tone = 'plain'): InlinePiece[] {
  return nodes.flatMap((n): InlinePiece[] => {
    if (typeof n === 'string') return [{text: safeText(n.replace(/[ \t\r\n\u00a0]+/g, ' ')), tone}];
    return elementPieces(n, tone);
  });
}

function elementPieces(element: StorageElement, tone: Tone): InlinePiece[] {
  const inside = () => piecesOf(element.children, lookUp(tones, element.name) ?? tone);
  switch (element.name) {
    case 'br':
      return ['break'];
    case 'a':
      return linkPieces(element, tone);
    case 'ac:link':
      return [{text: safeText(targetOf(element)), tone: 'accent'}];
    case 'ac:image':
      return [{text: `[image: ${safeText(imageName(element))}]`, tone: 'dim'}];
    case 'ac:emoticon':
      return [{text: safeText(emoticonOf(element)), tone}];
    case 'time':
      return [{text: safeText(element.attributes.datetime ?? ''), tone: 'accent'}];
    case 'ac:structured-macro':
    case 'ac:macro':
      return macroPieces(element);
    case 'ac:parameter':
      return [];
    case 'sup':
      return [{text: '^', tone}, ...inside()];
    case 'p':
    case 'li':
    case 'div':
    case 'tr':
      return [...inside(), 'break'];
    default:
      return isUnknown(element) ? [nameOf(element), ...inside()] : inside();
  }
}

/** Prefixed elements that only contain others. */
const holders =
  /^(?:ri:.*|ac:(?:inline-comment-marker|link-body|plain-text-link-body|rich-text-body|plain-text-body|caption|placeholder|layout.*|task.*|adf-.*))$/;

/** An element of an app, or one unknown to steward: it is shown by name rather than dropped. */
function isUnknown({name}: StorageElement): boolean {
  return name.includes(':') && !holders.test(name);
}

function nameOf({name, children}: StorageElement): InlinePiece {
  return {text: `[${safeText(name)}]${children.length > 0 ? ' ' : ''}`, tone: 'dim'};
}

/** The text of a link, followed by its target unless the text contains it. */
function linkPieces(element: StorageElement, tone: Tone): InlinePiece[] {
  const href = element.attributes.href ?? '';
  const words = piecesOf(element.children, tone === 'plain' ? 'accent' : tone);
  if (href === '' || textInside(element.children).trim() === href) return words;
  return [...words, {text: ` <${safeText(href)}>`, tone: 'dim'}];
}

function targetOf(link: StorageElement): string {
  const body = childOf(link, 'ac:plain-text-link-body') ?? childOf(link, 'ac:link-body');
  const words = body ? textInside(body.children).trim() : '';
  if (words !== '') return words;
  const user = childOf(link, 'ri:user');
  if (user)
    return `@${user.attributes[mentionName] ?? user.attributes['ri:account-id'] ?? user.attributes['ri:userkey'] ?? 'user'}`;
  for (const name of ['ri:page', 'ri:blog-post', 'ri:attachment', 'ri:space']) {
    const found = childOf(link, name)?.attributes;
    const title = found?.['ri:content-title'] ?? found?.['ri:filename'] ?? found?.['ri:space-key'];
    if (title !== undefined) return title;
  }
  return link.attributes['ac:anchor'] ?? 'link';
}

function imageName(image: StorageElement): string {
  const alt = image.attributes['ac:alt'];
  const file = childOf(image, 'ri:attachment')?.attributes['ri:filename'];
  const url = childOf(image, 'ri:url')?.attributes['ri:value'];
  return alt ?? file ?? url ?? 'without a name';
}

function emoticonOf({attributes}: StorageElement): string {
  const name = attributes['ac:emoji-shortname'] ?? attributes['ac:name'];
  return (
    attributes['ac:emoji-fallback'] ?? (name === undefined ? '' : `:${name.replaceAll(':', '')}:`)
  );
}

function macroPieces(macro: StorageElement): InlinePiece[] {
  const name = macro.attributes['ac:name'] ?? 'macro';
  if (name !== 'status') return [{text: `[macro: ${safeText(name)}]`, tone: 'dim'}];
  const colour = (parameterOf(macro, 'colour') ?? '').toLowerCase();
  const title = parameterOf(macro, 'title') ?? '';
  return [{text: `[${safeText(title)}]`, tone: lookUp(statusTones, colour) ?? 'title'}];
}

/**
 * Wrap running text to lines of at most so many columns, at spaces if possible.
 *
 * @param columns 1 or more
 */
export function flowPieces(pieces: readonly InlinePiece[], columns: number): Line[] {
  const parts: Span[][] = [[]];
  for (const piece of pieces) {
    if (piece === 'break') parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  const isEnded = parts.length > 1 && parts.at(-1)?.every(({text}) => text.trim() === '');
  return parts.slice(0, isEnded ? -1 : undefined).flatMap(part => {
    // Measured as a whole, since combining marks at the start of a word join the preceding text.
    const text = textOfLine(part);
    const begin = text.length - text.trimStart().length;
    const ranges = [...lineRanges(text.slice(begin), columns)];
    return sliceLine(
      part,
      ranges.map(([from, to]) => [begin + from, begin + to]),
    );
  });
}
