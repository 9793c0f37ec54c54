import {readBody} from '../body.ts';
import {conflict, invalidParameter} from '../errors.ts';
import type {Handlers} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import {makeRandom} from '../world/random.ts';
import {checkEditable, readItem} from './access.ts';
import {forgetVersions, updateItem} from './changes.ts';
import {findPointedText, redactText, replaceSegments, type TextRange} from './redact-text.ts';

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
