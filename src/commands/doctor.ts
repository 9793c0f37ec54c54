import {safeText} from '../base/safe-text.ts';
import {version} from '../base/version.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';
import type {CommandContext} from './context.ts';
import {exitCodeOf, type Finding, skippedCheck} from './doctor-finding.ts';
import {checkTerminal, runLocalChecks} from './doctor-local.ts';
import {runServiceChecks} from './doctor-service.ts';
import {isFormatted} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import {settingsFlags} from './parse-rows.ts';

/** `doctor`: check everything a command needs to work (contract 1). */
export const doctor: Builtin = {
  name: 'doctor',
  summary: 'check configuration, connection, clock, credentials and terminal',
  usage: ['doctor'],
  flags: [],
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Sends at most three GETs, none with --dry-run. Prints text on a terminal, JSON elsewhere or with --pretty, --jq or --raw-output.',
    'Exits with the code of the worst error; warnings do not change the exit code.',
  ],
  examples: [
    'doctor',
    'doctor --profile work --pretty',
    'doctor --jq ".checks[] | select(.status == \\"error\\")"',
  ],
  async run(scanned, context) {
    const line = parseBuiltin(doctor, scanned, context, 0);
    const {program, host} = context;
    const print = await openPrinter(line, host);
    const findings = await examine(line.globals, context);
    const exitCode = exitCodeOf(findings);
    const {pretty, jq, 'raw-output': raw, output} = line.globals;
    const isAsked = pretty === true || jq !== undefined || raw === true || output !== undefined;
    if (host.stdout.isTTY && !isAsked) {
      host.stdout.write(`${linesOf(findings).join('\n')}\n`);
      return exitCode;
    }
    const report = {
      ok: exitCode === 0,
      program,
      version,
      runtime: host.runtime,
      platform: host.platform,
      checks: findings,
    };
    const isTable = isFormatted(line.globals) && jq === undefined;
    await print(JSON.stringify(isTable ? findings : report));
    return exitCode;
  },
};

async function examine(
  globals: GlobalValues,
  context: CommandContext,
): Promise<readonly Finding[]> {
  const {host} = context;
  const here = await runLocalChecks(settingsFlags(globals), context, globals.timeout);
  const terminal = checkTerminal(host);
  if (here.target === undefined) return [...here.findings, terminal];
  if (globals['dry-run']) {
    return [
      ...here.findings,
      skippedCheck('connection', 'nothing is sent with --dry-run'),
      terminal,
    ];
  }
  // An invalid proxy blocks every request; it was reported already.
  const isCut = here.findings.some(({check, status}) => check === 'proxy' && status === 'error');
  const there = isCut
    ? [skippedCheck('connection', 'see proxy')]
    : await runServiceChecks(here.target, here.hasCredentials, globals, host);
  return [...here.findings, ...there, terminal];
}

const marks = {ok: 'ok', warning: 'WARNING', error: 'ERROR', skipped: 'skipped'} as const;

function linesOf(findings: readonly Finding[]): readonly string[] {
  const widest = Math.max(...findings.map(({check}) => check.length));
  return findings.flatMap(({check, status, message, hint}) => {
    const start = `${marks[status].padEnd(7)}  ${check.padEnd(widest)}  `;
    const more = hint === undefined ? [] : [`${' '.repeat(start.length)}${safeText(hint)}`];
    return [`${start}${safeText(message)}`, ...more];
  });
}
