import type {MouseAct} from '../model/plain-step.ts';
import {bodyLines, headLines, listColumns} from '../model/room.ts';
import {type AppState, currentLocation, currentView} from '../model/state.ts';
import {kindOf, layersOver, type Parts, type Step, stay} from '../model/step.ts';
import {scroll} from './move-keys.ts';

const linesPerTurn = 3;
/** Header, breadcrumb, column titles. */
const linesAbove = 3;

/**
 * The wheel scrolls; a press selects the row it is on, and opens it when it is selected already.
 * Where something lies over the view the mouse does nothing.
 */
export function followMouse(state: AppState, {act, line, column}: MouseAct, parts: Parts): Step {
  if (layersOver(state, parts).length > 0) return stay(state);
  if (act !== 'press') {
    return scroll(at => at + (act === 'wheelUp' ? -linesPerTurn : linesPerTurn))(state, parts);
  }
  // The preview is no list of rows.
  const isBeside = state.preview?.zoomed === true || column > listColumns(state);
  const view = currentView(state);
  const at = line - linesAbove - 1 - headLines(state, currentLocation(state));
  if (isBeside || at < 0 || at >= bodyLines(state)) return stay(state);
  return kindOf(view, parts).press?.(state, view, at, parts) ?? stay(state);
}

/** What a mouse report says (SGR, `ESC [ < 0 ; 10 ; 5 M`); undefined for anything else. */
export function mouseActOf(sequence: string): MouseAct | undefined {
  const found = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])$/.exec(sequence);
  if (found === null) return undefined;
  const [, button = '', column = '', line = '', end = ''] = found;
  const at = {column: Number(column), line: Number(line)};
  if (button === '64') return {act: 'wheelUp', ...at};
  if (button === '65') return {act: 'wheelDown', ...at};
  return button === '0' && end === 'M' ? {act: 'press', ...at} : undefined;
}
