import {imageTypeOf} from './image.ts';

/** One field of a form: a text, or a file with its name. */
export interface FormPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Name of a file, without folders. */
  readonly fileName?: string;
  /**
   * Media type of a file.
   *
   * @default determined by its first bytes, otherwise application/octet-stream
   */
  readonly type?: string;
}

/** A form as a request body. */
export interface FormBody {
  readonly contentType: string;
  readonly content: Uint8Array;
}

/**
 * Build a form in multipart/form-data (RFC 7578), as browsers send it.
 *
 * @param random returns 0 to 1; used for the boundary, which occurs in no part
 */
export function makeForm(parts: readonly FormPart[], random: () => number): FormBody {
  const encoder = new TextEncoder();
  const encodedParts = parts.map(part => ({
    head: headOf(part),
    bytes: typeof part.content === 'string' ? encoder.encode(part.content) : part.content,
  }));
  const boundary = boundaryFor(
    encodedParts.map(({bytes}) => bytes),
    random,
  );
  const all = [
    ...encodedParts.flatMap(({head, bytes}) => [
      encoder.encode(`--${boundary}\r\n${head}\r\n`),
      bytes,
      encoder.encode('\r\n'),
    ]),
    encoder.encode(`--${boundary}--\r\n`),
  ];
  const content = new Uint8Array(all.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    content.set(piece, at);
    at += piece.length;
  }
  return {contentType: `multipart/form-data; boundary=${boundary}`, content};
}

function headOf({name, fileName, type, content}: FormPart): string {
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (fileName === undefined) return `${disposition}\r\n`;
  const imageType = typeof content === 'string' ? undefined : imageTypeOf(content);
  return `${disposition}; filename="${quoted(fileName)}"\r\nContent-Type: ${type ?? imageType ?? 'application/octet-stream'}\r\n`;
}

/** Escape the characters that would end a quoted name, as browsers do. */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function boundaryFor(contents: readonly Uint8Array[], random: () => number): string {
  const decoder = new TextDecoder('latin1');
  const texts = contents.map(content => decoder.decode(content));
  for (let length = 24; ; length++) {
    const letters = Array.from({length}, () => Math.floor(random() * 36).toString(36)).join('');
    const boundary = `steward-${letters}`;
    if (!texts.some(text => text.includes(boundary))) return boundary;
  }
}
