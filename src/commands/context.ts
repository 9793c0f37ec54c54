import type {Service} from '../api/operation.ts';
import type {Host} from '../host/host.ts';
import type {Doors} from './doors.ts';

/** What a one-shot command runs with. */
export interface CommandContext {
  readonly program: 'jr' | 'cf';
  readonly service: Service;
  readonly host: Host;
  readonly doors: Doors;
  /** Says on a terminal how far it is, in one line that goes away; absent where nobody watches. */
  readonly progress?: ((text: string) => void) | undefined;
  /** Warnings that were shown; absent when each is shown once anyway. */
  readonly warned?: Set<string>;
  /** Nothing will be sent: the audit log has no line of it. @default false */
  readonly isRehearsal?: boolean;
  /**
   * Waits, when a request is checked whole, until it may be sent; absent when it may be at once.
   *
   * @throws Failure when it is not to be sent
   */
  readonly admit?: () => Promise<void>;
}
