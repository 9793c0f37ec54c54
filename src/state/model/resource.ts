import type {Page} from '../../api/client.ts';
import type {EntityKind} from '../../api/field.ts';
import type {Operation, Service} from '../../api/operation.ts';
import {type OperationRef, paramsOf} from '../../api/operation-ref.ts';
import type {SitePage} from '../../api/site-page.ts';
import {capital} from '../../base/capital.ts';
import type {Column} from '../../base/column.ts';
import {pluralOf} from '../../base/counted.ts';
import type {JsonValue} from '../../base/json-value.ts';
import type {Card} from './card.ts';
import {recordColumns} from './column.ts';
import type {Reader} from './line.ts';
import type {OpensView, Params} from './params.ts';
import type {Verb} from './verb.ts';

/**
 * Makes rows from an answer.
 *
 * @param params those the list was opened with, and for a fill those of its row
 */
export type Derive = (
  answer: JsonValue,
  params: Readonly<Record<string, string>>,
) => readonly JsonValue[];

/** Where rows come from. */
export interface Source extends OperationRef {
  /** Pointer to the list inside the answer. */
  readonly items?: string;
  /** Makes the rows from the answer, when they are not a list in it. */
  readonly derive?: Derive;
  /** Only those items stay for which another request says so. */
  readonly scan?: Scan;
  /** It is read once for each item of another list, since no operation lists all of them. */
  readonly per?: PerParent;
  /** Said when it gave no rows: who answered. */
  readonly told?: string;
}

/** A page of a list; of one that takes a request per item, with how far it has come. */
export interface ReadPage extends Page {
  /** Items that this page has asked about. */
  readonly checked?: number;
  /** Items there are to ask about; absent where the server does not say. */
  readonly of?: number;
  /** How far it has come, for people; absent where all was read. */
  readonly note?: string;
}

/** The list whose items each have a list of their own. */
export interface PerParent {
  /** Lists the parents. */
  readonly call: OperationRef;
  /** Parameters read from a parent; its items get them as members, where they have none of that name. */
  readonly params: OpensView['params'];
  /** What one parent is called: `project`. */
  readonly noun: string;
}

/** A list that is read for the names of its items. */
export interface NameReading extends Source {
  readonly kind: EntityKind;
}

/** Asks about each item of a list, since no operation lists those that are wanted. */
export interface Scan {
  readonly call: OperationRef;
  /** Read from the item. */
  readonly params: OpensView['params'];
  /** The item stays when the answer's value there is that of the parameter `equals`. */
  readonly pointer: string;
  readonly equals: string;
}

/** A part of a row that has its own request. */
export interface Fill {
  /** Where it belongs in the item; asked for only when nothing is there. */
  readonly pointer: string;
  /** Where it is in the answer; '' is all of it. @default as `pointer` */
  readonly read?: string;
  /** Makes it from the answer; beats `read`. */
  readonly derive?: Derive;
  readonly call: OperationRef;
  /** Read from the row; a row that has not got them all is not filled. */
  readonly params: OpensView['params'];
  /** Only rows with that value there. @default every row */
  readonly only?: OpensView['only'];
  /** Rows that name the same thing are filled by one request. @default false */
  readonly shared?: true;
}

/** A part of one row that is asked for. */
export interface WantedFill {
  /** Identity of the row. */
  readonly row: string;
  readonly fill: Fill;
  readonly params: Params;
}

/** Rows that people know by a key. */
export interface KeyedRows {
  readonly pattern: RegExp;
  /** Leads to the key in a row. */
  readonly pointer: string;
  /** The screen of one, which takes the key. */
  readonly screen: string;
}

/** A list opened with parameters that make another one of it. */
export interface OpenedList {
  readonly crumb: string;
  readonly title: string;
  readonly list: Resource;
}

/** Something to be asked about rows: a form whose values open a screen. */
export interface Question {
  /** As a person asks it: `What may they do…`. */
  readonly words: string;
  readonly key: string;
  /** Its fields; no request is made by it. */
  readonly operation: Operation;
  /** The screen its values open. */
  readonly leads: string;
  /** What it is opened with: field → pointer into each of the rows. */
  readonly values: Readonly<Record<string, string>>;
  /** What else it is opened with, whatever the row. */
  readonly given?: Readonly<Record<string, readonly string[]>>;
}

/** A list screen, as data: the generic list, detail and raw screens draw all of them. */
export interface Resource {
  readonly id: string;
  /** Plural, as in the breadcrumb. */
  readonly title: string;
  readonly noun: string;
  /** JSON pointer: what says which item it is where its name is an id; writes show it. */
  readonly tells?: string;
  /** Pointer to what the rows have that are counted; the others are headings, and the cursor begins below them. @default all */
  readonly counted?: string;
  readonly service: Service;
  /** Other names in the palette. */
  readonly aliases: readonly string[];
  /** Names of the parameters it needs, in the order the palette takes them. */
  readonly needs: readonly string[];
  /**
   * Where the rows come from. Later ones are asked when the server has no such operation
   * (not found, gone, or refused as unknown); `items` points at the list when it is inside an answer.
   */
  readonly sources: readonly Source[];
  /** What the finder reads, so that each of its rows is found by name from anywhere. @default its rows are not indexed */
  readonly indexed?: NameReading;
  /** Rows the app has itself, by the name its family gives them (`Family.local`). */
  readonly local?: string;
  /** Its page on the tracker's site. Content answers name theirs themselves. */
  readonly page?: SitePage;
  /** The key of the issue a row is about, whose page is opened. */
  readonly issueOf?: (value: JsonValue) => string;
  /** What is typed alone in the palette and looks like one of its keys opens that. */
  readonly keyed?: KeyedRows;
  /** How its rows are written to a file unless another format is chosen; `sh`: the commands they have (`/command`). @default csv */
  readonly exports?: 'jsonl' | 'sh';
  /** Lines of its own over its titles, by what the families remember, where there is room; one always. @default none */
  readonly headed?: (own: Readonly<Record<string, unknown>>) => number;
  /** Reads one of its rows where it has no call that describes one. */
  readonly reader?: Reader;
  /** Columns, identity and name are found from the first page's items. @default false */
  readonly guessed?: true;
  readonly columns: readonly Column[];
  /** Pointers that together tell a row from all others. */
  readonly identity: readonly string[];
  /** What a row is called. */
  readonly name: readonly string[];
  /** How it opens with some parameters; undefined: as every list does. */
  readonly opened?: (params: Params) => OpenedList | undefined;
  /** What enter opens; absent: the same as describe. */
  readonly opens?: OpensView;
  /** The call that describes one row in full; its parameters are read from the row. Absent: the row itself. */
  readonly describe?: {readonly call: OperationRef; readonly params: OpensView['params']};
  /** What is told first about one of its rows; its call takes the parameters of `describe`. */
  readonly card?: Card;
  /** Rows say how deep they are and fold (`/tree`). @default false */
  readonly tree?: true;
  /** What describing one of its rows is called in the menu. @default Everything about it */
  readonly described?: string;
  /** Keys of its own work on it: their scope. */
  readonly scope?: string;
  /** How two of its rows are told apart: the call that reads one, and which of its inputs says which. */
  readonly compares?: {
    readonly call: OperationRef;
    readonly input: string;
    /** Leads to what that input takes, in a row; the higher number is the newer. */
    readonly pointer: string;
    /** Leads to the text in storage format, in an answer. */
    readonly document: string;
  };
  /** The list that shows how two of its rows differ: it takes `left`, `right`, their ids, and `leftName`, `rightName`. */
  readonly comparedIn?: string;
  /**
   * How it is compared with the same through another profile, or in a file (`:compare`): in the list
   * that takes `saved`, the other side as JSON text, `leftName` and `rightName`. With a call one row is,
   * which the call reads by `{right}`; else all of them.
   */
  readonly comparedElsewhere?: {readonly list: string; readonly call?: OperationRef};
  /** Filled in per visible row when the list does not carry it and a column shows it. */
  readonly fills?: readonly Fill[];
  /** What can be asked about its rows in a form, in the menu (x) behind the verbs. */
  readonly asks?: readonly Question[];
  /** What can be done to its rows, also where one is looked at alone; the most usual first, as in the menu (x). */
  readonly verbs?: readonly Verb[];
  /** What to say when there are none, and what to do about it. */
  readonly empty: string;
  /** What stands over it. @default `No ` and its title */
  readonly emptyTitle?: string;
  /** The cursor begins on the first row with that value there. @default the first row */
  readonly startsAt?: {readonly pointer: string; readonly equals: string};
  /** The order the rows come in when nothing else is asked for. */
  readonly sort?: {readonly column: string; readonly reverse: boolean};
  /** Columns that the sort key goes through. @default all, then the order they came in */
  readonly sorts?: readonly string[];
  /** What the list does not hold although one might think so; said below it. */
  readonly caveat?: string;
  /** Extra words about the list, shown in the help. */
  readonly about: string;
}

/** A list as its family writes it: what most lists have alike is left out, and what follows from the rest. */
export type ListDefinition = Omit<Resource, keyof typeof usual | 'title' | 'columns' | 'describe'> &
  Partial<Pick<Resource, keyof typeof usual | 'title' | 'columns'>> & {
    readonly describe?: {readonly call: OperationRef; readonly params?: OpensView['params']};
  };

/** What most lists have alike; those without a source are of the app itself. */
const usual = {
  service: 'tracker',
  aliases: [],
  needs: [],
  sources: [],
  identity: ['/id'],
  name: ['/name'],
} satisfies Partial<Resource>;

/**
 * A list that has no other names and whose rows are told apart by `/id` and called `/name`. Its title
 * is its noun in the plural. It is of the service of its first source, has the columns of its
 * operation and needs the parameters that it takes; those that the call that describes a row takes
 * beside them are what tells the row apart.
 */
export const list = ({describe, ...definition}: ListDefinition): Resource => {
  const [first] = definition.sources ?? [];
  const ofParent = Object.keys(first?.per?.params ?? {});
  const needs = first && paramsOf(first).filter(name => !ofParent.includes(name));
  const ofSource = first && {service: first.service, needs};
  const title = capital(pluralOf(definition.noun));
  const {columns = recordColumns(first?.operation ?? '')} = definition;
  const made = {...usual, title, ...ofSource, ...definition, columns};
  if (describe === undefined) return made;
  const own = paramsOf(describe.call).filter(name => !made.needs.includes(name));
  const params = Object.fromEntries(own.map(name => [name, made.identity]));
  return {...made, describe: {params, ...describe}};
};
