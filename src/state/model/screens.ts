import {paramsOf} from '../../api/operation-ref.ts';
import type {HomeEntry} from './count.ts';
import {type Location, ofKind} from './location.ts';
import {
  describeTab,
  listSpec,
  type ObjectScreen,
  type TabData,
  type Tabs,
} from './object-screen.ts';
import type {Params} from './params.ts';
import type {Resource} from './resource.ts';

/** All screens as data, passed to the store and part of the state. */
export interface Screens {
  readonly lists: readonly Resource[];
  /** Lists whose rows can be found by name from anywhere. */
  readonly indexed: readonly Resource[];
  readonly objects: readonly ObjectScreen[];
  /** The lines of the home screen, from top to bottom. */
  readonly home: readonly HomeEntry[];
  /** Every screen with a name, home first. */
  readonly named: readonly Screen[];
}

/** A screen that can be opened by name, with its parameters and tabs. */
export interface Screen {
  readonly id: string;
  readonly title: string;
  readonly aliases: readonly string[];
  /** Parameters it needs, in the order the palette takes them. */
  readonly needs: readonly string[];
  readonly about: string;
}

const homeScreen: Screen = {
  id: 'home',
  title: 'Home',
  aliases: ['start'],
  needs: [],
  about: 'All areas with their counts.',
};

/** Index the screens by name. */
export function makeScreens(known: Omit<Screens, 'named' | 'indexed'>): Screens {
  // A list derived from another one, with other rows, names the same call.
  const indexed = known.lists.filter(
    ({indexed: call}, at) =>
      call !== undefined && known.lists.findIndex(one => one.indexed === call) === at,
  );
  return {...known, indexed, named: namesOf(known.objects, known.lists)};
}

function namesOf(objects: readonly ObjectScreen[], lists: readonly Resource[]): readonly Screen[] {
  const named = objects.filter(({unlisted}) => !unlisted);
  return [
    homeScreen,
    ...[...named, ...lists].map(
      ({id, title, aliases = [], needs, about}): Screen => ({id, title, aliases, needs, about}),
    ),
  ];
}

export function findList({lists}: Screens, id: string): Resource | undefined {
  return lists.find(list => list.id === id);
}

/** Find a screen by id or, failing that, by alias; undefined if there is none. */
export function findScreen({named}: Screens, name: string): Screen | undefined {
  const wanted = name.toLowerCase();
  return named.find(({id}) => id === wanted) ?? named.find(s => s.aliases.includes(wanted));
}

/** The parameters that a screen needs; empty if there is no such screen. */
export function needsOfScreen({objects, lists}: Screens, id: string): readonly string[] {
  const screen = objects.find(o => o.id === id) ?? lists.find(list => list.id === id);
  return screen?.needs ?? [];
}

/** The breadcrumb, tabs and first tab of a screen with those parameters. */
export function tabsOf(
  screens: Screens,
  id: string,
  params: Params,
): Pick<Location, 'crumb' | 'screen' | 'tabs' | 'tab'> {
  const object = screens.objects.find(o => o.id === id);
  if (object !== undefined) {
    const tabs = tabsIn(screens, object, params);
    const {at} = object;
    const tab = Math.max(0, at === undefined ? 0 : tabs.findIndex(({title}) => title === at.tab));
    return {crumb: crumbOf(object, params), screen: at?.screen ?? id, tabs, tab};
  }
  const list = findList(screens, id);
  if (list === undefined) {
    return {crumb: 'Home', tabs: [{title: 'Home', spec: {kind: 'home'}}], tab: 0};
  }
  const opened = list.opened?.(params);
  if (opened !== undefined) {
    const tabs = [{title: opened.title, spec: listSpec(opened.list, params)}];
    return {crumb: opened.crumb, screen: id, tabs, tab: 0};
  }
  // A list of an object opens as a tab of the object's screen.
  for (const owner of screens.objects.filter(o => o.needs.join() === list.needs.join())) {
    if (owner.at !== undefined) continue;
    if (owner.needs.length === 0 && Object.keys(params).length > 0) continue;
    const tabs = tabsIn(screens, owner, params);
    const tab = tabs.findIndex(({spec}) => ofKind(spec, 'list')?.resource.id === id);
    if (tab !== -1) return {crumb: crumbOf(owner, params), screen: owner.id, tabs, tab};
  }
  const crumb = params.crumb ?? list.title;
  return {crumb, screen: id, tabs: [{title: list.title, spec: listSpec(list, params)}], tab: 0};
}

function tabsIn(screens: Screens, object: ObjectScreen, params: Params): Tabs {
  return object.tabs(params).flatMap(tab => tabIn(screens, tab, params));
}

function tabIn(screens: Screens, tab: TabData, params: Params): Tabs {
  if ('spec' in tab) return [tab];
  if ('list' in tab) {
    const list = findList(screens, tab.list);
    if (list === undefined) return [];
    return [{title: tab.title ?? list.title, spec: listSpec(list, params)}];
  }
  const {describe, card} = findList(screens, tab.describes) ?? {};
  const {call = card?.call ?? describe?.call, opens} = tab.by ?? {};
  if (call === undefined) return [];
  const more = {...(opens && {opens}), ...(card && {card})};
  return [describeTab(tab.title, call, params, more)];
}

function crumbOf({needs, crumb}: ObjectScreen, params: Params): string {
  return params.crumb ?? crumb?.(params) ?? params[needs[0] ?? ''] ?? '';
}

/** The parameter of an object's screen or description, if it takes exactly one. */
export function objectParam(screens: Screens, list: Resource): string | undefined {
  const {describe} = list;
  const opened = paramOpenedBy(screens, list);
  if (opened !== undefined) return opened;
  if (describe === undefined) return undefined;
  const [param, ...others] = Object.keys(describe.params);
  const isAlone = others.length === 0 && paramsOf(describe.call).every(name => name === param);
  return isAlone ? param : undefined;
}

/** The only parameter of the screen that enter opens; undefined if it needs more, or none. */
export function paramOpenedBy(screens: Screens, {opens}: Resource): string | undefined {
  if (opens === undefined) return undefined;
  const [param, ...others] = findScreen(screens, opens.screen)?.needs ?? [];
  return others.length === 0 && param !== undefined && param in opens.params ? param : undefined;
}
