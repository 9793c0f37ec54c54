import type {Host} from '../host/host.ts';
import type {Target} from '../host/settings.ts';
import {readUserPresets} from '../host/user-presets.ts';
import {findPreset} from '../output/presets.ts';
import {compileFilter, type Filter} from '../output/select.ts';
import {variablesOf} from './compile-filter.ts';
import type {GlobalValues} from './flags.ts';

/** How the answer is asked for and selected from. */
export interface OutputChoice {
  /** Comma-separated fields the server is asked for. */
  readonly fields?: string;
  readonly filter?: Filter;
}

/**
 * --fields and --jq, and where one is absent the preset's (contract 15.7).
 *
 * @param filter --jq, compiled
 * @throws Failure 'validation_error' for an unknown preset, 'jq_error' for a preset that does not
 * compile
 */
export async function chooseOutput(
  globals: GlobalValues,
  filter: Filter | undefined,
  target: Pick<Target, 'service' | 'presets'>,
  host: Host,
): Promise<OutputChoice> {
  const {fields, preset: name} = globals;
  const own = {...(fields !== undefined && {fields}), ...(filter && {filter})};
  if (name === undefined) return own;
  const program = target.service === 'tracker' ? 'jr' : 'cf';
  const file = await readUserPresets(target.service, host);
  const preset = findPreset(program, name, {file, profile: target.presets});
  const fromPreset =
    filter === undefined && preset.jq
      ? await compileFilter(preset.jq, variablesOf(globals))
      : undefined;
  return {
    ...(preset.fields && {fields: preset.fields}),
    ...(fromPreset && {filter: fromPreset}),
    ...own,
  };
}
