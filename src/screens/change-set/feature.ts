import type {Feature} from '../../state/app/feature.ts';
import {showNotice} from '../../state/model/notice.ts';
import {noEffects} from '../../state/model/transition.ts';
import {switchCommand} from '../../state/overlays/palette/palette-command.ts';
import {changeSetOf} from '../../state/write/change-set.ts';
import {stageEach, stageKeys} from './stage.ts';
import {localStaged, stagedKeys, stagedList, updateStaged} from './staged-list.ts';

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
