import {deliveryRequest, type Forwarded} from '../api/watch/forward-delivery.ts';
import {makeOrderedQueue} from '../api/watch/ordered-queue.ts';
import {Failure} from '../base/failure.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {checkJson} from '../base/json-check.ts';
import {findSpan, makeLookup} from '../base/json-pointer.ts';
import {itemSpans, kindOf, rootSpan, type Span, sliceSpan} from '../base/json-scan.ts';
import type {Builtin} from './builtin.ts';
import {parseBuiltin} from './builtin-line.ts';
import {compileWith} from './compile-filter.ts';
import {makeEmitter} from './follow-events.ts';
import {
  checkForwardUrl,
  forwardedJson,
  makeForward,
  makeRefusals,
  usualAtOnce,
  warnOfPlainAddress,
} from './forward-to.ts';
import {interruptible} from './interruptible.ts';
import {wrongLine} from './scan.ts';

/** `forward`: failed deliveries, sent again to an address of one's own. */
export const forward: Builtin = {
  name: 'forward',
  summary: 'resend failed webhook deliveries to a URL of yours',
  usage: ['forward <url> [--concurrency N] [--timeout 30s] < records'],
  flags: [],
  takesGlobals: true,
  notes: [
    'Reads the output of jr webhook get-failed or jr watch webhook get-failed from standard input. Each body is sent by POST to that URL only: redirects are not followed, and no credentials or cookies are sent.',
    'Headers identify the delivery: X-Atlassian-Webhook-Identifier (the id of the failure), X-Failed-Delivery-Event, X-Failed-Delivery-Time, X-Failed-Delivery-Url, and X-Forwarded-By: steward.',
    'Prints one line per delivery: {"type": "forwarded", "id": …, "status": …}. Only requests answered 429 are retried, up to --retries times. "unsure": true marks a delivery that may have arrived although no response was received.',
    'Exits 0 if every delivery was accepted (2xx), else with the code of the worst failure.',
  ],
  examples: [
    'webhook get-failed --output jsonl | jr forward http://localhost:3000/hook',
    'webhook get-failed --after 1795003200000 --jq \'.values[] | select(.url | contains("ci."))\' | jr forward http://localhost:3000/hook --concurrency 1',
  ],
  async run(argv, context) {
    const {host, program} = context;
    const {words, globals, problems} = parseBuiltin(forward, argv, context, 1);
    const [typed] = words;
    if (typed === undefined) {
      throw wrongLine(
        'forward requires a URL.',
        `${program} webhook get-failed --output jsonl | ${program} forward http://localhost:3000/hook`,
      );
    }
    const {url, problems: ofUrl} = checkForwardUrl(typed, 'url');
    const filter = await compileWith(globals, [...problems, ...ofUrl], host);
    if (host.stdin.isTTY) {
      throw wrongLine(
        'forward reads records from standard input.',
        `${program} webhook get-failed --output jsonl | ${program} forward ${url}`,
      );
    }
    const emit = makeEmitter({...globals, ...(filter && {filter})}, host);
    if (globals['dry-run']) {
      for await (const record of readDeliveries(host.stdin.chunks())) {
        await emit(rehearsed(record, url));
      }
      return 0;
    }
    warnOfPlainAddress(url, host);
    const refusals = makeRefusals(url);
    const onResult = async (forwarded: Forwarded): Promise<boolean> => {
      refusals.add(forwarded);
      await emit(forwardedJson(forwarded));
      return true;
    };
    await interruptible(host, async signal => {
      const work = makeForward(url, globals, host, signal);
      const atOnce = globals.concurrency ?? usualAtOnce;
      const queue = makeOrderedQueue({work, onResult, atOnce, signal});
      try {
        for await (const record of readDeliveries(host.stdin.chunks(signal))) {
          if (signal.aborted || host.stdout.closed) break;
          await queue.put(record);
        }
      } finally {
        await queue.end();
      }
      if (signal.aborted) throw new Failure('interrupted', 'Interrupted.');
    });
    refusals.check();
    return 0;
  },
};

/** What a watch tells beside failures. */
const otherEvents: ReadonlySet<string> = new Set(['gap', 'forwarded', 'summary', 'alert']);

/**
 * Records of failed deliveries among lines of JSON, as they come: records, events of a watch, and
 * answers of `webhook get-failed`.
 *
 * @throws Failure 'validation_error' for a line that is none of these
 */
async function* readDeliveries(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let number = 0;
  for await (const line of linesOf(chunks)) {
    number++;
    if (line.trim() !== '') yield* recordsIn(line, number);
  }
}

function recordsIn(line: string, number: number): readonly string[] {
  const why = checkJson(line);
  if (why !== undefined) throw noRecord(number, `${why.message} (column ${why.column})`);
  const root = rootSpan(line);
  if (kindOf(line, root) === 'array') return listed(line, root, number);
  const json = makeLookup(line);
  const type = json.string('/type');
  if (type !== undefined && otherEvents.has(type)) return [];
  const list = findSpan(line, '/values');
  if (list !== undefined && kindOf(line, list) === 'array') return listed(line, list, number);
  const item = json.span('/item');
  return [checked(line, type === 'failure' && item ? item : root, number)];
}

function listed(line: string, list: Span, number: number): readonly string[] {
  return itemSpans(line, list).map(item => checked(line, item, number));
}

function checked(line: string, span: Span, number: number): string {
  const isObject = kindOf(line, span) === 'object';
  const json = isObject ? makeLookup(line, span) : undefined;
  if (json?.json('/id') === undefined || json.json('/failureTime') === undefined) {
    throw noRecord(number, 'id or failureTime is missing');
  }
  return sliceSpan(line, span);
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const pieces = (rest + decoder.decode(chunk, {stream: true})).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
  yield rest + decoder.decode();
}

function noRecord(number: number, why: string): Failure {
  return new Failure(
    'validation_error',
    `Line ${number} of standard input is not a failed delivery: ${why}.`,
    {
      hint: 'Pipe in the output of jr webhook get-failed or jr watch webhook get-failed. Deliveries before that line were sent.',
    },
  );
}

/** The request that would be sent, as --dry-run prints it: its body whole, secrets of addresses starred out. */
function rehearsed(record: string, url: string): string {
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
