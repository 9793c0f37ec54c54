import type {ContentSource} from './content-items.ts';
import type {ClassificationLevel, Label, Space} from './content-types.ts';
import type {Draw} from './random.ts';
import {records} from './table.ts';
import {words} from './words.ts';

type SpacePlan = Pick<Space, 'key' | 'name' | 'type' | 'description'>;

const plans = records<SpacePlan>('spaces');

/** Id of the space of that index, from 0. */
export function spaceId(index: number): string {
  return String(65_540 + index * 32_768);
}

/** Levels of the site: published ones, a draft and an archived one. */
export const classificationLevels = records<ClassificationLevel>('classificationLevels');

/**
 * The spaces: the planned ones, one per product for more, then an archived one and a personal one.
 *
 * @param count how many beside the last two, 1 to 29
 * @param homepageIds id of each space's home page, two more than `count`
 */
export function makeSpaces(
  {draw, people, labels, now}: ContentSource,
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
  const wanted: readonly SpacePlan[] = [
    ...[...plans, ...productPlans].slice(0, count),
    {key: 'OLD', name: 'Old Handbook', type: 'global', description: 'Kept for reference'},
    {key: `~${owner.replace(/\W/g, '')}`, name: 'My own space', type: 'personal', description: ''},
  ];
  const spaceLabels = labels.filter(({prefix}) => prefix === 'team' || prefix === 'my');
  return wanted.map((plan, index) => ({
    ...plan,
    id: spaceId(index),
    status: plan.key === 'OLD' ? 'archived' : 'current',
    authorId: plan.type === 'personal' ? owner : draw.pick(people),
    createdAt: now - (1000 - index * 17) * 86_400_000,
    homepageId: homepageIds[index] ?? '',
    labelIds: draw.some(spaceLabels, draw.int(0, 3)).map(({id}) => id),
    favoritedBy: draw.some(people, draw.int(0, 5)),
    levelId: draw.pick(classificationLevels.slice(0, 3)).id,
  }));
}

/**
 * The labels: ordinary ones, some of a person's, of teams and of the system.
 *
 * @param count how many ordinary ones
 */
export function makeLabels(draw: Draw, count: number, now: number): readonly Label[] {
  const made = words.components.flatMap(part =>
    words.products.map(product => `${part} ${product}`.toLowerCase().replaceAll(' ', '-')),
  );
  const named = (prefix: Label['prefix'], names: readonly string[]) =>
    names.map(name => ({prefix, name}));
  const all = [
    ...named('global', [...words.labelNames, ...made].slice(0, count)),
    ...named('my', ['favourite', 'read-later', 'to-answer']),
    ...named('team', ['core', 'release', 'field', 'support']),
    ...named('system', ['featured', 'template']),
  ];
  return all.map((label, index) => ({
    ...label,
    id: String(524_289 + index),
    createdAt: now - draw.int(20, 900) * 86_400_000,
  }));
}
