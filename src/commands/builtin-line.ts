import {refusal} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Failure} from '../base/failure.ts';
import type {Builtin} from './builtin.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {emitJson} from './emit.ts';
import {type FlagRow, type GlobalValues, globalFlags, type ValuesOf} from './flags.ts';
import {parseRows} from './parse-rows.ts';
import {refuseWrongFlags, type Scanned, wrongLine} from './scan.ts';

/** The command line of a built-in command, parsed. */
export interface BuiltinLine<Rows extends readonly FlagRow[] = readonly FlagRow[]> {
  /** Words after its name. */
  readonly words: readonly string[];
  /** Values of its own flags. */
  readonly own: ValuesOf<Rows>;
  /** Texts of every flag, for those that may be repeated. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly globals: GlobalValues;
  /** What is wrong with the values. */
  readonly problems: readonly Problem[];
}

/**
 * Parse the command line of a built-in command.
 *
 * @param mostWords words it takes after its name
 * @throws Failure 'command_error' for unknown flags and words too many
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
    problems: [...own.problems, ...globals.problems, ...problemsOfClear(builtin, texts)],
  };
}

/** Only an operation knows its texts: ignored, the flag would leave one as it was without a word. */
function problemsOfClear(
  {name}: Pick<Builtin, 'name'>,
  texts: ReadonlyMap<string, readonly string[]>,
): readonly Problem[] {
  const message = `--clear works with operations only, not with ${name}`;
  return texts.has('clear') ? [{input: 'clear', message}] : [];
}

function usageHint({usage}: Pick<Builtin, 'usage'>, program: string): string {
  return `Usage: ${usage.map(form => `${program} ${form}`).join(' or ')}`;
}

/** A line whose words are none that the command takes. */
export function wrongWords(
  builtin: Pick<Builtin, 'usage'>,
  {program}: Pick<CommandContext, 'program'>,
  message: string,
): Failure {
  return wrongLine(message, usageHint(builtin, program));
}

/**
 * Refuse what is wrong with a line, with what it says of the output too: so it is asked for before
 * the command does anything.
 *
 * @returns prints JSON that the command made, as --jq and the like say; the exit code 0
 * @throws Failure 'validation_error', or 'jq_error' when only the filter is wrong
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
 * Refuse a line with problems in it.
 *
 * @throws Failure 'validation_error'
 */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw refusal(undefined, problems);
}
