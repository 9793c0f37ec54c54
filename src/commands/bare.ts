import {version} from '../base/version.ts';
import type {Host} from '../host/host.ts';
import {openPrinter, refuseProblems} from './builtin-line.ts';
import {colorChoice} from './color.ts';
import type {CommandContext} from './context.ts';
import {globalFlags} from './flags.ts';
import {parseRows, settingsFlags} from './parse-rows.ts';
import {refuseWrongFlags, type Scanned} from './scan.ts';

/** Whether a person sits at a terminal that can show a screen. */
export function hasTerminal({stdin, stdout, env}: Host): boolean {
  return stdin.isTTY && stdout.isTTY && env.TERM !== 'dumb';
}

/**
 * A line without a command: the terminal UI on a terminal, else a JSON object that says how to go on
 * (contract 1).
 *
 * @returns the exit code
 */
export async function runBare(line: Scanned, context: CommandContext): Promise<number> {
  const {program, host, doors} = context;
  refuseWrongFlags(line, `${program} --help lists the flags.`);
  const {values, problems} = parseRows(globalFlags, line.texts);
  if (hasTerminal(host)) {
    refuseProblems(problems);
    const flags = settingsFlags(values);
    const color = colorChoice(line.texts);
    return doors.openTerminalUi({program, flags, color, sandbox: false, plainFrame: false});
  }
  const hint = `${program} --help shows the commands, ${program} schema lists them as JSON. On a terminal, ${program} alone opens the terminal UI.`;
  const print = await openPrinter({globals: values, problems}, host);
  return print(JSON.stringify({hint, version}));
}
