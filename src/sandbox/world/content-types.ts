/** Kinds of items in the content service; `custom` is custom content. */
export type ContentKind =
  | 'blogpost'
  | 'page'
  | 'whiteboard'
  | 'database'
  | 'embed'
  | 'folder'
  | 'custom';

export type ContentState = 'current' | 'draft' | 'archived' | 'historical' | 'trashed' | 'deleted';

/** One version of an item, a comment, an attachment or a property. Times are in milliseconds. */
export interface ItemVersion {
  readonly number: number;
  readonly createdAt: number;
  readonly authorId: string;
  readonly message: string;
  readonly minorEdit: boolean;
}

export interface ItemBody {
  readonly representation: 'storage' | 'raw';
  readonly value: string;
}

/** The members of items of every kind; other data is in the facets. */
export interface ContentItem {
  /** Digits; may exceed 2^53. */
  readonly id: string;
  readonly kind: ContentKind;
  /** Seed of the data generated on demand. */
  readonly seed: number;
  /** First of the ids reserved for the item's parts. */
  readonly idBase: number;
  readonly title: string;
  readonly status: ContentState;
  readonly spaceId: string;
  readonly authorId: string;
  readonly ownerId: string;
  /** Milliseconds since the UNIX epoch. */
  readonly createdAt: number;
  readonly version: ItemVersion;
  /** Number of versions at the start; 0 for items created later, which have no generated data. */
  readonly drawnVersions: number;
  readonly labelIds: readonly string[];
  /** Parent in the content tree, or the container of custom content. */
  readonly parent?: {readonly kind: ContentKind; readonly id: string};
  /** Position among siblings; null if they were never ordered. */
  readonly position: number | null;
  /** Custom content only: `<prefix>:<app>:<type>`. */
  readonly type?: string;
  /** Name of a post with a fixed text. */
  readonly special?: string;
  /** Only the creator may view and edit it. */
  readonly private?: true;
}

export interface Space {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly type: 'global' | 'collaboration' | 'knowledge_base' | 'personal';
  readonly status: 'current' | 'archived';
  readonly authorId: string;
  readonly createdAt: number;
  readonly homepageId: string;
  readonly description: string;
  /** Labels of the space itself. */
  readonly labelIds: readonly string[];
  /** Accounts that marked it as a favourite. */
  readonly favoritedBy: readonly string[];
  /** Classification level of items without their own. */
  readonly levelId?: string;
}

export interface Label {
  readonly id: string;
  readonly prefix: 'global' | 'my' | 'team' | 'system';
  readonly name: string;
  readonly createdAt: number;
}

export interface Attachment {
  /** `att` and digits. */
  readonly id: string;
  readonly containerId: string;
  readonly containerKind: 'blogpost' | 'page' | 'custom';
  readonly status: 'current' | 'archived' | 'trashed';
  readonly title: string;
  readonly mediaType: string;
  readonly mediaTypeDescription: string;
  readonly comment: string;
  readonly fileId: string;
  readonly fileSize: number;
  readonly createdAt: number;
  readonly version: ItemVersion;
  readonly labelIds: readonly string[];
}

export interface Comment {
  readonly id: string;
  readonly place: 'footer' | 'inline';
  readonly status: 'current' | 'deleted' | 'trashed' | 'historical' | 'draft';
  /** Inline comments only. */
  readonly resolution?: 'open' | 'reopened' | 'resolved' | 'dangling';
  /** Inline comments only: the marker in the body and the marked text. */
  readonly marker?: {readonly ref: string; readonly selection: string};
  /** Comment this one replies to; undefined for root comments. */
  readonly parentId?: string;
  readonly createdAt: number;
  readonly version: ItemVersion;
  /** Storage XML. */
  readonly body: string;
}

export interface ContentProperty {
  readonly id: string;
  readonly key: string;
  readonly value: unknown;
  readonly version: ItemVersion;
}

/**
 * A permission of a principal, who has at most one of read and update on an item (services C2, rule
 * 1).
 */
export interface DirectPermission {
  readonly principalType: 'user' | 'group';
  readonly principalId: string;
  readonly operation: 'read' | 'update';
}

/** Read and update access besides the direct permissions: the whole space, or nobody. */
export interface RestrictionState {
  readonly read: 'open' | 'restricted';
  readonly update: 'open' | 'restricted';
}

export interface ClassificationLevel {
  readonly id: string;
  readonly status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  readonly order: number;
  readonly name: string;
  readonly description: string;
  readonly guideline: string;
  readonly color: 'RED' | 'ORANGE' | 'YELLOW' | 'GREEN' | 'BLUE' | 'GREY';
}

export interface AdminKey {
  readonly accountId: string;
  /** Milliseconds since the UNIX epoch; an expired key is ignored. */
  readonly expiresAt: number;
}

/**
 * One kind of data about items. It is generated from the item's seed on each access until it is
 * set, so that ten thousand unused items cost nothing.
 */
export interface Facet<Value> {
  of(item: ContentItem): Value;
  set(item: ContentItem, value: Value): void;
  /** Item id → value, for items whose value was set. */
  readonly changed: Map<string, Value>;
}
