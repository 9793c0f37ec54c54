import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import process from 'node:process';
import {Failure} from '../base/failure.ts';
import {isAbsent} from './error-code.ts';
import type {Host} from './host.ts';

/** Longest configuration that is read, bytes. */
const longest = 4 * 1024 * 1024;

/**
 * The text of a file of configuration; undefined when there is none. What is no file is not read: a
 * pipe may never answer and a device never end.
 *
 * @throws the system's error when it cannot be read, an Error that says why it is not
 */
export async function findConfigText(
  path: string,
  host: Pick<Host, 'findFile' | 'cwd'>,
): Promise<string | undefined> {
  const state = findState(resolve(host.cwd, path));
  if (state === undefined) return undefined;
  if (!state.isFile()) throw new Error(`it is ${state.isDirectory() ? 'a directory' : 'no file'}`);
  if (state.size > longest) throw new Error(`it is longer than ${longest / 1024 / 1024} MiB`);
  const bytes = await host.findFile(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/**
 * Whose a configuration is (contract 8.10): one that everyone can write must hold neither
 * secrets nor commands; one of somebody other than the user and root is worth a warning.
 *
 * @param isPrecious it holds secrets or commands
 * @returns sentences worth showing
 * @throws Failure 'config_error'
 */
export async function checkKeeper(
  path: string,
  isPrecious: boolean,
  {cwd, platform}: Pick<Host, 'cwd' | 'platform'>,
): Promise<readonly string[]> {
  if (platform === 'win32') return [];
  const state = findState(resolve(cwd, path));
  if (state === undefined) return [];
  if (isPrecious && (state.mode & 0o002) !== 0) {
    const message = `${path} holds secrets or commands, and everyone can write it.`;
    throw new Failure('config_error', message, {
      hint: `Look whether it is as you left it, then: chmod 600 ${path}`,
      attempts: 0,
    });
  }
  const own = process.getuid?.();
  if (own === undefined || state.uid === own || state.uid === 0) return [];
  return [`${path} belongs to another user (id ${state.uid}), who decides what it says`];
}

function findState(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
