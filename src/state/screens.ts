import type {Place, TabSpec} from './model.ts';
import type {Params, Resource} from './resource.ts';
import {findResource, resources} from './resources.ts';

type Tabs = Place['tabs'];

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

const project: Screen = {
  id: 'project',
  title: 'Project',
  aliases: [],
  needs: ['project'],
  about: 'One project: overview and versions.',
};

/** Every screen, home first. */
export const screens: readonly Screen[] = [
  home,
  project,
  ...resources.map(({id, title, aliases, needs, about}) => ({id, title, aliases, needs, about})),
];

/** The screen of that id or alias; undefined when there is none. */
export function findScreen(name: string): Screen | undefined {
  const wanted = name.toLowerCase();
  return screens.find(s => s.id === wanted || s.aliases.includes(wanted));
}

/** What a screen shows with those parameters: its crumb and its tabs. */
export function tabsOf(screen: string, params: Params): {crumb: string; tabs: Tabs; tab: number} {
  if (screen === 'project') return {crumb: params.project ?? '', tabs: projectTabs(params), tab: 0};
  const resource = findResource(screen);
  // Versions belong to a project: they open as the second tab of its screen.
  if (resource?.id === 'versions') {
    return {crumb: params.project ?? '', tabs: projectTabs(params), tab: 1};
  }
  if (resource === undefined)
    return {crumb: 'Home', tabs: [{title: 'Home', spec: {kind: 'home'}}], tab: 0};
  const crumb = params.schemeName ?? resource.title;
  return {crumb, tabs: [{title: resource.title, spec: listSpec(resource, params)}], tab: 0};
}

function projectTabs(params: Params): Tabs {
  const tabs: {title: string; spec: TabSpec}[] = [];
  const describe = findResource('projects')?.describe;
  if (describe)
    tabs.push({title: 'Overview', spec: {kind: 'describe', call: describe.call, params}});
  const versions = findResource('versions');
  if (versions) tabs.push({title: versions.title, spec: listSpec(versions, params)});
  return tabs;
}

function listSpec(resource: Resource, params: Params): TabSpec {
  return {kind: 'list', resource, params};
}
