import type {KeyBinding, KeyScope} from '../../keys/binding.ts';
import type {AppState} from '../../model/state.ts';
import {whyNoMenu} from './action-menu.ts';
import {whyNoRetry} from './write-deeds.ts';
import {failuresOf} from './write-scroll.ts';

const layers: readonly KeyScope[] = ['menu', 'ask', 'preview', 'confirm', 'running', 'report'];
const scrolling: readonly KeyScope[] = ['menu', 'preview', 'running', 'report'];

/** Keys of writing: the menu of actions, the preview, the dialog, the queue and its report. */
export const writeKeys: readonly KeyBinding[] = [
  {
    keys: ['x'],
    scopes: ['list', 'text', 'matrix'],
    label: 'actions on this object, or on the marked ones',
    hint: 'actions',
    command: {kind: 'write', deed: 'menu'},
    disabled: whyNoMenu,
  },
  {
    keys: ['enter'],
    scopes: ['menu', 'ask'],
    label: 'go on: what it would send is shown first',
    hint: 'choose',
    always: true,
    command: {kind: 'write', deed: 'accept'},
  },
  {
    keys: ['enter', 'ctrl+s'],
    scopes: ['preview'],
    label: 'send it; a risky one asks once more',
    hint: 'send',
    always: true,
    command: {kind: 'write', deed: 'accept'},
  },
  {
    keys: ['y'],
    scopes: ['confirm'],
    label: 'yes, send it',
    hint: 'send',
    always: true,
    command: {kind: 'write', deed: 'confirm'},
    disabled: typesName,
  },
  {
    keys: ['enter'],
    scopes: ['confirm'],
    label: 'the focused button; with a name to type, send it',
    hint: 'press',
    always: true,
    command: {kind: 'write', deed: 'accept'},
  },
  {
    keys: ['tab', 'shift+tab', 'left', 'right'],
    scopes: ['confirm'],
    label: 'the other button',
    hint: 'other button',
    command: {kind: 'write', deed: 'focus'},
    disabled: typesName,
  },
  {
    keys: ['n'],
    scopes: ['confirm'],
    label: 'no, back to the preview',
    command: {kind: 'write', deed: 'back'},
    disabled: typesName,
  },
  {
    keys: ['enter'],
    scopes: ['report'],
    label: 'close the report',
    hint: 'close',
    always: true,
    command: {kind: 'write', deed: 'accept'},
  },
  {
    keys: ['.'],
    scopes: ['report'],
    label: 'send again what failed; without a failure what was not started',
    hint: 'retry',
    always: true,
    command: {kind: 'write', deed: 'retry'},
    disabled: needsRetry,
  },
  {
    keys: ['n'],
    scopes: ['report'],
    label: 'next failure',
    hint: 'next failure',
    command: {kind: 'write', deed: 'nextFailure'},
    disabled: needsFailure,
  },
  {
    keys: ['Y'],
    scopes: ['preview', 'running', 'report'],
    label: 'copy the one-shot command of each request',
    hint: 'copy command',
    command: {kind: 'write', deed: 'copy'},
  },
  {keys: ['j', 'down'], scopes: scrolling, label: 'down', command: {kind: 'move', by: 1}},
  {keys: ['k', 'up'], scopes: scrolling, label: 'up', command: {kind: 'move', by: -1}},
  {keys: ['g', 'home'], scopes: scrolling, label: 'top', command: {kind: 'moveTo', end: 'top'}},
  {
    keys: ['G', 'end'],
    scopes: scrolling,
    label: 'bottom',
    command: {kind: 'moveTo', end: 'bottom'},
  },
  {
    keys: ['ctrl+d', 'ctrl+f', 'pgdn', 'space'],
    scopes: scrolling,
    label: 'page down',
    command: {kind: 'movePage', pages: 1},
  },
  {
    keys: ['ctrl+u', 'ctrl+b', 'pgup'],
    scopes: scrolling,
    label: 'page up',
    command: {kind: 'movePage', pages: -1},
  },
  {
    keys: ['esc', 'q'],
    scopes: layers,
    label: 'one layer back; nothing is lost',
    hint: 'back',
    always: true,
    command: {kind: 'write', deed: 'back'},
  },
  {
    keys: ['ctrl+c'],
    scopes: layers,
    label: 'leave it; while sending, stop after the running requests',
    command: {kind: 'write', deed: 'stop'},
  },
];

function typesName({write}: AppState): string | undefined {
  return write?.stage === 'confirm' && write.preview.plan.risk === 3
    ? 'type the name to send it'
    : undefined;
}

function needsRetry({write}: AppState): string | undefined {
  return write?.stage === 'report' ? whyNoRetry(write) : 'nothing failed';
}

function needsFailure({write}: AppState): string | undefined {
  return write?.stage === 'report' && failuresOf(write).length > 0 ? undefined : 'nothing failed';
}
