import {clamp} from '../../../base/clamp.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {safeText} from '../../../base/safe-text.ts';
import {ageText, clockText, timeText} from '../../../base/times.ts';
import type {Tone} from '../../../base/tone.ts';
import {padText, widthOf, wrapText} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {visibleLineCount} from '../../model/viewport.ts';
import {wrappedText} from '../../show/line-shape.ts';
import {rawLines} from '../../show/raw-lines.ts';
import {whyNotSent} from '../../write/permissions.ts';
import type {
  Change,
  Checked,
  Outcome,
  PlannedPreview,
  RunStage,
  WritePlan,
} from '../../write/state.ts';
import {changeLines, changeWidths, countLines} from './change-lines.ts';
import {changesOf} from './change-rows.ts';
import {typedToConfirm} from './dialog-lines.ts';
import {fieldsUndoLeaves, outcomeLines} from './report-lines.ts';

/** Lines of a preview or a report: a fixed head, and a scrolling body. */
export interface WriteLines {
  readonly head: readonly Line[];
  readonly body: readonly Line[];
}

type Screen = Pick<
  AppState,
  'columns' | 'rows' | 'nowMs' | 'limitedUntilMs' | 'connection' | 'writing'
>;

/** Describe how a plan is confirmed, by its risk. */
export function confirmationNote(plan: WritePlan): string {
  if (plan.risk === 3) return `Asks you to type ${typedToConfirm(plan)}`;
  return ['Applies at once', 'Enter applies', 'Asks for confirmation'][plan.risk] ?? '';
}

const riskTones: readonly Tone[] = ['good', 'good', 'warn', 'bad'];

/** The preview: the effect, its risk, and each request as printed by --dry-run. */
export function previewLines(preview: PlannedPreview, screen: Screen): WriteLines {
  const {plan} = preview;
  const {columns} = screen;
  const reason = whyNotSent(screen);
  const notes = [...(plan.undo === undefined ? [] : [plan.undo]), ...plan.notes];
  const width = Math.max(20, columns - 3);
  const head: Line[] = [
    ...titleLines(plan, columns),
    [
      {text: ` Risk ${plan.risk}`, tone: riskTones[plan.risk] ?? 'plain'},
      {text: ` · ${confirmationNote(plan)}`, tone: 'plain'},
      {text: plan.reasons.length === 0 ? '' : ` (${plan.reasons.join(', ')})`, tone: 'dim'},
    ],
    ...(reason === undefined ? [] : [[{text: ` ${reason}`, tone: 'warn'} as const]]),
    ...notes
      .flatMap(note => wrappedText(note, width, 'dim', ' '))
      .slice(0, clamp(visibleLineCount(screen) - 9, 1, 4)),
    ...(plan.warnings ?? []).flatMap(text => wrappedText(text, width, 'warn', ' ')),
    ...statusOfValues(preview),
    rule(columns),
  ];
  return {
    head,
    body: preview.trouble
      ? problemLines(preview, width)
      : [
          ...leftOutLines(plan, columns),
          ...countLines(plan.counts, false, columns),
          ...requestLines(preview, columns),
        ],
  };
}

/** The title and the size; on two lines if they do not fit on one. */
function titleLines(plan: WritePlan, columns: number): readonly Line[] {
  const summary = [countText(plan), undoText(plan)].filter(Boolean).join(' · ');
  const isOne = widthOf(safeText(plan.title)) + widthOf(summary) + 4 <= columns;
  return isOne
    ? [twoSides(plan.title, summary, columns)]
    : [twoSides(plan.title, '', columns), [{text: ` ${summary}`, tone: 'accent'}]];
}

/** Whether the current values were read, and how to show the request. */
function statusOfValues({plan, asRequest, trouble}: PlannedPreview): Line[] {
  if (trouble !== undefined) return [];
  const other = asRequest ? 'F2 shows what changes' : 'F2 shows the request';
  const said = freshnessText({plan});
  return [[{text: ` ${said === '' ? '' : `${said} · `}${other}`, tone: 'dim'}]];
}

/** Whether the current values were read; '' if no request needs them. */
export function freshnessText({plan}: Pick<PlannedPreview, 'plan'>): string {
  const looks = plan.requests.flatMap(({before}) => before ?? []);
  const [wrong] = looks.flatMap(one => (one !== 'looking' && 'problem' in one ? one.problem : []));
  if (looks.includes('looking')) return 'Checking the current values…';
  if (wrong !== undefined) return `Current values unknown: ${wrong}`;
  return looks.length > 0 ? 'Checked just now' : '';
}

/** Whether a plan can be undone; '' if its own sentence covers that. */
export function undoText(plan: WritePlan): string {
  const {requests, undoable, undo} = plan;
  if (undoable === 0) return undo === undefined ? 'Cannot be undone' : '';
  const but = fieldsUndoLeaves(plan);
  if (undoable < requests.length) return `${undoable} can be undone${but}`;
  return but === '' ? 'Can be undone' : `Undo restores everything${but}`;
}

/** The size of a plan: `12 webhooks in 1 request`. */
function countText({size, requests}: WritePlan): string {
  const count = requests.length === 1 ? '1 request' : `${requests.length} requests`;
  return size === undefined || size === count ? count : `${size} in ${count}`;
}

/** Why a plan cannot be sent. */
export function problemLines(
  {trouble}: Pick<PlannedPreview, 'trouble'>,
  width: number,
): readonly Line[] {
  if (trouble === undefined) return [];
  return [
    [{text: ` ${trouble.title}`, tone: 'bad'}],
    ...trouble.text.split('\n').flatMap(line => wrappedText(line, width, 'plain', ' ')),
  ];
}

const lastLines = memoizeLast<readonly Line[]>();

/** Cached by screen width: a plan of many requests has thousands of lines. */
function requestLines(preview: PlannedPreview, columns: number): readonly Line[] {
  const {plan, asRequest} = preview;
  return lastLines([plan, asRequest, columns], () => makeLines(preview, columns));
}

function makeLines({plan, asRequest}: PlannedPreview, columns: number): readonly Line[] {
  const previews = plan.requests.flatMap(({planned}) => planned ?? []);
  const changes = plan.requests.map(request => (asRequest ? [] : changesOf(request, plan.called)));
  const isTable = plan.requests.every(({names}, i) => names === undefined && changes[i]?.length);
  if (previews.length > 1 && isTable) return tableLines(plan, changes, columns);
  const widths = changeWidths(changes.flat(), columns);
  return previews.flatMap(({text, command}, i): Line[] => [
    ...(i === 0 ? [] : [[{text: ' '}]]),
    [
      {text: ` ${i + 1} of ${previews.length} `, tone: 'accent'},
      {text: safeText(plan.requests[i]?.label ?? '')},
    ],
    ...nameLines(plan.requests[i]?.names, columns),
    // The bottom of the screen shows a single command, if it fits.
    ...(previews.length === 1 && widthOf(command) < columns - commandMargin
      ? []
      : commandLines(command, columns)),
    ...(changes[i]?.length
      ? changeLines(changes[i], widths)
      : asRequest || hasBody(plan.requests[i])
        ? rawLines(text).map((line): Line => [{text: ' '}, ...line])
        : bareLines(text)),
  ]);
}

/** The changes of several requests in one table, each object once. */
function tableLines(
  {requests}: WritePlan,
  changes: readonly (readonly Change[])[],
  columns: number,
): readonly Line[] {
  const labels = requests.map(({label}) => safeText(label));
  const width = Math.min(Math.floor(columns / 3), Math.max(6, ...labels.map(widthOf)));
  const all = changes.flat();
  const objects = changes.flatMap((some, i) => some.map((_, at) => (at === 0 ? labels[i] : '')));
  const lines = changeLines(all, changeWidths(all, columns - width - 1));
  return ['OBJECT', ...objects].map(
    (object = '', i): Line => [
      {text: ` ${padText(object, width)}`, tone: i === 0 ? 'dim' : 'plain'},
      ...(lines[i] ?? []),
    ],
  );
}

function hasBody(request: WritePlan['requests'][number] | undefined): boolean {
  return request?.call.given.body !== undefined;
}

/** A request without fields is shown by its method and path. */
function bareLines(text: string): readonly Line[] {
  const {method = '', url = ''} = JSON.parse(text) as {method?: string; url?: string};
  return [[{text: `   ${method} ${safeText(url.replace(/^[a-z]+:\/\/[^/]*/i, ''))}`, tone: 'dim'}]];
}

/** All objects of a request, one on each line. */
function nameLines(names: readonly string[] | undefined, columns: number): readonly Line[] {
  const width = Math.max(20, columns - 5);
  return (names ?? []).flatMap(name => wrappedText(name, width, 'plain', '   '));
}

/** Width of the sign and the margins beside a command at the bottom of the screen. */
const commandMargin = 5;
const commandLinesAtMost = 4;

/** A long command, wrapped; the bottom of the screen shows only its beginning. */
function commandLines(command: string, columns: number): readonly Line[] {
  const wrapped = wrapText(safeText(command), Math.max(20, columns - 5));
  return wrapped.slice(0, commandLinesAtMost).map((text, i): Line => {
    const cut = i === commandLinesAtMost - 1 && wrapped.length > commandLinesAtMost ? '…' : '';
    return [
      {text: i === 0 ? ' $ ' : '   ', tone: 'dim'},
      {text: text + cut, tone: 'good'},
    ];
  });
}

/** The words for outcomes, in the order shown. */
const words: readonly (readonly [Outcome['state'], string, Tone])[] = [
  ['done', 'done', 'good'],
  ['failed', 'failed', 'bad'],
  ['partly', 'partly done', 'warn'],
  ['unclear', 'outcome unknown', 'warn'],
  ['running', 'running', 'accent'],
  ['waiting', 'waiting', 'dim'],
  ['left', 'not started', 'warn'],
];

/** Whether the service continues after its response, in background tasks. */
export function startsTask({requests}: WritePlan): boolean {
  return requests.some(({call}) => call.operation.answer === 'task');
}

/** Number of head lines of a run: title, bar, status, rule. */
export const runHeadLines = 4;

/** The lines of a run: its progress, or the outcomes. */
export function runLines(run: RunStage, screen: Screen): WriteLines {
  const {plan, outcomes} = run;
  const {columns} = screen;
  const count = (state: Outcome['state']) => outcomes.filter(o => o.state === state).length;
  const ended = outcomes.length - count('waiting') - count('running');
  const doneWord = startsTask(plan) ? 'started' : 'done';
  const summary = words.filter(([state]) => count(state) > 0 || state === 'done');
  const head: Line[] = [
    twoSides(plan.title, run.stage === 'running' ? 'sending…' : 'report', columns),
    [
      {text: ` ${bar(ended, outcomes.length)}  `, tone: 'accent'},
      ...summary.flatMap(([state, word, tone], i): Span[] => [
        {text: i === 0 ? '' : ' · ', tone: 'dim'},
        {
          text: `${count(state)} ${state === 'done' ? doneWord : word}`,
          tone: count(state) === 0 ? 'dim' : tone,
        },
      ]),
    ],
    statusLine(run, screen),
    rule(columns),
  ];
  // Counts are not read again if nothing was written.
  const isWritten =
    run.stage === 'running' || count('done') + count('partly') + count('unclear') > 0;
  const counts = isWritten ? countLines(plan.counts, true, columns) : [];
  return {head, body: [...outcomeLines(run, screen), ...counts, ...leftOutLines(plan, columns)]};
}

/** The parts of the user's intent that the plan leaves out. */
function leftOutLines({leftOut}: WritePlan, columns: number): readonly Line[] {
  return leftOut === undefined ? [] : wrappedText(leftOut, Math.max(20, columns - 3), 'warn', ' ');
}

function bar(ended: number, all: number): string {
  const cells = 20;
  const full = all === 0 ? 0 : Math.floor((ended / all) * cells);
  return '█'.repeat(full) + '░'.repeat(cells - full);
}

/** Always one line, so that nothing below it moves. */
function statusLine(run: RunStage, screen: Screen): Line {
  return statusOf(run, screen) ?? [{text: ' '}];
}

/** The reason a run waits, or the result of its check; undefined if there is neither. */
export function statusOf(
  {stage, checked, plan}: RunStage,
  {nowMs, limitedUntilMs}: Pick<AppState, 'nowMs' | 'limitedUntilMs'>,
): Line | undefined {
  if (stage === 'running' && limitedUntilMs !== undefined) {
    const text = ` Waiting until ${clockText(limitedUntilMs)}: rate limited by the service`;
    return [{text, tone: 'warn'}];
  }
  if (checked === 'checking') return [{text: ' Checking the result…', tone: 'dim'}];
  return checked === undefined ? undefined : checkedLine(checked, plan, nowMs);
}

function checkedLine(checked: Checked, {check}: WritePlan, nowMs: number): Line {
  const {changed, ignored, time, problem} = checked;
  if (problem !== undefined) return [{text: ` Result not checked: ${problem}`, tone: 'warn'}];
  const until = time === undefined ? '' : ` until ${timeText(time)} (${ageText(time, nowMs)})`;
  return [
    {
      text: ` ${changed.length} ${check?.word ?? 'changed'}`,
      tone: changed.length > 0 ? 'good' : 'dim',
    },
    {text: until},
    ...(ignored.length === 0
      ? []
      : [
          {
            text: `, ${ignored.length} ignored: id ${safeText(ignored.join(', '))}`,
            tone: 'warn',
          } as const,
        ]),
  ];
}

function twoSides(left: string, right: string, columns: number): Line {
  const room = Math.max(0, columns - widthOf(right) - 4);
  return [
    {text: ` ${padText(safeText(left), room)}`, tone: 'title'},
    {text: `  ${right}`, tone: 'accent'},
  ];
}

function rule(columns: number): Line {
  return [{text: ` ${'─'.repeat(Math.max(0, columns - 2))}`, tone: 'dim'}];
}
