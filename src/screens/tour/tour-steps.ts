import {findJson, readPointer} from '../../base/json-value.ts';
import {type AppState, currentLocation, viewOf} from '../../state/model/state.ts';

interface TourStep {
  readonly title: string;
  /** The keys to press; fits a line of 80 columns. */
  readonly text: string;
  /**
   * Whether the user has done it.
   *
   * @param sent number of writes in the journal when the step began
   */
  readonly isDone: (state: AppState, sent: number) => boolean;
  /** Whether the step needs the result of the previous one: a session cannot start with it. */
  readonly continues?: true;
}

const isOn =
  (screen: string) =>
  (state: AppState): boolean =>
    currentLocation(state).screen === screen;

/** Whether the last write was sent after the step began, and was successful. */
function isSent({journal}: AppState, sent: number): boolean {
  return journal.length > sent && lastWrite(journal, '/result') === 'done';
}

function lastWrite(journal: readonly string[], pointer: string): unknown {
  return readPointer(findJson(journal.at(-1) ?? '') ?? null, pointer);
}

/** The steps in order. The names in them exist in the first seed of the sandbox. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Open a project',
    text: 'Press enter on Projects, then enter on a project.',
    isDone: isOn('project'),
  },
  {
    title: 'Preview a change',
    text: 'Press e, type another name, then ctrl+s. Nothing has been sent yet.',
    isDone: state => state.write?.stage === 'preview',
  },
  {
    title: 'Send it',
    continues: true,
    text: 'Press enter in the preview. A line below reports the result.',
    isDone: isSent,
  },
  {
    title: 'Undo it',
    continues: true,
    text: 'Press u to preview the undo, then enter to send it.',
    isDone: (state, sent) =>
      isSent(state, sent) && typeof lastWrite(state.journal, '/undoes') === 'string',
  },
  {
    title: 'Open a permission matrix',
    text: 'Press :, type permission-matrix software, then press enter.',
    isDone: state => viewOf(state, 'matrix') !== undefined,
  },
  {
    title: 'See who has a permission, and why',
    text: 'Press :, type who ADMINISTER_PROJECTS HPAY, press enter; then enter on a user.',
    isDone: isOn('access-permissions'),
  },
  {
    title: 'Compare two schemes',
    text: 'Press :, type perm, press enter; space selects a scheme, = compares the next.',
    isDone: isOn('permission-comparison-matrix'),
  },
  {
    title: 'Watch failed webhooks',
    text: 'Press :, type failed, then press enter. New failures appear by themselves.',
    isDone: isOn('webhook-monitor'),
  },
  {
    title: 'Find an object by its name',
    text: 'Press :, type harbour, then press enter. The palette also finds users.',
    isDone: isOn('project'),
  },
  {
    title: 'See the commands',
    text: 'The line that starts with $ is the command of this view. Press L for the log.',
    isDone: isOn('command-log'),
  },
];
