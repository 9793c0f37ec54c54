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

/** A text of a body, selected by a pointer. */
export interface PointedText {
  readonly text: string;
  /** The text is in a code block, where redactions cannot be restored (services C4.1). */
  readonly inCode: boolean;
  /** Indices of the segments of storage XML that make up the text. */
  readonly segments: readonly number[];
}

/**
 * Replaces redacted text; of constant length, so that it does not reveal the length of the
 * original.
 */
const redactionMarker = '█████';

/**
 * Private characters around the index of a segment while its position in the document is searched.
 */
const [open, close] = ['\ue000', '\ue001'];

const segmentPattern =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<(?:[^>"']|"[^"]*"|'[^']*')*>|([^<]+)/g;

/**
 * Find the text that a JSON pointer names in the ADF document of a body: a text node, or its `text`
 * (`/content/0/content/1/text`). The matching storage XML is found by converting the XML a second
 * time with each text replaced by a number.
 *
 * @throws SandboxError 400 when there is no text at the pointer
 */
export function findPointedText(xml: string, pointer: string): PointedText {
  const steps = pointer.split('/').slice(1);
  if (steps.at(-1) === 'text') steps.pop();
  const found = nodeAt(documentOf(xml), steps);
  const numbered = rewriteSegments(xml, index => `${open}${index}${close}`);
  const numbers = nodeAt(documentOf(numbered), steps)?.node.text ?? '';
  const pieces = [...numbers.matchAll(/\ue000(\d+)\ue001/g)].map(match => Number(match[1]));
  if (found?.node.text === undefined || pieces.length === 0) {
    throw invalidParameter(`There is no text at the pointer {${pointer}}`);
  }
  return {text: found.node.text, inCode: found.inCode, segments: pieces};
}

/**
 * Replace the texts of some segments of the XML.
 *
 * @param texts index of the segment → its new text
 */
export function replaceSegments(xml: string, texts: ReadonlyMap<number, string>): string {
  return rewriteSegments(xml, index => texts.get(index));
}

/** Replace each range of a text with a marker; ranges that overlap or touch share one. */
export function redactText(text: string, ranges: readonly TextRange[]): string {
  let result = '';
  let at = 0;
  for (const {from, to} of [...ranges].sort((one, other) => one.from - other.from)) {
    if (from > at || at === 0) result += text.slice(at, from) + redactionMarker;
    at = Math.max(at, to);
  }
  return result + text.slice(at);
}

/** Replace the non-blank texts of storage XML, except where `rewrite` returns undefined. */
function rewriteSegments(xml: string, rewrite: (index: number) => string | undefined): string {
  let index = 0;
  return xml.replace(
    segmentPattern,
    (segment, cdata: string | undefined, text: string | undefined) => {
      const content = cdata ?? (text === undefined ? undefined : decodeEntities(text));
      if (content === undefined || content.trim() === '') return segment;
      const changed = rewrite(index);
      index += 1;
      if (changed === undefined) return segment;
      if (cdata === undefined) return escapeXml(changed);
      return `<![CDATA[${changed.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    },
  );
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
