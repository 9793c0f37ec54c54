import type {Service} from '../api/operation.ts';
import type {CommandContext} from './context.ts';
import type {FlagRow} from './flags.ts';

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
  /** Whether the global flags have a meaning for it. */
  readonly takesGlobals: boolean;
  /** It answers and ends, so its output may be read by the page. @default false */
  readonly isPaged?: true;
  /** What is worth knowing, one sentence each. */
  readonly notes: readonly string[];
  /** What follows the program's name. */
  readonly examples: readonly string[];
  /**
   * @param argv the whole command line, its own name included
   * @returns the exit code
   * @throws Failure of any kind
   */
  run(argv: readonly string[], context: CommandContext): Promise<number>;
}
