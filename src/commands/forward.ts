import {deliveryRequest, type ForwardResult} from '../api/watch/forward-delivery.ts';
import {makeOrderedQueue} from '../api/watch/ordered-queue.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {checkJson} from '../base/json-check.ts';
import {findSpan, makeLookup} from '../base/json-pointer.ts';
import {itemSpans, type JsonSpan, kindOf, rootSpan, sliceSpan} from '../base/json-scan.ts';
import {inputTooLarge, maxInputBytes} from '../base/work-limits.ts';
import {openDeadLetters} from '../host/dead-letters.ts';
import type {Builtin} from './builtin.ts';
import {parseBuiltin} from './builtin-line.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandHost} from './context.ts';
import type {FlagRow} from './flags.ts';
import {makeEmitter} from './follow-events.ts';
import {
  checkForwardUrl,
  deadLetter,
  defaultConcurrency,
  forwardedJson,
  makeForward,
  makeRefusals,
  warnOfPlainAddress,
} from './forward-to.ts';
import {interruptible} from './interruptible.ts';
import {wrongLine} from './scan.ts';

const forwardFlags = [
  {
    name: 'retry',
    type: 'string',
    help: 'send the failures of this dead-letter file instead of standard input; those that fail again stay in it',
    suggests: 'files',
  },
] as const satisfies readonly FlagRow[];

/** `forward`: resend failed deliveries to a URL of your own. */
export const forward: Builtin<typeof forwardFlags> = {
  name: 'forward',
  summary: 'resend failed webhook deliveries to a URL of yours',
  usage: [
    'forward <url> [--concurrency N] [--timeout 30s] < records',
    'forward <url> --retry FILE',
  ],
  flags: forwardFlags,
  takesGlobals: true,
  notes: [
    'Reads the output of jr webhook get-failed or jr watch webhook get-failed from standard input. Each body is sent by POST to that URL only: redirects are not followed, and no credentials or cookies are sent.',
    'Headers identify the delivery: X-Atlassian-Webhook-Identifier (the id of the failure), X-Failed-Delivery-Event, X-Failed-Delivery-Time, X-Failed-Delivery-Url, and X-Forwarded-By: steward.',
    'Prints one line per delivery: {"type": "forwarded", "id": …, "status": …}. Only requests answered 429 are retried, up to --retries times. "unsure": true marks a delivery that may have arrived although no response was received.',
    '--retry FILE sends the failures that a watch with --forward-to could not deliver. Accepted ones are removed from the file, also while a watch appends to it; if the command is killed, the next --retry sends its failures again. A missing FILE is refused, except FILE.dead-letters beside the --resume file of its watch.',
    'Exits 0 if every delivery was accepted (2xx), else with the code of the worst failure.',
  ],
  examples: [
    'jr webhook get-failed --output jsonl | jr forward http://localhost:3000/hook',
    'jr webhook get-failed --after 1795003200000 --jq \'.values[] | select(.url | contains("ci."))\' | jr forward http://localhost:3000/hook --concurrency 1',
    'forward http://localhost:3000/hook --retry failed.cursor.dead-letters',
  ],
  async run(scanned, context) {
    const {host, program} = context;
    const {words, own, globals, problems} = parseBuiltin(forward, scanned, context, 1);
    const [typed] = words;
    if (typed === undefined) {
      throw wrongLine(
        'forward requires a URL.',
        `${program} webhook get-failed --output jsonl | ${program} forward http://localhost:3000/hook`,
      );
    }
    const {url, problems: ofUrl} = checkForwardUrl(typed, 'url');
    const filter = await compileWith(globals, [...problems, ...ofUrl], host);
    const {retry} = own;
    if (host.stdin.isTTY && retry === undefined) {
      throw wrongLine(
        'forward reads records from standard input.',
        `${program} webhook get-failed --output jsonl | ${program} forward ${url}`,
      );
    }
    const emit = makeEmitter({...globals, ...(filter && {filter})}, host);
    if (globals['dry-run']) {
      const file = retry === undefined ? undefined : await host.findFile(retry);
      if (retry !== undefined && file === undefined) await reportNoLetters(retry, host);
      const chunks = retry === undefined ? host.stdin.chunks() : asChunks(file);
      for await (const record of readDeliveries(chunks, retry)) await emit(dryRunText(record, url));
      return 0;
    }
    warnOfPlainAddress(url, host);
    const letters = retry === undefined ? undefined : openDeadLetters(retry, host);
    const refusals = makeRefusals(url);
    const taken = await letters?.take();
    let unreadable: Failure | undefined;
    const keep =
      letters &&
      (async (line: string, failure: Failure) => {
        unreadable ??= failure;
        await letters.append(line);
      });
    if (retry !== undefined && !taken) await reportNoLetters(retry, host);
    try {
      await interruptible(host, async signal => {
        const send = makeForward(url, globals, host, signal);
        const queue = makeOrderedQueue<string, {record: string; forwarded: ForwardResult}>({
          work: async record => ({record, forwarded: await send(record)}),
          async onResult({record, forwarded}) {
            refusals.add(forwarded);
            if (!forwarded.ok) await letters?.append(deadLetter(record, forwarded));
            await emit(forwardedJson(forwarded));
            return true;
          },
          atOnce: globals.concurrency ?? defaultConcurrency,
          // Each line read from a file must be accepted or appended to it again.
          ...(letters === undefined && {signal}),
        });
        const isOver = (): boolean => signal.aborted || host.stdout.closed;
        const chunks = letters === undefined ? host.stdin.chunks(signal) : taken?.chunks;
        try {
          for await (const record of readDeliveries(chunks ?? asChunks(), retry, keep)) {
            if (!isOver()) await queue.put(record);
            else if (letters === undefined) break;
            else await letters.append(deadLetter(record, {problem: 'Interrupted.'}));
          }
        } finally {
          await queue.end();
        }
        await taken?.remove();
        if (signal.aborted) throw new Failure('interrupted', 'Interrupted.');
      });
    } finally {
      await taken?.release();
    }
    refusals.check();
    if (unreadable !== undefined) throw unreadable;
    return 0;
  },
};

/**
 * Report that a dead-letter file does not exist.
 *
 * @throws Failure 'validation_error' unless the file of the watch beside it shows that there were
 * no failures left: the name may be mistyped
 */
async function reportNoLetters(file: string, host: CommandHost): Promise<void> {
  const cursor = /^(.+)\.dead-letters(?:\.exec)?$/.exec(file)?.[1];
  if (cursor !== undefined && (await host.findFile(cursor)) !== undefined) {
    host.reporter.note(`${file} does not exist: nothing to send.`);
    return;
  }
  const message = `--retry ${file} does not exist`;
  throw new Failure('validation_error', message, {
    errors: {retry: message},
    hint: 'Check the name. A watch creates the file with the first failure that it cannot deliver.',
    attempts: 0,
  });
}

async function* asChunks(bytes?: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes !== undefined) yield bytes;
}

/** Events of a watch other than failures. */
const otherEvents: ReadonlySet<string> = new Set([
  'gap',
  'forwarded',
  'summary',
  'alert',
  'resolved',
]);

/**
 * Read records of failed deliveries from lines of JSON, as they arrive: records, events of a watch,
 * and responses of `webhook get-failed`.
 *
 * @param keep receives any other line: one that was cut off must not block those after it
 * @throws Failure 'validation_error' for any other line
 */
async function* readDeliveries(
  chunks: AsyncIterable<Uint8Array>,
  file = 'standard input',
  keep?: (line: string, failure: Failure) => Promise<void>,
): AsyncGenerator<string, void, undefined> {
  let number = 0;
  for await (const line of linesOf(chunks, file)) {
    number++;
    if (line.trim() === '') continue;
    let records: readonly string[] = [];
    try {
      records = recordsIn(line, `Line ${number} of ${file}`);
    } catch (error) {
      const failure = toFailure(error);
      if (keep === undefined) throw failure;
      const hint = 'The line stays in the file, the others were sent. Correct it or remove it.';
      await keep(line, new Failure(failure.kind, failure.message, {hint}));
    }
    yield* records;
  }
}

function recordsIn(line: string, name: string): readonly string[] {
  const why = checkJson(line);
  if (why !== undefined) throw noRecord(name, `${why.message} (column ${why.column})`);
  const root = rootSpan(line);
  if (kindOf(line, root) === 'array') return listed(line, root, name);
  const json = makeLookup(line);
  const type = json.string('/type');
  if (type !== undefined && otherEvents.has(type)) return [];
  const list = findSpan(line, '/values');
  if (list !== undefined && kindOf(line, list) === 'array') return listed(line, list, name);
  const item = json.span('/item');
  return [checked(line, type === 'failure' && item ? item : root, name)];
}

function listed(line: string, list: JsonSpan, name: string): readonly string[] {
  return itemSpans(line, list).map(item => checked(line, item, name));
}

function checked(line: string, span: JsonSpan, name: string): string {
  const isObject = kindOf(line, span) === 'object';
  const json = isObject ? makeLookup(line, span) : undefined;
  if (json?.json('/id') === undefined || json.json('/failureTime') === undefined) {
    throw noRecord(name, 'id or failureTime is missing');
  }
  return sliceSpan(line, span);
}

/**
 * Split chunks into lines.
 *
 * @param name for the failure
 * @throws Failure 'too_large' for a line that is longer than `maxInputBytes`
 */
async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, {stream: true}).split('\n');
    parts.push(first);
    length += first.length;
    if (length > maxInputBytes) throw inputTooLarge(`A line of ${name}`);
    const last = others.pop();
    if (last === undefined) continue;
    yield parts.join('');
    yield* others;
    parts = [last];
    length = last.length;
  }
  yield parts.join('') + decoder.decode();
}

function noRecord(name: string, why: string): Failure {
  return new Failure('validation_error', `${name} is not a failed delivery: ${why}.`, {
    hint: 'Pipe in the output of jr webhook get-failed or jr watch webhook get-failed. Deliveries before that line were sent.',
  });
}

/**
 * The request that would be sent, as printed by --dry-run: the complete body, with secrets in URLs
 * redacted.
 */
function dryRunText(record: string, url: string): string {
  const request = deliveryRequest(record, url);
  if (request === undefined) return JSON.stringify({record: 'holds no body'});
  const headers = Object.entries(request.headers).map(([name, text]) => [
    name,
    hideUrlSecrets(text),
  ]);
  return JSON.stringify({
    ...request,
    url: hideUrlSecrets(url),
    headers: Object.fromEntries(headers),
  });
}
