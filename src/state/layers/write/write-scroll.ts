import type {Command} from '../../model/event.ts';
import {bodyLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import {commandsOfWrite} from '../../write/plan-commands.ts';
import type {RunStage} from '../../write/state.ts';
import {previewLines, runLines} from './write-lines.ts';

type Scroll = Extract<Command, {kind: 'move' | 'movePage' | 'moveTo'}>;

/** Move in the menu, or in the lines of a preview or a report. */
export function writeScroll(state: AppState, command: Scroll): AppState {
  const {write} = state;
  if (write?.stage === 'menu') {
    const cursor = clamp(moved(write.cursor, command, 8), write.entries.length - 1);
    return {...state, write: {...write, cursor}};
  }
  if (write?.stage !== 'preview' && write?.stage !== 'running' && write?.stage !== 'report') {
    return state;
  }
  const {head, body} =
    write.stage === 'preview' ? previewLines(write, state) : runLines(write, state);
  const room = bodyLines(state) + 1 - head.length;
  const top = clamp(moved(write.top, command, room), body.length - room);
  return {
    ...state,
    write: write.stage === 'preview' ? {...write, top} : {...write, top, follows: false},
  };
}

function moved(at: number, command: Scroll, page: number): number {
  if (command.kind === 'move') return at + command.by;
  if (command.kind === 'movePage') return at + Math.trunc(command.pages * page);
  return command.end === 'top' ? 0 : Number.MAX_SAFE_INTEGER;
}

function clamp(at: number, last: number): number {
  return Math.max(0, Math.min(last, at));
}

/** Indexes of the requests of a report that did not go well. */
export function failuresOf({outcomes}: RunStage): readonly number[] {
  return outcomes.flatMap(({state}, i) => (state === 'failed' || state === 'unclear' ? [i] : []));
}

/** What is to be known of the write on the screen, in a few words. */
export function writeNote(state: AppState): string {
  const {write} = state;
  if (write?.stage !== 'preview' && write?.stage !== 'confirm') return '';
  const count = commandsOfWrite(state).length;
  return count < 2 ? 'nothing is sent yet' : `nothing is sent yet; the first of ${count} commands:`;
}
