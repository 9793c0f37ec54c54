import {setFlagsFromString} from 'node:v8';
import {type Context, createContext, runInContext} from 'node:vm';
import {Failure} from '../base/failure.ts';

/** How one run of the engine ended. */
export interface JqRun {
  /** Outputs, one compact JSON text each. */
  readonly outputs: readonly string[];
  /** What `debug` and `stderr` wrote. */
  readonly messages: string;
  /** What is wrong, in a sentence without a full stop; undefined when nothing is. */
  readonly problem?: string;
  /** The engine gave up, as it does when its memory is too small. @default false */
  readonly isGivenUp?: true;
}

/** A variable of a filter: `$name`. */
export interface JqVariable {
  /** Letters, digits and underscores, no digit first. */
  readonly name: string;
  /** JSON text of its value. */
  readonly json: string;
}

/** jq 1.8.2; runs one filter over one text at a time. Reaches no file and no environment. */
export interface JqEngine {
  /** What is wrong with a filter before it is run; undefined when nothing is. */
  compile(filter: string, variables?: readonly JqVariable[]): string | undefined;
  /**
   * @param timeoutMs milliseconds it may take; 0 for no limit
   * @returns undefined when it took longer; the engine is of no use then
   */
  run(
    filter: string,
    json: string,
    timeoutMs: number,
    variables?: readonly JqVariable[],
  ): JqRun | undefined;
}

/**
 * Put before every filter: the environment is empty and the input has no name (contract
 * 3.3). `input` and `inputs` find nothing more by themselves, files are those of an empty
 * memory, and `import` cannot stand after this.
 */
const prelude = 'def env: {}; def input_filename: null; {} as $ENV | ';

/**
 * Load the engine: about 50 ms and 1 MB, so only when a filter needs it. V8 is told to compile
 * WebAssembly quickly rather than well, which halves that.
 */
export async function loadJqEngine(): Promise<JqEngine> {
  setFlagsFromString('--liftoff-only');
  const {loadJq} = await import('jq-wasm');
  const jq = await loadJq();
  const runRaw = (input: string, filter: string, variables: readonly JqVariable[] = []): JqRun => {
    const flags = variables.flatMap(({name, json}) => ['--argjson', name, json]);
    try {
      const {stdout, stderr, exitCode} = jq.raw(input, prelude + filter, ['-c', ...flags]);
      const outputs = stdout === '' ? [] : stdout.split('\n');
      if (exitCode === 0) return {outputs, messages: stderr};
      return {outputs, messages: '', problem: describeProblem(stderr)};
    } catch (error) {
      // The engine itself gave up: out of memory, or too deep.
      const why = error instanceof Error ? error.message : String(error);
      const problem = `the filter could not be run: ${why}`;
      return {outputs: [], messages: '', problem, isGivenUp: true};
    }
  };
  /** What is right, so that the commands of a batch have their filter compiled once. */
  const right = new Set<string>();
  return {
    compile(filter, variables) {
      const key = JSON.stringify([filter, variables]);
      if (right.has(key)) return undefined;
      // With no input at all the filter is compiled and nothing runs.
      const {problem} = runRaw('', filter, variables);
      if (problem === undefined && right.size < mostRight) right.add(key);
      return problem;
    },
    run: (filter, json, timeoutMs, variables) =>
      inTime(() => runRaw(withoutHalves(json), filter, variables), timeoutMs),
  };
}

const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}(\\u[dD][c-fC-F][\da-fA-F]{2})?|.)/gs;

/**
 * JSON text in which the escape of a first half of a character (U+D800 to U+DBFF) without its second is
 * U+FFFD: jq takes a second half alone for that, and gives the whole text up for a first one.
 */
function withoutHalves(json: string): string {
  if (!/\\u[dD][89abAB]/.test(json)) return json;
  return json.replace(escapes, (one, second?: string) =>
    one.length === 6 && second === undefined ? '\\ufffd' : one,
  );
}

/** Filters an engine knows to be right. */
const mostRight = 100;

let watched: Context | undefined;

/**
 * Run something that never waits, such as WebAssembly: only V8's own watchdogs, of time and of SIGINT,
 * can end it.
 *
 * @throws Failure 'interrupted'
 */
function inTime<T>(run: () => T, timeoutMs: number): T | undefined {
  watched ??= createContext({});
  Object.assign(watched, {run});
  const limit = timeoutMs === 0 ? {} : {timeout: timeoutMs};
  try {
    return runInContext('run()', watched, {...limit, breakOnSigint: true});
  } catch (error) {
    // Made in the other context, it is no Error of this one.
    const code = String(Object(error).code);
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') {
      throw new Failure('interrupted', 'Interrupted while the jq filter ran.');
    }
    throw error;
  }
}

/** jq's message without its name, its excerpt and the prelude's share of the columns. */
function describeProblem(stderr: string): string {
  const lines = stderr.split('\n').filter(line => /^jq: /.test(line));
  const last = lines.filter(line => !/^jq: \d+ compile error/.test(line)).at(0);
  if (last === undefined) return stderr === '' ? 'the filter ended with an error' : stderr;
  return last
    .replace(/^jq: (?:error|parse error)?(?: \(at [^)]*\))?(?: \(not a string\))?:? ?/, '')
    .replace(/ at <top-level>, line (\d+), column (\d+):?$/, (_, line: string, column: string) => {
      const own = line === '1' ? Math.max(Number(column) - prelude.length, 1) : Number(column);
      return ` (line ${line}, column ${own})`;
    });
}
