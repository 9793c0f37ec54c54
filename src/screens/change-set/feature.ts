import {refetchOf} from '../../api/journal/refetch.ts';
import type {Feature} from '../../state/app/feature.ts';
import {keysIn, needIn} from '../../state/keys/binding.ts';
import {leaveWrite} from '../../state/locations/go-to.ts';
import {closeLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {
  type Action,
  afterEveryEvent,
  andThen,
  type Effect,
  noEffects,
  type Transition,
} from '../../state/model/transition.ts';
import {switchCommand} from '../../state/overlays/palette/palette-command.ts';
import {actionForStage} from '../../state/overlays/write/stage.ts';
import {withoutDraft} from '../../state/views/form/drafts.ts';
import {previewForm} from '../../state/views/form/form-actions.ts';
import {stagedOf, stagingContextOf, withStaged} from '../../state/views/matrix/staged.ts';
import {previewStaged} from '../../state/views/matrix/staging.ts';
import {noStagedChanges} from '../../state/views/matrix/state.ts';
import {changeSetOf, stageWrite} from '../../state/write/change-set.ts';
import {refetchTask} from '../../state/write/reads.ts';
import type {PreviewStage, WritePlan} from '../../state/write/state.ts';
import {localStaged, showStaged, stagedKeys, stagedList, updateStaged} from './staged-list.ts';

/** Return why a write cannot wait in the change set. */
function whyNotStaged({plan, trouble}: PreviewStage): string | undefined {
  if (trouble !== undefined) return trouble.title;
  if (plan.requests.some(({staged}) => staged !== undefined)) return 'it is staged already';
  if (plan.requests.some(one => one.undoes !== undefined || one.expects !== undefined)) {
    return 'an undo is applied at once';
  }
  const isChecked = plan.counts !== undefined || plan.check !== undefined;
  return isChecked ? 'this change is checked when it is applied: enter applies it' : undefined;
}

/** Add the write in the preview to the change set in place of sending it. */
const stageShown: Action = actionForStage('preview', (state, preview) => {
  const reason = whyNotStaged(preview);
  if (reason !== undefined) return noEffects(showNotice(state, `not staged: ${reason}`, 'warn'));
  const {plan} = preview;
  const looks = plan.requests.flatMap(({call, before, fieldsOf = call}) => {
    const by = before === 'looking' ? refetchOf(fieldsOf) : undefined;
    return by === undefined ? [] : [{call, by}];
  });
  const slot = `staged-look-${state.nextKey}`;
  const effects: Effect[] =
    looks.length === 0 ? [] : [{kind: 'task', slot, run: refetchTask(looks)}];
  const step = closeOrigin(leaveWrite(stageWrite(state, plan)), plan);
  return andThen({...step, effects: [...step.effects, ...effects]}, staged => {
    const text = `staged: ${plan.title} · :staged lists ${changeSetOf(staged).length}`;
    return noEffects(showNotice(showStaged(staged), text, 'good'));
  });
});

/** Close the form of a staged write; cells of a matrix are no longer staged there. */
function closeOrigin(state: AppState, plan: WritePlan): Transition {
  const form = viewOf(state, 'form');
  if (form !== undefined) {
    const without = withoutDraft(state, form);
    return form.use === undefined ? noEffects(without) : closeLocation(without);
  }
  const stage = stagingContextOf(state);
  const calls = new Set(plan.requests.map(({call}) => call));
  const isOfMatrix =
    stage && stagedOf(state, stage).sending?.some(({call}) => calls.has(call)) === true;
  return noEffects(isOfMatrix ? withStaged(state, stage, noStagedChanges) : state);
}

/** The write is not shown, so its preview needs no reads. */
function withoutPreview({state, effects}: Transition): Transition {
  const isOfPreview = (one: Effect): boolean =>
    (one.kind === 'task' || one.kind === 'timer') && one.slot.startsWith('write-');
  return {state, effects: effects.filter(one => !isOfPreview(one))};
}

/** Make an action that stages the write which another one previews. */
const stageAfter =
  (act: Action): Action =>
  (state, registry) => {
    const step = act(state, registry);
    if (step.state.write?.stage !== 'preview') return step;
    return andThen(withoutPreview(step), shown => stageShown(shown, registry));
  };

/** Stage each new write while `:stage on` holds, unless it has to be applied at once. */
const stageEach = afterEveryEvent((before, step, _, registry) => {
  const {write, writing} = step.state;
  if (writing.stages !== true || write?.stage !== 'preview' || before.write?.stage === 'preview') {
    return step;
  }
  if (whyNotStaged(write) !== undefined) return step;
  return andThen(withoutPreview(step), state => stageShown(state, registry));
});

const label = 'stage the change: :staged lists and applies all staged ones';

/** Keys that stage a write. */
const stageKeys = [
  keysIn('preview')('alt+enter', label, stageShown, {
    // Offered in the footer once the user works with a change set.
    hint(state) {
      const {write} = state;
      const isOffered = changeSetOf(state).length > 0 && write?.stage === 'preview';
      return isOffered && whyNotStaged(write) === undefined ? 'stage' : undefined;
    },
  }),
  keysIn('form', 'field')('alt+enter', label, stageAfter(previewForm), {
    needs: needIn('form', ({operation}) =>
      operation.effect === 'read' ? 'this form only reads' : undefined,
    ),
  }),
  keysIn('matrix')('alt+enter', label, stageAfter(previewStaged)),
];

const stageCommand = switchCommand(
  'stage',
  [
    'Stage every change of this session; :staged lists and applies them.',
    'Apply changes after their preview again; staged ones stay.',
  ],
  (state, stages) => {
    const next = {...state, writing: {...state.writing, stages}};
    const text = stages ? 'Changes are staged: :staged applies them' : 'Changes are applied again';
    return noEffects(showNotice(next, text, stages ? 'warn' : 'good'));
  },
);

/** The change set: writes that are staged, then applied as one. */
export const changeSetFeature: Feature = {
  id: 'change-set',
  lists: [stagedList],
  local: {[stagedList.id]: localStaged},
  keys: [...stageKeys, ...stagedKeys],
  commands: [stageCommand],
  signs(state) {
    const {length} = changeSetOf(state);
    const isOn = state.writing.stages === true;
    if (length === 0 && !isOn) return [];
    return [{text: isOn ? `staging: ${length} staged` : `${length} staged`, tone: 'warn'}];
  },
  reactions: [updateStaged, stageEach],
};
