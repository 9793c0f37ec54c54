import {hideSecrets} from '../base/hide-secrets.ts';
import {safeText} from '../base/safe-text.ts';
import {version} from '../base/version.ts';
import type {Host} from './host.ts';
import {hideKnownSecrets} from './known-secrets.ts';
import {directoryOf, pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

/** Limit of lines shown of an error. */
const linesShown = 12;
const secretNames = /token|secret|passw|credential/i;
/** Shorter texts are not secrets, and redacting them would damage the message. */
const shortestSecret = 6;

/**
 * Describe an error that ended the terminal UI: its first lines, and the file with all of it
 * (crash.log in the state directory, the last one only, readable by its owner). Escaped, with
 * secrets redacted.
 */
export async function describeCrash(error: unknown, host: Host): Promise<string> {
  const {lines, saved} = await logCrash(error, host);
  const shown = lines.length > linesShown ? [...lines.slice(0, linesShown), '    …'] : lines;
  const head = 'steward crashed because of a bug; the terminal is restored.';
  return [head, ...shown, `${saved}; please report it.`, ''].join('\n');
}

/**
 * Write a bug to crash.log in the state directory, replacing the last one. The file is readable by
 * its owner only and contains no secrets.
 *
 * @returns the lines written, safe to show, and a sentence with their path, without its full stop
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
    // The disk may be the cause of the crash.
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
