import {describePlan} from '../../../api/describe-plan.ts';
import {planRequest} from '../../../api/plan.ts';
import {isFailure} from '../../../base/failure.ts';
import type {Tone} from '../../../base/tone.ts';
import type {Line} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {wrappedText} from '../../show/line-shape.ts';
import {rawLines} from '../../show/raw-lines.ts';
import {inputValuesOf} from './form-values.ts';
import type {FormView} from './state.ts';

/**
 * The request of a form, as printed by --dry-run, or the reason why there is none yet.
 *
 * @param tone tone of the reason
 */
export function requestLines(
  view: FormView,
  state: Pick<AppState, 'connection' | 'columns'>,
  tone: Tone = 'bad',
): Line[] {
  const {operation} = view;
  const {connection} = state;
  const identity =
    connection.status === 'ready' ? connection.identities[operation.service] : undefined;
  if (identity === undefined) {
    return [[{text: ' this service is not connected', tone: 'warn'}]];
  }
  try {
    const plan = planRequest(operation, inputValuesOf(view), identity);
    return rawLines(describePlan(plan)).map(line => [{text: ' '}, ...line]);
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    const messages = Object.values(thrown.details.errors ?? {});
    const all = messages.length > 0 ? messages : [thrown.message];
    return all.flatMap(message => wrappedText(message, Math.max(20, state.columns - 3), tone, ' '));
  }
}
