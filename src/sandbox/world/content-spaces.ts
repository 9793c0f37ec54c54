import type {ContentSource} from './content-items.ts';
import type {ClassificationLevel, Label, Space} from './content-types.ts';
import type {Random} from './random.ts';
import {records} from './table.ts';
import {words} from './words.ts';

type SpacePlan = Pick<Space, 'key' | 'name' | 'type' | 'description'>;

const plans = records<SpacePlan>('spaces');

/** Return the id of the space with an index, from 0. */
export function spaceId(index: number): string {
  return String(65_540 + index * 32_768);
}

/** Levels of the site: published ones, a draft and an archived one. */
export const classificationLevels = records<ClassificationLevel>('classificationLevels');

/**
 * Create the spaces: the planned ones, one per product for more, then an archived one and a
 * personal one.
 *
 * @param count number without the last two, 1 to 29
 * @param homepageIds id of each space's home page, two more than `count`
 */
export function makeSpaces(
  {random, people, labels, now}: ContentSource,
  count: number,
  homepageIds: readonly string[],
): readonly Space[] {
  const productPlans = words.products.map(
    (name): SpacePlan => ({
      key: name.replaceAll(' ', '').slice(0, 6).toUpperCase(),
      name: `${name} Team`,
      type: 'collaboration',
      description: `Everything about ${name}`,
    }),
  );
  const owner = people[0] ?? '';
  const allPlans: readonly SpacePlan[] = [
    ...[...plans, ...productPlans].slice(0, count),
    {key: 'OLD', name: 'Old Handbook', type: 'global', description: 'Kept for reference'},
    {key: `~${owner.replace(/\W/g, '')}`, name: 'My own space', type: 'personal', description: ''},
  ];
  const spaceLabels = labels.filter(({prefix}) => prefix === 'team' || prefix === 'my');
  return allPlans.map((plan, index) => ({
    ...plan,
    id: spaceId(index),
    status: plan.key === 'OLD' ? 'archived' : 'current',
    authorId: plan.type === 'personal' ? owner : random.pick(people),
    createdAt: now - (1000 - index * 17) * 86_400_000,
    homepageId: homepageIds[index] ?? '',
    labelIds: random.some(spaceLabels, random.int(0, 3)).map(({id}) => id),
    favoritedBy: random.some(people, random.int(0, 5)),
    levelId: random.pick(classificationLevels.slice(0, 3)).id,
  }));
}

/**
 * Create the labels: global ones, and some personal, team and system ones.
 *
 * @param count number of global labels
 */
export function makeLabels(random: Random, count: number, now: number): readonly Label[] {
  const generated = words.components.flatMap(part =>
    words.products.map(product => `${part} ${product}`.toLowerCase().replaceAll(' ', '-')),
  );
  const withPrefix = (prefix: Label['prefix'], names: readonly string[]) =>
    names.map(name => ({prefix, name}));
  const all = [
    ...withPrefix('global', [...words.labelNames, ...generated].slice(0, count)),
    ...withPrefix('my', ['favourite', 'read-later', 'to-answer']),
    ...withPrefix('team', ['core', 'release', 'field', 'support']),
    ...withPrefix('system', ['featured', 'template']),
  ];
  return all.map((label, index) => ({
    ...label,
    id: String(524_289 + index),
    createdAt: now - random.int(20, 900) * 86_400_000,
  }));
}
