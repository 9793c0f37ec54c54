import {clamp} from '../../../base/clamp.ts';
import {bodyLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import {type Act, stay} from '../../model/step.ts';
import {commandsOfWrite} from '../../write/plan-commands.ts';
import type {RunStage} from '../../write/state.ts';
import {previewLines, runLines} from './write-lines.ts';

type To = (at: number, page: number) => number;

/** Move in the menu, or in the lines of a preview or a report. */
export function scrollWrite(to: To): Act {
  return state => stay(scrolled(state, to));
}

const menuPage = 8;

function scrolled(state: AppState, to: To): AppState {
  const {write} = state;
  if (write?.stage === 'menu') {
    const cursor = clamp(to(write.cursor, menuPage), 0, write.entries.length - 1);
    return {...state, write: {...write, cursor}};
  }
  if (write?.stage !== 'preview' && write?.stage !== 'running' && write?.stage !== 'report') {
    return state;
  }
  const {head, body} =
    write.stage === 'preview' ? previewLines(write, state) : runLines(write, state);
  const room = bodyLines(state) + 1 - head.length;
  const top = clamp(to(write.top, room), 0, body.length - room);
  return {
    ...state,
    write: write.stage === 'preview' ? {...write, top} : {...write, top, follows: false},
  };
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
