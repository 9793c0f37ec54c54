import {resolveCall} from '../../api/resolve-call.ts';
import {counted} from '../../base/counted.ts';
import {callOfStep, type PlanStep, type SitePlan} from '../../site/plan.ts';
import {valueText} from '../../site/value-text.ts';
import type {AppState} from '../../state/model/state.ts';
import {makePlan} from '../../state/write/make-plan.ts';
import {placeholderFor} from '../../state/write/start-write.ts';
import type {AwaitedValue, Change, WritePlan, WriteRequest} from '../../state/write/state.ts';

/**
 * Make the write of a plan: its steps are requests that are sent one after the other, with the ids
 * that earlier ones return.
 */
export function writePlanOf({steps, byHand}: SitePlan, from: string, state: AppState): WritePlan {
  const deletes = steps.some(({action}) => action === 'delete');
  return makePlan(
    {
      title: `Make this site like ${from}: ${counted(steps.length, 'write')}`,
      object: String(steps.length),
      requests: steps.map(step => requestOf(step, steps)),
      inOrder: true,
      notes: [],
      ...(byHand.length > 0 && {leftOut: `By hand: ${byHand.join(' ')}`}),
      ...(deletes && {risk: 3}),
    },
    state,
  );
}

function requestOf(step: PlanStep, steps: readonly PlanStep[]): WriteRequest {
  const {kind, project, name, changes, after} = step;
  const awaits: Record<string, AwaitedValue> = {};
  const ref = callOfStep(step, {
    ofStep(wanted) {
      const request = steps.findIndex(one => one.step === wanted);
      const placeholder = placeholderFor(request);
      awaits[placeholder] = {request, pointer: steps[request]?.idAt ?? '/id'};
      return placeholder;
    },
  });
  const where = project === undefined ? name : `${project}/${name}`;
  return {
    label: `${kind.replaceAll('-', ' ')}: ${step.action} ${where}`,
    changes:
      after === undefined
        ? changes.map(changeDescribed)
        : [{field: 'Position', before: undefined, after: after ? `after ${after}` : 'first'}],
    call: resolveCall(ref, {}, 0),
    ...(Object.keys(awaits).length > 0 && {awaits}),
  };
}

function changeDescribed({field, group, old, new: wanted}: PlanStep['changes'][number]): Change {
  return {
    field: group ?? field,
    before: old === undefined ? undefined : valueText(old),
    after: wanted === undefined ? 'gone' : valueText(wanted),
  };
}
