import {readBody} from '../body.ts';
import {conflict, invalidParameter} from '../errors.ts';
import type {Handlers} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import {makeDraw} from '../world/random.ts';
import {checkEditable, readItem} from './access.ts';
import {forgetVersions, updateItem} from './changes.ts';
import {findPointedText, redactText, replacePieces, type TextRange} from './redact-text.ts';

interface RedactMembers {
  readonly cleanHistory: boolean;
  readonly versionNumber: number;
  readonly body: GivenRedactions;
  readonly title: GivenRedactions;
}

interface GivenRedactions {
  readonly redactions?: readonly GivenRedaction[] | null;
}

interface GivenRedaction {
  readonly pointer: string;
  readonly from?: number | null;
  readonly to?: number | null;
  readonly reason?: string | null;
}

/** One redaction of a request, its range filled in. */
interface Redaction extends TextRange {
  readonly pointer: string;
  /** The same for pointers that name the same text. */
  readonly place: string;
  readonly reason?: string;
  /** Can be restored: all but those of code blocks. */
  readonly restorable: boolean;
}

/** A text after its redactions, which are told in the order of the request. */
interface Redacted {
  readonly text: string;
  readonly redactions: readonly Redaction[];
}

export const redactHandlers: Handlers = {
  /**
   * Redact a blog post: 202 with the redactions. Ranges of its title and of texts of its body get a marker
   * in a new version; with `cleanHistory` the older versions, which still have the text, are gone.
   * Pointers into the body are JSON pointers into its document format; that of the title is empty or
   * `/title`. A range without `from` and `to` is all of the text.
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
    const draw = makeDraw(post.seed, `redactions of version ${number}`);
    const present = ({restorable, place: _, ...redaction}: Redaction) =>
      restorable ? {...redaction, redactionId: draw.uuid()} : redaction;
    const section = ({redactions}: Redacted) => ({redactions: redactions.map(present)});
    return {status: 202, json: {body: section(body), title: section(title)}};
  },
};

function redactTitle(title: string, given: readonly GivenRedaction[]): Redacted {
  const redactions = given.map((one): Redaction => {
    const {pointer} = one;
    if (pointer !== '' && pointer !== '/title') {
      throw invalidParameter(`There is no text at the pointer {${pointer}} of the title`);
    }
    return {
      pointer,
      place: '',
      ...readRange(one, title),
      reason: one.reason ?? undefined,
      restorable: true,
    };
  });
  return {text: redactText(title, redactions), redactions: mergeRedactions(redactions)};
}

function redactBody(xml: string, given: readonly GivenRedaction[]): Redacted {
  const pointed = given.map(one => {
    const {pointer} = one;
    const {text, pieces, inCode} = findPointedText(xml, pointer);
    const place = pieces.join();
    const redaction: Redaction = {
      ...{pointer, place, ...readRange(one, text), reason: one.reason ?? undefined},
      restorable: !inCode,
    };
    return {text, pieces, redaction};
  });
  const texts = new Map<number, string>();
  for (const {text, pieces, redaction} of pointed) {
    const ranges = pointed
      .map(other => other.redaction)
      .filter(other => other.place === redaction.place);
    // The first piece takes what is left of all of them.
    for (const piece of pieces) {
      texts.set(piece, piece === pieces[0] ? redactText(text, ranges) : '');
    }
  }
  return {
    text: replacePieces(xml, texts),
    redactions: mergeRedactions(pointed.map(({redaction}) => redaction)),
  };
}

function readRange(given: GivenRedaction, text: string): TextRange {
  const from = given.from ?? 0;
  const to = given.to ?? text.length;
  if (from >= to || to > text.length) {
    throw invalidParameter(`The range must lie in the ${text.length} characters of its text`);
  }
  return {from, to};
}

/** Leave out redactions that lie in another one completely, also the second of two alike. */
function mergeRedactions(redactions: readonly Redaction[]): readonly Redaction[] {
  return redactions.filter(
    (one, index) =>
      !redactions.some((other, place) => {
        if (place === index || other.place !== one.place) return false;
        const same = other.from === one.from && other.to === one.to;
        return same ? place < index : other.from <= one.from && other.to >= one.to;
      }),
  );
}
