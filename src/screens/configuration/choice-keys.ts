import {counted} from '../../base/counted.ts';
import {filesLikeSite} from '../../site/choose.ts';
import {planChanges} from '../../site/engine.ts';
import type {SitePlan} from '../../site/plan.ts';
import {errorLine} from '../../state/ask/error-summary.ts';
import {type KeyBinding, keysIn, needIn} from '../../state/keys/binding.ts';
import {actionForView} from '../../state/model/actions.ts';
import {withView} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {
  type Action,
  type Effect,
  noEffects,
  type Task,
  type Transition,
} from '../../state/model/transition.ts';
import {bodyLines} from '../../state/model/viewport.ts';
import {moveCursor, needsRow} from '../../state/views/list/list-update.ts';
import {targetRows} from '../../state/views/list/marks.ts';
import type {ListView} from '../../state/views/list/state.ts';
import {startWrite} from '../../state/write/start-write.ts';
import {
  type Choice,
  choiceOf,
  differencesOf,
  type Part,
  partsChosenFor,
  partsInRow,
  partsOf,
  readCompared,
  type SiteComparison,
  withChoice,
} from './compared.ts';
import {
  latestComparison,
  markSending,
  readDifferences,
  setComparison,
  shownComparison,
} from './differences.ts';
import {partsOfCell} from './scheme-matrix.ts';
import {writePlanOf} from './write-plan.ts';

/** The parts of the selected rows, or of the row under the cursor. */
function partsHere(view: ListView, compared: SiteComparison): readonly Part[] {
  return [
    ...new Map(
      targetRows(view)
        .flatMap(row => partsInRow(row, compared))
        .map(part => [part.id, part]),
    ).values(),
  ];
}

/** Make an action that chooses for the parts here, then moves down. */
const choosing = (
  choiceFor: (compared: SiteComparison, parts: readonly Part[]) => Choice,
): Action =>
  actionForView('list', (state, view) => {
    const compared = shownComparison(state, view);
    if (compared === undefined) return noEffects(state);
    const parts = partsHere(view, compared);
    const next = setComparison(state, withChoice(compared, parts, choiceFor(compared, parts)));
    const now = viewOf(next, 'list');
    if (now === undefined || now.marked.size > 0) return noEffects(next);
    return noEffects(withView(next, moveCursor(now, now.cursor + 1, bodyLines(next))));
  });

const skips = choosing((compared, parts) =>
  parts.every(part => choiceOf(compared, part) === 'skip') ? 'site' : 'skip',
);

/** The number of parts on the screen that are chosen for a side. */
function countFor(side: Choice, state: AppState): number {
  const view = viewOf(state, 'list');
  const compared = view && shownComparison(state, view);
  return compared === undefined ? 0 : partsChosenFor(side, compared).length;
}

/** Preview the writes that make the site match the files; without any, write the files. */
const continueComparison = actionForView('list', (state, view) => {
  const compared = shownComparison(state, view);
  if (compared === undefined) return noEffects(state);
  const wanted = partsChosenFor('site', compared);
  if (wanted.length > 0) return readThen(state, compared, wanted, previewed);
  const back = partsChosenFor('files', compared);
  return back.length === 0 ? noEffects(state) : readThen(state, compared, back, written);
});

type Next = (
  compared: SiteComparison,
  parts: readonly Part[],
  ports: Parameters<Task>[0],
) => Action | Promise<Action>;

/** Read both sides again, then continue with the parts that are unchanged. */
function readThen(
  state: AppState,
  {choices, only}: SiteComparison,
  chosen: readonly Part[],
  next: Next,
): Transition {
  const view = viewOf(state, 'list');
  const from = view?.params.from;
  if (from === undefined) return noEffects(state);
  const run: Task = async (ports, {signal}) => {
    try {
      const compared = {...(await readCompared(from, ports, signal, {only})), choices};
      const ids = new Set(chosen.map(({id}) => id));
      const parts = partsOf(compared).filter(({id}) => ids.has(id));
      const gone = chosen.length - parts.length;
      const take: Action =
        gone > 0
          ? now => noEffects(changedMeanwhile(setComparison(now, compared), gone))
          : await next(compared, parts, ports);
      if (!signal.aborted) ports.dispatch({kind: 'taskResult', take});
    } catch (thrown) {
      if (signal.aborted) return;
      ports.dispatch({kind: 'notice', notice: {text: errorLine(thrown), tone: 'bad'}});
    }
  };
  const effect: Effect = {kind: 'task', slot: 'site-plan', run, asks: true};
  return {state: showNotice(state, 'reading both sides again…', 'dim'), effects: [effect]};
}

function changedMeanwhile(state: AppState, gone: number): AppState {
  const what = `${counted(gone, 'difference')} changed since the list was read`;
  const notice = {text: `${what}: check the list again`, tone: 'warn', stays: true} as const;
  return {...state, notice};
}

const previewed: Next = (compared, parts) => {
  const {comparison, site} = compared;
  const differences = differencesOf(parts);
  const plan = planChanges({...comparison, differences}, site, {prune: true, noVariables: true});
  return state => preview(setComparison({...state, notice: undefined}, compared), compared, plan);
};

function preview(state: AppState, {from}: SiteComparison, plan: SitePlan): Transition {
  if (plan.steps.length === 0) {
    const text = `by hand: ${plan.byHand.join(' ')}`;
    return noEffects({...state, notice: {text, tone: 'warn', stays: true}});
  }
  const write = writePlanOf(plan, from, state);
  return startWrite(markSending(state, write.title), write);
}

const written: Next = async (compared, parts, ports) => {
  const {from, folder} = compared;
  if (folder === undefined) return noEffects;
  const changes = filesLikeSite(folder, compared.comparison, differencesOf(parts));
  await ports.siteFiles(from).write(changes);
  const [first = '', ...others] = changes.keys();
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const text = `wrote ${first}${more} in ${from}`;
  return state =>
    readDifferences(showNotice(state, text, 'good'), {savesLock: true, isQuiet: true});
};

const hasFiles = needIn('list', (view, state) =>
  shownComparison(state, view)?.folder === undefined
    ? 'the other side is a profile: compare from there to change it'
    : needsRow(state),
);

const needsChoice = needIn('list', (_, state) =>
  countFor('site', state) + countFor('files', state) === 0
    ? 'no difference is chosen: > or < chooses'
    : undefined,
);

/** The differences of the cell under the cursor of a scheme's matrix. */
function partsOfMatrix(state: AppState): readonly Part[] {
  const view = viewOf(state, 'matrix');
  const compared = latestComparison(state);
  return view && compared?.folder ? partsOfCell(view, compared) : [];
}

const cellToFiles = actionForView('matrix', state => {
  const compared = latestComparison(state);
  const parts = partsOfMatrix(state);
  if (compared === undefined || parts.length === 0) return noEffects(state);
  const next = setComparison(state, withChoice(compared, parts, 'files'));
  return noEffects(showNotice(next, 'chosen for the files: esc, then ctrl+s writes them', 'good'));
});

const key = keysIn('configuration');

export const choiceKeys: readonly KeyBinding[] = [
  keysIn('matrix')('<', 'change the file to match this site, in a matrix of :site', cellToFiles, {
    only: state => viewOf(state, 'matrix')?.params.difference !== undefined,
    needs: state =>
      partsOfMatrix(state).length === 0 ? 'no difference to the file here' : undefined,
    hint: 'to files',
  }),
  key('space', 'skip the difference, or include it again', skips, {
    needs: needsRow,
    hint: 'skip',
    always: true,
    menu: 'Skip or include again',
  }),
  key(
    '>',
    'change this site to match the files or the other profile',
    choosing(() => 'site'),
    {
      needs: needsRow,
      hint: 'to site',
      always: true,
      menu: 'Make this site like it',
    },
  ),
  key(
    '<',
    'change the files to match this site',
    choosing(() => 'files'),
    {
      needs: hasFiles,
      hint: 'to files',
      always: true,
      menu: 'Change the files to match this site',
    },
  ),
  key(
    'ctrl+s',
    'preview the writes to this site; without any, write the files',
    continueComparison,
    {
      needs: needsChoice,
      always: true,
      hint(state) {
        const [site, files] = [countFor('site', state), countFor('files', state)];
        if (site > 0) return `preview ${counted(site, 'change')}`;
        return files > 0 ? `write ${counted(files, 'change')} to the files` : undefined;
      },
    },
  ),
];
