import {themeNames} from '../../base/theme-names.ts';
import {switchMouse} from '../app/mouse.ts';
import type {PaletteCommand} from '../layers/palette/commands.ts';
import {stay} from '../model/places.ts';
import {findTheme, shownTheme} from './look.ts';

/** Commands of the palette that change how everything looks, until the session ends. */
export const lookCommands: readonly PaletteCommand[] = [
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
      return stay(theme === undefined ? state : {...state, look: {...state.look, theme}});
    },
  },
  {
    name: 'mouse',
    aliases: [],
    args: 'on|off',
    about: 'Let the mouse scroll and select; off leaves it to the terminal’s own selection.',
    choices: () => ['on', 'off'],
    problem: (_, [word]) => (word === 'on' || word === 'off' ? undefined : 'needs on or off'),
    run: (state, [word]) => switchMouse(state, word === 'on'),
  },
];
