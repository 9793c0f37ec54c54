import type {Service} from '../api/operation.ts';
import type {CommandContext} from './context.ts';
import {type FlagRow, globalRows} from './flags.ts';
import {type FlagShape, type KnownFlags, knownFlags, type Scanned} from './scan.ts';

/** A built-in command, which is not an operation. */
export interface Builtin<Rows extends readonly FlagRow[] = readonly FlagRow[]> {
  readonly name: string;
  /** Its description, a sentence fragment. */
  readonly summary: string;
  /** The text after the program's name, one line per form. */
  readonly usage: readonly string[];
  /**
   * For completion: the possible first words, or that its words name any operation, a list, or an
   * entity by kind and name.
   */
  readonly words?:
    | readonly string[]
    | ((service: Service) => readonly string[])
    | 'operations'
    | 'lists'
    | 'names';
  /** Flags of its own. */
  readonly flags: Rows;
  /** Flags that depend on its words, such as those of an operation. */
  readonly flagsOf?: (words: readonly string[], service: Service) => readonly FlagShape[];
  /** Whether it accepts the global flags. */
  readonly takesGlobals: boolean;
  /** Its output may be shown in a pager. @default false */
  readonly isPaged?: true;
  /** Notes for the help, one sentence each. */
  readonly notes: readonly string[];
  /**
   * The text after the program's name. The help of a program has no line that starts with the other
   * program's name.
   */
  readonly examples: readonly string[];
  /**
   * @returns the exit code
   * @throws Failure of any kind
   */
  run(line: Scanned, context: CommandContext): Promise<number>;
}

/** The flags of a built-in command, including those that depend on its words. */
export function flagsOfBuiltin(
  {flags, takesGlobals}: Pick<Builtin, 'flags' | 'takesGlobals'>,
  further: readonly FlagShape[] = [],
): KnownFlags {
  return knownFlags([...further, ...(takesGlobals ? globalRows : []), ...flags]);
}

/** Commands about things that only the issue tracker has. */
const trackerOnly: ReadonlySet<string> = new Set(['access', 'site']);

/** Whether the program of a service has a built-in command. */
export function isCommandOf(service: Service, name: string): boolean {
  return service === 'tracker' || !trackerOnly.has(name);
}
