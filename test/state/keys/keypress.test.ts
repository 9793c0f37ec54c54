import {describe, expect, test} from 'vitest';
import {keysOf} from '../../../src/state/keys/terminal-input.ts';

describe('what a terminal sends becomes key names', () => {
  test.each([
    ['j', ['j']],
    ['G', ['G']],
    ['\r', ['enter']],
    ['\x1b', ['esc']],
    ['\x04', ['ctrl+d']],
    ['\x7f', ['backspace']],
    [' ', ['space']],
    ['\x1b[A', ['up']],
    ['\x1bOB', ['down']],
    ['\x1b[5~', ['pgup']],
    ['\x1bOP', ['f1']],
    ['\x1b[15~', ['f5']],
    ['\x1b[1;2D', ['shift+left']],
    ['\x1b[1;3C', ['alt+right']],
    ['\x1b[Z', ['shift+tab']],
    ['\x1bx', ['alt+x']],
    ['é', ['é']],
    ['漢', ['漢']],
  ])('%j', (sent, keys) => {
    expect(keysOf(sent)).toEqual(keys);
  });

  test('keys typed quickly arrive together and are told apart', () => {
    expect(keysOf('jjG\r')).toEqual(['j', 'j', 'G', 'enter']);
  });

  test('an escape sequence nobody knows is no key, and none of its letters is', () => {
    expect(keysOf('\x1b[200;99q')).toEqual([]);
  });
});
