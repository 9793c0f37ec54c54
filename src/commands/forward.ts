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
  summary: 'send failed webhook deliveries again, to an address of your own',
  usage: ['forward <url> [--concurrency N] [--timeout 30s] < records'],
  flags: [],
  takesGlobals: true,
  notes: [
    'Standard input has the records, as jr webhook get-failed and jr watch webhook get-failed print them. The body of each goes by POST to that address and to no other: a redirect is not followed, and no credentials and cookies are sent.',
    'Headers say what it is: X-Atlassian-Webhook-Identifier (the id of the failure), X-Failed-Delivery-Event, -Time and -Url, X-Forwarded-By: steward.',
    'Each prints one line {"type": "forwarded", "id": …, "status": …}. What is answered 429 is sent again up to --retries times, nothing else: "unsure": true is one that may have arrived although no answer came.',
    'The exit code is 0 when all were taken (2xx), else that of the worst.',
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
        'forward needs the address to send to.',
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
    throw noRecord(number, 'it has no id and failureTime');
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
    `Line ${number} of standard input is no failed delivery: ${why}.`,
    {
      hint: 'It takes what jr webhook get-failed and jr watch webhook get-failed print. What came before that line was sent.',
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
