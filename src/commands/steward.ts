import {defined} from '../base/defined.ts';
import {themeNames} from '../base/theme-names.ts';
import {version} from '../base/version.ts';
import type {Host} from '../host/host.ts';
import {auditFlags} from './audited.ts';
import {hasTerminal} from './bare.ts';
import {refuseProblems} from './builtin-line.ts';
import {findColorChoice, writeHelp} from './color.ts';
import type {AppearanceOptions, LazyModules} from './context.ts';
import {
  type FlagRow,
  globalFlags,
  globalRows,
  helpFlag,
  placeFlags,
  type ValuesOf,
  versionFlag,
} from './flags.ts';
import {flagRows, helpWidth, section, twoColumns, wrapText} from './help/layout.ts';
import {login} from './login.ts';
import {parseRows, settingsFlags} from './parse-rows.ts';
import {scanFlags, wrongLine} from './scan.ts';

const sharedNames = [...placeFlags, 'color'];

/** Flags of the terminal UI alone. */
const ownFlags = [
  {name: 'sandbox', type: 'boolean', help: 'run with a built-in sandbox server; needs no account'},
  {
    name: 'theme',
    type: 'string',
    values: themeNames,
    help: `colours: ${themeNames.join(', ')}`,
  },
  {name: 'ascii', type: 'boolean', help: 'use only ASCII characters'},
  {
    name: 'screen-reader',
    type: 'boolean',
    help: 'announce changes as lines of text, for screen readers',
  },
  {name: 'check-keys', type: 'boolean', help: 'check ui.json and its key bindings'},
] as const satisfies readonly FlagRow[];

/** The flags of `steward`: its own, and those that say where to and as whom. */
export const stewardFlags: readonly FlagRow[] = [
  ...ownFlags,
  ...globalRows.filter(({name}) => sharedNames.includes(name)),
  helpFlag,
  versionFlag,
];

/**
 * `steward`: open the terminal UI, or print one frame of it without a terminal.
 *
 * @returns the exit code
 * @throws Failure 'command_error' for unknown flags and words
 */
export async function runSteward(
  argv: readonly string[],
  host: Host,
  doors: LazyModules,
): Promise<number> {
  // Everything else about credentials is the tracker's too, for which steward stands.
  if (argv[0] === 'login' && !argv.includes('--help')) {
    return login.run(argv, {program: 'jr', service: 'tracker', host, doors});
  }
  const hint = 'steward --help lists the flags. In scripts, use jr and cf.';
  const {words, texts} = scanFlags(argv, stewardFlags, hint);
  const [word] = words;
  if (texts.has('help') || word === 'help') {
    writeHelp(stewardHelp(helpWidth(host.stdout.columns)), argv, host);
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
  return doors.openTerminalUi({
    program: 'steward',
    flags: settingsFlags(values),
    audit: auditFlags(values),
    color: findColorChoice(argv),
    sandbox: own.values.sandbox === true,
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

/** What `steward --help` prints. */
function stewardHelp(width: number): readonly string[] {
  return [
    ...wrapText(
      `steward ${version}: terminal UI for the issue tracker and the content service. In scripts, use jr and cf.`,
      width,
    ),
    '',
    'Usage:',
    '  steward [flags]',
    '  steward login --app | --web (see jr login --help)',
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
    ...section('Examples', ['steward --sandbox', 'steward -p work'], width),
  ];
}
