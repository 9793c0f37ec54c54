import {describe, expect, test} from 'vitest';
import {themeNames} from '../../../src/base/theme-names.ts';
import {cellStyle, cursorStyle, type TextStyle, type Theme} from '../../../src/components/theme.ts';
import {type ConcreteTheme, themeOf} from '../../../src/components/themes.ts';
import {currentTheme} from '../../../src/state/look/appearance.ts';
import {plainAppearance} from '../../../src/state/look/state.ts';

const many = ['all', 256] as const;
const onPaper: readonly [ConcreteTheme, string][] = [
  ['dark', '#000000'],
  ['dark', '#1e1e1e'],
  ['light', '#ffffff'],
  ['high-contrast', '#000000'],
  ['high-contrast', '#ffffff'],
  ['colour-blind', '#000000'],
  ['colour-blind', '#1e1e1e'],
  ['colour-blind', '#ffffff'],
];

describe('themes', () => {
  test('auto is the terminal’s own, or the light one where the background is light', () => {
    expect(currentTheme(plainAppearance)).toBe('terminal');
    expect(currentTheme({...plainAppearance, lightTerminal: true})).toBe('light');
    expect(currentTheme({...plainAppearance, theme: 'dark', lightTerminal: true})).toBe('dark');
    expect(currentTheme({...plainAppearance, theme: 'dark', colorless: true})).toBe('mono');
  });

  test.each(many.flatMap(colors => onPaper.map(([name, paper]) => ({colors, name, paper}))))(
    '$name of $colors colours on $paper can be read: 4.5 to 1 at least',
    ({colors, name, paper}) => {
      const theme = themeOf(name, {colors, light: luminance(paper) > 0.5});
      for (const [tone, style] of Object.entries(textOf(theme))) {
        expect({tone, ratio: contrast(style, paper)}).toSatisfy(isReadable);
      }
    },
  );

  test.each([
    ['#000000', false],
    ['#ffffff', true],
  ])('high contrast on %s is 7 to 1 at least', (paper, light) => {
    const theme = themeOf('high-contrast', {colors: 'all', light});
    for (const style of Object.values(textOf(theme))) {
      expect(contrast(style, paper)).toBeGreaterThanOrEqual(7);
    }
  });

  test.each(
    many.flatMap(colors =>
      (['terminal', 'dark', 'light', 'high-contrast', 'colour-blind'] as const).flatMap(name =>
        [false, true].map(light => ({colors, name, light})),
      ),
    ),
  )(
    'under the cursor of $name of $colors colours, light $light, each tone stays itself and can be read',
    ({colors, name, light}) => {
      const {tint, ...theme} = themeOf(name, {colors, light});
      const shown = Object.values(tint ?? {});
      for (const style of shown) expect({style, ratio: contrast(style, '')}).toSatisfy(isReadable);
      const told = new Set(
        (['good', 'warn', 'bad', 'accent'] as const).map(tone => tint?.[tone]?.color),
      );
      expect(told.size).toBe(4);
      expect(cellStyle({tint, ...theme} as Theme, 'bad')).toEqual({...tint?.bad, inverse: true});
    },
  );

  // The palettes of xterm, of the console of Linux, and of many desktops (Tango).
  test.each(
    (['dark', 'light', 'high-contrast', 'colour-blind'] as const).flatMap(name =>
      [false, true].map(light => ({name, light})),
    ),
  )('in sixteen colours $name, light $light, can be read with palettes in use', ({name, light}) => {
    const isLight = name === 'light' || (light && name !== 'dark');
    const theme = themeOf(name, {colors: 16, light});
    for (const palette of palettes) {
      const paper = isLight ? '#ffffff' : '#000000';
      for (const style of Object.values(textOf(theme))) {
        const ratio = contrast(style, paper, palette);
        expect({style, palette: palette[1], ratio}).toSatisfy(({ratio}) => ratio >= 3.9);
      }
    }
  });

  test.each([
    ['terminal', 16],
    ['light', 16],
    ['mono', 'all'],
  ] as const)('in %s of %s colours the whole row under the cursor is inverse', (name, colors) => {
    const theme = themeOf(name, {colors});
    expect(cursorStyle(theme, 'bad')).toEqual({inverse: true});
    expect(cellStyle(theme, 'bad')).toEqual({inverse: true});
  });

  test('every theme can be drawn on every terminal, and mono has no colour on any', () => {
    for (const name of themeNames.filter(name => name !== 'auto')) {
      for (const colors of [16, ...many] as const) {
        expect(themeOf(name, {colors}).pointer).not.toBe('');
      }
    }
    for (const colors of [16, ...many] as const) {
      expect(JSON.stringify(themeOf('mono', {colors}))).not.toMatch(/olor":/);
    }
  });
});

/**
 * What is written on the paper of the terminal or on a ground of its own, where its colour is
 * named.
 */
function textOf({tones, keyName, header, protectedHeader}: Theme): Record<string, TextStyle> {
  const all = {...tones, keyName, header, protectedHeader};
  return Object.fromEntries(Object.entries(all).filter(([, style]) => style.color !== undefined));
}

const isReadable = ({ratio}: {ratio: number}): boolean => ratio >= 4.5;

const names =
  'black red green yellow blue magenta cyan white blackBright redBright greenBright yellowBright blueBright magentaBright cyanBright whiteBright'.split(
    ' ',
  );
const palettes = [
  '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff',
  '000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff',
  '2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec',
].map(line => line.split(' ').map(color => `#${color}`));

/** Ratio of the contrast of a style's colour to its ground (WCAG 2.2). */
function contrast(style: TextStyle, paper: string, palette: readonly string[] = []): number {
  const colors = [style.color, style.backgroundColor ?? paper].map(color =>
    luminance(hexOf(String(color), palette)),
  );
  const [light = 0, dark = 0] = colors.sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function hexOf(color: string, palette: readonly string[]): string {
  if (color.startsWith('#')) return color;
  const [, index] = /^ansi256\((\d+)\)$/.exec(color) ?? [];
  if (index === undefined) return palette[names.indexOf(color)] ?? color;
  const n = Number(index);
  if (n >= 232) return `#${hexByte(8 + 10 * (n - 232)).repeat(3)}`;
  const level = (step: number): string => hexByte(step === 0 ? 0 : 55 + 40 * step);
  const at = n - 16;
  return `#${level(Math.floor(at / 36))}${level(Math.floor(at / 6) % 6)}${level(at % 6)}`;
}

const hexByte = (value: number): string => value.toString(16).padStart(2, '0');

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
