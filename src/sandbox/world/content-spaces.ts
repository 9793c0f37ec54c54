import type {ClassificationLevel, Label, Space} from './content-types.ts';
import {components, labelNames, products} from './content-words.ts';
import type {Draw} from './random.ts';

interface SpacePlan {
  readonly key: string;
  readonly name: string;
  readonly type: Space['type'];
  readonly description: string;
}

const plans: readonly SpacePlan[] = [
  {key: 'ENG', name: 'Engineering Notes', type: 'global', description: 'How we build it'},
  {key: 'OPS', name: 'Platform Operations', type: 'global', description: 'Keeping it running'},
  {key: 'NEWS', name: 'Product News', type: 'collaboration', description: 'What is new'},
  {key: 'HELP', name: 'Support Handbook', type: 'knowledge_base', description: 'Answers & how-tos'},
  {key: 'DATA', name: 'Data Guild', type: 'collaboration', description: 'Numbers <and> charts'},
  {key: 'DSGN', name: 'Design Studio', type: 'global', description: 'Screens and words'},
  {key: 'SEC', name: 'Security Bulletin', type: 'global', description: 'Reviews and reports'},
  {key: 'PEOPLE', name: 'People and Places', type: 'global', description: 'Who sits where'},
  {key: 'LAB', name: 'Research Notebook', type: 'collaboration', description: 'Half-done ideas'},
];

/** Id of the space of that index, from 0. */
export function spaceId(index: number): string {
  return String(65_540 + index * 32_768);
}

/** Levels of the site: published ones, a draft and an archived one. */
export const classificationLevels: readonly ClassificationLevel[] = [
  makeLevel(1, 'Public', 'GREEN', 'PUBLISHED', 'May be shown to anyone'),
  makeLevel(2, 'Internal', 'BLUE', 'PUBLISHED', 'For everybody who works here'),
  makeLevel(3, 'Confidential', 'ORANGE', 'PUBLISHED', 'For the people it names'),
  makeLevel(4, 'Restricted', 'RED', 'PUBLISHED', 'Not to be copied'),
  makeLevel(5, 'Partner', 'YELLOW', 'DRAFT', 'Shared with partners, not in use yet'),
  makeLevel(6, 'Secret', 'GREY', 'ARCHIVED', 'No longer used'),
];

function makeLevel(
  order: number,
  name: string,
  color: ClassificationLevel['color'],
  status: ClassificationLevel['status'],
  description: string,
): ClassificationLevel {
  const guideline = `${description}. Ask the owner of the space when in doubt.`;
  const id = `4f2d8c1e-0000-4000-8000-00000000000${order}`;
  return {id, status, order, name, description, guideline, color};
}

/** Groups that direct permissions name when the world brings none. */
export const contentGroupIds: readonly string[] = [
  '5d0b7a52-41d3-4a6e-9a1f-0f6c3b9e1a01',
  '5d0b7a52-41d3-4a6e-9a1f-0f6c3b9e1a02',
  '5d0b7a52-41d3-4a6e-9a1f-0f6c3b9e1a03',
];

/**
 * The spaces: the planned ones, one per product for more, then an archived one and a personal one.
 *
 * @param count how many beside the last two, 1 to 29
 * @param homepageIds id of each space's home page, two more than `count`
 */
export function makeSpaces(
  draw: Draw,
  count: number,
  homepageIds: readonly string[],
  people: readonly string[],
  labels: readonly Label[],
  now: number,
): readonly Space[] {
  const productPlans = products.map(
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
  const made = components.flatMap(part =>
    products.map(product => `${part} ${product}`.toLowerCase().replaceAll(' ', '-')),
  );
  const named = (prefix: Label['prefix'], names: readonly string[]) =>
    names.map(name => ({prefix, name}));
  const all = [
    ...named('global', [...labelNames, ...made].slice(0, count)),
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
