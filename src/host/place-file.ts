import {type KeptPlace, placeText, readPlaceText} from '../api/watch/place-text.ts';
import {toFailure} from '../base/failure.ts';
import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

/**
 * The place of a watch as its file has it; undefined when there is no file yet, and what is wrong
 * with it as a sentence fragment. A relative path starts at the working directory.
 */
export async function readPlaceFile(
  path: string,
  host: Pick<Host, 'findFile'>,
): Promise<KeptPlace | {readonly problem: string} | undefined> {
  try {
    const bytes = await host.findFile(path);
    return bytes && readPlaceText(new TextDecoder().decode(bytes));
  } catch (error) {
    return {problem: `cannot be read (${toFailure(error).message})`};
  }
}

/**
 * Write the place of a watch: as a whole or not at all, for its owner alone.
 *
 * @throws the system's error
 */
export async function writePlaceFile(
  path: string,
  kept: KeptPlace,
  host: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>,
): Promise<void> {
  const file = pathsOf(host).resolve(host.cwd, path);
  await writePrivateFile(file, placeText(kept), {ownsDirectory: false});
}
