import {capitalize} from '../../../base/capital.ts';
import {findJson} from '../../../base/json-value.ts';
import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {padText, widthOf, wrapText} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {describeLines} from '../../show/describe.ts';
import {wrappedText} from '../../show/line-shape.ts';
import {rawLines} from '../../show/raw-lines.ts';
import {wordsOfName} from '../../views/form/field-label.ts';
import type {Outcome, RunStage, WritePlan} from '../../write/state.ts';
import {changeLines, changeWidths} from './change-lines.ts';
import {changesOf} from './change-rows.ts';

const marks: Readonly<Record<Outcome['state'], Span>> = {
  waiting: {text: ' · ', tone: 'dim'},
  running: {text: ' … ', tone: 'accent'},
  done: {text: ' ✓ ', tone: 'good'},
  failed: {text: ' ✗ ', tone: 'bad'},
  partly: {text: ' ! ', tone: 'warn'},
  unclear: {text: ' ? ', tone: 'warn'},
  left: {text: ' - ', tone: 'dim'},
};

/** Maximum width of request labels, and minimum width of an outcome. */
const widestLabel = 40;
const narrowestText = 20;

/** The outcomes of the requests, wrapped. */
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

/** The line, from 0, where the outcome of one of many requests starts. */
export function lineOfOutcome(run: RunStage, index: number, columns: number): number {
  const before = linesOfMany(run, columns).slice(0, index);
  return before.reduce((sum, lines) => sum + lines.length, 0);
}

/** By request; the first line has its label. */
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

/** Limit of lines of a response in words; `y` shows all of it. */
const maxResponseLines = 24;
/** The limit if the table above already shows the sent values. */
const besideTable = 8;

/** The response of the only request of a run, as JSON text; undefined if empty. */
export function responseLines({outcomes}: Pick<RunStage, 'outcomes'>): string | undefined {
  const [only, ...others] = outcomes;
  const answer = others.length === 0 ? only?.answer : undefined;
  return answer === '{}' || answer === '' ? undefined : answer;
}

/**
 * The report of a run with a single request: the message, each changed field with its previous
 * value, the new object, and how to undo it; or the raw response.
 *
 * @param tone tone of the message after a failure
 */
function reportLines(
  run: RunStage,
  {state, text}: Outcome,
  tone: Tone,
  {columns, nowMs}: Pick<AppState, 'columns' | 'nowMs'>,
): readonly Line[] {
  const {plan, asAnswer} = run;
  const [request] = plan.requests;
  const saidTone = state === 'done' ? 'dim' : tone;
  const lines = text === '' ? [] : wrappedText(text, Math.max(20, columns - 5), saidTone, '   ');
  const answer = responseLines(run);
  if (asAnswer && answer !== undefined) {
    return [...lines, [{text: ' '}], ...rawLines(answer).map(indented)];
  }
  if (state !== 'done' || request === undefined) return lines;
  const changes = changesOf(request, plan.called);
  // With known previous values the response adds nothing.
  const isKnown = changes.some(({before}) => before !== undefined);
  const most = changes.length === 0 ? maxResponseLines : besideTable;
  const value = isKnown ? undefined : findJson(answer);
  const described = value === undefined ? [] : describeLines(value, columns - 4, nowMs, most, true);
  return [
    ...lines,
    ...(changes.length === 0 ? [] : changeLines(changes, changeWidths(changes, columns))),
    [{text: ' '}],
    [{text: ` ${undoHint(plan)}`, tone: 'dim'}],
    ...(described.length === 0 ? [] : [[{text: ' '}], ...described.map(indented)]),
  ];
}

function indented(line: Line): Line {
  return [{text: '   '}, ...line];
}

/** How to undo the write. */
function undoHint(plan: WritePlan): string {
  if (plan.undoable > 0) {
    const but = fieldsUndoLeaves(plan);
    return but === '' ? 'u undoes the change' : `u restores everything${but}`;
  }
  return safeText(plan.undo ?? 'Cannot be undone.');
}

/** The fields that undo leaves unchanged. */
export function fieldsUndoLeaves({unrestoredFields = []}: WritePlan): string {
  return unrestoredFields.length === 0
    ? ''
    : ` except ${unrestoredFields.map(name => `“${capitalize(wordsOfName(name))}”`).join(', ')}`;
}

/**
 * The requests to retry: the failed ones or, if none failed, those not started. Never a request
 * that was or may have been carried out, even in part; nor, for plans in order, the requests after
 * it.
 */
export function toRetry({plan, outcomes}: Pick<RunStage, 'plan' | 'outcomes'>): readonly number[] {
  const indexes = (wanted: Outcome['state']) =>
    outcomes.flatMap(({state}, i) => (state === wanted ? [i] : []));
  if (plan.inOrder && indexes('unclear').length + indexes('partly').length > 0) return [];
  const failed = indexes('failed');
  return failed.length > 0 ? failed : indexes('left');
}
