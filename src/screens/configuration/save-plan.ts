import {findJson, isObject} from '../../base/json-value.ts';
import {planOfWrites, type SavedWrite} from '../../site/plan-of-writes.ts';
import {errorLine} from '../../state/ask/error-summary.ts';
import {showNotice} from '../../state/model/notice.ts';
import type {AppState} from '../../state/model/state.ts';
import type {Task, Transition} from '../../state/model/transition.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {changeSetOf} from '../../state/write/change-set.ts';
import {siteOf} from './compared.ts';

function writesOf(state: AppState): readonly SavedWrite[] {
  return changeSetOf(state).flatMap(({title, requests}) =>
    requests.map(({call, planned, awaits, label}) => {
      const content = planned?.plan.body?.content;
      const body = typeof content === 'string' ? findJson(content) : undefined;
      return {
        title: requests.length === 1 ? title : `${title}: ${label}`,
        operation: call.operation,
        inputs: call.given.inputs,
        ...(isObject(body) && {body}),
        awaits: awaits !== undefined,
      };
    }),
  );
}

/** Write the staged changes to a file as a plan for `jr site apply`. */
function savePlan(state: AppState, path: string): Transition {
  const writes = writesOf(state);
  const run: Task = async (ports, {signal}) => {
    try {
      const {plan, leftOut} = await planOfWrites(writes, siteOf(ports, signal));
      if (signal.aborted) return;
      const at = path.lastIndexOf('/') + 1;
      const files = ports.siteFiles(path.slice(0, at) || '.');
      await files.write(new Map([[path.slice(at), `${JSON.stringify(plan, null, 2)}\n`]]));
      const saved = `saved ${plan.steps.length} of ${writes.length} requests in ${path}`;
      const text = [`${saved}: jr site apply ${path}`, ...leftOut].join(' · left out: ');
      const tone = leftOut.length === 0 ? 'good' : 'warn';
      ports.dispatch({kind: 'notice', notice: {text, tone, stays: true}});
    } catch (thrown) {
      if (signal.aborted) return;
      ports.dispatch({kind: 'notice', notice: {text: errorLine(thrown), tone: 'bad'}});
    }
  };
  return {
    state: showNotice(state, 'reading the objects of the plan…', 'dim'),
    effects: [{kind: 'task', slot: 'save-plan', run, asks: true}],
  };
}

/** Saves the staged changes. */
export const savePlanCommand: PaletteCommand = {
  name: 'save-plan',
  aliases: [],
  args: 'FILE',
  about: 'Save the staged changes as a plan for jr site apply.',
  problem(state, [file, ...more]) {
    if (file === undefined || more.length > 0) return 'needs a file';
    return changeSetOf(state).length === 0 ? 'no staged changes' : undefined;
  },
  run: (state, [file = '']) => savePlan(state, file),
};
