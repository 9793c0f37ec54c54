import {findOperation} from '../api/catalogue.ts';
import type {Failure} from '../base/failure.ts';
import {runWithoutCommand} from './bare.ts';
import type {Builtin} from './builtin.ts';
import {findBuiltin, namesOfBuiltins} from './builtins.ts';
import {runComplete} from './completion/run-complete.ts';
import type {CommandContext} from './context.ts';
import {adviceForFlag} from './flag-synonyms.ts';
import {printHelp} from './help.ts';
import {isGroupName, namedOperation} from './invocation.ts';
import {runExpiring} from './run-expiring.ts';
import {runOperation} from './run-request.ts';
import {type Scanned, wrongLine} from './scan.ts';
import {versionCommand} from './version.ts';

/** The command that a line's words name. */
export interface ResolvedCommand {
  /** Its output may be shown in a pager. @default false */
  readonly isPaged?: boolean;
  /**
   * @returns the exit code
   * @throws Failure of any kind
   */
  run(context: CommandContext): Promise<number> | number;
}

/** Hidden command that the completion scripts call. */
const completeCommand = '__complete';

/**
 * Find the command that the words of a line name.
 *
 * @throws Failure 'command_error' for an unknown command, with the nearest names
 */
export function resolveCommand(line: Scanned, context: CommandContext): ResolvedCommand {
  const {words, texts, unknown} = line;
  const [first, second] = words;
  if (first === completeCommand) return {run: own => runComplete(words.slice(1), own)};
  if (first === 'help') return {run: own => printHelp(words.slice(1), texts, own, true)};
  if (line.asksHelp) return {run: own => printHelp(wordsOfHelp(line, context), texts, own)};
  if (first === undefined) {
    if (texts.has('version')) return resolved(versionCommand, line);
    return {run: own => runWithoutCommand(line, own)};
  }
  const isGroup = isGroupName(first, context.service);
  const early = unknown.find(({after}) => after < (isGroup && second !== undefined ? 2 : 1));
  if (early) throw flagBeforeName(early.flag, context, early.after === 0 ? undefined : first);
  // A built-in command with the name of a group applies only if no word follows.
  const builtin = isGroup && second !== undefined ? undefined : findBuiltin(first, context.service);
  if (builtin) return resolved(builtin, line);
  const operation = namedOperation(first, second, context, namesOfBuiltins());
  const {expiring} = operation;
  if (expiring && line.texts.has(expiring.flag)) {
    return {run: own => runExpiring(operation, expiring, line, own)};
  }
  return {isPaged: true, run: own => runOperation(operation, line, own)};
}

/** Leave out what follows an unknown flag, which may be its value: `version --id 5 --help`. */
function wordsOfHelp({words, unknown}: Scanned, {service}: CommandContext): readonly string[] {
  const [{after} = {after: words.length}] = unknown;
  const [group = '', name = ''] = words;
  const isOperation = after < 2 && findOperation(service, group, name) !== undefined;
  return words.slice(0, isOperation ? 2 : after);
}

function resolved(builtin: Builtin, line: Scanned): ResolvedCommand {
  return {isPaged: builtin.isPaged === true, run: own => builtin.run(line, own)};
}

function flagBeforeName(flag: string, {program}: CommandContext, group = '<group>'): Failure {
  return wrongLine(
    `${flag} must come after the name of the operation.`,
    adviceForFlag(flag) ??
      `Only global flags may come first. Write ${program} ${group} <operation> ${flag} ….`,
  );
}
