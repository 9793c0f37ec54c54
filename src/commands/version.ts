import {version} from '../base/version.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';

/** `version` alone, or `--version`: the program's version as JSON (contract 1). */
export const versionCommand: Builtin = {
  name: 'version',
  summary: 'print the version of this program as JSON',
  usage: ['version'],
  flags: [],
  takesGlobals: true,
  notes: ['`jr version <operation>` runs an operation of the version group.'],
  examples: ['version', 'version --jq .version --raw-output'],
  async run(argv, context) {
    const words = argv.filter(word => word !== '--version');
    const print = await openPrinter(parseBuiltin(versionCommand, words, context, 0), context.host);
    return print(JSON.stringify({version}));
  },
};
