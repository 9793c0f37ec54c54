import {readBody} from '../body.ts';
import {conflict, invalidParameter} from '../errors.ts';
import type {Handlers} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import {escapeXml} from '../world/content-storage.ts';
import {makeRandom} from '../world/random.ts';
import {checkEditable, readItem} from './access.ts';
import {storageToAdf} from './adf.ts';
import type {AdfNode} from './adf-inline.ts';
import {forgetVersions, updateItem} from './changes.ts';
import {decodeEntities} from './storage-tree.ts';

interface RedactMembers {
  readonly cleanHistory: boolean;
  readonly versionNumber: number;
  readonly body: RedactionsInput;
  readonly title: RedactionsInput;
}

interface RedactionsInput {
  readonly redactions?: readonly RedactionInput[] | null;
}

interface RedactionInput {
  readonly pointer: string;
  readonly from?: number | null;
  readonly to?: number | null;
  readonly reason?: string | null;
}

/** One redaction of a request, with its range completed. */
interface Redaction extends TextRange {
  readonly pointer: string;
  /** Equal for pointers to the same text. */
  readonly textKey: string;
  readonly reason?: string;
  /** True except in code blocks. */
  readonly restorable: boolean;
}

/** A text after its redactions, which are listed in the order of the request. */
interface RedactedText {
  readonly text: string;
  readonly redactions: readonly Redaction[];
}

export const redactHandlers: Handlers = {
  /**
   * Redact a blog post: returns 202 with the redactions. Ranges of its title and of texts of its
   * body are replaced by a marker in a new version; `cleanHistory` deletes the older versions,
   * which still contain the text. Pointers into the body are JSON pointers into its ADF document;
   * the pointer to the title is empty or `/title`. A range without `from` and `to` is the whole
   * text.
   */
  'content/blogposts/post-redact-blog': call => {
    const post = readItem(call);
    const json = readBody<RedactMembers>(call);
    checkEditable(call, post);
    if (json.versionNumber && json.versionNumber !== post.version.number) {
      throw conflict(`The current version is ${post.version.number}, not ${json.versionNumber}`);
    }
    const title = redactTitle(post.title, json.title?.redactions ?? []);
    const body = redactBody(findBody(call.content, post)?.value ?? '', json.body?.redactions ?? []);
    if (title.redactions.length + body.redactions.length === 0) {
      throw invalidParameter("Redactions must be given in 'body' or 'title'");
    }
    const number = post.version.number + (post.status === 'draft' ? 0 : 1);
    const redacted = updateItem(call, post, {
      title: title.text,
      status: post.status,
      body: {representation: 'storage', value: body.text},
      version: {number, message: ''},
    });
    if (json.cleanHistory === true) {
      call.content.olderVersions.set(redacted, []);
      forgetVersions(call.content, redacted, number - 1);
    }
    const random = makeRandom(post.seed, `redactions of version ${number}`);
    const present = ({restorable, textKey: _, ...redaction}: Redaction) =>
      restorable ? {...redaction, redactionId: random.uuid()} : redaction;
    const section = ({redactions}: RedactedText) => ({redactions: redactions.map(present)});
    return {status: 202, json: {body: section(body), title: section(title)}};
  },
};

function redactTitle(title: string, inputs: readonly RedactionInput[]): RedactedText {
  const redactions = inputs.map((one): Redaction => {
    const {pointer} = one;
    if (pointer !== '' && pointer !== '/title') {
      throw invalidParameter(`There is no text at the pointer {${pointer}} of the title`);
    }
    return {
      pointer,
      textKey: '',
      ...readRange(one, title),
      reason: one.reason ?? undefined,
      restorable: true,
    };
  });
  return {text: redactText(title, redactions), redactions: mergeRedactions(redactions)};
}

function redactBody(xml: string, inputs: readonly RedactionInput[]): RedactedText {
  const targets = inputs.map(one => {
    const {pointer} = one;
    const {text, segments: pieces, inCode} = findPointedText(xml, pointer);
    const place = pieces.join();
    const redaction: Redaction = {
      ...{pointer, textKey: place, ...readRange(one, text), reason: one.reason ?? undefined},
      restorable: !inCode,
    };
    return {text, pieces, redaction};
  });
  const texts = new Map<number, string>();
  for (const {text, pieces, redaction} of targets) {
    const ranges = targets
      .map(other => other.redaction)
      .filter(other => other.textKey === redaction.textKey);
    // The first segment receives the remaining text of all of them.
    for (const segment of pieces) {
      texts.set(segment, segment === pieces[0] ? redactText(text, ranges) : '');
    }
  }
  return {
    text: replaceSegments(xml, texts),
    redactions: mergeRedactions(targets.map(({redaction}) => redaction)),
  };
}

function readRange(input: RedactionInput, text: string): TextRange {
  const from = input.from ?? 0;
  const to = input.to ?? text.length;
  if (from >= to || to > text.length) {
    throw invalidParameter(`The range must lie in the ${text.length} characters of its text`);
  }
  return {from, to};
}

/** Drop redactions that lie completely inside another one, and duplicates. */
function mergeRedactions(redactions: readonly Redaction[]): readonly Redaction[] {
  return redactions.filter(
    (one, index) =>
      !redactions.some((other, otherIndex) => {
        if (otherIndex === index || other.textKey !== one.textKey) return false;
        const same = other.from === one.from && other.to === one.to;
        return same ? otherIndex < index : other.from <= one.from && other.to >= one.to;
      }),
  );
}

/** A range of a text that is redacted: `from` inclusive, `to` exclusive, in UTF-16 units. */
interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A text of a body, selected by a pointer. */
interface PointedText {
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
function findPointedText(xml: string, pointer: string): PointedText {
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
function replaceSegments(xml: string, texts: ReadonlyMap<number, string>): string {
  return rewriteSegments(xml, index => texts.get(index));
}

/** Replace each range of a text with a marker; ranges that overlap or touch share one. */
function redactText(text: string, ranges: readonly TextRange[]): string {
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
