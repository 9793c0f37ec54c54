import type {OperationRef} from '../../api/operation-ref.ts';
import type {Location, TabSpec} from './location.ts';
import type {OpensView, Params} from './params.ts';
import type {Resource} from './resource.ts';

/** The screen of one object: its tabs are lists, matrices and descriptions. */
export interface ObjectScreen {
  readonly id: string;
  readonly title: string;
  /** Other names in the palette. @default none */
  readonly aliases?: readonly string[];
  /** Parameters it needs, in the order the palette takes them; the first one names the object. */
  readonly needs: readonly string[];
  readonly about: string;
  /** It is one tab of another screen, looked at first; its object is found by name in that list. */
  readonly at?: {readonly screen: string; readonly tab: string; readonly list: string};
  /** It is reached through its lists alone: nobody goes to it by name. @default false */
  readonly unlisted?: true;
  /** What the breadcrumb says when what led here gave no name. @default the first parameter */
  readonly crumb?: (params: Params) => string;
  readonly tabs: (params: Params) => readonly TabOf[];
}

/** The tabs of a screen. */
export type Tabs = Location['tabs'];

/** A tab as data: what it shows, or the id of a list: its rows, or one of them as the list describes it. */
export type TabOf =
  | Tabs[number]
  | {readonly list: string; readonly title?: string}
  | {
      readonly describes: string;
      readonly title: string;
      /** What reads it where it is found in another way, and what enter opens. @default as the list reads it */
      readonly by?: {readonly call: OperationRef; readonly opens: OpensView};
    };

/** A tab that lists a resource. */
export function listSpec(resource: Resource, params: Params): TabSpec {
  return {kind: 'list', resource, params};
}

/** Tabs that list resources, by their ids; each is called as its resource is. */
export function listTabs(...ids: readonly string[]): readonly TabOf[] {
  return ids.map(list => ({list}));
}

/** A screen whose looked-at tab is made as `how` says: a list, a matrix; what has no rows takes no notice. */
export function asList<Made extends {readonly tabs: Tabs; readonly tab: number}>(
  made: Made,
  how: Pick<Extract<TabSpec, {kind: 'list'}>, 'filter' | 'look' | 'startsOn'>,
): Made {
  const tab = made.tabs[made.tab];
  if (tab === undefined) return made;
  return {...made, tabs: made.tabs.with(made.tab, {...tab, spec: {...tab.spec, ...how}})};
}

type DescribeSpec = Extract<TabSpec, {kind: 'describe'}>;

/** A tab that describes what a call answers; `more` is how that is read and where enter leads. */
export function describeTab(
  title: string,
  call: OperationRef,
  params: Params,
  more: Omit<DescribeSpec, 'kind' | 'call' | 'params'> = {},
): Tabs[number] {
  return {title, spec: {kind: 'describe', call, params, ...more}};
}

/** A tab that describes an object as the list of its kind does; none where the list has no such call. */
export function objectTab(
  list: string,
  title: string,
  by?: {readonly call: OperationRef; readonly opens: OpensView},
): TabOf {
  return {describes: list, title, ...(by && {by})};
}
