import {version} from '../base/version.ts';
import type {Host} from '../host/host.ts';
import {openPrinter, refuseProblems} from './builtin-line.ts';
import {colorChoice} from './color.ts';
import type {CommandContext} from './context.ts';
import {globalFlags} from './flags.ts';
import {parseRows, settingsFlags} from './parse-rows.ts';
import {refuseWrongFlags, type Scanned} from './scan.ts';

/** Whether standard input and output are a terminal that can show the UI. */
export function hasTerminal({stdin, stdout, env}: Host): boolean {
  return stdin.isTTY && stdout.isTTY && env.TERM !== 'dumb';
}

/**
 * Run a line without a command: the terminal UI on a terminal, else a JSON object with next steps
 * (contract 1).
 *
 * @returns the exit code
 */
export async function runWithoutCommand(line: Scanned, context: CommandContext): Promise<number> {
  const {program, host, modules} = context;
  refuseWrongFlags(line, `${program} --help lists the flags.`);
  const {values, problems} = parseRows(globalFlags, line.texts);
  if (hasTerminal(host)) {
    refuseProblems(problems);
    const flags = settingsFlags(values);
    const color = colorChoice(line.texts);
    return modules.openTerminalUi({program, flags, color, sandbox: false, plainFrame: false});
  }
  const hint = `${program} --help shows the commands, ${program} schema lists them as JSON. On a terminal, ${program} alone opens the terminal UI.`;
  const print = await openPrinter({globals: values, problems}, host);
  return print(JSON.stringify({hint, version}));
}
