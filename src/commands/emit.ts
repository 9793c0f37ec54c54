import type {Reply} from '../api/client.ts';
import {Failure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {escapeControls} from '../base/json-escape.ts';
import {prettyParts} from '../base/json-pretty.ts';
import {escapeOutput} from '../base/safe-text.ts';
import type {Host, OutputStream} from '../host/host.ts';
import {printJson} from '../output/print.ts';
import type {JqFilter} from '../output/select.ts';
import {isStyled} from './color.ts';
import type {CommandHost} from './context.ts';
import {type EmitHost, type EmitOptions, isFormatted} from './emit-options.ts';
import {itemsOfOutputs, itemsOfResponse, openItemWriter, type ResponseItems} from './formatted.ts';

/** The default of --timeout. */
const defaultTimeoutMs = 30_000;

/**
 * Filter a JSON text and write the result to standard output, with a newline after each output.
 *
 * @throws Failure 'jq_error' if the filter fails; then nothing was written
 */
export async function emitJson(json: string, options: EmitOptions, host: EmitHost): Promise<void> {
  const {filter, items = {}} = options;
  if (filter !== undefined) {
    return emitOutputs(await filterOutputs(json, filter, options, host), options, host);
  }
  if (isFormatted(options)) return emitItems(itemsOfResponse(json, items.operation), options, host);
  writeJson([json], options, host);
}

/** Write the outputs of a filter as `emitJson` does. */
export async function emitOutputs(
  outputs: readonly string[],
  options: EmitOptions,
  host: EmitHost,
): Promise<void> {
  if (isFormatted(options)) return emitItems(itemsOfOutputs(outputs), options, host);
  writeJson(outputs, options, host);
}

function writeJson(texts: readonly string[], options: EmitOptions, host: EmitHost): void {
  const {head = '', 'raw-output': raw = false} = options;
  const terminal = host.stdout.isTTY;
  const color = terminal && isStyled(options.color, host);
  const style = {pretty: isPretty(options, host), raw, terminal, color};
  host.stdout.write(head + printJson(texts, style), color ? 'style' : 'none');
}

/** The outputs of a filter for a JSON text; output of `debug` goes to standard error. */
export async function filterOutputs(
  json: string,
  filter: JqFilter,
  options: Pick<EmitOptions, 'timeout' | 'max-answer'>,
  {reporter}: Pick<CommandHost, 'reporter'>,
): Promise<readonly string[]> {
  const {timeout = defaultTimeoutMs} = options;
  const {outputs, messages} = await filter.apply(json, timeout, options['max-answer']);
  if (messages !== '') reporter.lines(messages);
  return outputs;
}

/** Write items in the format of --output. */
async function emitItems(
  {items, isList}: ResponseItems,
  options: EmitOptions,
  host: EmitHost,
): Promise<void> {
  host.stdout.write(options.head ?? '');
  const writer = openItemWriter(options, host, isList);
  const isRead = await writeTexts(writer.add(items), host.stdout);
  if (isRead) await writeTexts(writer.end(), host.stdout);
}

/**
 * Write texts that may contain styles, one at a time.
 *
 * @returns false if the reader has gone; remaining texts are not generated
 */
export async function writeTexts(texts: Iterable<string>, stdout: OutputStream): Promise<boolean> {
  for (const text of texts) {
    stdout.write(text, 'style');
    if (!(await isTaken(stdout))) return false;
  }
  return true;
}

/** Indent if requested, and on a terminal (contract 3.6). */
function isPretty({pretty}: EmitOptions, {stdout}: Pick<Host, 'stdout'>): boolean {
  return pretty ?? stdout.isTTY;
}

/**
 * Write a response: in parts if it is not filtered, one at a time, so that a long list is not in
 * memory twice.
 *
 * @param mayBeText the response may not be JSON (`raw` without a filter); then it is written
 * unchanged
 * @throws Failure 'jq_error' if the filter fails, 'command_error' for binary data on a terminal;
 * then nothing was written
 */
export async function emitReply(
  reply: Pick<Reply, 'text' | 'parts' | 'bytes'>,
  options: EmitOptions & {readonly mayBeText: boolean},
  host: EmitHost,
): Promise<void> {
  const {stdout} = host;
  const {head = ''} = options;
  const isStrings = options['raw-output'] === true;
  const isPlain = options.filter === undefined && !isFormatted(options) && !isStrings;
  const isColored = stdout.isTTY && isStyled(options.color, host);
  const isIndented = isPretty(options, host);
  const write = (parts: Iterable<string>): Promise<void> =>
    writeParts(isIndented ? prettyParts(parts) : parts, head, stdout);
  if (reply.parts !== undefined && isPlain && !isColored) return write(reply.parts);
  const {text} = reply;
  if (options.mayBeText && !isFormatted(options) && checkJson(text) !== undefined) {
    if (reply.bytes && (stdout.isTTY || stdout.textOnly)) throw notShown(reply.bytes);
    stdout.write(head);
    stdout.write(reply.bytes ?? plainText(text, stdout.isTTY));
    return;
  }
  if (isPlain && !isColored) return write([text]);
  await emitJson(text, options, host);
}

/**
 * Write the parts of a JSON text. A long text waits for its reader, so that what is written is not
 * in memory until it is read.
 */
async function writeParts(
  parts: Iterable<string>,
  head: string,
  stdout: OutputStream,
): Promise<void> {
  stdout.write(head);
  let waiting = 0;
  // Captured output is no copy of the text, as long as the text is not cut.
  for (const part of withoutBlanks(stdout.textOnly ? parts : inPieces(parts))) {
    if (waiting >= pieceLength) {
      if (!(await isTaken(stdout))) return;
      waiting = 0;
    }
    stdout.write(escapeControls(part));
    waiting += part.length;
  }
  stdout.write('\n');
}

/**
 * Number of characters written at a time, so that a long text is not in memory a second time as
 * bytes.
 */
const pieceLength = 1_000_000;

/** Split texts into pieces, never in the middle of a character. */
function* inPieces(texts: Iterable<string>): Iterable<string> {
  for (const text of texts) yield* pieces(text);
}

function* pieces(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    const to = from + pieceLength;
    const isHalf = (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
    const end = isHalf && to < text.length ? to + 1 : to;
    yield text.slice(from, end);
    from = end;
  }
}

/**
 * Wait until the written text is flushed; false if the reader has gone. Write errors are reported
 * at the end of the command.
 */
async function isTaken(stdout: OutputStream): Promise<boolean> {
  const isOut = await stdout.flush().then(
    () => true,
    () => false,
  );
  return isOut && !stdout.closed;
}

/** The parts of a JSON text without surrounding white space. */
function* withoutBlanks(parts: Iterable<string>): Iterable<string> {
  let isStarted = false;
  let blanks = '';
  for (const part of parts) {
    const text: string = blanks + (isStarted ? part : part.trimStart());
    const shown = text.trimEnd();
    blanks = text.slice(shown.length);
    isStarted ||= shown !== '';
    if (shown !== '') yield shown;
  }
}

/** A text that is not JSON: unchanged, or escaped for a terminal (contract 3.2). */
function plainText(text: string, isTTY: boolean): string {
  const shown = isTTY ? escapeOutput(text) : text;
  return shown.endsWith('\n') ? shown : `${shown}\n`;
}

function notShown({length}: Uint8Array): Failure {
  return new Failure('command_error', `The response is ${length} bytes of binary data.`, {
    hint: 'Redirect the output to a file: append > FILE to the command.',
  });
}
