import {type ThemeName, themeNames} from '../../base/theme-names.ts';
import {say} from '../model/notice.ts';
import type {AppState} from '../model/state.ts';
import {noEffects, type Transition} from '../model/transition.ts';
import {type PaletteCommand, switchCommand} from '../overlays/palette/palette-command.ts';
import type {Appearance} from './state.ts';

/** Commands of the palette that change how everything looks, until the session ends. */
export const appearanceCommands: readonly PaletteCommand[] = [
  {
    name: 'theme',
    aliases: ['colors', 'colours'],
    args: 'NAME',
    about: 'Change the theme for this session; set it in ui.json to make it permanent.',
    choices: () => themeNames,
    effect: (state, [name]) =>
      `${shownTheme(state.look)} is active; enter switches to ${name ?? 'NAME'}`,
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

/** Let the terminal report the mouse, or leave it to the terminal's own selection. */
export function switchMouse(state: AppState, on = !state.look.mouse): Transition {
  const next = {...state, look: {...state.look, mouse: on}};
  const text = on
    ? 'Mouse on: scrolls and selects · F9 returns it to the terminal'
    : 'Mouse off: the terminal selects text';
  return {state: say(next, text, 'good'), effects: [{kind: 'mouse', on}]};
}

/** The theme that is drawn: `auto` is that of the terminal, or the light one on a light background. */
export function shownTheme({
  theme,
  lightTerminal,
  colorless,
}: Appearance): Exclude<ThemeName, 'auto'> {
  if (colorless) return 'mono';
  if (theme !== 'auto') return theme;
  return lightTerminal === true ? 'light' : 'terminal';
}

/** The theme of that name; undefined when there is none. */
export function findTheme(name: string): ThemeName | undefined {
  return themeNames.find(theme => theme === name);
}
