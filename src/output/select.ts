import {Failure} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import {checkFilterLength, filterTooLarge} from '../base/work-limits.ts';
import type {JqEngine, JqVariable} from './jq-engine.ts';
import {loadJqEngine} from './jq-engine.ts';
import {applyPlainPath, parsePlainPath} from './plain-path.ts';

/** What a filter gave. */
export interface Selected {
  /** Compact JSON texts, in order. */
  readonly outputs: readonly string[];
  /** What the filter wrote by `debug` and `stderr`, for standard error. */
  readonly messages: string;
}

/** A jq filter that compiles. */
export interface Filter {
  /** What it was compiled from. */
  readonly text: string;
  /**
   * @param json JSON text
   * @param timeoutMs milliseconds it may take; 0 for no limit (contract 14)
   * @throws Failure 'jq_error' when the filter fails on it, 'timeout_error' when it takes longer,
   * 'too_large' for a text the engine cannot hold
   */
  apply(json: string, timeoutMs: number): Promise<Selected>;
}

/** The engine of all filters, until it was stopped or has grown: its memory never gets smaller. */
let shared: Promise<JqEngine> | undefined;
/** Characters of the longest text after which the engine is kept. */
const keptUpTo = 1_000_000;
/** Characters from which on an engine that gives up has run out of memory. */
const longForEngine = 10_000_000;

function sharedEngine(): Promise<JqEngine> {
  shared ??= loadJqEngine().catch(error => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/**
 * Compile a jq filter (contract 3.3). A plain path is answered from the text itself, which
 * keeps numbers and escapes as they are; everything else, and whatever a path cannot say for
 * certain, by the engine, loaded then.
 *
 * @param variables what stands for `$name` in it
 * @throws Failure 'jq_error' when it does not compile
 */
export async function compileFilter(
  filter: string,
  variables: readonly JqVariable[] = [],
): Promise<Filter> {
  const path = parsePlainPath(filter);
  if (path === undefined) {
    const problem = (await sharedEngine()).compile(filter, variables);
    if (problem !== undefined) throw notCompiled(problem);
  }
  return {
    text: filter,
    async apply(json, timeoutMs) {
      const plain = path && applyPlainPath(json, path);
      if (plain !== undefined) return {outputs: plain.map(compactJson), messages: ''};
      checkFilterLength(json.length);
      const engine = await sharedEngine();
      // An engine that was stopped half-way is of no more use.
      shared = undefined;
      const run = engine.run(filter, json, timeoutMs, variables);
      shared = Promise.resolve(engine);
      if (run === undefined || json.length > keptUpTo) shared = undefined;
      if (run === undefined) {
        throw new Failure('timeout_error', `The jq filter did not end within ${timeoutMs} ms.`, {
          hint: 'Allow more time with --timeout, for example --timeout 2m.',
        });
      }
      const {outputs, messages, problem, isGivenUp} = run;
      if (problem === undefined) return {outputs, messages};
      if (isGivenUp && json.length > longForEngine) throw filterTooLarge(json.length);
      throw new Failure('jq_error', `The jq filter failed: ${problem}`);
    },
  };
}

function notCompiled(problem: string): Failure {
  return new Failure('jq_error', `The jq filter does not compile: ${problem}`, {
    hint: "Nothing was sent. Quote the filter for the shell: --jq '.values[] | .name'.",
    attempts: 0,
  });
}
