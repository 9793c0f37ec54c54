import {type KeyBinding, type KeyScope, key, lineKeys} from '../../keys/binding.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {say} from '../../model/notice.ts';
import {type Act, stay} from '../../model/step.ts';
import {commandsOfWrite} from '../../write/plan-commands.ts';
import {confirmBack, confirmKeys} from './confirm-stage.ts';
import {askBack, menuBack, menuKeys} from './menu-stage.ts';
import {leaveReport, reportKeys, stillSending, stopQueue} from './run-stage.ts';
import {byStage} from './stage.ts';
import {scrollWrite} from './write-scroll.ts';

const layers: readonly KeyScope[] = ['menu', 'ask', 'preview', 'confirm', 'running', 'report'];
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
  key(
    'G end',
    'bottom',
    scrollWrite(() => Number.MAX_SAFE_INTEGER),
    scrolling,
  ),
  key(
    'ctrl+d ctrl+f pgdn space',
    'page down',
    scrollWrite((at, page) => at + page),
    scrolling,
  ),
  key(
    'ctrl+u ctrl+b pgup',
    'page up',
    scrollWrite((at, page) => at - page),
    scrolling,
  ),
  key('esc q', 'one layer back; nothing is lost', back, {
    scopes: layers,
    hint: 'back',
    always: true,
  }),
  key('ctrl+c', 'leave it; while sending, stop after the running requests', stop, {
    scopes: layers,
  }),
];
