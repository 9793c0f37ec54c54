import {resolveProfile} from '../host/settings.ts';
import {readUserPresets} from '../host/user-presets.ts';
import {listPresets} from '../output/presets.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin, wrongArguments} from './builtin-line.ts';
import {settingsFlags} from './parse-rows.ts';

/** `preset list`: print the output presets as JSON; needs no configuration (contract 1). */
export const preset: Builtin = {
  name: 'preset',
  summary: 'list the output presets',
  usage: ['preset list'],
  words: ['list'],
  flags: [],
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Define your own presets in presets.json, next to the configuration file: {name: {fields, jq}} for jr, {name: jq filter} for cf.',
  ],
  examples: ['preset list --pretty', 'preset list --jq ".[].name" --raw-output'],
  async run(scanned, context) {
    const {service, program, host} = context;
    const line = parseBuiltin(preset, scanned, context, 1);
    if (line.words[0] !== 'list') {
      throw wrongArguments(preset, context, 'preset requires the subcommand list.');
    }
    const print = await openPrinter(line, host);
    const {profile} = await resolveProfile(service, settingsFlags(line.globals), host);
    const file = await readUserPresets(service, host);
    return print(JSON.stringify(listPresets(program, {file, profile: profile.presets})));
  },
};
