import {commandFor} from '../ask/command-line.ts';
import type {AppState} from '../model/state.ts';

/** The one-shot commands of the plan on the screen, one for each request. */
export function commandsOfWrite({write, session}: AppState): readonly string[] {
  const requests = write && 'plan' in write ? write.plan.requests : [];
  return requests.map(({call}) => commandFor(call, session.flags[call.operation.service]));
}

/** What is to be known of the write on the screen, in a few words. */
export function writeNote(state: AppState): string {
  if (!state.write || !('previews' in state.write)) return '';
  const count = commandsOfWrite(state).length;
  return count < 2 ? 'nothing is sent yet' : `nothing is sent yet; the first of ${count} commands:`;
}
