import type {Sent} from './call.ts';
import type {Load} from './load.ts';

/** What every kind of view has. */
export interface ViewBase {
  /** Unique; effects and their events name it. */
  readonly key: number;
  readonly load: Load;
  readonly sent: readonly Sent[];
  /** Something it shows was changed since: it is read again when it is on the screen. @default false */
  readonly stale?: true;
}
