import type {Page} from '../../api/client.ts';
import type {EntityKind} from '../../api/field.ts';
import type {Operation, Service} from '../../api/operation.ts';
import {type OperationRef, paramsOf} from '../../api/operation-ref.ts';
import type {SitePage} from '../../api/site-page.ts';
import {capitalize} from '../../base/capital.ts';
import type {Column} from '../../base/column.ts';
import {pluralOf} from '../../base/counted.ts';
import type {JsonValue} from '../../base/json-value.ts';
import type {Card} from './card.ts';
import {recordColumns} from './column.ts';
import type {TextReader} from './line.ts';
import type {OpensView, Params, RowParams} from './params.ts';
import type {Verb} from './verb.ts';

/**
 * Derive rows from a response.
 *
 * @param params those of the list, and for a fill those of its row
 */
export type DeriveRows = (
  answer: JsonValue,
  params: Readonly<Record<string, string>>,
) => readonly JsonValue[];

/** The call that rows are read from. */
export interface Source extends OperationRef {
  /** Pointer to the list inside the response. */
  readonly items?: string;
  /** Derives the rows from the response if they are not a list in it. */
  readonly derive?: DeriveRows;
  /** Keep only items for which another request has a given value. */
  readonly scan?: ItemScan;
  /** Read it once for each item of another list, since no operation lists all. */
  readonly per?: PerParent;
  /** Shown if it returned no rows: which operation was asked. */
  readonly emptyNote?: string;
}

/** A page of a list; for a list that takes a request per item, with its progress. */
export interface ReadPage extends Page {
  /** Number of items checked so far. */
  readonly checked?: number;
  /** Number of items to check; absent if the server does not report it. */
  readonly of?: number;
  /** The progress as text; absent if everything was read. */
  readonly note?: string;
  /** A part was not read yet, or could not be read. @default false */
  readonly isPartial?: boolean;
}

/** The list whose items each have a list of their own. */
export interface PerParent {
  /** Lists the parents. */
  readonly call: OperationRef;
  /** Parameters read from a parent; added to its items as members unless they have such members. */
  readonly params: OpensView['params'];
  /** The noun of a parent: `project`. */
  readonly noun: string;
}

/** A list that is read to look up names. */
export interface NameReading extends Source {
  readonly kind: EntityKind;
}

/** Checks each item of a list with a request, since no operation lists the wanted ones. */
export interface ItemScan {
  readonly call: OperationRef;
  /** Read from the item. */
  readonly params: OpensView['params'];
  /** The item is wanted if the response has the value of the parameter `equals` there. */
  readonly pointer: string;
  readonly equals: string;
}

/** A part of a row that takes its own request. */
export interface Fill {
  /** Where the value is stored in the item; requested only if it is missing there. */
  readonly pointer: string;
  /** Pointer in the response; '' is all of it. @default as `pointer` */
  readonly read?: string;
  /** Derives the value from the response; overrides `read`. */
  readonly derive?: DeriveRows;
  readonly call: OperationRef;
  /** Read from the row; a row without all of them is not filled. */
  readonly params: RowParams;
  /** Only rows with that value. @default all rows */
  readonly only?: OpensView['only'];
  /** Rows with equal parameters share one request. @default false */
  readonly shared?: true;
}

/** A requested part of one row. */
export interface WantedFill {
  readonly row: string;
  readonly fill: Fill;
  readonly params: Params;
}

/** Rows that have a key known to users. */
export interface KeyedRows {
  readonly pattern: RegExp;
  /** Pointer to the key in a row. */
  readonly pointer: string;
  /** The screen of one row, which takes the key. */
  readonly screen: string;
}

/** A list that differs by its parameters. */
export interface OpenedList {
  readonly crumb: string;
  readonly title: string;
  readonly list: Resource;
}

/** A question about rows: a form whose values open a screen. */
export interface RowQuestion {
  /** The question as users ask it: `What may they do…`. */
  readonly words: string;
  readonly key: string;
  /** Its fields; it is never requested. */
  readonly operation: Operation;
  /** The screen its values open. */
  readonly destination: string;
  /** Initial values: field → pointer into each of the rows. */
  readonly values: Readonly<Record<string, string>>;
  /** Further initial values that do not depend on the row. */
  readonly given?: Readonly<Record<string, readonly string[]>>;
}

/** A list screen as data, rendered by the generic list, detail and raw screens. */
export interface Resource {
  readonly id: string;
  /** Plural, as in the breadcrumbs. */
  readonly title: string;
  readonly noun: string;
  /** JSON pointer to a text that identifies an item whose name is an id; shown in writes. */
  readonly identifyingText?: string;
  /**
   * Pointer to a value that counted rows have; the others are headings, and the cursor starts below
   * them. @default all rows count
   */
  readonly counted?: string;
  readonly service: Service;
  /** Other names in the palette. */
  readonly aliases: readonly string[];
  /** Parameters it needs, in the order the palette takes them. */
  readonly needs: readonly string[];
  /**
   * Where the rows come from. Later ones are tried if the server does not support an operation (not
   * found, gone, or rejected as unknown); `items` points to a list inside a response.
   */
  readonly sources: readonly Source[];
  /**
   * The list that the finder reads, so that its rows are found by name from anywhere. @default not
   * indexed
   */
  readonly indexed?: NameReading;
  /** The feature's name of rows that come from the app itself (`Feature.local`). */
  readonly local?: string;
  /** Its page on the tracker's site. Content responses contain their own links. */
  readonly page?: SitePage;
  /** The key of the issue a row is about, for opening its page. */
  readonly issueOf?: (value: JsonValue) => string;
  /** Typing one of its keys into the palette opens the row. */
  readonly keyed?: KeyedRows;
  /** The default format of an export; `sh`: the commands of the rows (`/command`). @default csv */
  readonly exports?: 'jsonl' | 'sh';
  /**
   * Number of heading lines above the titles, if there is room; at least one is shown. @default 0
   */
  readonly headed?: (own: Readonly<Record<string, unknown>>) => number;
  /** Renders a row that no call describes. */
  readonly reader?: TextReader;
  /** Columns, identity and name are derived from the first page. @default false */
  readonly guessed?: true;
  readonly columns: readonly Column[];
  /** Pointers that together identify a row. */
  readonly identity: readonly string[];
  /** Pointers to the name of a row; the first with a value is used. */
  readonly name: readonly string[];
  /** Title and data that depend on the parameters; undefined: none. */
  readonly opened?: (params: Params) => OpenedList | undefined;
  /** The screen that enter opens; absent: the description. */
  readonly opens?: OpensView;
  /**
   * The call that describes one row; its parameters are read from the row. Absent: the row itself
   * is shown.
   */
  readonly describe?: {readonly call: OperationRef; readonly params: OpensView['params']};
  /** The facts shown first about a row; its call takes the parameters of `describe`. */
  readonly card?: Card;
  /** Rows have a depth and can be collapsed (`/tree`). @default false */
  readonly tree?: true;
  /** The menu label for describing a row. @default Everything about it */
  readonly described?: string;
  /** The scope of its own keys. */
  readonly scope?: string;
  /** How two rows are compared: the call that reads one, and the input that identifies it. */
  readonly compares?: {
    readonly call: OperationRef;
    readonly input: string;
    /** Pointer to the value of that input in a row; the higher number is newer. */
    readonly pointer: string;
    /** Pointer to the text in storage format in the response. */
    readonly document: string;
  };
  /**
   * The list that shows how two rows differ; takes `left`, `right`, their ids, and `leftName`,
   * `rightName`.
   */
  readonly comparedIn?: string;
  /**
   * How it is compared with another profile or a file (`:compare`): the list takes `saved`, the
   * other side as JSON text, `leftName` and `rightName`. With a call, one row is compared, read by
   * `{right}`; else all rows.
   */
  readonly comparedElsewhere?: {readonly list: string; readonly call?: OperationRef};
  /** Requested for visible rows if the list lacks a value that a column shows. */
  readonly fills?: readonly Fill[];
  /** Questions about its rows, in the menu (x) after the verbs. */
  readonly asks?: readonly RowQuestion[];
  /**
   * Verbs for its rows, also for the description of one; the most common first, as in the menu (x).
   */
  readonly verbs?: readonly Verb[];
  /** Shown if there are no rows, with what to do. */
  readonly empty: string;
  /** Its heading. @default `No ` and the title */
  readonly emptyTitle?: string;
  /** The cursor starts on the first row with that value. @default the first row */
  readonly startsAt?: {readonly pointer: string; readonly equals: string};
  /** The default sort order. */
  readonly sort?: {readonly column: string; readonly reverse: boolean};
  /** Columns that the sort key cycles through. @default all, then the server's order */
  readonly sorts?: readonly string[];
  /** Items that users may expect but the list does not contain; shown below it. */
  readonly caveat?: string;
  /** A description of the list for the help. */
  readonly about: string;
}

/** A list as its feature defines it; defaults and derived members are omitted. */
export type ListDefinition = Omit<Resource, keyof typeof usual | 'title' | 'columns' | 'describe'> &
  Partial<Pick<Resource, keyof typeof usual | 'title' | 'columns'>> & {
    readonly describe?: {readonly call: OperationRef; readonly params?: OpensView['params']};
  };

/** Defaults; lists without a source belong to the app itself. */
const usual = {
  service: 'tracker',
  aliases: [],
  needs: [],
  sources: [],
  identity: ['/id'],
  name: ['/name'],
} satisfies Partial<Resource>;

/**
 * Make a list without aliases whose rows have `/id` and `/name`. Its title is the plural of its
 * noun. Service, columns and parameters come from its first source; the additional parameters of
 * the describe call identify a row.
 */
export const list = ({describe, ...definition}: ListDefinition): Resource => {
  const [first] = definition.sources ?? [];
  const ofParent = Object.keys(first?.per?.params ?? {});
  const needs = first && paramsOf(first).filter(name => !ofParent.includes(name));
  const ofSource = first && {service: first.service, needs};
  const title = capitalize(pluralOf(definition.noun));
  const {columns = recordColumns(first?.operation ?? '')} = definition;
  const made = {...usual, title, ...ofSource, ...definition, columns};
  if (describe === undefined) return made;
  const own = paramsOf(describe.call).filter(name => !made.needs.includes(name));
  const params = Object.fromEntries(own.map(name => [name, made.identity]));
  return {...made, describe: {params, ...describe}};
};
