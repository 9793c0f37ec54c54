import {capitalize} from '../../base/capital.ts';
import type {Random} from './random.ts';
import {words} from './words.ts';

/** Slots of a template: name → generator of the value. */
const slots: Readonly<Record<string, (random: Random) => string>> = {
  product: random => random.pick(words.products),
  component: random => random.pick(words.components),
  team: random => random.pick(words.teams),
  symptom: random => random.pick(words.symptoms),
  chore: random => random.pick(words.chores),
  decision: random => random.pick(words.decisions),
  milestone: random => random.pick(words.milestones),
  day: random => random.pick(words.days),
  release: random => `${random.int(1, 9)}.${random.int(0, 24)}.${random.int(0, 9)}`,
  week: random => String(random.int(1, 52)),
  ms: random => String(random.int(18, 90)),
  ms2: random => String(random.int(110, 900)),
  pct: random => String(random.int(4, 96)),
  n: random => String(random.int(3, 48)),
};

/** Fill in the `{slots}` of a template. */
export function fillSlots(template: string, random: Random): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => slots[name]?.(random) ?? whole);
}

/** The genre of a post, which determines its title, labels and order of sections. */
export type PostGenre = 'release' | 'incident' | 'howto' | 'update' | 'decision' | 'retrospective';

/** The genres; common ones are repeated. */
export const genres: readonly PostGenre[] = [
  ...(['release', 'release', 'incident', 'howto', 'update', 'update'] as const),
  ...(['decision', 'retrospective'] as const),
];

export function generatePostTitle(random: Random, genre: PostGenre): string {
  return capitalize(fillSlots(random.pick(words[`${genre}Titles`]), random));
}
