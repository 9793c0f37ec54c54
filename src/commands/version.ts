import {version} from '../base/version.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';
import {versionFlag} from './flags.ts';

/** `version`, or `--version`: print the program's version as JSON (contract 1). */
export const versionCommand: Builtin = {
  name: 'version',
  summary: 'print the version of this program as JSON',
  usage: ['version'],
  flags: [],
  flagsOf: () => [versionFlag],
  takesGlobals: true,
  notes: ['`jr version <operation>` runs an operation of the version group.'],
  examples: ['version', 'version --jq .version --raw-output'],
  async run(scanned, context) {
    const line = parseBuiltin(versionCommand, scanned, context, 0);
    const print = await openPrinter(line, context.host);
    return print(JSON.stringify({version}));
  },
};
