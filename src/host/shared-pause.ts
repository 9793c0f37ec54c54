import {makePace, type Pace, type SharedPause} from '../api/pace.ts';
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
  const pace = ofHost.get(account) ?? makePace(host.clock, sharedPause(account, host));
  ofHost.set(account, pace);
  return pace;
}

/** Longest name of a file, in bytes; the end of the URL tells more than its start. */
const longestName = 200;

/**
 * The pause of an account in a file that all processes of the user share. There is no lock: of two
 * processes that write at once, one wins, and both have waited. A file that cannot be read or
 * written is ignored.
 */
function sharedPause(account: string, host: Host): SharedPause {
  const name = `${encodeURIComponent(account).slice(-longestName)}.json`;
  const path = pathsOf(host).join(directoryOf('state', 'steward', host), 'pace', name);
  let isWriting = false;
  return {
    async read() {
      const bytes = await host.findFile(path).catch(() => undefined);
      if (bytes === undefined || bytes.length > longestName) return undefined;
      const untilMs = Number(/"until":(\d+)/.exec(new TextDecoder().decode(bytes))?.[1]);
      return Number.isSafeInteger(untilMs) ? untilMs : undefined;
    },
    write(untilMs) {
      if (isWriting) return;
      isWriting = true;
      const ended = () => {
        isWriting = false;
      };
      writePrivateFile(path, `{"until":${untilMs}}`, {ownsDirectory: true}).then(ended, ended);
    },
  };
}
