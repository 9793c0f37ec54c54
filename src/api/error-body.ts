import {checkJson} from '../base/json-check.ts';
import {compactJson} from '../base/json-pretty.ts';
import {isRecord} from '../base/json-value.ts';

/** Details parsed from the body of an error response. */
export interface ErrorBody {
  /** The readable text; undefined when there is none. */
  readonly message?: string;
  /** Field → text, when the server gave them. */
  readonly errors?: Readonly<Record<string, string>>;
  /** The body itself on one line, when it was JSON. */
  readonly json?: string;
}

/** Characters of a text or title that is shown. */
const longest = 300;
/** Values within values that are looked into for a text. */
const deepest = 8;
/** Characters of a body that is looked into; more is taken for no message. */
const largest = 1_000_000;

/**
 * Read an error body in any of the known forms (services W4.26): `errorMessages`, `errors` as a map
 * or a list, `message`, `errors` below `data`, then the text; of a web page only the title.
 */
export function readErrorBody(text: string): ErrorBody {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > largest) return {};
  if (checkJson(trimmed) !== undefined) return messageOnly(shortText(trimmed));
  const body: unknown = JSON.parse(trimmed);
  const errors = fieldErrors(body);
  return {
    ...messageOnly(messageOf(body)),
    ...(Object.keys(errors).length > 0 && {errors}),
    json: compactJson(trimmed),
  };
}

/** A text or web page as one short line; empty when there is nothing readable. */
export function shortText(text: string): string {
  const readable = /^\s*</.test(text) ? titleOf(text) : text;
  const line = readable.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

function messageOnly(message: string): {readonly message?: string} {
  return message === '' ? {} : {message};
}

function messageOf(body: unknown): string {
  if (typeof body === 'string') return shortText(body);
  if (!isRecord(body)) return '';
  const candidates = [
    textsOf(body.errorMessages),
    textsOf(body.errors),
    textsOf(body.message),
    textsOf(body.error_description),
    textsOf(body.error),
    isRecord(body.data) ? textsOf(body.data.errors) : [],
  ];
  return candidates.find(texts => texts.length > 0)?.join('; ') ?? '';
}

/** The readable texts of a value: of a map each with its key, of a list one after another. */
function textsOf(value: unknown, depth = 0): string[] {
  if (depth > deepest) return [];
  const within = (entry: unknown): string[] => textsOf(entry, depth + 1);
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap(within);
  if (!isRecord(value)) return [];
  const own = [value.title, value.message, value.translation].flatMap(within);
  if (own.length > 0) {
    const detail = within(value.detail).filter(text => !own.includes(text));
    return [[own[0], ...detail].join(': ')];
  }
  return Object.entries(value).flatMap(([key, entry]) => {
    const texts = within(entry);
    return texts.length > 0 ? [`${key}: ${texts.join(', ')}`] : [];
  });
}

function fieldErrors(body: unknown): Record<string, string> {
  if (!isRecord(body) || !isRecord(body.errors)) return {};
  const found = Object.entries(body.errors).map(
    ([field, value]) => [field, textsOf(value).join(', ')] as const,
  );
  return Object.fromEntries(found.filter(([, text]) => text !== ''));
}

function titleOf(page: string): string {
  const title = /<(title|h1)\b[^>]*>([^<]+)/i.exec(page)?.[2] ?? '';
  return title
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
