import {createReadStream} from 'node:fs';
import {rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {lockFile} from './cursor-file.ts';
import {codeOf} from './error-code.ts';
import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';
import {findFileMode, makePrivateDirectory, refuseIrregular} from './private-file.ts';
import {appendPrivateLine} from './private-line.ts';

/** Lines of a dead-letter file that are being resent. */
export interface ClaimedLetters {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Remove them; those that failed again were appended to the file. */
  remove(): Promise<void>;
  /** Let other processes take lines. Lines that were not removed can be taken again. */
  release(): Promise<void>;
}

/** A file of deliveries that could not be forwarded. */
export interface DeadLetters {
  /** @throws the system's error if the line cannot be written */
  append(line: string): Promise<void>;
  /**
   * Take the lines. The file is renamed first, so that a watch can append to it meanwhile; lines
   * taken by a process that was killed come first.
   *
   * @returns undefined if there are none
   * @throws Failure 'conflict' while another process has them; the system's error
   */
  take(): Promise<ClaimedLetters | undefined>;
}

/** Open a dead-letter file; a relative path starts at the working directory. */
export function openDeadLetters(
  name: string,
  host: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>,
): DeadLetters {
  const path = pathsOf(host).resolve(host.cwd, name);
  const taken = `${path}.sending`;
  return {
    async append(line) {
      await makePrivateDirectory(dirname(path), {ownsDirectory: false});
      await appendPrivateLine(path, line);
    },
    async take() {
      const release = await lockFile(taken);
      try {
        await refuseIrregular(taken);
        await refuseIrregular(path);
        if ((await findFileMode(taken)) === undefined) await rename(path, taken);
      } catch (error) {
        await release();
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
      return {chunks: createReadStream(taken), remove: () => rm(taken, {force: true}), release};
    },
  };
}
