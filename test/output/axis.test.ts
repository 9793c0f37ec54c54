import {describe, expect, test} from 'vitest';
import {toAscii} from '../../src/base/ascii.ts';
import {drawBars, drawHeat, drawTicks} from '../../src/output/axis.ts';

const axis = {fromMs: 0, toMs: 100, columns: 10};

describe('an axis', () => {
  test('draws a bar from its start to its end, and a mark over it', () => {
    const bars = [
      {fromMs: 20, toMs: 69, fill: '░'},
      {fromMs: 20, toMs: 39, fill: '█'},
    ];
    expect(drawBars(axis, bars, [{ms: 50, text: '│'}])).toBe('  ██░│░   ');
  });

  test('shows an arrow at the edge beyond which something lies', () => {
    const marks = [
      {ms: -5, text: '●'},
      {ms: 500, text: '●'},
    ];
    expect(drawBars(axis, [], marks)).toBe('‹        ›');
    expect(drawBars(axis, [{fromMs: -50, toMs: 25, fill: '█'}])).toBe('███       ');
  });

  test('leaves out a label that would touch another or be cut', () => {
    const ticks = [0, 20, 50, 90].map(ms => ({ms, text: `T${ms}`}));
    expect(drawTicks(axis, ticks)).toBe('T0   T50');
  });

  test('shades counts by their share of the most, and shows each that is not zero', () => {
    expect(drawHeat([0, 1, 50, 100], 100, 8)).toBe('  ░░▒▒██');
    expect(drawHeat([3, 0], 3, 1)).toBe('█ ');
  });

  test('has distinct shades in ASCII', () => {
    expect(toAscii(drawHeat([0, 1, 30, 60, 90], 90, 5), true)).toBe(' .:+#');
  });
});
