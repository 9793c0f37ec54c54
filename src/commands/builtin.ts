import type {Service} from '../api/operation.ts';
import type {CommandContext} from './context.ts';
import {type FlagRow, globalRows} from './flags.ts';
import {type FlagShape, type KnownFlags, knownFlags, type Scanned} from './scan.ts';

/** A command that is no operation. */
export interface Builtin<Rows extends readonly FlagRow[] = readonly FlagRow[]> {
  readonly name: string;
  /** What it does, a sentence fragment. */
  readonly summary: string;
  /** What follows the program's name, one line per form. */
  readonly usage: readonly string[];
  /**
   * For completion: what its first word may be, or that its words name any operation, a list, or a
   * thing by kind and name.
   */
  readonly words?:
    | readonly string[]
    | ((service: Service) => readonly string[])
    | 'operations'
    | 'lists'
    | 'names';
  /** Flags of its own. */
  readonly flags: Rows;
  /** Flags that the words after its name bring, such as those of an operation. */
  readonly flagsOf?: (words: readonly string[], service: Service) => readonly FlagShape[];
  /** Whether the global flags have a meaning for it. */
  readonly takesGlobals: boolean;
  /** It answers and ends, so its output may be read by the page. @default false */
  readonly isPaged?: true;
  /** What is worth knowing, one sentence each. */
  readonly notes: readonly string[];
  /** What follows the program's name. */
  readonly examples: readonly string[];
  /**
   * @returns the exit code
   * @throws Failure of any kind
   */
  run(line: Scanned, context: CommandContext): Promise<number>;
}

/** The flags of a built-in command, with those that its words bring. */
export function flagsOfBuiltin(
  {flags, takesGlobals}: Pick<Builtin, 'flags' | 'takesGlobals'>,
  further: readonly FlagShape[] = [],
): KnownFlags {
  return knownFlags([...further, ...(takesGlobals ? globalRows : []), ...flags]);
}
