import type {Service} from '../api/operation.ts';
import {Failure} from '../base/failure.ts';
import {findConfigText, wrongShape} from './config.ts';
import type {Host} from './host.ts';
import {pathBesideConfig} from './paths.ts';
import {parsePresets, type StoredPreset} from './profile.ts';

/**
 * Read the user's presets from `presets.json` next to the configuration file (contract 3.5); none
 * without the file.
 *
 * @throws Failure 'config_error' if it cannot be read or parsed
 */
export async function readUserPresets(
  service: Service,
  host: Host,
): Promise<Readonly<Record<string, StoredPreset>>> {
  const path = pathBesideConfig(service, 'presets.json', host);
  let value: unknown;
  try {
    const text = await findConfigText(path, host);
    if (text === undefined) return {};
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure('config_error', `${path} cannot be read: ${why}`, {attempts: 0});
  }
  return parsePresets(value, problem => wrongShape(path, problem));
}
