import {type OperationRef, trackerRef} from '../api/operation-ref.ts';
import type {JsonObject, JsonValue} from '../base/json-value.ts';
import type {KindId} from './model.ts';
import {grants, notifications, type PartKind} from './parts.ts';

/** A member of a file and of the object on the site. */
export interface SiteField {
  /** Its name in files and, without `wire`, in request bodies. */
  readonly name: string;
  readonly wire?: string;
  /** JSON pointer in the service's response. @default `/name` */
  readonly at?: string;
  /**
   * `person`: an alias of people.yaml; `name`: the name of an object of `of`, whose id is sent;
   * `day`: YYYY-MM-DD.
   */
  readonly type: 'text' | 'boolean' | 'day' | 'person' | 'name';
  readonly of?: KindId;
  /** Left out of files. */
  readonly default?: JsonValue;
  readonly values?: readonly string[];
  readonly help: string;
  /** Sent when the object is created, and never changed. */
  readonly isFixed?: true;
  /** Sent as a number. */
  readonly isNumber?: true;
  /** Sent to remove the value. @default null */
  readonly none?: JsonValue;
}

/** A kind of configuration: how it is listed and written, and where its objects are in files. */
export interface SiteKind {
  readonly id: KindId;
  /** One of them, for messages. */
  readonly noun: string;
  /**
   * `folder`: a file each; `file`: a list in one file; `project`: projects/KEY/project.yaml;
   * `of project`: a list in a file of the project.
   */
  readonly layout: 'folder' | 'file' | 'project' | 'of project';
  /** The member with the name of an object. */
  readonly key: 'name' | 'key';
  readonly list: OperationRef;
  /** Reads one object again, by `{id}`; without it the list is read. */
  readonly get?: OperationRef;
  /** JSON pointer of the object in the response of `get`. @default the whole response */
  readonly getAt?: string;
  /** Only items with this text belong to the configuration: JSON pointer, text. */
  readonly only?: readonly [string, string];
  readonly fields: readonly SiteField[];
  readonly parts?: PartKind;
  /** The member of the body that names the project of a new object: its key or its id. */
  readonly projectMember?: 'project' | 'projectId';
  /** Moves objects to the order of the file; the service has an order. */
  readonly move?: string;
  readonly create: WriteCall;
  readonly update: WriteCall;
  /** Deletes an object; absent if a person has to decide what replaces it. */
  readonly remove?: OperationRef;
}

/** An operation that writes an object. */
export interface WriteCall {
  readonly ref: OperationRef;
  /** Makes the body of the members to write. @default the members */
  readonly wrap?: (members: JsonObject, id: JsonValue) => JsonObject;
  /** All members are sent, also unchanged ones; the service would empty missing ones. */
  readonly isWhole?: true;
  /** JSON pointer of the new id in the response. @default `/id` */
  readonly idAt?: string;
}

const description: SiteField = {
  name: 'description',
  type: 'text',
  default: '',
  none: '',
  help: 'description',
};
const byId = {id: '{id}'};

/** The kinds, in order of dependency. */
export const siteKinds: readonly SiteKind[] = [
  {
    id: 'roles',
    noun: 'project role',
    layout: 'file',
    key: 'name',
    list: trackerRef('role get-all-project'),
    get: trackerRef('role get-project-by-id', byId),
    fields: [description],
    create: {ref: trackerRef('role create-project')},
    update: {ref: trackerRef('role fully-update-project', byId), isWhole: true},
  },
  {
    id: 'project-categories',
    noun: 'project category',
    layout: 'file',
    key: 'name',
    list: trackerRef('projectCategory get-all-project-categories'),
    get: trackerRef('projectCategory get-project-category-by-id', byId),
    fields: [description],
    create: {ref: trackerRef('projectCategory create-project-category')},
    update: {ref: trackerRef('projectCategory update-project-category', byId), isWhole: true},
    remove: trackerRef('projectCategory remove-project-category', byId),
  },
  {
    id: 'statuses',
    noun: 'status',
    layout: 'file',
    key: 'name',
    list: trackerRef('statuses search'),
    get: trackerRef('statuses get-by-id', byId),
    getAt: '/0',
    only: ['/scope/type', 'GLOBAL'],
    fields: [
      {
        name: 'category',
        wire: 'statusCategory',
        at: '/statusCategory',
        type: 'text',
        values: ['TODO', 'IN_PROGRESS', 'DONE'],
        help: 'category of the status',
      },
      description,
    ],
    create: {
      ref: trackerRef('statuses create'),
      wrap: status => ({scope: {type: 'GLOBAL'}, statuses: [status]}),
      idAt: '/0/id',
    },
    update: {
      ref: trackerRef('statuses update'),
      wrap: (status, id) => ({statuses: [{id, ...status}]}),
      isWhole: true,
    },
    remove: trackerRef('statuses delete-by-id', byId),
  },
  {
    id: 'resolutions',
    noun: 'resolution',
    layout: 'file',
    key: 'name',
    list: trackerRef('resolution search'),
    get: trackerRef('resolution get-resolution', byId),
    fields: [description],
    move: 'resolution move',
    create: {ref: trackerRef('resolution create')},
    update: {ref: trackerRef('resolution update', byId), isWhole: true},
  },
  {
    id: 'priorities',
    noun: 'priority',
    layout: 'file',
    key: 'name',
    list: trackerRef('priority search'),
    get: trackerRef('priority get-priority', byId),
    fields: [
      {
        name: 'color',
        wire: 'statusColor',
        at: '/statusColor',
        type: 'text',
        help: 'color, such as #ce0000',
      },
      {
        name: 'icon',
        wire: 'avatarId',
        at: '/avatarId',
        type: 'text',
        isNumber: true,
        help: 'id of the icon',
      },
      description,
    ],
    move: 'priority move',
    create: {ref: trackerRef('priority create')},
    update: {ref: trackerRef('priority update', byId)},
  },
  {
    id: 'permission-schemes',
    noun: 'permission scheme',
    layout: 'folder',
    key: 'name',
    list: trackerRef('permissionscheme get-all-permission-schemes', {expand: ['all']}),
    get: trackerRef('permissionscheme get-permission-scheme', {schemeId: '{id}', expand: ['all']}),
    fields: [description],
    parts: grants,
    create: {ref: trackerRef('permissionscheme create-permission-scheme')},
    update: {
      ref: trackerRef('permissionscheme update-permission-scheme', {schemeId: '{id}'}),
      isWhole: true,
    },
    remove: trackerRef('permissionscheme delete-permission-scheme', {schemeId: '{id}'}),
  },
  {
    id: 'notification-schemes',
    noun: 'notification scheme',
    layout: 'folder',
    key: 'name',
    list: trackerRef('notificationscheme get-notification-schemes', {expand: ['all']}),
    get: trackerRef('notificationscheme get-notification-scheme', {id: '{id}', expand: ['all']}),
    fields: [description],
    parts: notifications,
    create: {ref: trackerRef('notificationscheme create-notification-scheme')},
    update: {ref: trackerRef('notificationscheme update-notification-scheme', byId), isWhole: true},
    remove: trackerRef('notificationscheme delete-notification-scheme', {
      notificationSchemeId: '{id}',
    }),
  },
  {
    id: 'projects',
    noun: 'project',
    layout: 'project',
    key: 'key',
    list: trackerRef('project search', {expand: ['description', 'lead', 'url']}),
    get: trackerRef('project get', {projectIdOrKey: '{id}'}),
    fields: [
      {name: 'name', type: 'text', help: 'name of the project'},
      {
        name: 'type',
        wire: 'projectTypeKey',
        at: '/projectTypeKey',
        type: 'text',
        isFixed: true,
        help: 'type of the project, such as software; set when the project is created',
      },
      {
        name: 'template',
        wire: 'projectTemplateKey',
        at: '/projectTemplateKey',
        type: 'text',
        isFixed: true,
        help: 'template that a new project is created from; the service does not return it',
      },
      description,
      {name: 'url', type: 'text', default: '', none: '', help: 'link to more information'},
      {
        name: 'lead',
        wire: 'leadAccountId',
        at: '/lead/accountId',
        type: 'person',
        help: 'alias of the lead in people.yaml',
      },
      {
        name: 'category',
        wire: 'categoryId',
        at: '/projectCategory/id',
        type: 'name',
        of: 'project-categories',
        isNumber: true,
        none: -1,
        help: 'name of the project category',
      },
      {
        name: 'permissionScheme',
        at: '/permissionScheme/id',
        type: 'name',
        of: 'permission-schemes',
        isNumber: true,
        help: 'name of the permission scheme',
      },
      {
        name: 'notificationScheme',
        at: '/notificationScheme/id',
        type: 'name',
        of: 'notification-schemes',
        isNumber: true,
        help: 'name of the notification scheme',
      },
    ],
    create: {ref: trackerRef('project create')},
    update: {ref: trackerRef('project update', {projectIdOrKey: '{id}'})},
    remove: trackerRef('project delete', {projectIdOrKey: '{id}', enableUndo: 'true'}),
  },
  {
    id: 'components',
    noun: 'component',
    layout: 'of project',
    key: 'name',
    projectMember: 'project',
    list: trackerRef('project get-components-paginated', {projectIdOrKey: '{project}'}),
    get: trackerRef('component get', byId),
    fields: [
      description,
      {
        name: 'lead',
        wire: 'leadAccountId',
        at: '/lead/accountId',
        type: 'person',
        none: '',
        help: 'alias of the lead in people.yaml',
      },
      {
        name: 'assignee',
        wire: 'assigneeType',
        at: '/assigneeType',
        type: 'text',
        default: 'PROJECT_DEFAULT',
        values: ['PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED'],
        help: 'default assignee of its issues',
      },
    ],
    create: {ref: trackerRef('component create')},
    update: {ref: trackerRef('component update', byId)},
    remove: trackerRef('component delete', byId),
  },
  {
    id: 'versions',
    noun: 'version',
    layout: 'of project',
    key: 'name',
    projectMember: 'projectId',
    list: trackerRef('project get-versions-paginated', {projectIdOrKey: '{project}'}),
    get: trackerRef('version get', byId),
    fields: [
      description,
      {name: 'startDate', type: 'day', help: 'first day, YYYY-MM-DD'},
      {name: 'releaseDate', type: 'day', help: 'day of the release, YYYY-MM-DD'},
      {name: 'released', type: 'boolean', default: false, help: 'whether it is released'},
      {name: 'archived', type: 'boolean', default: false, help: 'whether it is archived'},
    ],
    create: {ref: trackerRef('version create')},
    update: {ref: trackerRef('version update', byId)},
    remove: trackerRef('version delete-and-replace', byId, {body: ['{}']}),
  },
];

const kindsById = new Map(siteKinds.map(kind => [kind.id, kind]));

/** The kind of an id. */
export function kindOf(id: KindId): SiteKind {
  const kind = kindsById.get(id);
  if (kind === undefined) throw new Error(`no kind ${id}`);
  return kind;
}
