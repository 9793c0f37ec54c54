import {inputFailure} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Failure} from '../base/failure.ts';
import type {Builtin} from './builtin.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {emitJson} from './emit.ts';
import {type FlagRow, type GlobalValues, globalFlags, type ValuesOf} from './flags.ts';
import {parseRows} from './parse-rows.ts';
import {refuseWrongFlags, type Scanned, wrongLine} from './scan.ts';

/** The parsed command line of a built-in command. */
export interface BuiltinLine<Rows extends readonly FlagRow[] = readonly FlagRow[]> {
  /** Words after its name. */
  readonly words: readonly string[];
  /** Values of its own flags. */
  readonly own: ValuesOf<Rows>;
  /** Texts of every flag, for flags that may be repeated. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly globals: GlobalValues;
  /** The problems of the values. */
  readonly problems: readonly Problem[];
}

/**
 * Parse the command line of a built-in command.
 *
 * @param mostWords limit of words after its name
 * @throws Failure 'command_error' for unknown flags and too many words
 */
export function parseBuiltin<Rows extends readonly FlagRow[]>(
  builtin: Omit<Builtin<Rows>, 'run'>,
  line: Scanned,
  {program}: Pick<CommandContext, 'program'>,
  mostWords: number,
): BuiltinLine<Rows> {
  const hint = usageHint(builtin, program);
  const {words, texts} = line;
  refuseWrongFlags(line, hint);
  const [extra] = words.slice(mostWords + 1);
  if (extra !== undefined) {
    throw wrongLine(`Unexpected argument "${extra}".`, hint);
  }
  const own = parseRows(builtin.flags, texts);
  const globals = parseRows(globalFlags, builtin.takesGlobals ? texts : new Map());
  return {
    words: words.slice(1),
    own: own.values,
    texts,
    globals: globals.values,
    problems: [
      ...own.problems,
      ...globals.problems,
      ...problemsOfClear(builtin, texts),
      ...problemsOfQuestion(builtin, texts),
    ],
  };
}

/**
 * Reject --clear: only operations have fields to clear, and ignoring it would leave one unchanged
 * silently.
 */
function problemsOfClear(
  {name}: Pick<Builtin, 'name'>,
  texts: ReadonlyMap<string, readonly string[]>,
): readonly Problem[] {
  const message = `--clear works with operations only, not with ${name}`;
  return texts.has('clear') ? [{input: 'clear', message}] : [];
}

/**
 * Reject --exit-on and --exit-status without a response to test; ignoring them would give every
 * condition the same result.
 */
function problemsOfQuestion(
  {name}: Pick<Builtin, 'name'>,
  texts: ReadonlyMap<string, readonly string[]>,
): readonly Problem[] {
  if (name === 'raw' || name === 'batch') return [];
  const ignored = ['exit-on', 'exit-status'].filter(flag => texts.has(flag));
  return ignored.map(flag => ({
    input: flag,
    message: `--${flag} works with operations, raw and batch only, not with ${name}`,
  }));
}

function usageHint({usage}: Pick<Builtin, 'usage'>, program: string): string {
  return `Usage: ${usage.map(form => `${program} ${form}`).join(' or ')}`;
}

/** A failure for a line whose words the command does not accept. */
export function wrongArguments(
  builtin: Pick<Builtin, 'usage'>,
  {program}: Pick<CommandContext, 'program'>,
  message: string,
): Failure {
  return wrongLine(message, usageHint(builtin, program));
}

/**
 * Reject the problems of a line, including those of its output flags, before the command does
 * anything.
 *
 * @returns prints JSON as specified by --jq and other flags; returns the exit code 0
 * @throws Failure 'validation_error', or 'jq_error' if only the filter is invalid
 */
export async function openPrinter(
  {globals, problems}: Pick<BuiltinLine, 'globals' | 'problems'>,
  host: CommandHost,
): Promise<(json: string) => Promise<number>> {
  const filter = await compileWith(globals, problems, host);
  return async json => {
    await emitJson(json, {...globals, ...(filter && {filter})}, host);
    return 0;
  };
}

/**
 * Reject a line with problems.
 *
 * @throws Failure 'validation_error'
 */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw inputFailure(undefined, problems);
}
