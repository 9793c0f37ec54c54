import {blogPostScreen, postVersionScreen} from '../../screens/blogposts/blog-post-screen.ts';
import {
  contentVersionScreen,
  customContentScreen,
  labelScreen,
  spaceScreen,
  whiteboardScreen,
} from '../../screens/content/content-screens.ts';
import {findResource, resources} from '../../screens/families.ts';
import {priorityScreen} from '../../screens/fields/priority-screen.ts';
import {statusScreen} from '../../screens/fields/status-screen.ts';
import {userScreen} from '../../screens/people/user-screen.ts';
import {projectScreen} from '../../screens/projects/project-screen.ts';
import {notificationScheme, permissionScheme} from '../../screens/schemes/scheme-screens.ts';
import {adminKeyScreen} from '../../screens/site/admin-key-screen.ts';
import {versionScreen} from '../../screens/versions/version-screen.ts';
import {failedOfUrl} from '../../screens/webhooks/monitor/lists.ts';
import {crumbOfRecords} from '../../screens/webhooks/monitor/record-params.ts';
import type {Params} from './call.ts';
import type {ObjectScreen} from './object-screen.ts';
import type {Resource} from './resource.ts';
import {listSpec, listTabs, type Tabs} from './tabs.ts';

/** A screen that can be gone to: what it is called, what it needs and which tabs it has. */
export interface Screen {
  readonly id: string;
  readonly title: string;
  readonly aliases: readonly string[];
  /** Parameters it needs, in the order the palette takes them. */
  readonly needs: readonly string[];
  readonly about: string;
}

const home: Screen = {
  id: 'home',
  title: 'Home',
  aliases: ['start'],
  needs: [],
  about: 'The families with their counts.',
};

/** Screens of one object; a new one is one file and one line here. */
const objects: readonly ObjectScreen[] = [
  adminKeyScreen,
  projectScreen,
  versionScreen,
  userScreen,
  blogPostScreen,
  postVersionScreen,
  spaceScreen,
  labelScreen,
  whiteboardScreen,
  customContentScreen,
  contentVersionScreen,
  permissionScheme,
  notificationScheme,
  statusScreen,
  priorityScreen,
];

/** Every screen, home first. */
export const screens: readonly Screen[] = [
  home,
  ...[...objects, ...resources].map(
    ({id, title, aliases, needs, about}): Screen => ({id, title, aliases, needs, about}),
  ),
];

/** The screen of that id or alias; undefined when there is none. */
export function findScreen(name: string): Screen | undefined {
  const wanted = name.toLowerCase();
  return screens.find(s => s.id === wanted || s.aliases.includes(wanted));
}

/** What a screen shows with those parameters: its crumb, its tabs, and which one first. */
export function tabsOf(screen: string, params: Params): {crumb: string; tabs: Tabs; tab: number} {
  const object = objects.find(o => o.id === screen);
  if (object !== undefined) {
    return {crumb: crumbOf(object, params), tabs: object.tabs(params), tab: 0};
  }
  const resource = findResource(screen);
  if (resource === undefined) {
    return {crumb: 'Home', tabs: [{title: 'Home', spec: {kind: 'home'}}], tab: 0};
  }
  if (monitorLists.includes(screen) && Object.keys(params).length === 0) {
    return {crumb: 'Webhooks', tabs: monitorTabs(), tab: monitorLists.indexOf(screen)};
  }
  if (screen === 'failed-records') {
    const list = params.url === undefined ? resource : failedOfUrl;
    const tabs = [{title: 'Records', spec: listSpec(list, params)}];
    return {crumb: crumbOfRecords(params), tabs, tab: 0};
  }
  // What belongs to an object opens as a tab of its screen.
  for (const owner of objects.filter(o => o.needs.join() === resource.needs.join())) {
    const tabs = owner.tabs(params);
    const tab = tabs.findIndex(({spec}) => spec.kind === 'list' && spec.resource.id === screen);
    if (tab !== -1) return {crumb: crumbOf(owner, params), tabs, tab};
  }
  const crumb = params.crumb ?? resource.title;
  return {crumb, tabs: [{title: resource.title, spec: listSpec(resource, params)}], tab: 0};
}

/** Resources of the tabs of the monitor, in their order. */
const monitorLists = ['failed-webhooks', 'failed-records', 'failed-times', 'webhooks'];

function monitorTabs(): Tabs {
  const titles = ['By URL', 'Records', 'Time line', 'Registered'];
  return listTabs(monitorLists, {}).map((tab, i) => ({...tab, title: titles[i] ?? tab.title}));
}

function crumbOf({needs, crumb}: ObjectScreen, params: Params): string {
  return params.crumb ?? crumb?.(params) ?? params[needs[0] ?? ''] ?? '';
}

/** The parameter that an object's screen or description takes, when it takes just one. */
export function objectParam(resource: Resource): string | undefined {
  const {describe} = resource;
  const opened = openedBy(resource);
  if (opened !== undefined) return opened;
  if (describe === undefined) return undefined;
  const [param, ...others] = Object.keys(describe.params);
  const used = JSON.stringify(describe.call.inputs).matchAll(/\{(\w+)\}/g);
  const isAlone = others.length === 0 && [...used].every(([, name]) => name === param);
  return isAlone ? param : undefined;
}

/** The one parameter of the screen that enter opens; undefined when it needs more, or is none. */
export function openedBy({opens}: Resource): string | undefined {
  if (opens === undefined) return undefined;
  const [param, ...others] = findScreen(opens.screen)?.needs ?? [];
  return others.length === 0 && param !== undefined && param in opens.params ? param : undefined;
}
