import {randomUUID} from 'node:crypto';
import {appendFile} from 'node:fs/promises';
import {Pace, type PauseNote, type SharedPause, samePauseMs} from '../api/pace.ts';
import type {Clock} from '../base/clock.ts';
import type {Host} from './host.ts';
import {directoryOf, pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

const paces = new WeakMap<Clock, Map<string, Pace>>();

/**
 * The pace of an account, the same for all clients of this process.
 *
 * @param account from `accountOf`
 */
export function paceFor(account: string, host: Host): Pace {
  const ofHost = paces.get(host.clock) ?? new Map<string, Pace>();
  paces.set(host.clock, ofHost);
  const pace = ofHost.get(account) ?? new Pace(host.clock, sharedPause(account, host));
  ofHost.set(account, pace);
  return pace;
}

/** Longest name of a file, in bytes; the end of a URL distinguishes it better than the start. */
const longestName = 200;
/** Longest file that is read; so many processes do not run at once. */
const longestFile = 10_000;

/**
 * The last pause of an account in a file that all processes of the user share: its end, then a line
 * for each process that waits. There is no lock: of two processes that write at once, one wins, and
 * both have waited. A file that cannot be read or written is ignored.
 */
function sharedPause(account: string, host: Host): SharedPause {
  const name = `${encodeURIComponent(account).slice(-longestName)}.json`;
  const path = pathsOf(host).join(directoryOf('state', 'steward', host), 'pace', name);
  // Made when it is needed, since most processes never wait and node:crypto is slow to load.
  let own = '';
  let joining = Promise.resolve();
  const read = async (): Promise<PauseNote | undefined> => {
    const bytes = await host.findFile(path).catch(() => undefined);
    if (bytes === undefined || bytes.length > longestFile) return undefined;
    const text = new TextDecoder().decode(bytes);
    const untilMs = Number(/"until":(\d+)/.exec(text)?.[1]);
    if (!Number.isSafeInteger(untilMs)) return undefined;
    const waiting = [...text.matchAll(/^(\S+) (\d+)$/gm)];
    return {
      untilMs,
      answers: waiting.map(([, , answers]) => Number(answers)),
      own: waiting.findIndex(([, id]) => id === own),
    };
  };
  const join = async (untilMs: number, answers: number): Promise<void> => {
    own ||= randomUUID();
    const note = await read();
    const line = `${own} ${answers}\n`;
    if (note !== undefined && Math.abs(note.untilMs - untilMs) < samePauseMs) {
      if (note.own === -1) await appendFile(path, line);
    } else {
      await writePrivateFile(path, `{"until":${untilMs}}\n${line}`, {ownsDirectory: true});
    }
  };
  return {
    read,
    join(untilMs, answers) {
      joining = joining.then(() => join(untilMs, answers)).catch(() => undefined);
      return joining;
    },
  };
}
