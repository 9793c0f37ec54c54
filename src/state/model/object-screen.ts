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
  /**
   * The parameters it needs, in the order the palette takes them; the first identifies the object.
   */
  readonly needs: readonly string[];
  readonly about: string;
  /** It is a tab of another screen, shown first; its object is found by name in that list. */
  readonly at?: {readonly screen: string; readonly tab: string; readonly list: string};
  /** It is opened only from its lists, not by name. @default false */
  readonly unlisted?: true;
  /** The breadcrumb text if it was opened without a name. @default the first parameter */
  readonly crumb?: (params: Params) => string;
  readonly tabs: (params: Params) => readonly TabData[];
}

export type Tabs = Location['tabs'];

/** A tab as data: what it shows, or the id of a list for its rows or the description of one. */
export type TabData =
  | Tabs[number]
  | {readonly list: string; readonly title?: string}
  | {
      readonly describes: string;
      readonly title: string;
      /** Another call that reads it, and what enter opens. @default as the list reads it */
      readonly by?: {readonly call: OperationRef; readonly opens: OpensView};
    };

export function listSpec(resource: Resource, params: Params): TabSpec {
  return {kind: 'list', resource, params};
}

/** Make tabs from lists, by id; each has the title of its resource. */
export function listTabs(...ids: readonly string[]): readonly TabData[] {
  return ids.map(list => ({list}));
}

/** Change how a list or matrix in the current tab is opened; other tabs are unchanged. */
export function changeListTab<Made extends {readonly tabs: Tabs; readonly tab: number}>(
  made: Made,
  how: Pick<Extract<TabSpec, {kind: 'list'}>, 'filter' | 'look' | 'startsOn'>,
): Made {
  const tab = made.tabs[made.tab];
  if (tab === undefined) return made;
  return {...made, tabs: made.tabs.with(made.tab, {...tab, spec: {...tab.spec, ...how}})};
}

type DescribeSpec = Extract<TabSpec, {kind: 'describe'}>;

/**
 * Make a tab that describes the response of a call; `more` sets how it is rendered and what enter
 * opens.
 */
export function describeTab(
  title: string,
  call: OperationRef,
  params: Params,
  more: Omit<DescribeSpec, 'kind' | 'call' | 'params'> = {},
): Tabs[number] {
  return {title, spec: {kind: 'describe', call, params, ...more}};
}

/**
 * Make a tab that describes an object with the `describe` call of its list; none if the list has no
 * such call.
 */
export function objectTab(
  list: string,
  title: string,
  by?: {readonly call: OperationRef; readonly opens: OpensView},
): TabData {
  return {describes: list, title, ...(by && {by})};
}
