import {safeText} from '../../../base/safe-text.ts';
import {padText, widthOf, wrapText} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import type {Outcome, RunStage} from '../../write/state.ts';
import {reportLines} from './report-lines.ts';

const marks: Readonly<Record<Outcome['state'], Span>> = {
  waiting: {text: ' · ', tone: 'dim'},
  running: {text: ' … ', tone: 'accent'},
  done: {text: ' ✓ ', tone: 'good'},
  failed: {text: ' ✗ ', tone: 'bad'},
  unclear: {text: ' ? ', tone: 'warn'},
  left: {text: ' - ', tone: 'dim'},
};

/** Columns of the names of the requests, and least columns of what is said of one. */
const widestLabel = 40;
const narrowestText = 20;

/** What became of the requests, each in as many lines as it needs. */
export function outcomeLines(
  run: RunStage,
  screen: Pick<AppState, 'columns' | 'nowMs'>,
): readonly Line[] {
  const {plan, outcomes} = run;
  const [only] = outcomes;
  if (plan.requests.length === 1 && only !== undefined) {
    return [
      [marks[only.state], {text: safeText(plan.requests[0]?.label ?? '')}],
      ...reportLines(run, only, marks[only.state].tone ?? 'plain', screen),
    ];
  }
  return linesOfMany(run, screen.columns).flat();
}

/** The line, from 0, at which the outcome of one of many requests begins. */
export function lineOfOutcome(run: RunStage, index: number, columns: number): number {
  const before = linesOfMany(run, columns).slice(0, index);
  return before.reduce((sum, lines) => sum + lines.length, 0);
}

/** By request; the first line says which one it is. */
function linesOfMany({plan, outcomes}: RunStage, columns: number): readonly (readonly Line[])[] {
  const labels = plan.requests.map(request => safeText(request.label));
  const width = Math.min(widestLabel, Math.max(...labels.map(widthOf)));
  const room = Math.max(narrowestText, columns - width - 6);
  return outcomes.map(({state, text}, i): Line[] => {
    const tone = state === 'done' ? 'dim' : (marks[state].tone ?? 'plain');
    const [first = '', ...rest] = wrapText(text, room);
    return [
      [marks[state], {text: padText(labels[i] ?? '', width)}, {text: `  ${first}`, tone}],
      ...rest.map((more): Line => [{text: `${' '.repeat(width + 5)}${more}`, tone}]),
    ];
  });
}
