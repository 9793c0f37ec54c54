import process from 'node:process';

/**
 * Keep the warnings of Node from standard error, which belongs to the JSON lines of a command and to
 * the screen of the terminal UI. Who looks for a fault asks Node for them: `--trace-warnings` or
 * `--redirect-warnings` on its command line or in NODE_OPTIONS.
 */
export function quietWarnings(): void {
  const asked = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (/--(?:trace|redirect)-(?:warnings|deprecation)/.test(asked)) return;
  process.removeAllListeners('warning');
}
