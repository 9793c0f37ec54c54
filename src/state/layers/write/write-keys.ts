import {type KeyBinding, type KeyScope, key, lineKeys, type Need} from '../../keys/binding.ts';
import type {Act} from '../../model/step.ts';
import type {WriteIntent} from '../../write/state.ts';
import {whyNoMenu} from './verb-menu.ts';
import {
  carryRow,
  doVerbOfKey,
  doWrite,
  verbOfKey,
  whyNoRetry,
  whyNothingCleared,
} from './write-intents.ts';
import {failuresOf, scrollWrite} from './write-scroll.ts';

const layers: readonly KeyScope[] = ['menu', 'ask', 'preview', 'confirm', 'running', 'report'];
const scrolling = {scopes: ['menu', 'preview', 'running', 'report']};

const does =
  (intent: WriteIntent): Act =>
  (state, parts) =>
    doWrite(state, intent, parts);

const typesName: Need = ({write}) =>
  write?.stage === 'confirm' && write.preview.plan.risk === 3
    ? 'type the name to send it'
    : undefined;

const needsRetry: Need = ({write}) =>
  write?.stage === 'report' ? whyNoRetry(write) : 'nothing failed';

const needsFailure: Need = ({write}) =>
  write?.stage === 'report' && failuresOf(write).length > 0 ? undefined : 'nothing failed';

const needsVerb =
  (letter: string): Need =>
  state => {
    const found = verbOfKey(state, letter);
    return typeof found === 'string' ? found : undefined;
  };

/** A letter of the key table that a verb claims; disabled, with the reason, where none does. */
const verbKey = (keys: string, label: string, scopes = ['list', 'text', 'matrix']): KeyBinding => {
  const [letter = ''] = keys.split(' ');
  return key(keys, label, doVerbOfKey(letter), {
    scopes,
    needs: needsVerb(letter),
    quiet: true,
  });
};

const carryKey = (keys: string, label: string, by: number): KeyBinding =>
  key(keys, label, carryRow(by), {scopes: ['list'], needs: needsVerb('m'), quiet: true});

/** Keys of writing: the menu of verbs, the preview, the dialog, the queue and its report. */
export const writeKeys: readonly KeyBinding[] = [
  // In a matrix it adds a holder.
  verbKey('a', 'add, create', ['list', 'text']),
  verbKey('e', 'edit'),
  verbKey('D delete', 'delete'),
  verbKey('m', 'move in the order'),
  carryKey('alt+up', 'lift the row, and carry it up', -1),
  carryKey('alt+down', 'lift the row, and carry it down', 1),
  verbKey('M', 'merge, or replace'),
  verbKey('A', 'archive'),
  verbKey('F', 'make it the default'),
  verbKey('#', 'add labels'),
  key('x', 'what can be done to this object, or to the marked ones', does('menu'), {
    scopes: ['list', 'text', 'matrix'],
    hint: 'actions',
    always: true,
    needs: whyNoMenu,
  }),
  key('enter', 'go on: what it would send is shown first', does('accept'), {
    scopes: ['menu', 'ask'],
    hint: 'choose',
    always: true,
  }),
  key('enter ctrl+s', 'send it; a risky one asks once more', does('accept'), {
    scopes: ['preview'],
    hint: 'send',
    always: true,
  }),
  key('f2', 'the request as --dry-run prints it, or what changes', does('request'), {
    scopes: ['preview'],
    hint: 'request',
  }),
  key('c', 'let what nothing takes the place of be cleared', does('clear'), {
    scopes: ['preview'],
    hint: 'clear',
    needs: whyNothingCleared,
  }),
  key('y', 'yes, send it', does('confirm'), {
    scopes: ['confirm'],
    hint: 'send',
    always: true,
    needs: typesName,
  }),
  key('enter', 'the focused button; with a name to type, send it', does('accept'), {
    scopes: ['confirm'],
    hint: 'press',
    always: true,
  }),
  key('tab shift+tab left right', 'the other button', does('focus'), {
    scopes: ['confirm'],
    hint: 'other button',
    needs: typesName,
  }),
  key('n', 'no, back to the preview', does('back'), {scopes: ['confirm'], needs: typesName}),
  key('enter', 'close the report', does('accept'), {
    scopes: ['report'],
    hint: 'close',
    always: true,
  }),
  key('.', 'send again what failed; without a failure what was not started', does('retry'), {
    scopes: ['report'],
    hint: 'retry',
    always: true,
    needs: needsRetry,
  }),
  key('n', 'next failure', does('nextFailure'), {
    scopes: ['report'],
    hint: 'next failure',
    needs: needsFailure,
  }),
  key('Y', 'copy the one-shot command of each request', does('copy'), {
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
  key('esc q', 'one layer back; nothing is lost', does('back'), {
    scopes: layers,
    hint: 'back',
    always: true,
  }),
  key('ctrl+c', 'leave it; while sending, stop after the running requests', does('stop'), {
    scopes: layers,
  }),
];
