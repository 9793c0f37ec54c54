import {capital} from '../../base/capital.ts';
import {fill} from './content-titles.ts';
import type {ContentItem, ContentKind, ItemVersion, Label} from './content-types.ts';
import {type Draw, makeDraw} from './random.ts';
import {words} from './words.ts';

/** Ids each item reserves: its own and those of its comments, attachments and properties. */
export const idsPerItem = 64;

const firstItemId = 1_048_576;

/** What an item is made from; the rest is drawn. */
export interface ItemPlan {
  readonly kind: ContentKind;
  readonly title: string;
  readonly spaceId: string;
  /** Milliseconds since the UNIX epoch. */
  readonly createdAt: number;
  readonly status?: ContentItem['status'];
  readonly authorId?: string;
  readonly parent?: ContentItem['parent'];
  readonly position?: number | null;
  readonly type?: string;
  readonly special?: string;
  readonly private?: true;
  readonly labelIds?: readonly string[];
  /** Instead of the next one. */
  readonly id?: string;
}

/** Makes items one after another, each with ids of its own. */
export interface ItemMaker {
  readonly items: Readonly<Record<ContentKind, Map<string, ContentItem>>>;
  make(plan: ItemPlan): ContentItem;
  nextId(): number;
}

function noItems(): Record<ContentKind, Map<string, ContentItem>> {
  return {
    blogpost: new Map(),
    page: new Map(),
    whiteboard: new Map(),
    database: new Map(),
    embed: new Map(),
    folder: new Map(),
    custom: new Map(),
  };
}

/** What items of every kind are made with. */
export interface ContentSource {
  readonly maker: ItemMaker;
  readonly draw: Draw;
  /** Account ids; at least one. */
  readonly people: readonly string[];
  readonly labels: readonly Label[];
  /** Milliseconds since the UNIX epoch. */
  readonly now: number;
}

/** A maker that draws from `seed`; authors come from `people`, which may not be none. */
export function makeItemMaker(seed: number, people: readonly string[], now: number): ItemMaker {
  const items = noItems();
  let nextId = firstItemId;
  return {
    items,
    nextId: () => nextId,
    make: plan => {
      const idBase = nextId;
      nextId += idsPerItem;
      const itemSeed = Math.imul(seed, 0x9e3779b1) ^ idBase;
      const draw = makeDraw(itemSeed, 'item');
      const authorId = plan.authorId ?? draw.pick(people);
      const version = drawVersion(draw, plan, authorId, people, now);
      const item: ContentItem = {
        labelIds: [],
        position: null,
        status: 'current',
        ...plan,
        id: plan.id ?? String(idBase),
        seed: itemSeed,
        idBase,
        authorId,
        ownerId: draw.chance(85) ? authorId : draw.pick(people),
        version,
        drawnVersions: version.number,
      };
      items[plan.kind].set(item.id, item);
      return item;
    },
  };
}

function drawVersion(
  draw: Draw,
  plan: ItemPlan,
  authorId: string,
  people: readonly string[],
  now: number,
): ItemVersion {
  const number = plan.status === 'draft' || draw.chance(40) ? 1 : draw.int(2, 8);
  const age = Math.min(now - plan.createdAt, draw.int(1, 60) * 86_400_000);
  const first = number === 1;
  return {
    number,
    createdAt: first ? plan.createdAt : plan.createdAt + draw.int(1, Math.max(1, age)),
    authorId: first || draw.chance(60) ? authorId : draw.pick(people),
    message: first ? '' : draw.pick(words.versionMessages),
    minorEdit: !first && draw.chance(30),
  };
}

export function titleFrom(draw: Draw, templates: readonly string[]): string {
  return capital(fill(draw.pick(templates), draw));
}
