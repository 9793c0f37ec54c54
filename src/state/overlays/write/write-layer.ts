import {isCharacter} from '../../../base/text-caret.ts';
import {type KeyBinding, key, keysIn, lineKeys} from '../../keys/binding.ts';
import type {KeyRegistry} from '../../keys/route-key.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import type {Line} from '../../model/line.ts';
import {showNotice} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects, type Overlay} from '../../model/transition.ts';
import {visibleLineCount} from '../../model/viewport.ts';
import type {WriteStage} from '../../write/state.ts';
import {confirmStage, previewStage} from './confirm-stage.ts';
import type {DialogLines} from './dialog-lines.ts';
import {askStage, menuStage} from './menu-stage.ts';
import {reportStage, runningStage} from './run-stage.ts';
import {type CursorMove, commandsOfWrite, unsentText, type WriteStageKind} from './stage.ts';

const stages: Readonly<Record<WriteStage['stage'], WriteStageKind>> = {
  menu: menuStage,
  ask: askStage,
  preview: previewStage,
  confirm: confirmStage,
  running: runningStage,
  report: reportStage,
};

function stageOf({stage}: WriteStage): WriteStageKind {
  return stages[stage];
}

/** The overlay of a write; its stages are scopes of the key table. */
export const writeOverlay: Overlay<WriteStage> = {
  scope: ({stage}) => stage,
  isTyping: write =>
    write.stage === 'confirm'
      ? write.plan.risk === 3
      : 'typed' in write && write.typed !== undefined,
  key(state, write, key, registry: KeyRegistry) {
    const act = stageOf(write).typed?.(state, write, key, registry);
    return act && {kind: 'act', act, anyRows: true};
  },
  coalesceKeys: (write, keys) => (beginsWord(write, keys) ? ['/', ...keys] : keys),
  // Running requests continue.
  closesWithView: ({stage}) => stage !== 'running',
  note: write => ('asRequest' in write ? unsentText(write.plan) : ''),
  command: (_, state) => commandsOfWrite(state)[0],
  announcement: (write, state) => stageOf(write).announcement(write, state),
};

/**
 * In a menu of letters, several letters at once are a search: the first must not run its verb, nor
 * the others act on what that opened.
 */
function beginsWord(write: WriteStage, [first, second = '']: readonly string[]): boolean {
  return (
    write.stage === 'menu' &&
    write.typed === undefined &&
    isCharacter(second) &&
    write.entries.some(({key}) => key !== undefined && key === first)
  );
}

/** The content of a write in place of the view, limited to the available lines. */
export function writeScreenLines(state: AppState): readonly Line[] {
  const {write} = state;
  const {head, body} = (write && stageOf(write).lines?.(write, state)) ?? {head: [], body: []};
  const top = write && 'top' in write ? write.top : 0;
  return [...head, ...body.slice(top)].slice(0, visibleLineCount(state));
}

/** The box of a write; undefined if it has none. */
export function writeDialog(state: AppState): DialogLines | undefined {
  const {write} = state;
  if (write === undefined) return undefined;
  const stage = stageOf(write);
  return stage.popup?.(write, state) ?? stage.dialog?.(write, state);
}

const leave: Action = state => noEffects(leaveWrite(state));

const goBack =
  (how: 'back' | 'stop'): Action =>
  (state, registry) =>
    ((state.write && stageOf(state.write)[how]) ?? leave)(state, registry);

/** Scroll the menu, or the lines of a preview or a report. */
const scroll =
  (to: CursorMove): Action =>
  state => {
    const {write} = state;
    return noEffects(
      write ? {...state, write: stageOf(write).moved?.(write, to, state) ?? write} : state,
    );
  };

const copyCommands: Action = state => {
  const commands = commandsOfWrite(state);
  if (commands.length === 0) return noEffects(showNotice(state, 'no command here', 'warn'));
  const what = commands.length === 1 ? 'the command' : `${commands.length} commands`;
  return {state, effects: [{kind: 'copy', text: commands.join('\n'), what}]};
};

const everyStage = keysIn('menu', 'ask', 'preview', 'confirm', 'running', 'report');
const scrolling = {scopes: ['menu', 'preview', 'running', 'report']};

const moveKey = (keys: string, label: string, to: CursorMove) =>
  key(keys, label, scroll(to), scrolling);

/** Keys of writes: those of each stage, and shared ones. */
export const writeKeys: readonly KeyBinding[] = [
  ...Object.values(stages).flatMap(({keys = []}) => keys),
  key('Y', 'copy the one-shot command for each request', copyCommands, {
    scopes: ['preview', 'running', 'report'],
    hint: 'copy command',
  }),
  ...lineKeys(scroll, scrolling),
  moveKey('G end', 'bottom', () => Number.MAX_SAFE_INTEGER),
  moveKey('ctrl+d ctrl+f pgdn space', 'page down', (at, page) => at + page),
  moveKey('ctrl+u ctrl+b pgup', 'page up', (at, page) => at - page),
  everyStage('esc q', 'back; nothing is lost', goBack('back'), {
    hint: 'back',
    always: true,
  }),
  everyStage('ctrl+c', 'close; while sending, stop after the running requests', goBack('stop')),
];
