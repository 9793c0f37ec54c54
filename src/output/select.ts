import {Failure} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import {filterTooLarge, maxFilteredLength} from '../base/work-limits.ts';
import {combineOutputs, type ItemFilter, itemPieces, parseItemFilter} from './item-filter.ts';
import type {JqEngine, JqVariable} from './jq-engine.ts';
import {loadJqEngine} from './jq-engine.ts';
import {applyPlainPath, parsePlainPath} from './plain-path.ts';

export interface FilterResult {
  /** Compact JSON texts, in order. */
  readonly outputs: readonly string[];
  /** Output of `debug` and `stderr` in the filter, for standard error. */
  readonly messages: string;
}

/** A compiled jq filter. */
export interface JqFilter {
  /** Its source. */
  readonly text: string;
  /**
   * Run the filter.
   *
   * @param json JSON text
   * @param timeoutMs limit in milliseconds; 0 for no limit (contract 14)
   * @param maxLength longest text for the engine, in characters. @default 36,000,000
   * @throws Failure 'jq_error' when the filter fails on it, 'timeout_error' after the limit,
   * 'too_large' for a text that exceeds the engine's memory
   */
  apply(json: string, timeoutMs: number, maxLength?: number): Promise<FilterResult>;
  /** Its form if it reads one item of a list at a time. */
  byItem(): Promise<Pick<ItemFilter, 'path' | 'result'> | undefined>;
}

/**
 * The engine of all filters. Replaced after a timeout or a long text, since its memory never
 * shrinks.
 */
let sharedEngine: Promise<JqEngine> | undefined;
/**
 * Length in characters of a long text: the engine is not reused after it, reads its items one after
 * another if the filter allows, and a lack of memory is the fault of the text, not of the filter.
 */
const longLength = 1_000_000;

function getEngine(): Promise<JqEngine> {
  sharedEngine ??= loadJqEngine().catch(error => {
    sharedEngine = undefined;
    throw error;
  });
  return sharedEngine;
}

/**
 * Compile a jq filter (contract 3.3). A plain path is evaluated on the text itself, which preserves
 * numbers and escapes; other filters, and uncertain results of a path, require the engine, which is
 * loaded then.
 *
 * @param variables `$name` variables of the filter
 * @throws Failure 'jq_error' when it does not compile
 */
export async function compileFilter(
  filter: string,
  variables: readonly JqVariable[] = [],
): Promise<JqFilter> {
  const path = parsePlainPath(filter);
  if (path === undefined) {
    const problem = (await getEngine()).compile(filter, variables);
    if (problem !== undefined) throw notCompiled(problem);
  }
  return {
    text: filter,
    async byItem() {
      if (path !== undefined) return {path, result: 'outputs'};
      const engine = await getEngine();
      return parseItemFilter(filter, text => engine.compile(text, variables) === undefined);
    },
    async apply(json, timeoutMs, maxLength = maxFilteredLength) {
      const plain = path && applyPlainPath(json, path);
      if (plain !== undefined) return {outputs: plain.map(compactJson), messages: ''};
      const isLong = json.length > longLength;
      const engine = await getEngine();
      // An engine stopped in the middle of a run is unusable.
      sharedEngine = undefined;
      const compiles = (text: string) => engine.compile(text, variables) === undefined;
      const byItem = isLong ? parseItemFilter(filter, compiles) : undefined;
      const pieces = byItem && itemPieces(json, byItem.path);
      const whole = byItem && pieces ? `.[] | ${byItem.body}` : filter;
      const texts = checkLengths(pieces ?? [json], json.length, maxLength);
      const run = engine.run(whole, texts, timeoutMs, variables);
      if (run !== undefined && !isLong) sharedEngine = Promise.resolve(engine);
      if (run === undefined) {
        throw new Failure('timeout_error', `The jq filter did not end within ${timeoutMs} ms.`, {
          hint: 'Allow more time with --timeout, for example --timeout 2m.',
        });
      }
      const {outputs, messages, problem, isOutOfMemory = false} = run;
      if (problem === undefined) {
        const all = byItem && pieces ? combineOutputs(outputs, byItem.result) : outputs;
        return {outputs: all, messages};
      }
      if (isOutOfMemory && isLong) throw filterTooLarge(json.length);
      throw new Failure('jq_error', `The jq filter failed: ${problem}`);
    },
  };
}

/** Refuse a text that is too long before the engine reads it. */
function* checkLengths(
  texts: Iterable<string>,
  length: number,
  maxLength: number,
): Iterable<string> {
  for (const text of texts) {
    if (text.length > maxLength) throw filterTooLarge(length);
    yield text;
  }
}

function notCompiled(problem: string): Failure {
  return new Failure('jq_error', `The jq filter does not compile: ${problem}`, {
    hint: "Nothing was sent. Quote the filter for the shell: --jq '.values[] | .name'.",
    attempts: 0,
  });
}
