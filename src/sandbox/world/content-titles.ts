import {capital} from '../../base/capital.ts';
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
import {items} from './table.ts';

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

/** What a post is; decides its title, its labels and the order of its sections. */
export type PostGenre = 'release' | 'incident' | 'howto' | 'update' | 'decision' | 'retrospective';

const templates: Readonly<Record<PostGenre, readonly string[]>> = {
  release: [
    '{product} {release} is out',
    'What is new in {product} {release}',
    '{product} {release}: the {component} grows up',
    'Release notes: {product} {release}',
  ],
  incident: [
    'Incident review: {symptom} in {product}',
    '{symptom} on {day}: what happened and what we changed',
    'Why {product} had {symptom}',
  ],
  howto: ['How we {chore}', 'How to {chore}', '{chore}, step by step', 'Before you {chore}'],
  update: [
    '{team} team, week {week}',
    '{product} in numbers: the {component}',
    'What the {team} team learned from {milestone}',
    'A faster {component} for {product}',
  ],
  decision: ['Decision: {decision}', 'We decided on {decision}', 'Proposal: {decision}'],
  retrospective: ['Looking back on {milestone}', 'Retrospective: {milestone} in {product}'],
};

/** The genres, the usual ones more often. */
export const genres: readonly PostGenre[] = [
  ...(['release', 'release', 'incident', 'howto', 'update', 'update'] as const),
  ...(['decision', 'retrospective'] as const),
];

export function drawTitle(draw: Draw, genre: PostGenre): string {
  return capital(fill(draw.pick(templates[genre]), draw));
}

export const pageTitles: readonly string[] = [
  ...['Team handbook', 'On-call guide', 'Release checklist', 'Glossary', 'Service catalogue'],
  ...['{component} design', '{component} runbook', '{product} architecture', '{product} roadmap'],
  ...['Meeting notes, week {week}', 'Access and permissions', 'Onboarding for the {team} team'],
  ...['{product} test plan', 'Frequent questions about the {component}', 'Set-up on a new machine'],
];

export const whiteboardTitles: readonly string[] = [
  ...['{product} story map', 'Retrospective board, week {week}', '{component} flow', 'Risk corner'],
  ...['{team} planning wall', 'Dependencies of {product}', 'Ideas for {milestone}'],
];

export const databaseTitles: readonly string[] = ['{product} releases', 'Open risks', 'Room list'];

export const embedTitles: readonly string[] = ['{product} dashboard', 'Capacity chart', 'Road map'];

export const folderTitles: readonly string[] = [
  ...['{product} workspace', '{team} team', 'Archive of week {week}', 'Drafts and sketches'],
];

/** Titles of risks, the custom content with a storage body. */
export const riskTitles: readonly string[] = items(`
  {component} may not carry twice the load, Only one person knows the {component},
  {product} depends on an old library, Backups of {product} are untested,
  The {team} team is short of reviewers, Nobody watches for {symptom}
`);
