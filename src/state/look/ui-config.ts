import {isRecord} from '../../base/json-value.ts';
import {nearestNames} from '../../base/nearest.ts';
import {type ThemeName, themeNames} from '../../base/theme-names.ts';
import type {KeyBinding} from '../keys/binding.ts';
import {type Remap, remapKeys} from '../keys/remap.ts';
import {findTheme} from './appearance.ts';
import {type Appearance, plainAppearance} from './state.ts';

/** Settings of the user's file: the appearance, and how the terminal is set up. */
export interface UiConfig {
  readonly look: Appearance;
  /** The key table including the user's key bindings. */
  readonly keys: readonly KeyBinding[];
  /** Draw with ASCII only; undefined: depends on the locale. */
  readonly ascii: boolean | undefined;
  readonly screenReader: boolean;
}

/** A parsed configuration file, and the problems found in it. */
export interface ReadUiConfig {
  readonly config: UiConfig;
  /** One sentence each; empty if there are none. */
  readonly problems: readonly string[];
}

/** The members of the file, for validation and the schema. */
export const uiConfigMembers = [
  '$schema',
  'theme',
  'ascii',
  'screenReader',
  'mouse',
  'lastRows',
  'keys',
] as const;

/**
 * Parse the user's `ui.json`. Invalid settings are reported and ignored, so that a mistake never
 * locks the user out.
 *
 * @param text JSON; '' for no file
 * @param keyTable the default keys
 */
export function readUiConfig(text: string, keyTable: readonly KeyBinding[]): ReadUiConfig {
  const none: UiConfig = {
    look: plainAppearance,
    keys: keyTable,
    ascii: undefined,
    screenReader: false,
  };
  if (text.trim() === '') return {config: none, problems: []};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {config: none, problems: [`invalid JSON: ${message}`]};
  }
  if (!isRecord(value)) return {config: none, problems: ['expected a JSON object']};
  const problems = unknownMembers(value);
  const {theme, ascii, screenReader, mouse, lastRows, keys} = value;
  const remap = readRemap(keys, problems);
  const {table, problems: keyProblems} = remapKeys(keyTable, remap);
  problems.push(...keyProblems);
  return {
    config: {
      look: {
        ...plainAppearance,
        theme: readTheme(theme, problems),
        mouse: readSwitch('mouse', mouse, problems) ?? false,
        lastRows: readSwitch('lastRows', lastRows, problems) ?? true,
      },
      keys: table,
      ascii: readSwitch('ascii', ascii, problems),
      screenReader: readSwitch('screenReader', screenReader, problems) ?? false,
    },
    problems,
  };
}

function unknownMembers(value: Record<string, unknown>): string[] {
  const unknown = Object.keys(value).filter(name => !uiConfigMembers.some(m => m === name));
  return unknown.map(name => {
    const near = nearestNames(name, uiConfigMembers);
    const more =
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : uiConfigMembers.join(', ');
    return `unknown setting ${name}; ${more}`;
  });
}

function readTheme(value: unknown, problems: string[]): ThemeName {
  if (value === undefined) return plainAppearance.theme;
  const theme = typeof value === 'string' ? findTheme(value) : undefined;
  if (theme !== undefined) return theme;
  problems.push(`theme must be one of ${themeNames.join(', ')}`);
  return plainAppearance.theme;
}

function readSwitch(name: string, value: unknown, problems: string[]): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  problems.push(`${name} must be true or false`);
  return undefined;
}

function readRemap(value: unknown, problems: string[]): Remap {
  if (value === undefined) return {};
  const shape = 'keys must be {scope: {default key: key or list of keys}}';
  if (!isRecord(value)) {
    problems.push(shape);
    return {};
  }
  const remap: Record<string, Record<string, readonly string[]>> = {};
  for (const [scope, changes] of Object.entries(value)) {
    if (!isRecord(changes)) {
      problems.push(shape);
      continue;
    }
    const read: Record<string, readonly string[]> = {};
    for (const [from, to] of Object.entries(changes)) {
      const texts = typeof to === 'string' ? [to] : to;
      if (isTexts(texts)) read[from] = texts;
      else problems.push(`${shape}: check ${scope} ${from}`);
    }
    remap[scope] = read;
  }
  return remap;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(v => typeof v === 'string');
}

/** Settings given on the command line; absent: as in the file. */
export interface RequestedAppearance {
  readonly theme?: string;
  readonly ascii?: boolean;
  readonly screenReader?: boolean;
}

/** The user's file, overridden by the command line and the environment. */
export interface ResolvedAppearance extends ReadUiConfig {
  readonly path: string;
  /** `glyphs`: steward itself draws ASCII; `strict`: other text is converted too. */
  readonly ascii: 'no' | 'glyphs' | 'strict';
  readonly isScreenReader: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Resolve the appearance: the command line overrides the user's file; the environment limits what
 * the terminal can show.
 */
export function resolveAppearance(
  asked: RequestedAppearance = {},
  color: 'auto' | 'always' | 'never',
  env: Environment,
  file: {readonly path: string; readonly text: string; readonly problem?: string},
  keyTable: readonly KeyBinding[],
): ResolvedAppearance {
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
    isScreenReader: asked.screenReader ?? (config.screenReader || env.INK_SCREEN_READER === 'true'),
  };
}

/**
 * Whether the locale supports more than ASCII: the first of LC_ALL, LC_CTYPE and LANG that is set.
 * C and POSIX do not; one without a character set does, as in today's terminals.
 */
export function localeShowsUnicode(env: Environment): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  if (!locale || /utf-?8/i.test(locale)) return true;
  return !/^(?:C|POSIX)$|\./.test(locale);
}
