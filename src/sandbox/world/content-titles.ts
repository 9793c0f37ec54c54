import {capital} from '../../base/capital.ts';
import type {Draw} from './random.ts';
import {words} from './words.ts';

/** Slots of a template: name → what may stand there. */
const slots: Readonly<Record<string, (draw: Draw) => string>> = {
  product: draw => draw.pick(words.products),
  component: draw => draw.pick(words.components),
  team: draw => draw.pick(words.teams),
  symptom: draw => draw.pick(words.symptoms),
  chore: draw => draw.pick(words.chores),
  decision: draw => draw.pick(words.decisions),
  milestone: draw => draw.pick(words.milestones),
  day: draw => draw.pick(words.days),
  release: draw => `${draw.int(1, 9)}.${draw.int(0, 24)}.${draw.int(0, 9)}`,
  week: draw => String(draw.int(1, 52)),
  ms: draw => String(draw.int(18, 90)),
  ms2: draw => String(draw.int(110, 900)),
  pct: draw => String(draw.int(4, 96)),
  n: draw => String(draw.int(3, 48)),
};

/** A template with its `{slots}` filled in. */
export function fill(template: string, draw: Draw): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => slots[name]?.(draw) ?? whole);
}

/** What a post is; decides its title, its labels and the order of its sections. */
export type PostGenre = 'release' | 'incident' | 'howto' | 'update' | 'decision' | 'retrospective';

/** The genres, the usual ones more often. */
export const genres: readonly PostGenre[] = [
  ...(['release', 'release', 'incident', 'howto', 'update', 'update'] as const),
  ...(['decision', 'retrospective'] as const),
];

export function drawTitle(draw: Draw, genre: PostGenre): string {
  return capital(fill(draw.pick(words[`${genre}Titles`]), draw));
}
