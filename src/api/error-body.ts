import {checkJson} from '../base/json-check.ts';
import {compactJson} from '../base/json-pretty.ts';
import {isRecord} from '../base/json-value.ts';

/** Details parsed from the body of an error response. */
export interface ErrorBody {
  /** The readable text; undefined without one. */
  readonly message?: string;
  /** Field → text, if the server sent them. */
  readonly errors?: Readonly<Record<string, string>>;
  /** The body on one line, if it was JSON. */
  readonly json?: string;
}

/** Maximum length of a text or title. */
const maxTextLength = 300;
/** Maximum depth to search for a text. */
const maxDepth = 8;
/** Maximum length of a body to parse; longer ones are treated as having no message. */
const maxBodyLength = 1_000_000;

/**
 * Parse an error body in any of the known formats (services W4.26): `errorMessages`, `errors` as a
 * map or a list, `message`, `errors` below `data`, otherwise the text; for a web page only the
 * title.
 */
export function readErrorBody(text: string): ErrorBody {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxBodyLength) return {};
  if (checkJson(trimmed) !== undefined) return messageOnly(shortText(trimmed));
  const body: unknown = JSON.parse(trimmed);
  const errors = fieldErrors(body);
  return {
    ...messageOnly(messageOf(body)),
    ...(Object.keys(errors).length > 0 && {errors}),
    json: compactJson(trimmed),
  };
}

/** Reduce a text or web page to one short line; empty if it has no readable text. */
export function shortText(text: string): string {
  const readable = /^\s*</.test(text) ? titleOf(text) : text;
  const line = readable.replace(/\s+/g, ' ').trim();
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength)}…` : line;
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

/**
 * Collect the readable texts of a value: entries of a map with their keys, elements of a list in
 * order.
 */
function textsOf(value: unknown, depth = 0): string[] {
  if (depth > maxDepth) return [];
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
