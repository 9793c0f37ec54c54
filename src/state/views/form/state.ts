import type {EntityKind, Naming} from '../../../api/field.ts';
import type {NameFilter, NameList} from '../../../api/naming/name-listing.ts';
import type {Operation} from '../../../api/operation.ts';
import type {OperationRef} from '../../../api/operation-ref.ts';
import type {ViewBase} from '../../model/load.ts';
import type {Params} from '../../model/params.ts';
import type {VerbUse} from '../../model/verb.ts';

/** Things that are found by name, of which a field can take one. */
export interface PickSource {
  readonly list: NameList;
  readonly question: NameFilter;
  /** What of a thing stands in the value. */
  readonly by: Naming['by'];
}

/** One value that can be picked. */
export interface Candidate {
  readonly value: string;
  /** What it is called first. */
  readonly label: string;
  /** All it is called. */
  readonly names: readonly string[];
  /** What else tells it from others. */
  readonly tells: readonly string[];
  /** It comes after the others. */
  readonly isLast?: true;
  /** It takes nothing new: it is found by its name, and not offered to a body. */
  readonly isClosed?: true;
}

/** What an input can take, as far as it was read. */
export interface Picks {
  readonly input: string;
  /** What was asked for. */
  readonly question: NameFilter;
  readonly picks: readonly Candidate[];
  /** Whether an answer came. */
  readonly isRead: boolean;
  /** Whether these are all that there are. */
  readonly isAll: boolean;
  /** Why there are none. */
  readonly problem?: string;
}

/** A value that names something, to be looked up. */
export interface Unnamed {
  readonly input: string;
  readonly names: EntityKind;
  readonly text: string;
  readonly source: PickSource;
}

/** Texts by the name of their input, `body.a.b` deeper in the body, in the way of the flags. */
export type FormValues = Readonly<Record<string, readonly string[]>>;

/** A text with what the service says of it, or the file that it names. */
export interface CheckedText {
  readonly text: string;
  /** Undefined while it is asked, and where it would do. */
  readonly problem: string | undefined;
  /** Of the path of a file that was read: its bytes, and how a command names it. */
  readonly file?: {readonly path: string; readonly bytes: Uint8Array};
}

/** What a form holds, and what is known of it. */
export type Filled = Pick<FormView, 'operation' | 'values' | 'before'> &
  Partial<Pick<FormView, 'checked' | 'leads' | 'called' | 'missing' | 'picks'>>;

/** The inputs of an operation, being filled in. */
export interface FormView extends ViewBase {
  readonly kind: 'form';
  readonly operation: Operation;
  /** The verb whose form it is: what it gives by itself is not shown, what it asks comes first. */
  readonly use?: VerbUse;
  /** The screen that running it opens, with its values as parameters; it sends nothing itself. */
  readonly leads?: string;
  /** What was typed, or known from the screen before. No texts: what was there is taken away. */
  readonly values: FormValues;
  /** Parameters of the screen it was opened on. */
  readonly place: Params;
  /** What it was opened with: values of the place, and what its verb fills in. */
  readonly opened: FormValues;
  /** What starting over puts in place of the values: those it was opened with, or those typed. */
  readonly spare: FormValues;
  /** They were typed before, into a form that was left. */
  readonly restored: boolean;
  /** What the object holds now, of an update: as it was read last. */
  readonly before: FormValues;
  /** The read that tells it; undefined while it is not known of what. */
  readonly reads: OperationRef | undefined;
  /** Objects, and the less usual fields (`more`), that were folded or unfolded by hand. */
  readonly toggled: ReadonlySet<string>;
  /** List of objects → how many of them have lines, where that is more than hold something. */
  readonly elements: Readonly<Record<string, number>>;
  /** Index of the line under the cursor; the last one runs the operation. */
  readonly cursor: number;
  /** Index of the first line on the screen. */
  readonly top: number;
  /** JSON of the body as it was left, while it is none that the form can take. */
  readonly unread: string | undefined;
  /** It is run as soon as its names are found. */
  readonly runs?: boolean;
  /** It was tried: what is missing is said too, not only what is wrong. */
  readonly tried: boolean;
  /** Values the field being typed can take, read from the list of what it names. */
  readonly picks: Picks | undefined;
  /** What things are called, by `calledKey`; '' where that is not known. */
  readonly called: Readonly<Record<string, string>>;
  /** What names nothing the service knows, by the same. */
  readonly missing: ReadonlySet<string>;
  /** What was asked to be called, by the same. */
  readonly looked: ReadonlySet<string>;
  /** Texts that the service was asked about, by the name of their field. */
  readonly checked: Readonly<Record<string, CheckedText>>;
  /** The Markdown that was turned into XML last, so that it can be turned back. */
  readonly turned?: {readonly markdown: string; readonly xml: string} | undefined;
  /** The request is shown as --dry-run prints it, in place of the fields. */
  readonly asRequest: boolean;
}
