import {toFailure} from '../../base/failure.ts';
import {safeText} from '../../base/safe-text.ts';
import {readConfig} from '../../host/config.ts';
import {resolveProfile} from '../../host/settings.ts';
import {readUserPresets} from '../../host/user-presets.ts';
import {listPresets} from '../../output/presets.ts';
import type {CommandContext} from '../context.ts';
import {type Candidate, type CompletionSources, completeWords} from './complete-words.ts';
import {escapeForShell, splitShellWords} from './shell-words.ts';

const longestHelp = 60;

/**
 * What the completion scripts ask: `__complete zsh -- words…` and `__complete fish -- words…`, the
 * last word being typed; `__complete bash -- LINE BREAKS` with the line up to the cursor and the
 * characters at which bash ends a word. Prints one candidate a line, for zsh and fish with what it
 * is after a tab, or `:files`.
 *
 * @param words what follows `__complete`
 */
export async function runComplete(
  [shell, ...words]: readonly string[],
  context: CommandContext,
): Promise<void> {
  const {stdout} = context.host;
  const [line = '', breaks = ''] = words;
  const typed = shell === 'bash' ? splitShellWords(line).slice(1) : words;
  const found = await completeWords(typed, context, sourcesOf(context));
  if (found === 'files') {
    stdout.write(':files\n');
    return;
  }
  const lines = shell === 'bash' ? forBash(found, typed.at(-1) ?? '', breaks) : found.map(withHelp);
  stdout.write(lines.map(one => `${one}\n`).join(''));
}

/** bash replaces only what follows the last of its breaks in a word. */
function forBash(found: readonly Candidate[], current: string, breaks: string): readonly string[] {
  const last = Math.max(...[...breaks].map(character => current.lastIndexOf(character)), -1);
  return found.map(({value}) => escapeForShell(value.slice(last + 1)));
}

function withHelp({value, help}: Candidate): string {
  if (!help) return safeText(value);
  const short = help.length > longestHelp ? `${help.slice(0, longestHelp - 1)}…` : help;
  return `${safeText(value)}\t${safeText(short)}`;
}

function sourcesOf({service, program, host}: CommandContext): CompletionSources {
  return {
    profiles: () => orNone(async () => Object.keys((await readConfig(service, host)).profiles)),
    presets: () =>
      orNone(async () => {
        const {profile} = await resolveProfile(service, {}, host);
        const file = await readUserPresets(service, host);
        const listed: readonly {readonly name: string}[] = JSON.parse(
          listPresets(program, {file, profile: profile.presets}),
        );
        return listed.map(({name}) => name);
      }),
  };
}

/** A configuration that is wrong offers nothing: it is the command's to say so, not the Tab key's. */
async function orNone(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await read();
  } catch (error) {
    if (toFailure(error).kind === 'bug') throw error;
    return [];
  }
}
