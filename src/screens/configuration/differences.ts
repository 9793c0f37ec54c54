import {nameText, text} from '../../base/column.ts';
import {lockEntriesAfter} from '../../site/engine.ts';
import {saveLock} from '../../site/folder.ts';
import {summarizeError} from '../../state/ask/error-summary.ts';
import {field, group, rows, words} from '../../state/model/card.ts';
import {loadSlot} from '../../state/model/locations.ts';
import {list} from '../../state/model/resource.ts';
import {type AppState, slice, viewOf} from '../../state/model/state.ts';
import {
  afterEvents,
  afterEveryEvent,
  andThen,
  type LocalList,
  noEffects,
  type Task,
  type Transition,
} from '../../state/model/transition.ts';
import {withLocalRows} from '../../state/views/list/list-page.ts';
import type {ListView} from '../../state/views/list/state.ts';
import {onlyObjectOf, readCompared, type SiteComparison} from './compared.ts';
import {differenceRows} from './difference-rows.ts';
import {type LastComparison, lastComparison} from './last-comparison.ts';
import {openDifference} from './scheme-matrix.ts';

const name = 'site-differences';

interface Reading {
  /** The view it was read for. */
  readonly view?: number;
  readonly compared?: SiteComparison;
  /** Title of the write that makes both sides alike. */
  readonly sending?: string;
}

const reading = slice<Reading>(name, {});

const signColumn = text('', '/sign', {
  id: 'sign',
  fixed: 2,
  dropPriority: 0,
  tones: {'+': 'good', '−': 'bad'},
});

/** The differences between this site and a folder or another profile. */
export const differenceList = list({
  id: name,
  title: 'Configuration',
  noun: 'difference',
  needs: ['from'],
  local: name,
  scope: 'configuration',
  tree: true,
  counted: '/object',
  columns: [
    nameText('DIFFERENCE', '/tree/label', {id: 'name', min: 26, max: 48}),
    signColumn,
    text('WRITE TO', '/choice', {
      id: 'choice',
      max: 8,
      dropPriority: 0,
      tones: {site: 'accent', files: 'warn', skip: 'dim'},
    }),
    text('CHANGE', '/change', {id: 'change', min: 16, max: 120, dropPriority: 1, grows: true}),
    text('CHANGED IN', '/changedIn', {
      id: 'changed',
      max: 10,
      dropPriority: 3,
      tones: {both: 'warn', site: 'warn'},
    }),
  ],
  card: {
    title: [text('', '/title')],
    lines: [
      field('Write to', text('', '/choice')),
      field('Changed in', text('', '/changedIn')),
      group('Changes'),
      rows('/changes', [text('', '/title'), signColumn, text('', '/change', {max: 60})], 40),
      group('This site'),
      words('/here', 10),
      group('The other side'),
      words('/there', 10),
    ],
  },
  emptyTitle: 'No differences',
  empty: 'Both sides are equal.',
  about:
    'Differences between this site and the files, or another profile. > writes to the site, < to the files, space skips; ctrl+s previews the requests.',
});

/** Its rows are set once both sides are read. */
export const localDifferences: LocalList = {
  again: state => readDifferences(state),
  open: (state, row) => openDifference(state, row, latestComparison(state)),
};

/** The latest comparison. */
export function latestComparison(state: AppState): SiteComparison | undefined {
  return reading.of(state).compared;
}

/** The comparison shown by a view. */
export function shownComparison(state: AppState, view: ListView): SiteComparison | undefined {
  const {compared} = reading.of(state);
  return view.resource.local === name && isSame(compared, view) ? compared : undefined;
}

function isSame(
  compared: Pick<SiteComparison, 'from' | 'only'> | undefined,
  {params}: ListView,
): boolean {
  const only = onlyObjectOf(params);
  const {kind, id} = compared?.only ?? {};
  return compared?.from === params.from && kind === only?.kind && id === only?.id;
}

/** Set the comparison, and show its rows. */
export function setComparison(state: AppState, compared: SiteComparison): AppState {
  const next = reading.with(state, {...reading.of(state), compared});
  return withLocalRows(next, name, differenceRows(compared, next));
}

/** Note the write that was started for the comparison. */
export function markSending(state: AppState, sending: string): AppState {
  return reading.with(state, {...reading.of(state), sending});
}

/**
 * Compare again for the list on the screen.
 *
 * @param how `savesLock`: note in the lock of the folder which objects are equal now; `isQuiet`:
 * leave the notice on the screen
 */
export function readDifferences(
  state: AppState,
  {savesLock = false, isQuiet = false}: {savesLock?: boolean; isQuiet?: boolean} = {},
): Transition {
  const view = viewOf(state, 'list');
  const from = view?.params.from;
  if (view?.resource.local !== name || from === undefined) return noEffects(state);
  const run: Task = async (ports, {signal}) => {
    try {
      const read = await readCompared(from, ports, signal, {
        isQuiet,
        only: onlyObjectOf(view.params),
      });
      const {comparison, folder, site} = read;
      if (signal.aborted) return;
      ports.dispatch({kind: 'taskResult', take: now => shown(now, read, isQuiet)});
      if (!savesLock || folder === undefined) return;
      const entries = lockEntriesAfter(comparison, [], [], folder.lock);
      await saveLock(ports.siteFiles(from), site.site, folder.lock, entries);
    } catch (thrown) {
      if (signal.aborted) return;
      ports.dispatch({kind: 'failed', view: view.key, trouble: summarizeError(thrown)});
    }
  };
  const next = reading.with(state, {...reading.of(state), view: view.key});
  return {state: next, effects: [{kind: 'task', slot: loadSlot(view.key), run, asks: true}]};
}

function shown(
  state: AppState,
  read: Omit<SiteComparison, 'choices'>,
  isQuiet: boolean,
): Transition {
  const {compared} = reading.of(state);
  const isAgain = compared?.from === read.from && compared.only?.id === read.only?.id;
  const choices = isAgain ? compared.choices : {};
  const next = setComparison(isQuiet ? state : {...state, notice: undefined}, {
    ...read,
    choices,
  });
  if (read.only !== undefined) return noEffects(next);
  const count = read.comparison.differences.length;
  const last: LastComparison = {from: read.from, count, atMs: state.nowMs};
  return noEffects(lastComparison.with(next, last));
}

/** Compare when the list is opened, and when the user returns to an outdated list. */
const loadDifferences = afterEveryEvent((_, step) => {
  const view = viewOf(step.state, 'list');
  if (view?.resource.local !== name || reading.of(step.state).view === view.key) return step;
  if (step.state.connection.status !== 'ready') return step;
  return andThen(step, state => readDifferences(state));
});

/** Compare again after writes. */
const compareAfterWrites = afterEvents(['write'], (_, step, {event}) => {
  const {view, sending} = reading.of(step.state);
  if (event.kind !== 'finished' || event.wrote.length === 0 || view === undefined) return step;
  const {write} = step.state;
  const isOwn = write !== undefined && 'plan' in write && write.plan.title === sending;
  const {compared} = reading.of(step.state);
  // A list that is not on the screen compares when the user returns to it.
  const stale = {...step, state: reading.with(step.state, {...(compared && {compared})})};
  return andThen(stale, state => readDifferences(state, {savesLock: isOwn, isQuiet: true}));
});

export const differenceReactions = [compareAfterWrites, loadDifferences];
