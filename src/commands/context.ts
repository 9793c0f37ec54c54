import type {Service} from '../api/operation.ts';
import type {Host} from '../host/host.ts';
import type {Doors} from './doors.ts';

/** What a one-shot command runs with. */
export interface CommandContext {
  readonly program: 'jr' | 'cf';
  readonly service: Service;
  readonly host: Host;
  readonly doors: Doors;
}
