import {minuteMs} from '../../../base/times.ts';
import {say} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {noEffects, type PersistedState} from '../../model/transition.ts';
import type {Risk} from '../../model/verb.ts';
import {isProtectedSession, openMinutes} from '../../write/risk.ts';
import {type PaletteCommand, switchCommand} from '../palette/palette-command.ts';

/** Settings of writing. */
export const writeCommands: readonly PaletteCommand[] = [
  switchCommand(
    'write',
    [
      `Unlock a protected profile for ${openMinutes} minutes.`,
      'Make the protected profile read-only again.',
    ],
    (state, isOn) => noEffects(isOn ? opened(state) : shut(state)),
    [],
    state =>
      isProtectedSession(state) ? undefined : 'this profile is not protected: it can be written to',
  ),
  switchCommand(
    'dry',
    ['Stop every write of this session at its preview.', 'Send writes again after their preview.'],
    (state, dry) => {
      const next = {...state, writing: {...state.writing, dry}};
      const text = dry ? 'dry: every write stops at its preview' : 'writes are sent again';
      return noEffects(say(next, text, dry ? 'warn' : 'good'));
    },
    ['dry-run'],
  ),
  {
    name: 'confirm',
    aliases: [],
    args: '1|2|3',
    about: 'What every write of this profile asks at least: 1 enter, 2 a dialog, 3 the name.',
    choices: () => ['1', '2', '3'],
    problem: (_, [word = '']) => (/^[123]$/.test(word) ? undefined : 'needs 1, 2 or 3'),
    run(state, [word = '']) {
      const atLeast = levelOf(word);
      const next = {...state, writing: {...state.writing, atLeast}};
      const text =
        atLeast === 1 ? 'writes ask by their own risk' : `every write asks as risk ${atLeast}`;
      return {
        state: say(next, text, 'good'),
        effects: [{kind: 'keep', ...keptAs, text: String(atLeast)}],
      };
    },
  },
];

function opened(state: AppState): AppState {
  const openUntilMs = state.nowMs + openMinutes * minuteMs;
  const next = {...state, writing: {...state.writing, openUntilMs}};
  return say(next, `this protected profile can be written to for ${openMinutes} minutes`, 'warn');
}

function shut(state: AppState): AppState {
  const next = {...state, writing: {...state.writing, openUntilMs: undefined}};
  return say(next, 'read-only again', 'good');
}

const levelOf = (text: string): Risk => (text === '3' ? 3 : text === '2' ? 2 : 1);

const keptAs = {name: 'confirm', scope: 'profile'} as const;

/** What every write of a profile asks at least (`:confirm`); it can only raise what the risk asks. */
export const persistedConfirmation: PersistedState = {
  ...keptAs,
  restore: (state, text) => ({...state, writing: {...state.writing, atLeast: levelOf(text)}}),
};
