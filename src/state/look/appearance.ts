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
    about: 'Look another way until you leave; ui.json keeps a theme for good.',
    choices: () => themeNames,
    effect: (state, [name]) => `${shownTheme(state.look)} now; enter takes ${name ?? 'NAME'}`,
    problem: (_, [name = '']) =>
      findTheme(name) === undefined ? `themes are ${themeNames.join(', ')}` : undefined,
    run(state, [name = '']) {
      const theme = findTheme(name);
      return noEffects(theme === undefined ? state : {...state, look: {...state.look, theme}});
    },
  },
  switchCommand(
    'mouse',
    [
      'Let the mouse scroll and select; off leaves it to the terminal’s own selection.',
      'Leave the mouse to the terminal’s own selection.',
    ],
    switchMouse,
  ),
];

/** Let the terminal report the mouse, or leave it to the terminal's own selection. */
export function switchMouse(state: AppState, on = !state.look.mouse): Transition {
  const next = {...state, look: {...state.look, mouse: on}};
  const text = on
    ? 'the mouse scrolls and selects; F9 gives it back to the terminal'
    : 'the mouse is the terminal’s again';
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
