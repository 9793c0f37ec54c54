import {invalidParameter} from '../errors.ts';
import {escapeXml} from '../world/content-storage.ts';
import {storageToAdf} from './adf.ts';
import type {AdfNode} from './adf-inline.ts';
import {decodeEntities} from './storage-tree.ts';

/** A range of a text that is redacted: `from` inclusive, `to` exclusive, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A text of a body that a pointer names. */
export interface PointedText {
  readonly text: string;
  /** It stands in a code block, where redactions cannot be restored (services C4.1). */
  readonly inCode: boolean;
  /** Indices of the pieces of the storage XML it is made of. */
  readonly pieces: readonly number[];
}

/** What stands where something was redacted; always of the same length, so that it tells nothing. */
const redactionMarker = '█████';

/** Around the index of a piece while its place in the document is looked for: private characters. */
const [open, close] = ['\ue000', '\ue001'];

const piecePattern =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<(?:[^>"']|"[^"]*"|'[^']*')*>|([^<]+)/g;

/**
 * The text a JSON pointer names in the document format of a body: a text node, or its `text`
 * (`/content/0/content/1/text`). Which storage XML that is, is found by converting the XML once more
 * with each of its texts replaced by a number.
 *
 * @throws SandboxError 400 when there is no text at the pointer
 */
export function findPointedText(xml: string, pointer: string): PointedText {
  const steps = pointer.split('/').slice(1);
  if (steps.at(-1) === 'text') steps.pop();
  const found = nodeAt(documentOf(xml), steps);
  const numbered = rewritePieces(xml, index => `${open}${index}${close}`);
  const numbers = nodeAt(documentOf(numbered), steps)?.node.text ?? '';
  const pieces = [...numbers.matchAll(/\ue000(\d+)\ue001/g)].map(match => Number(match[1]));
  if (found?.node.text === undefined || pieces.length === 0) {
    throw invalidParameter(`There is no text at the pointer {${pointer}}`);
  }
  return {text: found.node.text, inCode: found.inCode, pieces};
}

/** The XML with other texts at some pieces: index of the piece → its text. */
export function replacePieces(xml: string, texts: ReadonlyMap<number, string>): string {
  return rewritePieces(xml, index => texts.get(index));
}

/** A text with a marker for each range; ranges that overlap or touch share one. */
export function redactText(text: string, ranges: readonly TextRange[]): string {
  let result = '';
  let at = 0;
  for (const {from, to} of [...ranges].sort((one, other) => one.from - other.from)) {
    if (from > at || at === 0) result += text.slice(at, from) + redactionMarker;
    at = Math.max(at, to);
  }
  return result + text.slice(at);
}

/** Replace the texts of storage XML that are not blank, those left undefined excepted. */
function rewritePieces(xml: string, rewrite: (index: number) => string | undefined): string {
  let index = 0;
  return xml.replace(piecePattern, (piece, cdata: string | undefined, text: string | undefined) => {
    const content = cdata ?? (text === undefined ? undefined : decodeEntities(text));
    if (content === undefined || content.trim() === '') return piece;
    const changed = rewrite(index);
    index += 1;
    if (changed === undefined) return piece;
    if (cdata === undefined) return escapeXml(changed);
    return `<![CDATA[${changed.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  });
}

function documentOf(xml: string): AdfNode {
  return JSON.parse(storageToAdf(xml, () => undefined)) as AdfNode;
}

function nodeAt(
  root: AdfNode,
  steps: readonly string[],
): {readonly node: AdfNode; readonly inCode: boolean} | undefined {
  let node: AdfNode | undefined = root;
  let inCode = false;
  for (let at = 0; at < steps.length; at += 2) {
    if (steps[at] !== 'content') return undefined;
    node = node?.content?.[Number(steps[at + 1])];
    inCode ||= node?.type === 'codeBlock';
  }
  return node && {node, inCode};
}
