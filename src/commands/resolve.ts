import {groupNames} from '../api/catalogue.ts';
import type {Operation} from '../api/operation.ts';
import type {Failure} from '../base/failure.ts';
import type {Builtin} from './builtin.ts';
import {findBuiltin, namesOfBuiltins} from './builtins.ts';
import type {CommandContext} from './context.ts';
import {globalRows, helpFlag, versionFlag} from './flags.ts';
import {namedOperation} from './named-operation.ts';
import {scanFlags, scanWords, wrongLine} from './scan.ts';

/** What a command line asks for. */
export type ResolvedCommand =
  | {readonly kind: 'operation'; readonly operation: Operation}
  | {readonly kind: 'builtin'; readonly builtin: Builtin}
  | {readonly kind: 'help'; readonly words: readonly string[]}
  | {readonly kind: 'version'}
  | {readonly kind: 'complete'; readonly words: readonly string[]}
  | {readonly kind: 'bare'};

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
  if (words[0] === completeCommand) return {kind: 'complete', words: words.slice(1)};
  if (words[0] === 'help') return {kind: 'help', words: words.slice(1)};
  if (wantsHelp(argv)) return {kind: 'help', words};
  const [first, second] = scanned;
  if (first === undefined) return resolveBare(argv, context);
  const [early] = first.strangers;
  if (early !== undefined) throw flagBeforeName(early, context);
  const group = first.word;
  const isGroup = groupNames(context.service, {extras: true}).includes(group);
  if (!isGroup || second === undefined) {
    // A built-in command with a group's name is meant only when nothing follows.
    const builtin = findBuiltin(group);
    if (builtin) return {kind: 'builtin', builtin};
  }
  const [stranger] = isGroup ? (second?.strangers ?? []) : [];
  if (stranger !== undefined) throw flagBeforeName(stranger, context, group);
  const operation = namedOperation(group, second?.word, context, namesOfBuiltins());
  return {kind: 'operation', operation};
}

/** Without a word the line may ask for the version; anything else opens the terminal UI. */
function resolveBare(argv: readonly string[], {program}: CommandContext): ResolvedCommand {
  const rows = [...globalRows, versionFlag];
  const {texts} = scanFlags(argv, rows, `${program} --help lists the flags.`);
  return {kind: texts.has('version') ? 'version' : 'bare'};
}

/** Whether --help or -h stands where a flag does, not as the value of one. */
function wantsHelp(argv: readonly string[]): boolean {
  if (!argv.some(word => word === '--help' || /^-[^-]*h/.test(word))) return false;
  return scanWords([...argv, 'end'], globalRows)
    .flatMap(({strangers}) => strangers)
    .some(flag => flag === '--help' || flag === '-h');
}

function flagBeforeName(flag: string, {program}: CommandContext, group = '<group>'): Failure {
  return wrongLine(
    `${flag} stands before the name of the operation.`,
    `Only the flags of every command may; write ${program} ${group} <operation> ${flag} ….`,
  );
}
