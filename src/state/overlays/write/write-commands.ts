import {minuteMs} from '../../../base/times.ts';
import {showNotice} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {noEffects, type PersistedState} from '../../model/transition.ts';
import type {Risk} from '../../model/verb.ts';
import {isProtectedSession, openMinutes} from '../../write/permissions.ts';
import {type PaletteCommand, switchCommand} from '../palette/palette-command.ts';

/** Palette commands for write settings. */
export const writeCommands: readonly PaletteCommand[] = [
  switchCommand(
    'write',
    [
      `Make a protected profile read-write for ${openMinutes} minutes.`,
      'Make the protected profile read-only again.',
    ],
    (state, isOn) => noEffects(isOn ? opened(state) : shut(state)),
    [],
    state =>
      isProtectedSession(state) ? undefined : 'this profile is not protected: always read-write',
  ),
  switchCommand(
    'dry',
    [
      'Dry run: stop every change of this session at its preview.',
      'End the dry run: apply changes after their preview.',
    ],
    (state, dry) => {
      const next = {...state, writing: {...state.writing, dry}};
      const text = dry
        ? 'Dry run: every change stops at its preview'
        : 'Dry run off: changes are applied';
      return noEffects(showNotice(next, text, dry ? 'warn' : 'good'));
    },
    ['dry-run'],
  ),
  {
    name: 'confirm',
    aliases: [],
    args: '1|2|3',
    about:
      'Minimum confirmation for changes with this profile: 1 enter, 2 dialog, 3 type the name.',
    choices: () => ['1', '2', '3'],
    problem: (_, [word = '']) => (/^[123]$/.test(word) ? undefined : 'needs 1, 2 or 3'),
    run(state, [word = '']) {
      const atLeast = levelOf(word);
      const next = {...state, writing: {...state.writing, atLeast}};
      const text =
        atLeast === 1
          ? 'Confirmation: by the risk of each change'
          : `Confirmation: at least as for risk ${atLeast}`;
      return noEffects(showNotice(next, text, 'good'));
    },
  },
];

function opened(state: AppState): AppState {
  const openUntilMs = state.nowMs + openMinutes * minuteMs;
  const next = {...state, writing: {...state.writing, openUntilMs}};
  return showNotice(next, `Read-write for ${openMinutes} minutes`, 'warn');
}

function shut(state: AppState): AppState {
  const next = {...state, writing: {...state.writing, openUntilMs: undefined}};
  return showNotice(next, 'Read-only', 'good');
}

const levelOf = (text: string): Risk => (text === '3' ? 3 : text === '2' ? 2 : 1);

/** The minimum confirmation of a profile (`:confirm`); it can only raise what the risk requires. */
export const persistedConfirmation: PersistedState = {
  name: 'confirm',
  scope: 'profile',
  value: ({writing}) => writing.atLeast,
  restore: (state, text) => ({...state, writing: {...state.writing, atLeast: levelOf(text)}}),
};
