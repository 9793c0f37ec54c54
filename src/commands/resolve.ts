import {groupNames} from '../api/catalogue.ts';
import type {Failure} from '../base/failure.ts';
import {runBare} from './bare.ts';
import type {Builtin} from './builtin.ts';
import {findBuiltin, namesOfBuiltins} from './builtins.ts';
import {runComplete} from './completion/run-complete.ts';
import type {CommandContext} from './context.ts';
import {globalRows, helpFlag, versionFlag} from './flags.ts';
import {printHelp} from './help.ts';
import {namedOperation} from './named-operation.ts';
import {runOperation} from './run-operation.ts';
import {scanFlags, scanWords, wrongLine} from './scan.ts';
import {versionCommand} from './version.ts';

/** What a command line asks for. */
export interface ResolvedCommand {
  /** It answers and ends, so its output may be read by the page. @default false */
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
 * What the words of a command line name; flags are only looked at as far as they hide words.
 *
 * @throws Failure 'command_error' for an unknown command, with the nearest names
 */
export function resolveCommand(argv: readonly string[], context: CommandContext): ResolvedCommand {
  const scanned = scanWords(argv, [...globalRows, helpFlag]);
  const words = scanned.map(({word}) => word);
  const [first, second] = scanned;
  if (first?.word === completeCommand) return {run: own => runComplete(words.slice(1), own)};
  if (first?.word === 'help') return {run: own => printHelp(words.slice(1), argv, own)};
  if (wantsHelp(argv)) return {run: own => printHelp(words, argv, own)};
  if (first === undefined) return resolveBare(argv, context);
  const [early] = first.strangers;
  if (early !== undefined) throw flagBeforeName(early, context);
  const group = first.word;
  const isGroup = groupNames(context.service, {extras: true}).includes(group);
  // A built-in command with a group's name is meant only when nothing follows.
  const builtin = isGroup && second !== undefined ? undefined : findBuiltin(group);
  if (builtin) return builtinCommand(builtin, argv);
  const [stranger] = isGroup ? (second?.strangers ?? []) : [];
  if (stranger !== undefined) throw flagBeforeName(stranger, context, group);
  const operation = namedOperation(group, second?.word, context, namesOfBuiltins());
  return {isPaged: true, run: own => runOperation(operation, argv, own)};
}

function builtinCommand(builtin: Builtin, argv: readonly string[]): ResolvedCommand {
  return {isPaged: builtin.isPaged === true, run: own => builtin.run(argv, own)};
}

/** Without a word the line may ask for the version; anything else opens the terminal UI. */
function resolveBare(argv: readonly string[], {program}: CommandContext): ResolvedCommand {
  const rows = [...globalRows, versionFlag];
  const {texts} = scanFlags(argv, rows, `${program} --help lists the flags.`);
  return texts.has('version')
    ? builtinCommand(versionCommand, argv)
    : {run: own => runBare(argv, own)};
}

/**
 * Whether --help or -h is a word of its own where a flag may be, not the value of a global flag. In a
 * word such as `-child-position` the letter asks for nothing.
 */
function wantsHelp(argv: readonly string[]): boolean {
  const isHelp = (word: string): boolean => word === '--help' || word === '-h';
  if (!argv.some(isHelp)) return false;
  const single = argv.filter(word => !/^-[^-]./.test(word));
  return scanWords([...single, 'end'], globalRows)
    .flatMap(({strangers}) => strangers)
    .some(isHelp);
}

function flagBeforeName(flag: string, {program}: CommandContext, group = '<group>'): Failure {
  return wrongLine(
    `${flag} must come after the name of the operation.`,
    `Only global flags may come first. Write ${program} ${group} <operation> ${flag} ….`,
  );
}
