import {isFailure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import {type EmitOptions, emitJson} from './emit.ts';
import {reportRemark} from './report.ts';

/** How much of an event a warning shows, in characters. */
const shownOfEvent = 200;

/**
 * Write an event of a watch and flush it. A filter that fails on it is a warning for this event: what
 * comes after it may pass (client-contract 9.2).
 */
export async function emitEvent(
  json: string,
  options: EmitOptions,
  host: Pick<Host, 'stdout' | 'stderr'>,
): Promise<void> {
  try {
    await emitJson(json, options, host);
  } catch (error) {
    if (!isFailure(error) || error.kind !== 'jq_error') throw error;
    const shown = json.length > shownOfEvent ? `${json.slice(0, shownOfEvent)}…` : json;
    const text = `${error.message} This event is left out, and the watch goes on: ${shown}`;
    reportRemark('warning', text, host.stderr);
  }
  await host.stdout.flush();
}
