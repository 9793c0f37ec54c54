import type {EntityKind, Naming} from '../../../api/field.ts';
import type {NameFilter, NameList} from '../../../api/naming/name-listing.ts';
import type {Operation} from '../../../api/operation.ts';
import type {OperationRef} from '../../../api/operation-ref.ts';
import type {ViewBase} from '../../model/load.ts';
import type {Params} from '../../model/params.ts';
import type {VerbUse} from '../../model/verb.ts';

/** A list of entities from which a field picks one by name. */
export interface PickSource {
  readonly list: NameList;
  readonly question: NameFilter;
  /** The part of the entity that becomes the value. */
  readonly by: Naming['by'];
}

/** A suggestion for a field. */
export interface FieldCandidate {
  readonly value: string;
  /** Its main name. */
  readonly label: string;
  readonly names: readonly string[];
  /** Other distinguishing details, by their word. */
  readonly details: Readonly<Record<string, string>>;
  /** It is listed after the others. */
  readonly isLast?: true;
  /** It accepts nothing new: it is found by its name, but not suggested for a body. */
  readonly isClosed?: true;
}

/** The suggestions read so far for an input. */
export interface Picks {
  readonly input: string;
  /** The search text. */
  readonly question: NameFilter;
  readonly picks: readonly FieldCandidate[];
  /** Whether a response has arrived. */
  readonly isRead: boolean;
  /** Whether the list is complete. */
  readonly isAll: boolean;
  /** Why there are none. */
  readonly problem?: string;
}

/** A reference whose name has not been looked up. */
export interface UnresolvedReference {
  readonly input: string;
  readonly names: EntityKind;
  readonly text: string;
  readonly source: PickSource;
}

/** Values by name of their input, `body.a.b` for a nested member, like the flags. */
export type FormValues = Readonly<Record<string, readonly string[]>>;

/** A text with the service's verdict on it, or the file that it names. */
export interface CheckedText {
  readonly text: string;
  /** Undefined while it is checked, and if it is valid. */
  readonly problem: string | undefined;
  /** The file of a path: its content, and its path for a command. */
  readonly file?: {readonly path: string; readonly bytes: Uint8Array};
}

/** How many entities a text that refers to one may mean. */
export type UnmatchedName = 'none' | 'several';

/** The values of a form, and what is known about them. */
export type FilledForm = Pick<FormView, 'operation' | 'values' | 'before'> &
  Partial<Pick<FormView, 'checked' | 'destination' | 'called' | 'missing' | 'picks'>>;

/** A form for the inputs of an operation. */
export interface FormView extends ViewBase {
  readonly kind: 'form';
  readonly operation: Operation;
  /** The verb of the form: its preset inputs are hidden, its fields come first. */
  readonly use?: VerbUse;
  /**
   * The destination of the values in place of a request: the id of a screen, or a list that
   * takes them (`LocalList.save`).
   */
  readonly destination?: string;
  /** Values typed or taken from the screen before. An empty array clears the current value. */
  readonly values: FormValues;
  /** Parameters of the screen where it was opened. */
  readonly place: Params;
  /** The initial values: those of the location, and the presets of its verb. */
  readonly opened: FormValues;
  /** The values to swap in when starting over: the initial ones, or those typed. */
  readonly spare: FormValues;
  /** The values are a restored draft. */
  readonly restored: boolean;
  /** The current values of the updated object, as last read. */
  readonly before: FormValues;
  /** The read that gives them; undefined while its object is unknown. */
  readonly reads: OperationRef | undefined;
  /** Groups, and the less common fields (`more`), that the user expanded or collapsed. */
  readonly toggled: ReadonlySet<string>;
  /** List of objects → number of its lines, if more than those with values. */
  readonly elements: Readonly<Record<string, number>>;
  /** Index of the line under the cursor; the last one submits. */
  readonly cursor: number;
  readonly top: number;
  /** The edited JSON body while it is invalid. */
  readonly unread: string | undefined;
  /** Submit it as soon as its names are resolved. */
  readonly runs?: boolean;
  /** Submitting was attempted, so missing values are reported too. */
  readonly tried: boolean;
  /** Suggestions for the edited field. */
  readonly picks: Picks | undefined;
  /** Names of entities, by `nameKey`; '' if unknown. */
  readonly called: Readonly<Record<string, string>>;
  /** References that match no entity, or several, by the same key. */
  readonly missing: ReadonlyMap<string, UnmatchedName>;
  /** References being looked up, by the same key. */
  readonly lookedUp: ReadonlySet<string>;
  /** Texts validated by the service, by field. */
  readonly checked: Readonly<Record<string, CheckedText>>;
  /** The last Markdown converted to XML, so that it can be restored. */
  readonly turned?: {readonly markdown: string; readonly xml: string} | undefined;
  /** Show the request as printed by --dry-run, in place of the fields. */
  readonly asRequest: boolean;
}
