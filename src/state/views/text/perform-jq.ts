import {toFailure} from '../../../base/failure.ts';
import {compileFilter} from '../../../output/select.ts';
import type {Effect, Ports} from '../../model/step.ts';

/** Keys wait for it. */
const longestMs = 1000;

/** Run a jq filter; what is wrong with it is told as a problem of what was typed. */
export async function applyJq(
  {view, filter, text, keeps}: Extract<Effect, {kind: 'jq'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const done = {kind: 'jqDone', view, filter, keeps} as const;
  try {
    const compiled = await compileFilter(filter);
    if (signal.aborted) return;
    const {outputs} = await compiled.apply(text, longestMs);
    if (!signal.aborted) ports.dispatch({...done, outputs, problem: undefined});
  } catch (thrown) {
    const {message} = toFailure(thrown);
    const problem = message.replace(/^The jq filter (?:does not compile|failed): /, '');
    if (!signal.aborted) ports.dispatch({...done, outputs: undefined, problem});
  }
}
