import {say} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {type KeptThing, stay} from '../../model/step.ts';
import {isProtectedSession, openMinutes} from '../../write/gate.ts';
import {needsOnOff, type PaletteCommand} from '../palette/palette-command.ts';

const minuteMs = 60_000;
const onOff = () => ['on', 'off'];

/** Settings of writing. */
export const writeCommands: readonly PaletteCommand[] = [
  {
    name: 'write',
    aliases: [],
    args: 'on|off',
    about: `Let a protected profile be written to for ${openMinutes} minutes.`,
    choices: onOff,
    problem: (state, args) =>
      isProtectedSession(state)
        ? needsOnOff(state, args)
        : 'this profile is not protected: it can be written to',
    run: (state, [word]) => stay(word === 'on' ? opened(state) : shut(state)),
  },
  {
    name: 'dry',
    aliases: ['dry-run'],
    args: 'on|off',
    about: 'Every write of this session stops at its preview.',
    choices: onOff,
    problem: needsOnOff,
    run(state, [word]) {
      const dry = word === 'on';
      const next = {...state, writing: {...state.writing, dry}};
      const text = dry ? 'dry: every write stops at its preview' : 'writes are sent again';
      return stay(say(next, text, dry ? 'warn' : 'good'));
    },
  },
  {
    name: 'confirm',
    aliases: [],
    args: '1|2|3',
    about: 'What every write of this profile asks at least: 1 enter, 2 a dialog, 3 the name.',
    choices: () => ['1', '2', '3'],
    problem: (_, [word = '']) => (/^[123]$/.test(word) ? undefined : 'needs 1, 2 or 3'),
    run(state, [word]) {
      const atLeast = word === '3' ? 3 : word === '2' ? 2 : 1;
      const next = {...state, writing: {...state.writing, atLeast} as const};
      const text =
        atLeast === 1 ? 'writes ask by their own risk' : `every write asks as risk ${atLeast}`;
      const keep = {
        kind: 'keep',
        name: confirmName,
        scope: 'profile',
        text: String(atLeast),
      } as const;
      return {state: say(next, text, 'good'), effects: [keep]};
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

/** Name under which it is kept what every write asks at least. */
const confirmName = 'confirm';

function recalled(state: AppState, text: string): AppState {
  const atLeast = text === '3' ? 3 : text === '2' ? 2 : 1;
  return {...state, writing: {...state.writing, atLeast}};
}

/** What every write of a profile asks at least (`:confirm`); it can only raise what the risk asks. */
export const confirmKept: KeptThing = {name: confirmName, scope: 'profile', recalled};
