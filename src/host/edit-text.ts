import {spawn} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {splitWords} from '../base/shell-words.ts';
import {childEnv} from './child-env.ts';
import type {Host} from './host.ts';

/** The result of editing a text. */
export type EditedText = {readonly text: string} | {readonly problem: string};

/**
 * Open a text in the user's editor, which owns the terminal until it exits: VISUAL, else EDITOR,
 * else `vi` (`notepad` on Windows). The text is in a private file in its own directory; both are
 * always removed afterwards.
 *
 * @param suffix of the file, for the editor: `.json`
 */
export async function editText(
  text: string,
  suffix: string,
  {env, platform}: Pick<Host, 'env' | 'platform'>,
): Promise<EditedText> {
  const line = env.VISUAL || env.EDITOR || (platform === 'win32' ? 'notepad' : 'vi');
  const split = splitWords(line);
  const [command, ...args] = 'words' in split ? split.words : [];
  if (command === undefined) return {problem: `no editor: ${line} is not a command`};
  const directory = await mkdtemp(join(tmpdir(), 'steward-'));
  try {
    const path = join(directory, `text${suffix}`);
    await writeFile(path, text, {mode: 0o600, flag: 'wx'});
    const problem = await run(command, [...args, path]);
    return problem === undefined ? {text: await readFile(path, 'utf8')} : {problem};
  } finally {
    await rm(directory, {recursive: true, force: true});
  }
}

/** Run a program on this terminal; resolves to the reason of a failure. */
function run(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise(resolve => {
    const child = spawn(command, args, {stdio: 'inherit', env: childEnv()});
    child.once('error', error => resolve(`${command} did not start: ${error.message}`));
    child.once('exit', (code, signal) => {
      resolve(
        code === 0 ? undefined : `${command} ended with ${code ?? signal}: the edit was discarded`,
      );
    });
  });
}
