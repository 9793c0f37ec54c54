import {hideSecrets} from '../base/hide-secrets.ts';
import {safeText} from '../base/safe-text.ts';
import {version} from '../base/version.ts';
import type {Host} from './host.ts';
import {hideKnownSecrets} from './known-secrets.ts';
import {directoryOf, pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

/** Lines of the screen an error may take. */
const linesShown = 12;
const secretNames = /token|secret|passw|credential/i;
/** Shorter ones hide nothing and would star out half the text. */
const shortestSecret = 6;

/**
 * What is said of an error that ended the terminal UI: its first lines, and the file that has all of
 * it (crash.log in the state directory, the last one only, for its owner alone). Nothing of it can
 * command the terminal, and secrets are starred out.
 */
export async function describeCrash(error: unknown, host: Host): Promise<string> {
  const {lines, saved} = await logCrash(error, host);
  const shown = lines.length > linesShown ? [...lines.slice(0, linesShown), '    …'] : lines;
  const head = 'steward crashed because of a bug; the terminal is restored.';
  return [head, ...shown, `${saved}; please report it.`, ''].join('\n');
}

/**
 * Write an error of the program itself to crash.log in the state directory, where it replaces the last
 * one. The file is for its owner alone and holds no secrets.
 *
 * @returns the lines written, safe to show, and where they are, as a sentence without its full stop
 */
export async function logCrash(
  error: unknown,
  host: Host,
): Promise<{readonly lines: readonly string[]; readonly saved: string}> {
  const known = Object.entries(host.env).flatMap(([name, value = '']) =>
    secretNames.test(name) && value.length >= shortestSecret ? [value] : [],
  );
  const lines = hideKnownSecrets(hideSecrets(stackOf(error), known))
    .split('\n')
    .map(safeText);
  const at = new Date(host.clock.now()).toISOString();
  const about = `${at} steward ${version}, ${host.runtime}, ${host.platform}`;
  const path = pathsOf(host).join(directoryOf('state', 'steward', host), 'crash.log');
  const saved = await writePrivateFile(path, `${[about, ...lines].join('\n')}\n`, {
    ownsDirectory: true,
  }).then(
    () => `The full report, without secrets, is in ${safeText(path)}`,
    // The disk may be what broke.
    () => 'The report could not be written to a file',
  );
  return {lines, saved};
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const {stack, message, cause} = error;
  const own = stack ?? message;
  return cause === undefined ? own : `${own}\ncaused by ${stackOf(cause)}`;
}
