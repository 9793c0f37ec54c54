import {Failure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {findSpan, makeLookup} from '../base/json-pointer.ts';
import {itemSpans, kindOf, rootSpan, type Span, sliceSpan} from '../base/json-scan.ts';

/** What a watch tells beside failures. */
const otherEvents: ReadonlySet<string> = new Set(['gap', 'forwarded', 'summary', 'alert']);

/**
 * Records of failed deliveries among lines of JSON, as they come: records, events of a watch, and
 * answers of `webhook get-failed`.
 *
 * @throws Failure 'validation_error' for a line that is none of these
 */
export async function* readDeliveries(
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
