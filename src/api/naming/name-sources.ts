import type {EntityKind} from '../field.ts';
import type {Service} from '../operation.ts';

/** How a kind of thing is known by name: which operation lists it, and what of an item names it. */
export interface NameSource {
  /** The listing operation: `group name` of the same service. */
  readonly list: string;
  /** JSON pointer of the list where the record does not say it; of an object the values are meant. */
  readonly items?: string;
  /** Only items that hold this text there count: JSON pointer, text. */
  readonly only?: readonly [string, string];
  /**
   * Input of the listing operation for what the things lie in (`--in`). Its record says what it
   * names, and by what.
   */
  readonly within?: string;
  /**
   * The word for what lies in none, in the place of what the things lie in (`--in global`), and what
   * those hold: word → JSON pointer, text.
   */
  readonly inNone?: {readonly word: string; readonly holds: readonly [string, string]};
  /** Input that narrows the list to names like a text. */
  readonly narrowedBy?: {
    readonly input: string;
    /** `like`: names with the text in them, in any case; `equal`: that name alone. */
    readonly to: 'like' | 'equal';
    /** The service lists nothing without it. */
    readonly required?: true;
  };
  /** Input of the listing operation that takes the id of one. */
  readonly byId?: string;
  /** JSON pointers into an item. */
  readonly id: string;
  readonly key?: string;
  /** What it is called, the title first. */
  readonly names: readonly string[];
  /** Where one is picked, those that hold this text there come last: JSON pointer, text. */
  readonly last?: readonly [string, string];
  /** Those that hold this text there take nothing new, so that no body is offered them. */
  readonly closed?: readonly [string, string];
  /** What distinguishes two of one name: word → JSON pointer. */
  readonly tells?: Readonly<Record<string, string>>;
  /**
   * Regular expressions of whole texts that are taken for an id or a key without looking it up.
   *
   * @default {id: '\\d+'}
   */
  readonly looks?: {readonly id?: string; readonly key?: string};
}

const byIdAndName = {id: '/id', names: ['/name']} as const;
const described = {...byIdAndName, tells: {about: '/description'}} as const;
const byIdAndTitle = {id: '/id', names: ['/title']} as const;
const inProject = {within: 'projectIdOrKey'} as const;
const inSpace = {within: 'space-id'} as const;

/** What can be named of each service; what is not here is listed by no operation of the catalogue. */
export const nameSources: Readonly<
  Record<Service, Readonly<Partial<Record<EntityKind, NameSource>>>>
> = {
  tracker: {
    project: {
      list: 'project search',
      narrowedBy: {input: 'query', to: 'like'},
      byId: 'id',
      id: '/id',
      key: '/key',
      names: ['/name', '/key'],
      tells: {key: '/key', type: '/projectTypeKey'},
      looks: {id: '\\d+', key: '[A-Z][A-Z0-9_]+'},
    },
    version: {
      ...byIdAndName,
      ...inProject,
      list: 'project get-versions-paginated',
      narrowedBy: {input: 'query', to: 'like'},
      last: ['/released', 'true'],
      closed: ['/archived', 'true'],
      tells: {released: '/released', archived: '/archived', releaseDate: '/releaseDate'},
    },
    user: {
      list: 'user find',
      narrowedBy: {input: 'query', to: 'like', required: true},
      byId: 'accountId',
      id: '/accountId',
      names: ['/displayName', '/emailAddress'],
      last: ['/active', 'false'],
      tells: {email: '/emailAddress', type: '/accountType', active: '/active'},
      looks: {id: '[0-9a-f]{24}|\\d+:[0-9a-f-]{36}'},
    },
    group: {list: 'user get-groups', within: 'accountId', id: '/groupId', names: ['/name']},
    'project role': {...described, list: 'role get-all-project'},
    'permission scheme': {...described, list: 'permissionscheme get-all-permission-schemes'},
    'notification scheme': {
      ...described,
      list: 'notificationscheme get-notification-schemes',
      within: 'projectId',
    },
    status: {
      ...byIdAndName,
      list: 'statuses search',
      within: 'projectId',
      inNone: {word: 'global', holds: ['/scope/type', 'GLOBAL']},
      narrowedBy: {input: 'searchString', to: 'like'},
      tells: {category: '/statusCategory', scope: '/scope/type', project: '/scope/project/id'},
    },
    resolution: {...described, list: 'resolution search'},
    priority: {...described, list: 'priority search', within: 'projectId'},
    'issue type': {
      ...byIdAndName,
      ...inProject,
      list: 'project get-all-statuses',
      tells: {subtask: '/subtask'},
    },
    webhook: {
      list: 'webhook get-dynamic-webhooks-for-app',
      id: '/id',
      names: ['/url', '/jqlFilter'],
      tells: {url: '/url', filter: '/jqlFilter'},
    },
    'UI modification': {...described, list: 'uiModifications get-ui-modifications'},
    'project category': {...described, list: 'projectCategory get-all-project-categories'},
    'project type': {
      list: 'project get-all-project-types',
      id: '/key',
      key: '/key',
      names: ['/formattedKey', '/key'],
    },
    'project feature': {
      ...inProject,
      list: 'project get-features-for',
      id: '/feature',
      key: '/feature',
      names: ['/localisedName', '/feature'],
      tells: {key: '/feature', state: '/state'},
    },
    'project property': {
      ...inProject,
      list: 'project get-property-keys',
      id: '/key',
      key: '/key',
      names: ['/key'],
    },
    'classification level': {
      ...byIdAndName,
      ...inProject,
      list: 'project get-classification-config',
      tells: {status: '/status'},
    },
    permission: {
      list: 'permissions get-all',
      items: '/permissions',
      id: '/key',
      key: '/key',
      names: ['/name', '/key'],
      tells: {key: '/key', type: '/type'},
    },
    event: {...described, list: 'events get'},
    'related work': {
      list: 'version get-related-work',
      within: 'id',
      id: '/relatedWorkId',
      names: ['/title', '/url'],
      tells: {category: '/category', url: '/url'},
    },
  },
  content: {
    space: {
      list: 'spaces get',
      id: '/id',
      key: '/key',
      names: ['/name', '/key'],
      tells: {key: '/key', type: '/type', status: '/status'},
      looks: {id: '\\d+'},
    },
    'blog post': {
      ...inSpace,
      list: 'blogposts get-blog-posts',
      narrowedBy: {input: 'title', to: 'equal'},
      ...byIdAndTitle,
      tells: {space: '/spaceId', status: '/status', created: '/createdAt'},
    },
    'custom content': {
      list: 'custom-content get-custom-content-by-type',
      within: 'type',
      ...byIdAndTitle,
      tells: {space: '/spaceId', status: '/status'},
    },
    page: {
      list: 'labels get-pages',
      within: 'id',
      ...byIdAndTitle,
      tells: {space: '/spaceId', status: '/status'},
    },
    whiteboard: {
      list: 'whiteboards get-descendants',
      only: ['/type', 'whiteboard'],
      within: 'id',
      ...byIdAndTitle,
      tells: {parent: '/parentId', status: '/status'},
    },
    label: {...byIdAndName, list: 'labels get', tells: {prefix: '/prefix'}},
    'classification level': {
      ...byIdAndName,
      list: 'classification-levels get-classification-levels',
      tells: {status: '/status'},
    },
  },
};
