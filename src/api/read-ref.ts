import {isFailure} from '../base/failure.ts';
import {itemSpans, kindOf, memberSpans, rootSpan} from '../base/json-scan.ts';
import {parseJsonValue} from '../base/json-value.ts';
import type {OperationRef} from './operation-ref.ts';
import type {ResolvedCall} from './request-plan.ts';
import {resolveCall, resolveFollowUps} from './resolve-call.ts';

/** Sends the requests of a reference. */
export interface RefReader {
  /** Returns the JSON text of the response. Throws Failure. */
  readonly send: (call: ResolvedCall) => Promise<string>;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
  /** Once aborted, each failure is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Describes a failed read in `also` or `after`; the text becomes its member. */
  readonly explain: (error: unknown) => string;
  /** Called before each read in `after`. */
  readonly onLater?: (call: ResolvedCall) => void;
}

/**
 * Read a reference with its `also` and `after`; returns the JSON text of the response, with
 * theirs as members.
 *
 * @throws Failure of the kinds of contract 4
 */
export async function readRef(
  ref: OperationRef,
  params: Readonly<Record<string, string>>,
  reader: RefReader,
): Promise<string> {
  const resolved = (one: OperationRef) => resolveCall(one, params, reader.now());
  const beside = Object.entries(ref.also ?? {});
  const [text, ...answers] = await Promise.all([
    readOne(ref, resolved(ref), params, reader),
    ...beside.map(([, one]) => readBeside(one, resolved(one), params, reader)),
  ]);
  const members = beside.map(([name], i) => [name, answers[i]] as const);
  return addFollowUpReads(ref.after, withMembers(text, members), params, reader);
}

/**
 * Add the reads in `after` to the response that they are filled from.
 *
 * @throws Failure if it is required or the signal is aborted
 */
export async function addFollowUpReads(
  after: OperationRef['after'],
  text: string,
  params: Readonly<Record<string, string>>,
  reader: RefReader,
): Promise<string> {
  if (after === undefined) return text;
  const answer = parseJsonValue(text);
  const read = async (ref: OperationRef, call: ResolvedCall): Promise<string | undefined> => {
    reader.onLater?.(call);
    const later = await readBeside(ref, call, params, reader);
    return later && addFollowUpReads(ref.after, later, params, reader);
  };
  const members = Object.entries(after).map(async ([name, ref]): Promise<readonly Member[]> => {
    const calls = resolveFollowUps(ref, answer, params, reader.now());
    const texts = await Promise.all(calls.map(call => read(ref, call)));
    if (ref.each !== undefined) return [[name, `[${texts.join(',')}]`]];
    return texts.map(one => [name, one]);
  });
  return withMembers(text, (await Promise.all(members)).flat());
}

async function readOne(
  {orElse}: OperationRef,
  call: ResolvedCall,
  params: Readonly<Record<string, string>>,
  reader: RefReader,
): Promise<string> {
  try {
    return await reader.send(call);
  } catch (thrown) {
    if (orElse === undefined || !isFailure(thrown) || thrown.kind !== 'not_found') throw thrown;
    if (typeof orElse === 'string') return orElse;
    return readOne(orElse, resolveCall(orElse, params, reader.now()), params, reader);
  }
}

function readBeside(
  ref: OperationRef,
  call: ResolvedCall,
  params: Readonly<Record<string, string>>,
  reader: RefReader,
): Promise<string | undefined> {
  return readOne(ref, call, params, reader).catch(thrown => {
    if (reader.signal?.aborted || ref.onFailure === 'fail') throw thrown;
    if (ref.onFailure === 'omit') return undefined;
    return JSON.stringify(`unknown: ${reader.explain(thrown)}`);
  });
}

/** A member name and its JSON text; undefined is omitted. */
type Member = readonly [string, string | undefined];

/**
 * Append members to a JSON object, also to the only element of an array; return other values
 * unchanged.
 */
function withMembers(text: string, all: readonly Member[]): string {
  const members = all.filter(([, value]) => value !== undefined);
  if (members.length === 0) return text;
  const whole = rootSpan(text);
  const [alone, ...others] = kindOf(text, whole) === 'array' ? itemSpans(text, whole) : [];
  const root = others.length === 0 && alone !== undefined ? alone : whole;
  if (kindOf(text, root) !== 'object') return text;
  const first = memberSpans(text, root).length === 0 ? '' : ',';
  const added = members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',');
  return `${text.slice(0, root.end - 1)}${first}${added}${text.slice(root.end - 1)}`;
}
