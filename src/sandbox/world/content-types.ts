/** Kinds of items the content service keeps; `custom` is custom content. */
export type ContentKind =
  | 'blogpost'
  | 'page'
  | 'whiteboard'
  | 'database'
  | 'embed'
  | 'folder'
  | 'custom';

export type ContentState = 'current' | 'draft' | 'archived' | 'historical' | 'trashed' | 'deleted';

/** One version of an item, a comment, an attachment or a property. Times in milliseconds. */
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

/** What every item of every kind has; the rest is in the facets. */
export interface ContentItem {
  /** Digits; may exceed 2^53. */
  readonly id: string;
  readonly kind: ContentKind;
  /** What is made on demand about the item is drawn from it. */
  readonly seed: number;
  /** First of the ids reserved for what belongs to the item. */
  readonly idBase: number;
  readonly title: string;
  readonly status: ContentState;
  readonly spaceId: string;
  readonly authorId: string;
  readonly ownerId: string;
  /** Milliseconds since the UNIX epoch. */
  readonly createdAt: number;
  readonly version: ItemVersion;
  /** How many versions the world came with; 0 for what was created in it, of which nothing is drawn. */
  readonly drawnVersions: number;
  readonly labelIds: readonly string[];
  /** Item above it in the content tree, or the container of custom content. */
  readonly parent?: {readonly kind: ContentKind; readonly id: string};
  /** Place among its siblings; null where nobody has ordered them. */
  readonly position: number | null;
  /** Custom content only: `<prefix>:<app>:<type>`. */
  readonly type?: string;
  /** A post with a fixed text. */
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
  /** Classification level of items that have none of their own. */
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
  /** Inline comments only: the marker in the body and the text it stood on. */
  readonly marker?: {readonly ref: string; readonly selection: string};
  /** Comment this one answers; root comments have none. */
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

/** A principal holds at most one of read and update on an item (services C2, rule 1). */
export interface DirectPermission {
  readonly principalType: 'user' | 'group';
  readonly principalId: string;
  readonly operation: 'read' | 'update';
}

/** Who may read and update beside the direct permissions: all of the space, or nobody. */
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
  /** Milliseconds since the UNIX epoch; a key past it counts as none. */
  readonly expiresAt: number;
}

/**
 * One kind of thing that belongs to items. It is drawn from the item's seed whenever it is asked for,
 * until it is set, so that ten thousand items cost nothing before they are looked at.
 */
export interface Facet<Value> {
  of(item: ContentItem): Value;
  set(item: ContentItem, value: Value): void;
  /** Item id → value, for those set: what differs from the seed. */
  readonly changed: Map<string, Value>;
}
