import {findJson, readPointer} from '../../base/json-value.ts';
import {keysIn} from '../../state/keys/binding.ts';
import {showNotice} from '../../state/model/notice.ts';
import {type AppState, type Guide, slice} from '../../state/model/state.ts';
import {
  afterEveryEvent,
  noEffects,
  type PersistedState,
  type Transition,
} from '../../state/model/transition.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {tourSteps} from './tour-steps.ts';

/** Name of the command, and of the stored progress. */
export const tourName = 'tour';

interface Tour {
  readonly on: boolean;
  /** Index of the current step; the number of steps when the tour is finished. */
  readonly step: number;
  /** Number of writes in the journal when the step began. */
  readonly sent: number;
}

const tour = slice<Tour>(tourName, {on: false, step: 0, sent: 0});

const guides: readonly Guide[] = [
  ...tourSteps.map(({title, text}, i) => ({
    title: `Tour ${i + 1} of ${tourSteps.length}: ${title}`,
    text,
    hint: 'esc leaves the tour',
  })),
  {
    title: 'Tour finished',
    text: 'Press ? for the keys of a view and : to open anything. :tour starts again.',
    hint: 'esc closes',
  },
];

/** Show the current step, and go to the next one once it is done. */
const followTour = afterEveryEvent((_, {state, effects}) => {
  const now = tour.of(state);
  const isDone = now.on && tourSteps[now.step]?.isDone(state, now.sent) === true;
  const next = isDone ? {on: true, step: now.step + 1, sent: state.journal.length} : now;
  const moved = isDone ? tour.with(state, next) : state;
  const guide = next.on ? guides[next.step] : undefined;
  return {state: guide === moved.guide ? moved : {...moved, guide}, effects};
});

function leave(state: AppState): Transition {
  const now = tour.of(state);
  const left = tour.with(state, {...now, on: false});
  if (now.step === tourSteps.length) return noEffects(left);
  const text = `Tour closed at step ${now.step + 1} of ${tourSteps.length} · :tour continues`;
  return noEffects(showNotice(left, text, 'dim'));
}

/** Leaves the tour. */
export const tourKeys = [
  keysIn('everywhere')('esc', 'leave the tour', leave, {only: state => tour.of(state).on}),
];

/** Start the tour, or continue it where it was left. */
export const tourCommand: PaletteCommand = {
  name: tourName,
  aliases: ['tutorial'],
  args: '',
  about: 'Learn steward in ten steps on the sandbox.',
  problem: state => (state.session.sandbox ? undefined : 'runs on the sandbox: steward --tour'),
  run(state) {
    const {step} = tour.of(state);
    const at = step === tourSteps.length ? 0 : step;
    return noEffects(tour.with(state, {on: true, step: at, sent: state.journal.length}));
  },
};

/** Turn the stored progress on, for `steward --tour`; a finished tour starts again. */
export function resumeTour(text: string | undefined): string {
  const step = storedStep(text);
  return JSON.stringify({on: true, step: step === tourSteps.length ? 0 : step});
}

/** The stored step; one that continues an earlier step is repeated from there. */
function storedStep(text = ''): number {
  const stored = readPointer(findJson(text) ?? null, '/step');
  let step = typeof stored === 'number' && guides[stored] !== undefined ? stored : 0;
  while (tourSteps[step]?.continues) step--;
  return step;
}

/** The step is stored while the sandbox runs, and for the next one. */
export const persistedTour: PersistedState = {
  name: tourName,
  scope: 'user',
  value: tour.of,
  text(state) {
    const {on, step} = tour.of(state);
    return JSON.stringify({on, step});
  },
  restore(state, text) {
    const isOn = readPointer(findJson(text) ?? null, '/on') === true && state.session.sandbox;
    return tour.with(state, {on: isOn, step: storedStep(text), sent: state.journal.length});
  },
};

export const tourReactions = [followTour];
