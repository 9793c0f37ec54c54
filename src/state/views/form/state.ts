import type {Operation} from '../../../api/operation.ts';
import type {Params} from '../../model/call.ts';
import type {Resource} from '../../model/resource.ts';
import type {ViewBase} from '../../model/row.ts';

/** Where the values of an input that names another object come from. */
export interface PickSource {
  readonly resource: Resource;
  readonly params: Params;
  /** Pointer to the value in one item. */
  readonly value: string;
}

/** One value that can be picked. */
export interface Pick {
  readonly value: string;
  /** What it is called. */
  readonly label: string;
}

/** The inputs of an operation, being filled in. */
export interface FormView extends ViewBase {
  readonly kind: 'form';
  readonly operation: Operation;
  /** What was given, as texts by input name, in the way of the flags. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Index of the field under the cursor; the one after the last runs the operation. */
  readonly cursor: number;
  /** Index of the first field on the screen. */
  readonly top: number;
  /** It was tried: what is missing is said too, not only what is wrong. */
  readonly tried: boolean;
  /** Values the field being typed can take, read from the list of what it names. */
  readonly picks:
    | {
        readonly input: string;
        readonly picks: readonly {readonly value: string; readonly label: string}[];
        /** Why there are none. */
        readonly problem?: string;
      }
    | undefined;
  /** The request is shown as --dry-run prints it, in place of the fields. */
  readonly asRequest: boolean;
}
