import {
  chores,
  components,
  days,
  decisions,
  milestones,
  products,
  symptoms,
  teams,
} from './content-words.ts';
import type {Draw} from './random.ts';

/** Slots of a template: name → what may stand there. */
const slots: Readonly<Record<string, (draw: Draw) => string>> = {
  product: draw => draw.pick(products),
  component: draw => draw.pick(components),
  team: draw => draw.pick(teams),
  symptom: draw => draw.pick(symptoms),
  chore: draw => draw.pick(chores),
  decision: draw => draw.pick(decisions),
  milestone: draw => draw.pick(milestones),
  day: draw => draw.pick(days),
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

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
