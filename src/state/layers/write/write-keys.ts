import {clamp} from '../../../base/clamp.ts';
import {type KeyBinding, key, keysIn, lineKeys} from '../../keys/binding.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {say} from '../../model/notice.ts';
import {bodyLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import {type Act, stay} from '../../model/step.ts';
import {commandsOfWrite} from '../../write/plan-commands.ts';
import {confirmBack, confirmKeys} from './confirm-stage.ts';
import {askBack, menuBack, menuKeys} from './menu-stage.ts';
import {leaveReport, reportKeys, stillSending, stopQueue} from './run-stage.ts';
import {byStage} from './stage.ts';
import {previewLines, runLines} from './write-lines.ts';

const everyStage = keysIn('menu', 'ask', 'preview', 'confirm', 'running', 'report');
const scrolling = {scopes: ['menu', 'preview', 'running', 'report']};

const leave: Act = state => stay(leaveWrite(state));

const back = byStage({
  menu: menuBack,
  ask: askBack,
  preview: leave,
  confirm: confirmBack,
  running: stillSending,
  report: leaveReport,
});

const stop = byStage({
  menu: leave,
  ask: leave,
  preview: leave,
  confirm: leave,
  running: stopQueue,
  report: leaveReport,
});

const copyCommands: Act = state => {
  const commands = commandsOfWrite(state);
  if (commands.length === 0) return stay(say(state, 'there is no command here', 'warn'));
  const what = commands.length === 1 ? 'the command' : `${commands.length} commands`;
  return {state, effects: [{kind: 'copy', text: commands.join('\n'), what}]};
};

type To = (at: number, page: number) => number;

const menuPage = 8;

/** Move in the menu, or in the lines of a preview or a report. */
function scrollWrite(to: To): Act {
  return state => stay(scrolled(state, to));
}

function scrolled(state: AppState, to: To): AppState {
  const {write} = state;
  if (write?.stage === 'menu') {
    const cursor = clamp(to(write.cursor, menuPage), 0, write.entries.length - 1);
    return {...state, write: {...write, cursor}};
  }
  if (write?.stage !== 'preview' && write?.stage !== 'running' && write?.stage !== 'report') {
    return state;
  }
  const {head, body} =
    write.stage === 'preview' ? previewLines(write, state) : runLines(write, state);
  const room = bodyLines(state) + 1 - head.length;
  const top = clamp(to(write.top, room), 0, body.length - room);
  return {
    ...state,
    write: write.stage === 'preview' ? {...write, top} : {...write, top, follows: false},
  };
}

const moveKey = (keys: string, label: string, to: To) =>
  key(keys, label, scrollWrite(to), scrolling);

/** Keys of writing: those of each of its stages, and what works in several. */
export const writeKeys: readonly KeyBinding[] = [
  ...menuKeys,
  ...confirmKeys,
  ...reportKeys,
  key('Y', 'copy the one-shot command of each request', copyCommands, {
    scopes: ['preview', 'running', 'report'],
    hint: 'copy command',
  }),
  ...lineKeys(scrollWrite, scrolling),
  moveKey('G end', 'bottom', () => Number.MAX_SAFE_INTEGER),
  moveKey('ctrl+d ctrl+f pgdn space', 'page down', (at, page) => at + page),
  moveKey('ctrl+u ctrl+b pgup', 'page up', (at, page) => at - page),
  everyStage('esc q', 'one layer back; nothing is lost', back, {hint: 'back', always: true}),
  everyStage('ctrl+c', 'leave it; while sending, stop after the running requests', stop),
];
