import type {Reply} from '../api/client.ts';
import {Failure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {escapeControls} from '../base/json-escape.ts';
import type {Host} from '../host/host.ts';
import {printJson, showControls} from '../output/print.ts';
import type {Filter} from '../output/select.ts';
import type {GlobalValues} from './flags.ts';

/** The default of --timeout. */
const defaultTimeoutMs = 30_000;

/** How a JSON text is selected from and written out. */
export type EmitOptions = Pick<GlobalValues, 'pretty' | 'raw-output' | 'timeout'> & {
  readonly filter?: Filter;
};

/**
 * Select from a JSON text and write what remains to standard output, a newline after each.
 *
 * @throws Failure 'jq_error' when the filter fails; then nothing was written
 */
export async function emitJson(
  json: string,
  options: EmitOptions,
  host: Pick<Host, 'stdout' | 'stderr'>,
): Promise<void> {
  const {filter, pretty = false, 'raw-output': raw = false} = options;
  const style = {pretty, raw, terminal: host.stdout.isTTY};
  if (filter === undefined) {
    host.stdout.write(printJson([json], style));
    return;
  }
  const {outputs, messages} = await filter.apply(json, options.timeout ?? defaultTimeoutMs);
  if (messages !== '') host.stderr.write(`${messages}\n`);
  host.stdout.write(printJson(outputs, style));
}

/**
 * Write an answer: part by part where nothing is to be done to it as a whole, each taken before the
 * next one is made, so that a long list is never held twice.
 *
 * @param mayBeText the answer may be no JSON (`raw` without a filter); such a text goes out as it came
 * @throws Failure 'jq_error' when the filter fails, 'command_error' for bytes that are no text on a
 * terminal; then nothing was written
 */
export async function emitReply(
  reply: Pick<Reply, 'text' | 'parts' | 'bytes'>,
  options: EmitOptions & {readonly mayBeText: boolean},
  host: Pick<Host, 'stdout' | 'stderr'>,
): Promise<void> {
  const {stdout} = host;
  const isWhole = options.filter !== undefined || options.pretty === true;
  if (reply.parts !== undefined && !isWhole && options['raw-output'] !== true) {
    for (const part of reply.parts) {
      stdout.write(escapeControls(part));
      // What cannot be written is told at the end of the command, which waits for all of it.
      const isTaken = await stdout.flush().then(
        () => true,
        () => false,
      );
      if (!isTaken || stdout.closed) return;
    }
    stdout.write('\n');
    return;
  }
  const {text} = reply;
  if (options.mayBeText && checkJson(text) !== undefined) {
    if (reply.bytes && (stdout.isTTY || stdout.textOnly)) throw notShown(reply.bytes);
    stdout.write(reply.bytes ?? plainText(text, stdout.isTTY));
    return;
  }
  await emitJson(text, options, host);
}

/** A text that is no JSON: as it came, or so that it cannot steer a terminal (contract 3.2). */
function plainText(text: string, isTTY: boolean): string {
  const shown = isTTY ? showControls(text) : text;
  return shown.endsWith('\n') ? shown : `${shown}\n`;
}

function notShown({length}: Uint8Array): Failure {
  return new Failure('command_error', `The answer is ${length} bytes that are no text.`, {
    hint: 'Write it to a file: put > FILE behind the command.',
  });
}
