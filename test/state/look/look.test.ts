import {describe, expect, test} from 'vitest';
import {toAscii} from '../../../src/base/ascii.ts';
import {widthOf} from '../../../src/base/width.ts';
import {features} from '../../../src/screens/features.ts';
import {keyTableOf} from '../../../src/state/app/key-table.ts';
import {isKeyName, remapKeys, sharedKeys} from '../../../src/state/keys/remap.ts';
import {findBinding} from '../../../src/state/keys/route-key.ts';
import {decodeInput} from '../../../src/state/keys/terminal-input.ts';
import {openScreen} from '../../../src/state/locations/go-to.ts';
import {switchMouse} from '../../../src/state/look/appearance.ts';
import {plainAppearance} from '../../../src/state/look/state.ts';
import {
  localeShowsUnicode,
  readUiConfig,
  resolveAppearance,
} from '../../../src/state/look/ui-config.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {sortByColumn} from '../../../src/state/views/list/pick-column.ts';
import {listOf, makeHarness, openProjects} from '../../support/app-harness.ts';

const keyTable = keyTableOf(features);

describe('keys of the user’s own', () => {
  test('take the place of a default key, in its scope alone', async () => {
    const {config, problems} = readUiConfig('{"keys": {"list": {"s": "O"}}}', keyTable);
    expect(problems).toEqual([]);
    const harness = await openProjects();
    const parts = {...harness.app.registry, keys: config.keys};
    expect(findBinding(harness.state(), 'O', parts)?.run).toBe(sortByColumn);
    expect(findBinding(harness.state(), 's', parts)).toBeUndefined();
  });

  test.each([
    ['{"keys": {"lists": {"s": "O"}}}', 'unknown scope lists; did you mean list?'],
    ['{"keys": {"list": {"ctrl+1": "O"}}}', 'ctrl+1 is not a default key of list'],
    ['{"keys": {"list": {"s": "cmd+s"}}}', 'unknown key cmd+s'],
    ['{"keys": {"list": {"s": "S"}}}', 'S has two meanings in list'],
    ['{"keys": {"list": {"s": 3}}}', 'check list s'],
    ['{"keys": []}', 'keys must be'],
    ['{"theme": "dusk"}', 'theme must be one of auto'],
    ['{"them": "dark"}', 'unknown setting them; did you mean theme?'],
    ['{"mouse": "yes"}', 'mouse must be true or false'],
    ['{"theme": ', 'invalid JSON'],
    ['[]', 'expected a JSON object'],
  ])('%s is said and left out', (text, problem) => {
    const {config, problems} = readUiConfig(text, keyTable);
    expect(problems.join('\n')).toContain(problem);
    expect(config.look).toEqual(plainAppearance);
    expect(config.keys).toBe(keyTable);
  });

  test('what is right counts beside what is wrong', () => {
    const {config, problems} = readUiConfig('{"theme": "light", "mouse": 1}', keyTable);
    expect(config.look.theme).toBe('light');
    expect(problems).toHaveLength(1);
  });

  test('the table itself has no key twice in a scope, and names keys that exist', () => {
    expect(sharedKeys(keyTable)).toEqual([]);
    for (const key of keyTable.flatMap(b => b.keys)) expect(key).toSatisfy(isKeyName);
  });

  test('an empty list takes a key away', () => {
    const {table, problems} = remapKeys(keyTable, {everywhere: {q: []}});
    expect(problems).toEqual([]);
    const isThere = table.some(b => b.scopes.includes('everywhere') && b.keys.includes('q'));
    expect(isThere).toBe(false);
  });

  test('a key that works in several places changes in the one that is named', () => {
    const {table} = remapKeys(keyTable, {list: {j: ['J']}});
    const keysOf = (scope: string): readonly string[] =>
      table.find(b => b.label === 'down' && b.scopes.some(s => s === scope))?.keys ?? [];
    expect(keysOf('list')).toEqual(['J', 'down']);
    expect(keysOf('text')).toEqual(['j', 'down']);
  });
});

describe('the command of themes', () => {
  test(':theme changes it at once; an unknown one stays in the prompt with those there are', () => {
    const harness = makeHarness();
    harness.press(':', 'theme light', 'enter');
    expect(harness.state().look.theme).toBe('light');
    harness.press(':', 'theme dusk', 'enter');
    expect(harness.state().prompt?.problem).toContain('high-contrast');
  });
});

describe('the mouse', () => {
  test('is off until F9 or :mouse on, and off again', () => {
    const harness = makeHarness();
    harness.do(state => switchMouse(state));
    harness.press(':', 'mouse off', 'enter');
    expect(harness.mouse).toEqual([true, false]);
    expect(harness.state().look.mouse).toBe(false);
  });

  test('the wheel scrolls, a press selects, a press on the selected row opens', async () => {
    const harness = await openProjects();
    harness.dispatch({kind: 'mouse', act: {act: 'wheelDown', column: 1, line: 9}});
    expect(listOf(harness).cursor).toBe(3);
    harness.dispatch({kind: 'mouse', act: {act: 'press', column: 10, line: 5}});
    expect(listOf(harness).cursor).toBe(1);
    harness.dispatch({kind: 'mouse', act: {act: 'press', column: 10, line: 2}});
    harness.dispatch({kind: 'mouse', act: {act: 'press', column: 10, line: 20}});
    expect(listOf(harness).cursor).toBe(1);
    harness.dispatch({kind: 'mouse', act: {act: 'press', column: 10, line: 5}});
    expect(currentView(harness.state()).kind).toBe('text');
  });

  test('scrolls nothing that the help hides', async () => {
    const harness = await openProjects();
    harness.press('?');
    harness.dispatch({kind: 'mouse', act: {act: 'wheelDown', column: 1, line: 9}});
    harness.press('esc');
    expect(listOf(harness).cursor).toBe(0);
  });

  test('does nothing below what lies over a list, and what lies over it goes when the list does', async () => {
    const harness = await openProjects();
    harness.press('W');
    harness.dispatch({kind: 'mouse', act: {act: 'press', column: 10, line: 4}});
    expect(currentView(harness.state()).kind).toBe('list');
    expect(harness.state().chooser).toBeDefined();
    harness.do(openScreen('operations'));
    expect(harness.state().chooser).toBeUndefined();
    harness.press('esc');
    expect(currentView(harness.state()).kind).toBe('list');
  });

  test.each([
    ['\x1b[<0;10;5M', {act: 'press', column: 10, line: 5}],
    ['\x1b[<64;1;200M', {act: 'wheelUp', column: 1, line: 200}],
  ])('%j is %o', (sequence, act) => {
    expect(decodeInput(sequence)).toEqual({kind: 'mouse', act});
  });

  test.each(['\x1b[<0;10;5m', '\x1b[<2;10;5M'])('%j does nothing', sequence => {
    expect(decodeInput(sequence)).toEqual({kind: 'keys', keys: []});
  });
});

describe('what the environment says', () => {
  const file = {path: '/ui.json', text: ''};

  test.each([
    [{NO_COLOR: '1'}, true],
    [{CLICOLOR: '0'}, true],
    [{CLICOLOR: '0', CLICOLOR_FORCE: '1'}, false],
    [{}, false],
  ])('%o: no colour is %s', (env, colorless) => {
    expect(resolveAppearance({}, 'auto', env, file, keyTable).config.look.colorless).toBe(
      colorless,
    );
    expect(resolveAppearance({}, 'always', env, file, keyTable).config.look.colorless).toBe(false);
  });

  test.each([
    ['en_US.UTF-8', true],
    ['C.utf8', true],
    ['de_DE', true],
    ['C', false],
    ['POSIX', false],
    ['en_US.ISO-8859-1', false],
    ['', true],
  ])('the locale %s shows more than ASCII: %s', (locale, shows) => {
    expect(localeShowsUnicode({LANG: locale})).toBe(shows);
  });

  test('the command line comes before the file', () => {
    const set = {path: '/ui.json', text: '{"ascii": true, "theme": "dark", "screenReader": true}'};
    expect(resolveAppearance({}, 'auto', {}, set, keyTable)).toMatchObject({
      ascii: 'glyphs',
      isScreenReader: true,
    });
    const asked = {ascii: false, theme: 'light', screenReader: false};
    const look = resolveAppearance(asked, 'auto', {}, set, keyTable);
    expect(look).toMatchObject({ascii: 'no', isScreenReader: false});
    expect(look.config.look.theme).toBe('light');
  });
});

describe('ASCII', () => {
  test('keeps the width of every line, and letters unless nothing else is shown', () => {
    const line = '▌ Größe › 本社 ████░░ 62% · ✓ Δ … e\u0301';
    expect(toAscii(line, false)).toBe('> Größe > 本社 ####.. 62% . + ~ ~ e\u0301');
    const strict = toAscii(line, true);
    expect(strict).toMatch(/^[ -~]+$/);
    expect(widthOf(strict)).toBe(widthOf(line));
  });
});

describe('the terminal’s answer about its background', () => {
  test.each([
    ['11;rgb:ffff/ffff/ffff', true],
    ['11;rgb:00/00/00', false],
    ['11;rgb:fdfd/f6f6/e3e3', true],
    ['11;rgba:1e1e/1e1e/1e1e/ffff', false],
  ])('%s is light: %s', (reply, light) => {
    expect(decodeInput(`\x1b]${reply}\x07`)).toEqual({kind: 'background', light});
  });

  test.each(['10;rgb:ffff/ffff/ffff', '11;nonsense'])('%s says nothing', reply => {
    expect(decodeInput(`\x1b]${reply}\x07`)).toEqual({kind: 'keys', keys: []});
  });
});
