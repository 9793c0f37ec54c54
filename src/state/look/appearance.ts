import {type ThemeName, themeNames} from '../../base/theme-names.ts';
import {showNotice} from '../model/notice.ts';
import type {AppState} from '../model/state.ts';
import {noEffects, type Transition} from '../model/transition.ts';
import {type PaletteCommand, switchCommand} from '../overlays/palette/palette-command.ts';
import type {Appearance} from './state.ts';

/** Palette commands that change the appearance for this session. */
export const appearanceCommands: readonly PaletteCommand[] = [
  {
    name: 'theme',
    aliases: ['colors', 'colours'],
    args: 'NAME',
    about: 'Change the theme for this session; set it in ui.json to make it permanent.',
    choices: () => themeNames,
    effect: (state, [name]) =>
      `${currentTheme(state.look)} is active; enter switches to ${name ?? 'NAME'}`,
    problem: (_, [name = '']) =>
      findTheme(name) === undefined ? `valid themes: ${themeNames.join(', ')}` : undefined,
    run(state, [name = '']) {
      const theme = findTheme(name);
      return noEffects(theme === undefined ? state : {...state, look: {...state.look, theme}});
    },
  },
  switchCommand(
    'mouse',
    [
      'Use the mouse to scroll and select; off returns it to the terminal.',
      'Return the mouse to the terminal’s own selection.',
    ],
    switchMouse,
  ),
];

/** Turn mouse reporting on or off; when off, the terminal's own text selection works. */
export function switchMouse(state: AppState, on = !state.look.mouse): Transition {
  const next = {...state, look: {...state.look, mouse: on}};
  const text = on
    ? 'Mouse on: scrolls and selects · F9 returns it to the terminal'
    : 'Mouse off: the terminal selects text';
  return {state: showNotice(next, text, 'good'), effects: [{kind: 'mouse', on}]};
}

/** The theme in use: `auto` follows the terminal's background. */
export function currentTheme({
  theme,
  lightTerminal,
  colorless,
}: Appearance): Exclude<ThemeName, 'auto'> {
  if (colorless) return 'mono';
  if (theme !== 'auto') return theme;
  return lightTerminal === true ? 'light' : 'terminal';
}

export function findTheme(name: string): ThemeName | undefined {
  return themeNames.find(theme => theme === name);
}
