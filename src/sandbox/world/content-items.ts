import {capitalize} from '../../base/capital.ts';
import {fillSlots} from './content-titles.ts';
import type {ContentItem, ContentKind, ItemVersion, Label} from './content-types.ts';
import {makeRandom, type Random} from './random.ts';
import {words} from './words.ts';

/** Ids each item reserves: its own, and those of its comments, attachments and properties. */
export const idsPerItem = 64;

const firstItemId = 1_048_576;

/** The fixed members of an item; the others are generated. */
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
  /** A fixed id in place of the next one. */
  readonly id?: string;
}

/** Creates items one after another, each with its own ids. */
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

/** The data that items of every kind are generated from. */
export interface ContentSource {
  readonly maker: ItemMaker;
  readonly random: Random;
  /** Account ids; at least one. */
  readonly people: readonly string[];
  readonly labels: readonly Label[];
  /** Milliseconds since the UNIX epoch. */
  readonly now: number;
}

/**
 * Create a maker that generates from `seed`. Authors come from `people`, which must not be empty.
 */
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
      const random = makeRandom(itemSeed, 'item');
      const authorId = plan.authorId ?? random.pick(people);
      const version = generateVersion(random, plan, authorId, people, now);
      const item: ContentItem = {
        labelIds: [],
        position: null,
        status: 'current',
        ...plan,
        id: plan.id ?? String(idBase),
        seed: itemSeed,
        idBase,
        authorId,
        ownerId: random.chance(85) ? authorId : random.pick(people),
        version,
        drawnVersions: version.number,
      };
      items[plan.kind].set(item.id, item);
      return item;
    },
  };
}

function generateVersion(
  random: Random,
  plan: ItemPlan,
  authorId: string,
  people: readonly string[],
  now: number,
): ItemVersion {
  const number = plan.status === 'draft' || random.chance(40) ? 1 : random.int(2, 8);
  const age = Math.min(now - plan.createdAt, random.int(1, 60) * 86_400_000);
  const first = number === 1;
  return {
    number,
    createdAt: first ? plan.createdAt : plan.createdAt + random.int(1, Math.max(1, age)),
    authorId: first || random.chance(60) ? authorId : random.pick(people),
    message: first ? '' : random.pick(words.versionMessages),
    minorEdit: !first && random.chance(30),
  };
}

export function generateTitle(random: Random, templates: readonly string[]): string {
  return capitalize(fillSlots(random.pick(templates), random));
}
