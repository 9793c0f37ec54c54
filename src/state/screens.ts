import type {Place, TabSpec} from './model.ts';
import type {Call, Params, Resource} from './resource.ts';
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

/** Screens of one object, whose tabs are lists and descriptions. */
const objects: readonly Screen[] = [
  {
    id: 'project',
    title: 'Project',
    aliases: [],
    needs: ['project'],
    about: 'One project: overview, versions, components, roles, statuses, schemes, features.',
  },
  {
    id: 'blog-post',
    title: 'Blog post',
    aliases: ['post'],
    needs: ['post'],
    about: 'One blog post: content, versions, comments, labels, attachments, permissions.',
  },
];

/** Every screen, home first. */
export const screens: readonly Screen[] = [
  home,
  ...objects,
  ...resources.map(({id, title, aliases, needs, about}) => ({id, title, aliases, needs, about})),
];

/** The screen of that id or alias; undefined when there is none. */
export function findScreen(name: string): Screen | undefined {
  const wanted = name.toLowerCase();
  return screens.find(s => s.id === wanted || s.aliases.includes(wanted));
}

/** What a screen shows with those parameters: its crumb, its tabs, and which one first. */
export function tabsOf(screen: string, params: Params): {crumb: string; tabs: Tabs; tab: number} {
  const object = screen === 'blog-post' ? blogPostTabs : projectTabs;
  const isObject = objects.some(o => o.id === screen);
  if (isObject) return {crumb: crumbOf(params), tabs: object(params), tab: 0};
  const resource = findResource(screen);
  if (resource === undefined) {
    return {crumb: 'Home', tabs: [{title: 'Home', spec: {kind: 'home'}}], tab: 0};
  }
  // What belongs to a project opens as a tab of its screen.
  const tabs = resource.needs.join() === 'project' ? projectTabs(params) : [];
  const tab = tabs.findIndex(({spec}) => spec.kind === 'list' && spec.resource.id === screen);
  if (tab !== -1) return {crumb: crumbOf(params), tabs, tab};
  const crumb = params.crumb ?? resource.title;
  return {crumb, tabs: [{title: resource.title, spec: listSpec(resource, params)}], tab: 0};
}

function crumbOf(params: Params): string {
  return params.crumb ?? params.project ?? params.post ?? '';
}

function projectTabs(params: Params): Tabs {
  const project = {projectKeyOrId: '{project}'};
  const scheme = (title: string, operation: string, expand: string) =>
    describeTab(title, {service: 'tracker', operation, inputs: {...project, expand}}, params);
  return [
    ...describeTabs('projects', 'Overview', params),
    ...listTabs(['versions', 'components', 'roles', 'project-statuses'], params),
    scheme('Permissions', 'project get-assigned-permission-scheme', 'permissions'),
    scheme('Notifications', 'project get-notification-scheme-for', 'all'),
    ...listTabs(['features'], params),
  ];
}

function blogPostTabs(params: Params): Tabs {
  const read: Call = {
    service: 'content',
    operation: 'blogposts get-blog-post-by-id',
    inputs: {id: '{post}', 'body-format': 'storage'},
  };
  const parts = [
    'versions',
    'comments',
    'inline-comments',
    'labels',
    'attachments',
    'properties',
    'permissions',
  ];
  return [
    {title: 'Post', spec: {kind: 'describe', call: read, params, document: '/body/storage/value'}},
    ...listTabs(
      parts.map(name => `post-${name}`),
      params,
    ),
  ];
}

function describeTab(title: string, call: Call, params: Params): Tabs[number] {
  return {title, spec: {kind: 'describe', call, params}};
}

function describeTabs(resource: string, title: string, params: Params): Tabs {
  const call = findResource(resource)?.describe?.call;
  return call === undefined ? [] : [describeTab(title, call, params)];
}

function listTabs(ids: readonly string[], params: Params): Tabs {
  return ids.flatMap(id => {
    const resource = findResource(id);
    return resource === undefined
      ? []
      : [{title: resource.title, spec: listSpec(resource, params)}];
  });
}

function listSpec(resource: Resource, params: Params): TabSpec {
  return {kind: 'list', resource, params};
}
