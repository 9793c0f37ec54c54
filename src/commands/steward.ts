import {defined} from '../base/defined.ts';
import {themeNames} from '../base/theme-names.ts';
import {version} from '../base/version.ts';
import {auditFlags} from './audited.ts';
import {hasTerminal} from './bare.ts';
import {type Builtin, flagsOfBuiltin} from './builtin.ts';
import {refuseProblems} from './builtin-line.ts';
import {findBuiltin} from './builtins.ts';
import {colorChoice, writeHelp} from './color.ts';
import type {AppearanceOptions, CommandHost, LazyModules} from './context.ts';
import {
  type FlagRow,
  globalFlags,
  globalRows,
  helpFlag,
  targetFlags,
  type ValuesOf,
  versionFlag,
} from './flags.ts';
import {flagRows, helpWidth, section, twoColumns, wrapText} from './help/layout.ts';
import {parseRows, settingsFlags} from './parse-rows.ts';
import {knownFlags, refuseWrongFlags, type Scanned, scanLine, wrongLine} from './scan.ts';

const sharedNames = [...targetFlags, 'color', 'max-wait'];

/** Find a command about credentials, which steward runs like jr. */
function accountCommand(word = ''): Builtin | undefined {
  return ['login', 'logout', 'whoami'].includes(word) ? findBuiltin(word, 'tracker') : undefined;
}

/** Flags of the terminal UI only. */
const ownFlags = [
  {name: 'sandbox', type: 'boolean', help: 'run with a built-in sandbox server; needs no account'},
  {name: 'tour', type: 'boolean', help: 'learn steward in ten steps on the built-in sandbox'},
  {
    name: 'theme',
    type: 'string',
    values: themeNames,
    help: 'colours of the screen',
  },
  {name: 'ascii', type: 'boolean', help: 'use only ASCII characters'},
  {
    name: 'screen-reader',
    type: 'boolean',
    help: 'announce changes as lines of text, for screen readers',
  },
  {name: 'check-keys', type: 'boolean', help: 'check ui.json and its key bindings'},
] as const satisfies readonly FlagRow[];

/** The flags of `steward`: its own, and those that select the target and the credentials. */
export const stewardFlags: readonly FlagRow[] = [
  ...ownFlags,
  ...globalRows.filter(({name}) => sharedNames.includes(name)),
  helpFlag,
  versionFlag,
];

const known = knownFlags(stewardFlags);

/** Split a line of `steward`. */
export function scanSteward(argv: readonly string[]): Scanned {
  return scanLine(argv, ([word]) => {
    const account = accountCommand(word);
    return account ? flagsOfBuiltin(account) : known;
  });
}

/**
 * `steward`: open the terminal UI, or print one frame of it without a terminal.
 *
 * @returns the exit code
 * @throws Failure 'command_error' for unknown flags and words
 */
export async function runSteward(
  line: Scanned,
  host: CommandHost,
  modules: LazyModules,
): Promise<number> {
  const {words, texts} = line;
  const [word] = words;
  const account = accountCommand(word);
  if (account !== undefined && !line.asksHelp) {
    return account.run(line, {program: 'jr', service: 'tracker', host, modules});
  }
  const hint = 'steward --help lists the flags. In scripts, use jr and cf.';
  if (!line.asksHelp) refuseWrongFlags(line, hint);
  if (line.asksHelp || word === 'help') {
    writeHelp(stewardHelp(helpWidth(host.stdout.columns)), texts, host);
    return 0;
  }
  if (texts.has('version') || word === 'version') {
    host.stdout.write(`${JSON.stringify({version})}\n`);
    return 0;
  }
  if (word !== undefined) {
    throw wrongLine(`steward has no command "${word}".`, hint);
  }
  const {values, problems} = parseRows(globalFlags, texts);
  const own = parseRows(ownFlags, texts);
  refuseProblems([...problems, ...own.problems]);
  return modules.openTerminalUi({
    program: 'steward',
    flags: settingsFlags(values),
    audit: auditFlags(values),
    maxWaitMs: values['max-wait'],
    color: colorChoice(texts),
    sandbox: own.values.sandbox === true || own.values.tour === true,
    tour: own.values.tour === true,
    plainFrame: !hasTerminal(host),
    look: lookOf(own.values),
  });
}

function lookOf({
  theme,
  ascii,
  'screen-reader': screenReader,
  'check-keys': checkKeys = false,
}: ValuesOf<typeof ownFlags>): AppearanceOptions {
  return {...defined({theme, ascii}), ...(screenReader && {screenReader}), checkKeys};
}

/** The output of `steward --help`. */
function stewardHelp(width: number): readonly string[] {
  return [
    ...wrapText(
      `steward ${version}: terminal UI for Jira Cloud and Confluence Cloud. In scripts, use jr and cf.`,
      width,
    ),
    '',
    'Usage:',
    '  steward [flags]',
    '  steward login | logout | whoami    (see jr login --help)',
    '',
    'Flags:',
    ...twoColumns(flagRows(stewardFlags), width),
    ...section(
      'Notes',
      [
        '? shows the keys; q goes back, then quits.',
        'Uses the settings of jr and cf: flags, environment (JR_…, CF_…), profiles.',
        'Without a terminal, prints one plain frame.',
      ],
      width,
    ),
    ...section('Examples', ['steward --sandbox', 'steward --tour', 'steward -p work'], width),
  ];
}
