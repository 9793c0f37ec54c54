import {safeText} from '../../../base/safe-text.ts';
import type {Line} from '../../model/line.ts';
import {findScreen} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import type {TextView} from './state.ts';
import {linesOfText, matchingLines} from './text-lines.ts';

/** What enter opens from a text, what is searched for in it, or the filter it is seen through. */
export function noteOfText(view: TextView, state: AppState): Line | undefined {
  if (view.opens !== undefined && view.text !== '') {
    const screen = findScreen(state.screens, view.opens.screen)?.title.toLowerCase() ?? '';
    return [{text: ` enter opens the ${screen}`, tone: 'dim'}];
  }
  if (view.search !== '') return searchNote(view, state);
  if (view.selected === undefined) return undefined;
  return [
    {text: ' jq ', tone: 'dim'},
    {text: safeText(view.selected.filter), tone: 'accent'},
    {text: '  J changes it, esc shows all', tone: 'dim'},
  ];
}

/** What is searched for, which match one is at, and how many there are. */
function searchNote(view: TextView, state: AppState): Line {
  const matches = matchingLines(linesOfText(view, state), view.search);
  const at = matches.indexOf(view.match ?? -1);
  const count =
    matches.length === 0
      ? 'not found'
      : `${at === -1 ? '' : `${at + 1} of `}${matches.length} ${matches.length === 1 ? 'line' : 'lines'}`;
  return [
    {text: ' search ', tone: 'dim'},
    {text: safeText(view.search), tone: 'accent'},
    {text: `  ${count}`, tone: matches.length === 0 ? 'warn' : 'plain'},
    {text: '  n N next, previous', tone: 'dim'},
  ];
}
