import {caretAfter, isCharacter} from '../../../base/text-caret.ts';
import {type KeyBinding, key, keysIn, lineKeys, type Need} from '../../keys/binding.ts';
import type {KeyRegistry} from '../../keys/route-key.ts';
import {findBinding, unknownKeyText} from '../../keys/route-key.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import type {Line} from '../../model/line.ts';
import {showNotice} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects, type Overlay, type Transition} from '../../model/transition.ts';
import {visibleLineCount} from '../../model/viewport.ts';
import {clearedCounts} from '../../write/counts.ts';
import {whyNotSent} from '../../write/permissions.ts';
import {readyTimer, sendPlan} from '../../write/start-write.ts';
import type {ConfirmStage, PreviewStage, WriteStage} from '../../write/state.ts';
import type {DialogLines} from './dialog-lines.ts';
import {confirmLines, typedToConfirm} from './dialog-lines.ts';
import {askStage, menuStage} from './menu-stage.ts';
import {popupLines} from './popup-lines.ts';
import {reportStage, runningStage} from './run-stage.ts';
import {
  actionForStage,
  announcedTexts,
  type CursorMove,
  commandsOfWrite,
  editLine,
  scrolledTop,
  unsentText,
  type WriteStageKind,
} from './stage.ts';
import {previewLines} from './write-lines.ts';

/** Say that a key was pressed before its effect could be read. */
const tooEarly = (state: AppState, key: string): Transition =>
  noEffects(showNotice(state, `not sent: shown just now; press ${key} again`, 'warn'));

/** Send the plan, or ask for confirmation if it is risky. */
const sendOrConfirm = actionForStage('preview', (state, preview) => {
  if (!preview.ready) return tooEarly(state, 'enter');
  const {plan, trouble, strays} = preview;
  if (strays !== undefined) return requireSecondEnter(state, preview, strays);
  if (trouble !== undefined)
    return noEffects(showNotice(state, `nothing sent: ${trouble.title}`, 'bad'));
  const reason = whyNotSent(state) ?? whyNotYet(preview);
  if (reason !== undefined) return noEffects(showNotice(state, reason, 'warn'));
  if (plan.risk < 2) return sendPlan(state, plan);
  const asked = {focus: 'cancel', typed: caretAfter(''), problem: undefined, ready: false} as const;
  return {
    state: {...state, write: {...preview, ...asked, stage: 'confirm'}},
    effects: [readyTimer],
  };
});

/** If text was typed before enter, the user did not mean to confirm: require another enter. */
function requireSecondEnter(state: AppState, preview: PreviewStage, strays: string): Transition {
  const text = `not sent: “${strays}” does nothing here; press enter again to apply`;
  const write = {...preview, strays: undefined, ready: false};
  return {state: showNotice({...state, write}, text, 'warn'), effects: [readyTimer]};
}

const showRequests = actionForStage('preview', (state, preview) =>
  noEffects({...state, write: {...preview, asRequest: !preview.asRequest, top: 0}}),
);

/** Allow clearing the counts without a new entity. */
const allowClearing = actionForStage('preview', (state, preview) => {
  const {plan} = preview;
  if (plan.counts === undefined) return noEffects(state);
  const counts = {...plan.counts, clears: true};
  return noEffects({...state, write: {...preview, plan: {...plan, counts}}});
});

/** Return why there is nothing to clear. */
function whyNothingCleared({write}: AppState): string | undefined {
  const counts = write?.stage === 'preview' ? write.plan.counts : undefined;
  const isSome = counts !== undefined && !counts.clears && clearedCounts(counts).length > 0;
  return isSome ? undefined : 'this change clears no values';
}

/**
 * Return why the plan must wait: an undo until its object is checked, clearing until it is allowed.
 */
function whyNotYet({plan}: PreviewStage): string | undefined {
  const waits = plan.requests.some(
    ({expects, before}) => expects !== undefined && before === 'looking',
  );
  if (waits) return 'still checking for changes made since';
  const {counts} = plan;
  if (counts === undefined || counts.clears || counts.stays) return undefined;
  if (counts.entities[0]?.before === undefined) return 'still counting the values to be cleared';
  const lost = clearedCounts(counts);
  return lost.length === 0 ? undefined : `${lost.join(', ')} would be cleared: c allows it`;
}

/** Return from the dialog to the preview. */
const confirmBack = actionForStage(
  'confirm',
  (state, {focus: _, typed: __, problem: ___, ...shown}) =>
    noEffects({...state, write: {...shown, stage: 'preview', ready: true}}),
);

const confirm = actionForStage('confirm', (state, dialog) => {
  if (dialog.plan.risk > 2) return noEffects(state);
  return dialog.ready ? sendConfirmed(state, dialog) : tooEarly(state, 'y');
});

/** Send the confirmed plan, unless its object has been deleted or changed meanwhile. */
function sendConfirmed(state: AppState, {plan, trouble}: ConfirmStage): Transition {
  if (trouble === undefined) return sendPlan(state, plan);
  return noEffects(showNotice(state, `nothing sent: ${trouble.title}`, 'bad'));
}

/** Press the focused button; if the name is typed, send. */
const press = actionForStage('confirm', (state, dialog, registry) => {
  const {plan, focus, ready, typed} = dialog;
  if (!ready) return tooEarly(state, 'enter');
  if (plan.risk < 3) return (focus === 'send' ? confirm : confirmBack)(state, registry);
  if (typed.text === plan.object) return sendConfirmed(state, dialog);
  return noEffects({
    ...state,
    write: {...dialog, problem: `not sent: type ${plan.object} exactly`},
  });
});

const otherButton = actionForStage('confirm', (state, dialog) => {
  if (!dialog.ready) return noEffects(state);
  return noEffects({
    ...state,
    write: {...dialog, focus: dialog.focus === 'cancel' ? 'send' : 'cancel'},
  });
});

const typesName: Need = ({write}) =>
  write?.stage === 'confirm' && write.plan.risk === 3
    ? `type ${typedToConfirm(write.plan)} to confirm`
    : undefined;

const previewKey = keysIn('preview');
const confirmKey = keysIn('confirm');

/** The preview of a write, before it is sent. */
export const previewStage: WriteStageKind<PreviewStage> = {
  typed(state, preview, key, registry) {
    if (!isCharacter(key) || findBinding(state, key, registry) !== undefined) return undefined;
    const text = unknownKeyText(state, key, registry);
    const strays = `${preview.strays ?? ''}${key}`.slice(0, 20);
    return now => noEffects(showNotice({...now, write: {...preview, strays}}, text, 'warn'));
  },
  lines: previewLines,
  popup: popupLines,
  announcement(preview, state) {
    const {head, body} = previewLines(preview, state);
    const trouble = preview.trouble === undefined ? [] : announcedTexts(body);
    const [command = ''] = commandsOfWrite(state);
    return [...announcedTexts(head), ...trouble, unsentText(preview.plan), command];
  },
  moved(preview, to, state) {
    const top = scrolledTop(previewLines(preview, state), preview.top, to, state);
    return {...preview, top};
  },
  keys: [
    previewKey('enter ctrl+s', 'apply; asks for confirmation if risky', sendOrConfirm, {
      hint: state =>
        whyNotSent(state) || (state.write?.stage === 'preview' && state.write.trouble)
          ? undefined
          : 'apply',
      always: true,
    }),
    previewKey('f2', 'show the request as --dry-run prints it, or the changes', showRequests, {
      hint: 'request',
    }),
    previewKey('c', 'allow clearing values that have no replacement', allowClearing, {
      hint: 'clear',
      needs: whyNothingCleared,
    }),
  ],
};

/** What enter does in the confirmation: it presses the focused button, or takes the typed name. */
function enterWord({write}: AppState): string {
  const cancels = write?.stage === 'confirm' && write.plan.risk < 3 && write.focus === 'cancel';
  return cancels ? 'cancel' : 'apply';
}

/** The confirmation dialog of a risky write. */
const confirmStage: WriteStageKind<ConfirmStage> = {
  back: confirmBack,
  typed(_, dialog, key) {
    const act = dialog.plan.risk === 3 ? editLine(dialog, key) : undefined;
    // Keys typed before it was visible are ignored.
    return act && !dialog.ready ? noEffects : act;
  },
  lines: previewLines,
  popup: popupLines,
  dialog: confirmLines,
  announcement(dialog, state) {
    const {title, lines} = confirmLines(dialog, state);
    const focus = `focus on ${dialog.focus === 'cancel' ? 'Cancel' : 'Send'}`;
    return [title, ...announcedTexts(lines), ...(dialog.plan.risk === 3 ? [] : [focus])];
  },
  keys: [
    confirmKey('y', 'yes, apply', confirm, {hint: 'apply', always: true, needs: typesName}),
    confirmKey('enter', 'press the focused button; apply once the name is typed', press, {
      hint: enterWord,
      always: true,
    }),
    confirmKey('tab shift+tab left right', 'switch to the other button', otherButton, {
      hint: 'other button',
      needs: typesName,
    }),
    confirmKey('n', 'no, back to the preview', confirmBack, {needs: typesName}),
  ],
};

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
