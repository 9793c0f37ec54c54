import type {KeyBinding} from '../keys/binding.ts';
import {findTheme} from './look.ts';
import {type ReadUiConfig, readUiConfig} from './ui-config.ts';

/** What is asked for on the command line; absent: as the file says. */
export interface AskedLook {
  readonly theme?: string;
  readonly ascii?: boolean;
  readonly screenReader?: boolean;
}

/** The user's file, with what the command line and the environment say over it. */
export interface ResolvedLook extends ReadUiConfig {
  readonly path: string;
  /** `glyphs`: what steward draws is ASCII; `strict`: nothing else is shown either. */
  readonly ascii: 'no' | 'glyphs' | 'strict';
  readonly spoken: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How it looks: the command line comes before the user's file, the environment says what a terminal can show. */
export function resolveLook(
  asked: AskedLook = {},
  color: 'auto' | 'always' | 'never',
  env: Environment,
  file: {readonly path: string; readonly text: string; readonly problem?: string},
  keyTable: readonly KeyBinding[],
): ResolvedLook {
  const {config, problems} = readUiConfig(file.text, keyTable);
  const isColorless = Boolean(env.NO_COLOR) || (env.CLICOLOR === '0' && !env.CLICOLOR_FORCE);
  const colorless = color === 'never' || (color === 'auto' && isColorless);
  const theme = findTheme(asked.theme ?? '') ?? config.look.theme;
  const isBare = !localeShowsUnicode(env);
  const isAscii = asked.ascii ?? config.ascii ?? false;
  return {
    path: file.path,
    config: {...config, look: {...config.look, theme, colorless}},
    problems: file.problem === undefined ? problems : [file.problem, ...problems],
    ascii: isBare ? 'strict' : isAscii ? 'glyphs' : 'no',
    spoken: asked.screenReader ?? (config.screenReader || env.INK_SCREEN_READER === 'true'),
  };
}

/**
 * Whether the terminal shows more than ASCII, by the locale: the first of LC_ALL, LC_CTYPE and LANG
 * that is set. C and POSIX do not; one that names no character set does, as terminals of today do.
 */
export function localeShowsUnicode(env: Environment): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  if (!locale || /utf-?8/i.test(locale)) return true;
  return !/^(?:C|POSIX)$|\./.test(locale);
}
