import {
  type EntityEntry,
  listingInputs,
  type NameFilter,
  type NameList,
  readEntities,
} from '../../api/naming/name-listing.ts';
import {toFailure} from '../../base/failure.ts';
import {escapeOutput, safeText} from '../../base/safe-text.ts';
import {splitWords} from '../../base/shell-words.ts';
import {readConfig} from '../../host/config.ts';
import type {OutputStream} from '../../host/host.ts';
import {resolveProfile} from '../../host/settings.ts';
import {readUserPresets} from '../../host/user-presets.ts';
import {listPresets} from '../../output/presets.ts';
import {makeSender} from '../ask-listing.ts';
import type {CommandContext} from '../context.ts';
import {type GlobalValues, globalFlags, targetFlags} from '../flags.ts';
import {parseRows} from '../parse-rows.ts';
import {makeReporter} from '../reporter.ts';
import {knownFlags, scan} from '../scan.ts';
import type {CompletionCandidate} from './completable.ts';
import {type CompletionSources, completeWords} from './complete-words.ts';

const longestHelp = 60;

/**
 * How long a list of names is cached, and the limit of its request, in milliseconds (contract 13).
 */
const keptMs = 60_000;
const longestMs = 3000;

const silent: OutputStream = {
  isTTY: false,
  columns: undefined,
  rows: undefined,
  closed: false,
  write: () => undefined,
  flush: async () => undefined,
  onResize: () => () => undefined,
};

/**
 * Handle the requests of the completion scripts: `__complete zsh -- words…`, the same for fish, and
 * for powershell with a colon before the last, incomplete word; `__complete bash -- LINE BREAKS`
 * with the line up to the cursor and bash's word separators. Prints one candidate per line, for zsh
 * and fish with a description after a tab, or `:files`.
 *
 * @param words words after `__complete`
 * @returns the exit code
 */
export async function runComplete(
  [shell, ...words]: readonly string[],
  context: CommandContext,
): Promise<number> {
  const {stdout} = context.host;
  const [, breaks = ''] = words;
  const typed = typedWords(shell, words);
  const linesFor = (candidates: readonly CompletionCandidate[]): readonly string[] =>
    shell === 'bash' ? forBash(candidates, typed.at(-1) ?? '', breaks) : candidates.map(withHelp);
  const found = await completeWords(typed, context, sourcesOf(shell, typed, context));
  const lines = found === 'files' ? [':files'] : linesFor(found.filter(canBeTyped));
  stdout.write(lines.map(one => `${one}\n`).join(''));
  return 0;
}

/** Names with control characters are not offered: a shell would insert them unescaped. */
function canBeTyped({value}: CompletionCandidate): boolean {
  return escapeOutput(value) === value && !/[\n\t]/.test(value);
}

/** The words of the line; the last one is incomplete. */
function typedWords(shell: string | undefined, words: readonly string[]): readonly string[] {
  if (shell === 'bash') return splitShellWords(words[0] ?? '').slice(1);
  // Prefixed by a colon, since this shell may drop empty arguments.
  if (shell === 'powershell')
    return words.map((word, i) => (i < words.length - 1 ? word : word.slice(1)));
  return words;
}

/**
 * The first page of a list, cached for a minute; failures are silent.
 *
 * @param words the line, for its profile and other flags
 */
async function listEntities(
  list: NameList,
  question: NameFilter,
  words: readonly string[],
  context: CommandContext,
): Promise<readonly EntityEntry[]> {
  const line = scan(words, knownFlags(globalFlags));
  const {values} = parseRows(globalFlags, line.texts);
  const globals: GlobalValues = {
    ...pickGlobals(values),
    cache: keptMs,
    timeout: longestMs,
    retries: 0,
    'no-paginate': true,
  };
  const host = Object.create(context.host, {reporter: {value: makeReporter(silent)}});
  const ask = makeSender({line, globals}, {...context, host});
  const answered = await ask(list.operation, listingInputs(list, question));
  return answered === undefined ? [] : readEntities(list, answered.reply.text);
}

/** The flags of the line that apply to the requests of a completion. */
function pickGlobals(values: GlobalValues): GlobalValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => targetFlags.includes(name)));
}

/** bash replaces only the text after the last separator of a word. */
function forBash(
  found: readonly CompletionCandidate[],
  current: string,
  breaks: string,
): readonly string[] {
  // White space and quotes within a word are quoted.
  const unquoted = [...breaks].filter(character => !/[\s'"]/.test(character));
  const last = Math.max(...unquoted.map(character => current.lastIndexOf(character)), -1);
  const kept = current.slice(0, last + 1);
  return found
    .filter(({value}) => value.startsWith(kept))
    .map(({value}) => escapeForShell(value.slice(kept.length)));
}

function withHelp({value, help}: CompletionCandidate): string {
  if (!help) return safeText(value);
  const short = help.length > longestHelp ? `${help.slice(0, longestHelp - 1)}…` : help;
  return `${safeText(value)}\t${safeText(short)}`;
}

function sourcesOf(
  shell: string | undefined,
  typed: readonly string[],
  context: CommandContext,
): CompletionSources {
  const {service, program, host} = context;
  return {
    // fish accepts only extensions of the typed text; bash shows no descriptions.
    replaces: shell !== 'fish',
    explains: shell !== 'bash',
    entities: (list, question) => orNone(() => listEntities(list, question, typed, context)),
    profiles: () => orNone(async () => Object.keys((await readConfig(service, host)).profiles)),
    presets: () =>
      orNone(async () => {
        const {profile} = await resolveProfile(service, {}, host);
        const file = await readUserPresets(service, host);
        return listPresets(program, {file, profile: profile.presets}).map(({name}) => name);
      }),
  };
}

/** An invalid configuration yields no candidates: the command itself reports it. */
async function orNone<T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await read();
  } catch (error) {
    if (toFailure(error).kind === 'bug') throw error;
    return [];
  }
}

/**
 * Split a line as bash passes it: up to the cursor, with quotes and backslashes. The last word is
 * incomplete, possibly in an open quote; empty after white space.
 */
function splitShellWords(line: string): readonly string[] {
  for (const end of ['', '"', "'"]) {
    const split = splitWords(`${line}${cursor}${end}`);
    if ('words' in split) return split.words.map(word => word.replace(cursor, ''));
  }
  return [];
}

/** A character that cannot occur on a command line. */
const cursor = '\0';

/** Escape a text for a shell, without quotes. */
function escapeForShell(text: string): string {
  return text.replace(/[^\w@%+=:,./-]/g, '\\$&');
}
