import {setFlagsFromString} from 'node:v8';
import {type Context, createContext, runInContext} from 'node:vm';
import {Failure} from '../base/failure.ts';

/** The result of one run of the engine. */
export interface JqRun {
  /** One compact JSON text each. */
  readonly outputs: readonly string[];
  /** Output of `debug` and `stderr`. */
  readonly messages: string;
  /** The problem, a sentence without a full stop; undefined on success. */
  readonly problem?: string;
  /** The engine's memory was not enough. @default false */
  readonly isOutOfMemory?: true;
}

/** A variable of a filter: `$name`. */
export interface JqVariable {
  /** Letters, digits and underscores, not starting with a digit. */
  readonly name: string;
  /** JSON text of its value. */
  readonly json: string;
}

/** jq 1.8.2; runs one filter over one text at a time, without access to files and environment. */
export interface JqEngine {
  /** Return the problem of a filter without running it; undefined if it compiles. */
  compile(filter: string, variables?: readonly JqVariable[]): string | undefined;
  /**
   * Run a filter on texts in order, up to the first problem.
   *
   * @param texts JSON texts, each made when the one before it is done
   * @param timeoutMs limit in milliseconds; 0 for no limit
   * @returns undefined after a timeout; the engine is unusable then
   */
  run(
    filter: string,
    texts: Iterable<string>,
    timeoutMs: number,
    variables?: readonly JqVariable[],
  ): JqRun | undefined;
}

/**
 * Prefix of every filter: the environment is empty and the input has no name (contract 3.3).
 * `input` and `inputs` find nothing more, the file system is empty, and `import` is invalid after
 * this.
 */
const prelude = 'def env: {}; def input_filename: null; {} as $ENV | ';

/**
 * Load the engine, which takes about 50 ms and 1 MB, so only when a filter needs it. V8 compiles
 * WebAssembly with its fast compiler, which halves the time.
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
    } catch {
      // The engine aborts for lack of memory only; a recursion without end takes memory too.
      const problem = 'it requires more memory than the 256 MB that the engine has';
      return {outputs: [], messages: '', problem, isOutOfMemory: true};
    }
  };
  /** Filters known to be valid, so that commands in a batch compile theirs once. */
  const validFilters = new Set<string>();
  return {
    compile(filter, variables) {
      const key = JSON.stringify([filter, variables]);
      if (validFilters.has(key)) return undefined;
      // Without any input the filter is compiled but not run.
      const {problem} = runRaw('', filter, variables);
      if (problem === undefined && validFilters.size < maxValidFilters) validFilters.add(key);
      return problem;
    },
    run: (filter, texts, timeoutMs, variables) =>
      runWithTimeout(
        () => runOnEach(texts, text => runRaw(replaceUnpairedSurrogates(text), filter, variables)),
        timeoutMs,
      ),
  };
}

function runOnEach(texts: Iterable<string>, run: (text: string) => JqRun): JqRun {
  const outputs: string[] = [];
  const messages: string[] = [];
  for (const text of texts) {
    const one = run(text);
    if (one.problem !== undefined) return one;
    // Pushed one by one: spreading a long list would overflow the stack.
    for (const output of one.outputs) outputs.push(output);
    if (one.messages !== '') messages.push(one.messages);
  }
  return {outputs, messages: messages.join('\n')};
}

const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}(\\u[dD][c-fC-F][\da-fA-F]{2})?|.)/gs;

/**
 * Replace the escape of an unpaired high surrogate (U+D800 to U+DBFF) by U+FFFD. jq does so for an
 * unpaired low one, but rejects the whole text for a high one.
 */
function replaceUnpairedSurrogates(json: string): string {
  if (!/\\u[dD][89abAB]/.test(json)) return json;
  return json.replace(escapes, (one, second?: string) =>
    one.length === 6 && second === undefined ? '\\ufffd' : one,
  );
}

/** Maximum number of cached valid filters. */
const maxValidFilters = 100;

let sharedContext: Context | undefined;

/**
 * Run a synchronous function such as WebAssembly, which only V8's own watchdogs for time and SIGINT
 * can interrupt.
 *
 * @throws Failure 'interrupted'
 */
function runWithTimeout<T>(run: () => T, timeoutMs: number): T | undefined {
  sharedContext ??= createContext({});
  Object.assign(sharedContext, {run});
  const limit = timeoutMs === 0 ? {} : {timeout: timeoutMs};
  try {
    return runInContext('run()', sharedContext, {...limit, breakOnSigint: true});
  } catch (error) {
    // The error is of the other context, so it is not an instance of Error here.
    const code = String(Object(error).code);
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') {
      throw new Failure('interrupted', 'Interrupted while the jq filter ran.');
    }
    throw error;
  }
}

/** Remove the prefix, the excerpt and the columns of the prelude from jq's message. */
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
