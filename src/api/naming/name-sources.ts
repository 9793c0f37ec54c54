import type {EntityKind} from '../field.ts';
import type {Service} from '../operation.ts';

/**
 * The lookup of a kind of entity by name: the operation that lists it, and where an item contains
 * its names.
 */
export interface NameSource {
  /** The listing operation: `group name` of the same service. */
  readonly list: string;
  /**
   * JSON pointer of the list where the record does not define it; the values of an object are its
   * items.
   */
  readonly items?: string;
  /** Only items with this text are included: JSON pointer, text. */
  readonly only?: readonly [string, string];
  /**
   * Input of the listing operation for the parent of the entities (`--in`). Its record defines what
   * it identifies, and how.
   */
  readonly within?: string;
  /** The operation that lists the entities of all parents, without one: `group name`. */
  readonly everywhere?: string;
  /**
   * The word for entities without a parent (`--in global`), and how to recognize them: word → JSON
   * pointer, text.
   */
  readonly inNone?: {readonly word: string; readonly holds: readonly [string, string]};
  /** Input that filters the list by name. */
  readonly narrowedBy?: {
    readonly input: string;
    /** `like`: names that contain the text, in any case; `equal`: only that name. */
    readonly to: 'like' | 'equal';
    /** Without it, the service returns an empty list. */
    readonly required?: true;
  };
  /**
   * Lists all entities, read where the filtered list has no match because the service filters only
   * some of them.
   */
  readonly whole?: {
    readonly list: string;
    readonly inputs: Readonly<Record<string, readonly string[]>>;
  };
  /** Input of the listing operation that accepts an id, or a list of ids. */
  readonly byId?: string;
  /** The operation with that input. @default the listing operation */
  readonly byIdIn?: string;
  /** JSON pointers into an item. */
  readonly id: string;
  readonly key?: string;
  /** Its last word alone means another kind: `role` is a project role. */
  readonly byFullWords?: true;
  /** Its names, the title first. */
  readonly names: readonly string[];
  /** Items with this text are sorted last when choosing one: JSON pointer, text. */
  readonly last?: readonly [string, string];
  /** Items with this text accept no new content and are not offered in bodies. */
  readonly closed?: readonly [string, string];
  /** Distinguishes two entities with the same name: word → JSON pointer. */
  readonly details?: Readonly<Record<string, string>>;
  /**
   * Regular expressions of texts that are accepted as an id or a key without a lookup.
   *
   * @default {id: '\\d+'}
   */
  readonly looks?: {readonly id?: string; readonly key?: string};
}

const byIdAndName = {id: '/id', names: ['/name']} as const;
const described = {...byIdAndName, details: {about: '/description'}} as const;
const byIdAndTitle = {id: '/id', names: ['/title']} as const;
const inProject = {within: 'projectIdOrKey'} as const;
const inSpace = {within: 'space-id'} as const;

/**
 * The kinds of each service that can be found by name; no operation of the catalogue lists other
 * kinds.
 */
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
      details: {key: '/key', type: '/projectTypeKey'},
      looks: {id: '\\d+', key: '[A-Z][A-Z0-9_]+'},
    },
    version: {
      ...byIdAndName,
      ...inProject,
      list: 'project get-versions-paginated',
      narrowedBy: {input: 'query', to: 'like'},
      last: ['/released', 'true'],
      closed: ['/archived', 'true'],
      details: {released: '/released', archived: '/archived', releaseDate: '/releaseDate'},
    },
    component: {
      ...byIdAndName,
      ...inProject,
      list: 'project get-components-paginated',
      narrowedBy: {input: 'query', to: 'like'},
      details: {lead: '/lead/displayName', about: '/description'},
    },
    user: {
      list: 'user find',
      narrowedBy: {input: 'query', to: 'like', required: true},
      whole: {list: 'users get-all', inputs: {maxResults: ['1000']}},
      byId: 'accountId',
      byIdIn: 'user bulk-get',
      id: '/accountId',
      names: ['/displayName', '/emailAddress'],
      last: ['/active', 'false'],
      details: {email: '/emailAddress', type: '/accountType', active: '/active'},
      // Inputs that identify a user also take the id of a group where both can be meant.
      looks: {id: '[0-9a-f]{24}|(?:\\d+:)?[0-9a-f]{8}-[0-9a-f-]{27}'},
    },
    group: {
      list: 'group bulk-get',
      narrowedBy: {input: 'groupName', to: 'equal'},
      byId: 'groupId',
      id: '/groupId',
      names: ['/name'],
      looks: {id: '[0-9a-f]{8}-[0-9a-f-]{27}'},
    },
    'application role': {
      list: 'applicationrole get-all-application-roles',
      byFullWords: true,
      id: '/key',
      key: '/key',
      names: ['/name', '/key'],
    },
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
      details: {category: '/statusCategory', scope: '/scope/type', project: '/scope/project/id'},
    },
    resolution: {...described, list: 'resolution search'},
    'priority scheme': {
      ...described,
      list: 'priorityscheme get-priority-schemes',
      narrowedBy: {input: 'schemeName', to: 'like'},
      byId: 'schemeId',
    },
    'issue security scheme': {
      ...described,
      list: 'issuesecurityschemes search-security-schemes',
      byId: 'id',
    },
    priority: {...described, list: 'priority search', within: 'projectId'},
    'issue type': {
      ...byIdAndName,
      ...inProject,
      list: 'project get-all-statuses',
      everywhere: 'issuetype get-issue-all-types',
      details: {about: '/description', project: '/scope/project/id', subtask: '/subtask'},
    },
    webhook: {
      list: 'webhook get-dynamic-webhooks-for-app',
      id: '/id',
      names: ['/url', '/jqlFilter'],
      details: {url: '/url', filter: '/jqlFilter'},
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
      details: {key: '/feature', state: '/state'},
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
      details: {status: '/status'},
    },
    permission: {
      list: 'permissions get-all',
      items: '/permissions',
      id: '/key',
      key: '/key',
      names: ['/name', '/key'],
      details: {key: '/key', type: '/type'},
    },
    event: {...described, list: 'events get'},
    'related work': {
      list: 'version get-related-work',
      within: 'id',
      id: '/relatedWorkId',
      names: ['/title', '/url'],
      details: {category: '/category', url: '/url'},
    },
  },
  content: {
    space: {
      list: 'spaces get',
      byId: 'ids',
      id: '/id',
      key: '/key',
      names: ['/name', '/key'],
      details: {key: '/key', type: '/type', status: '/status'},
      looks: {id: '\\d+'},
    },
    'space role': {...described, list: 'space-roles get-available-space-roles'},
    'blog post': {
      ...inSpace,
      list: 'blogposts get-blog-posts',
      narrowedBy: {input: 'title', to: 'equal'},
      byId: 'id',
      ...byIdAndTitle,
      details: {space: '/spaceId', status: '/status', created: '/createdAt'},
    },
    'custom content': {
      list: 'custom-content get-custom-content-by-type',
      within: 'type',
      ...byIdAndTitle,
      details: {space: '/spaceId', status: '/status'},
    },
    page: {
      list: 'labels get-pages',
      within: 'id',
      ...byIdAndTitle,
      details: {space: '/spaceId', status: '/status'},
    },
    whiteboard: {
      list: 'whiteboards get-descendants',
      only: ['/type', 'whiteboard'],
      within: 'id',
      ...byIdAndTitle,
      details: {parent: '/parentId', status: '/status'},
    },
    label: {...byIdAndName, list: 'labels get', details: {prefix: '/prefix'}},
    'classification level': {
      ...byIdAndName,
      list: 'classification-levels get-classification-levels',
      details: {status: '/status'},
    },
  },
};
