import type {ExchangeEvent, Traffic} from '../../api/client.ts';
import type {JsonValue} from '../../base/json-value.ts';
import type {WatchNews} from '../../screens/webhooks/monitor/watch-deliveries.ts';
import type {ChooserDeed} from '../layers/columns/state.ts';
import type {FormView} from '../views/form/state.ts';
import type {WriteDeed, WriteEvent} from '../write/state.ts';
import type {ResolvedCall} from './call.ts';
import type {Count} from './count.ts';
import type {Sent, Trouble} from './row.ts';
import type {AppState, Connection, Notice} from './state.ts';

/** What the user asks for; made from keys by the key table. */
export type Command =
  | {readonly kind: 'move'; readonly by: number}
  | {readonly kind: 'movePage'; readonly pages: number}
  /** The next entry of a matrix that has a problem, or the one before. */
  | {readonly kind: 'nextProblem'; readonly by: number}
  /** Another column of a matrix. */
  | {readonly kind: 'moveColumn'; readonly by: number}
  | {readonly kind: 'moveTo'; readonly end: 'top' | 'bottom'}
  | {readonly kind: 'open'}
  | {readonly kind: 'describe'}
  | {readonly kind: 'raw'}
  | {readonly kind: 'back'}
  | {readonly kind: 'close'}
  /** Back or forward in the history of places. */
  | {readonly kind: 'travel'; readonly by: 1 | -1}
  | {readonly kind: 'previousView'}
  | {readonly kind: 'refresh'}
  | {readonly kind: 'autoRefresh'}
  /** Mark rows of a list: this one, up to the last one marked, all that match, or this one and the next. */
  | {readonly kind: 'mark'; readonly what: 'row' | 'range' | 'all' | 'up' | 'down'}
  | {readonly kind: 'sort'}
  /** The column to sort by, or every column at its full width. */
  | {readonly kind: 'pickColumn'; readonly by: 1 | -1}
  | {readonly kind: 'wide'}
  | {readonly kind: 'chooser'; readonly what: ChooserDeed}
  /** Ask where the rows go; with a target, write them. */
  | {readonly kind: 'export'; readonly target?: string}
  | {readonly kind: 'addColumn'; readonly pointer: string}
  | {readonly kind: 'reverse'}
  | {readonly kind: 'tab'; readonly index: number}
  | {readonly kind: 'nextTab'; readonly by: number}
  | {readonly kind: 'prompt'; readonly prompt: 'filter' | 'palette' | 'jq'}
  /** Break the long lines of a text, or cut them. */
  | {readonly kind: 'wrap'}
  /** Scroll a text sideways. */
  | {readonly kind: 'sideways'; readonly by: number}
  /** Fold or unfold a node of a tree. */
  | {readonly kind: 'fold'; readonly by: 'fold' | 'unfold'}
  /** Tell two rows apart. */
  | {readonly kind: 'compare'}
  | {readonly kind: 'nextMatch'; readonly by: number}
  | {readonly kind: 'help'}
  /** Draw the whole screen again. */
  | {readonly kind: 'redraw'}
  /** Give the terminal back to the shell until it brings steward back. */
  | {readonly kind: 'suspend'}
  | {readonly kind: 'copyCommand'}
  | {readonly kind: 'copyId'}
  /** The pane that describes the row under the cursor. */
  | {readonly kind: 'preview'; readonly deed: 'toggle' | 'focus' | 'zoom'}
  /** Send the read of a log entry again. */
  | {readonly kind: 'repeat'}
  /** List what can be copied. */
  | {readonly kind: 'copyMenu'}
  /** Open the page of what is on the screen in a browser. */
  | {readonly kind: 'browse'}
  /** Open a screen on top of where one is; back leads back. */
  | {readonly kind: 'screen'; readonly screen: string}
  | {readonly kind: 'typed'; readonly typed: ResolvedCall}
  /** Open the form of an operation, named as its command: `jr version get`. */
  | {readonly kind: 'form'; readonly operation: string}
  /** Edit the field under the cursor of a form; one with few values takes the next of them. */
  | {readonly kind: 'editField'}
  | {readonly kind: 'clearField'}
  | {readonly kind: 'runForm'}
  | {readonly kind: 'formAsRequest'}
  /** Go on in the one-shot command line with what the form holds. */
  | {readonly kind: 'formAsCommand'}
  /** Show the newest failures as they come, or hold still. */
  | {readonly kind: 'follow'}
  /** The next time window of the monitor. */
  | {readonly kind: 'window'}
  | {readonly kind: 'nextNew'; readonly by: number}
  /** A key of a write: open the menu, send, confirm, stop. */
  | {readonly kind: 'write'; readonly deed: WriteDeed}
  | {readonly kind: 'mouse'}
  | {readonly kind: 'interrupt'}
  | {readonly kind: 'quit'}
  /** Run one of the palette's commands. */
  | {readonly kind: 'palette'; readonly name: string; readonly args: readonly string[]}
  | {
      readonly kind: 'goto';
      readonly screen: string;
      readonly args: readonly string[];
      readonly filter?: string;
      /** Through this profile. */
      readonly profile?: string;
    }
  /** Open one object of a resource by its id. */
  | {readonly kind: 'object'; readonly resource: string; readonly id: string}
  | {readonly kind: 'switchProfile'; readonly profile: string};

/** Everything that can change the state. */
export type AppEvent =
  | {readonly kind: 'command'; readonly command: Command}
  | {readonly kind: 'resized'; readonly columns: number; readonly rows: number}
  | {readonly kind: 'clock'; readonly nowMs: number}
  | {
      readonly kind: 'connected';
      readonly connection: Connection;
      readonly session: AppState['session'];
    }
  | {readonly kind: 'slow'; readonly view: number}
  | {
      readonly kind: 'sent';
      readonly view: number;
      readonly sent: Sent;
      /** For a part of the view: the command of the whole stays the last one. @default false */
      readonly beside?: boolean;
    }
  | {
      readonly kind: 'page';
      readonly view: number;
      readonly source: number;
      readonly first: boolean;
      /** JSON text of each item. */
      readonly items: readonly string[];
      readonly total: number | undefined;
      readonly more: boolean;
      /** How far a list has come that asks about each item. */
      readonly note?: string | undefined;
      readonly atMs: number;
    }
  | {readonly kind: 'answer'; readonly view: number; readonly text: string; readonly atMs: number}
  | {readonly kind: 'failed'; readonly view: number; readonly trouble: Trouble}
  | {
      readonly kind: 'picks';
      readonly view: number;
      readonly picks: NonNullable<FormView['picks']>;
    }
  | {
      readonly kind: 'filled';
      readonly view: number;
      readonly row: string;
      readonly pointer: string;
      readonly value: JsonValue;
    }
  | {readonly kind: 'count'; readonly view: number; readonly entry: string; readonly count: Count}
  | {
      readonly kind: 'exchange';
      readonly exchange: ExchangeEvent;
      readonly traffic?: Traffic | undefined;
      readonly command: string;
      readonly atMs: number;
    }
  | {readonly kind: 'promptText'; readonly text: string; readonly fromField: boolean}
  | {readonly kind: 'promptMove'; readonly by: number}
  | {readonly kind: 'promptDone'}
  /** Tab: the text becomes that of the selected suggestion. */
  | {readonly kind: 'promptComplete'}
  | {readonly kind: 'promptCancel'}
  /** The cursor rests on the row the preview is about. */
  | {readonly kind: 'previewDue'; readonly about: string}
  | {
      readonly kind: 'previewed';
      readonly about: string;
      /** JSON text of the object. */
      readonly text?: string;
      readonly trouble?: Trouble;
    }
  /** A key pressed while it is asked what to copy. */
  | {readonly kind: 'copyMenuKey'; readonly key: string}
  /** A key pressed while the help is shown. */
  | {readonly kind: 'helpKey'; readonly key: string}
  /** It is time to run the jq filter being typed. */
  | {readonly kind: 'jqDue'; readonly view: number; readonly filter: string}
  /** What a jq filter gave; without outputs the text as a whole. */
  | {
      readonly kind: 'jqDone';
      readonly view: number;
      readonly filter: string;
      /** JSON text of each output. */
      readonly outputs: readonly string[] | undefined;
      readonly problem: string | undefined;
      /** Enter was pressed: the prompt closes when it is right. */
      readonly keeps: boolean;
    }
  /** The time of a quick notice is over. */
  | {readonly kind: 'noticeOver'; readonly notice: Notice}
  | {readonly kind: 'mouse'; readonly act: MouseAct}
  /** The terminal told the colour of its background. */
  | {readonly kind: 'background'; readonly light: boolean}
  /** What an earlier session kept under that name. */
  | {readonly kind: 'recalled'; readonly name: string; readonly text: string}
  /** What the watch of failed deliveries learned; at most one for each page. */
  | {readonly kind: 'deliveries'; readonly news: WatchNews; readonly atMs: number}
  /** It is time to read a list again that is refreshed by itself. */
  | {readonly kind: 'autoDue'; readonly view: number}
  | {readonly kind: 'write'; readonly event: WriteEvent}
  /** What the last refresh changed was shown long enough. */
  | {readonly kind: 'changesOver'; readonly view: number}
  /** The moment after a ctrl+c is over. */
  | {readonly kind: 'calm'}
  | {readonly kind: 'notice'; readonly notice: Notice | undefined};

/** What the mouse did; lines and columns of the terminal count from 1. */
export interface MouseAct {
  readonly act: 'wheelUp' | 'wheelDown' | 'press';
  readonly column: number;
  readonly line: number;
}
