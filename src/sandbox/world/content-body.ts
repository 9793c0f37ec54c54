import {capitalize} from '../../base/capital.ts';
import codeSamples from './code-samples.json' with {type: 'json'};
import * as xml from './content-storage.ts';
import {fillSlots} from './content-titles.ts';
import {makeRandom, type Random} from './random.ts';
import {words} from './words.ts';

/** The entities a generated body refers to. */
export interface BodySource {
  readonly seed: number;
  /** Account ids to mention; at least one. */
  readonly people: readonly string[];
  /** Pages to link to. */
  readonly pages: readonly {readonly title: string; readonly spaceKey: string}[];
  /** File names of the item's images. */
  readonly images: readonly string[];
  /** Inline comments whose markers are in the text. */
  readonly markers: readonly {readonly ref: string; readonly selection: string}[];
  /** Milliseconds since the UNIX epoch, for dates in the text. */
  readonly writtenAt: number;
}

type Section = (random: Random, source: BodySource) => string;

const sections: readonly Section[] = [
  bulletSection,
  numberedSection,
  tableSection,
  codeSection,
  panelSection,
  taskSection,
  quoteSection,
  expandSection,
  statusSection,
  timelineSection,
  imageSection,
  linkSection,
];

/**
 * Generate the storage XML of one version of a text. Earlier versions have fewer sections and one
 * that is worded differently, so that two versions differ as after a real edit.
 *
 * @param number of the version, from 1
 * @param last number of the newest version
 */
export function generateBody(source: BodySource, number: number, last: number): string {
  const plan = makeRandom(source.seed, 'plan');
  const chosen = Array.from({length: plan.int(3, 7)}, () => plan.pick(sections));
  const names = plan.some(words.headings, chosen.length);
  const sectionCount = Math.max(1, Math.ceil(chosen.length * (0.5 + number / (2 * last))));
  const parts = chosen.slice(0, sectionCount).map((section, index) => {
    const reworded = number < last && index === number % sectionCount;
    const random = makeRandom(source.seed, `section ${index}${reworded ? ` v${number}` : ''}`);
    const heading = names[index] ?? capitalize(random.pick(words.components));
    return `<h2>${xml.escapeXml(heading)}</h2>${section(random, source)}`;
  });
  return `${opening(makeRandom(source.seed, 'opening'), source)}${parts.join('')}`;
}

function opening(random: Random, source: BodySource): string {
  const openPoints = source.markers.map(
    ({ref, selection}) => ` Still to be settled: ${xml.commentMarker(ref, selection)}.`,
  );
  const contents = random.chance(25) ? xml.macro('toc', {maxLevel: '2'}) : '';
  return `${contents}<p>${prose(random, 2)}${openPoints.join('')}</p><p>${prose(random, 3)}</p>`;
}

/** Generate different sentences as markup, with some words highlighted. */
function phrases(random: Random, count: number): readonly string[] {
  return random.some(words.sentences, count).map(template => {
    const text = xml.escapeXml(fillSlots(template, random));
    if (random.chance(12)) return text.replace(/(\d+ (?:ms|%|minutes))/, '<strong>$1</strong>');
    if (random.chance(8)) return `<em>${text}</em>`;
    return random.chance(20) ? text.replace(/: /, ' &mdash; ') : text;
  });
}

function prose(random: Random, count: number): string {
  return phrases(random, count).join(' ');
}

function bulletSection(random: Random): string {
  const [last = '', ...items] = phrases(random, random.int(3, 6));
  const nested = `${last}</p>${xml.list('ul', phrases(random, 2))}<p>`;
  const listItems = [...items, random.chance(30) ? nested : last];
  return xml.list('ul', listItems).replaceAll('<p></p>', '');
}

function numberedSection(random: Random): string {
  return `<p>In this order:</p>${xml.list('ol', phrases(random, random.int(3, 6)))}`;
}

function tableSection(random: Random): string {
  const rows = random.some(words.components, random.int(3, 6)).map(name => {
    const before = random.int(100, 900);
    const after = random.int(20, before);
    const change = Math.round(((after - before) / before) * 100);
    return [capitalize(name), `${before}&nbsp;ms`, `${after}&nbsp;ms`, `${change}&nbsp;%`];
  });
  return `<p>${prose(random, 1)}</p>${xml.table(['Part', 'Before', 'After', 'Change'], rows)}`;
}

function codeSection(random: Random): string {
  const {language, title, code} = random.pick(codeSamples);
  return `<p>${prose(random, 1)}</p>${xml.plainMacro('code', {language, title}, code.join('\n'))}`;
}

function panelSection(random: Random): string {
  const name = random.pick(['info', 'note', 'warning', 'tip']);
  const title = random.pick(['Before you start', 'Good to know']);
  const panel = xml.macro(name, random.chance(50) ? {title} : {}, `<p>${prose(random, 2)}</p>`);
  return `<p>${prose(random, 1)}</p>${panel}`;
}

function taskSection(random: Random, source: BodySource): string {
  const items = Array.from({length: random.int(2, 5)}, () => ({
    uuid: random.uuid(),
    done: random.chance(40),
    body: `${xml.mention(random.pick(source.people))} ${prose(random, 1)} ${date(random, source)}`,
  }));
  return xml.tasks(items);
}

function quoteSection(random: Random): string {
  return `<p>${prose(random, 1)}</p><blockquote><p>${prose(random, 2)}</p></blockquote>`;
}

function expandSection(random: Random): string {
  const inner = `<p>${prose(random, 2)}</p>${bulletSection(random)}`;
  return `<p>${prose(random, 2)}</p>${xml.macro('expand', {title: 'The details'}, inner)}`;
}

function statusSection(random: Random, source: BodySource): string {
  const states = [
    xml.status('DONE', 'Green'),
    xml.status('IN PROGRESS', 'Blue'),
    xml.status('AT RISK', 'Yellow'),
    xml.status('BLOCKED', 'Red'),
  ];
  const rows = random
    .some(words.milestones, random.int(2, 4))
    .map(name => [capitalize(name), random.pick(states), xml.mention(random.pick(source.people))]);
  return xml.table(['Goal', 'State', 'Owner'], rows);
}

function timelineSection(random: Random, source: BodySource): string {
  let minute = random.int(6 * 60, 15 * 60);
  const rows = Array.from({length: random.int(4, 7)}, () => {
    minute += random.int(2, 35);
    const clock = [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0'));
    return [clock.join(':'), prose(random, 1)];
  });
  return `<p>${date(random, source)}, times in UTC</p>${xml.table(['Time', 'What happened'], rows)}`;
}

function imageSection(random: Random, source: BodySource): string {
  const file = source.images[0];
  const imageMarkup =
    file === undefined ? '' : xml.image(file, `Chart: ${random.pick(words.components)}`);
  return `<p>${prose(random, 2)}</p>${imageMarkup}<p><sub>${prose(random, 1)}</sub></p>`;
}

function linkSection(random: Random, source: BodySource): string {
  const links = random
    .some(source.pages, 3)
    .map(({title, spaceKey}) => xml.pageLink(spaceKey, title, title));
  const externalLink = `<a href="https://docs.example.com/${random.int(100, 999)}?a=1&amp;b=2">the manual</a>`;
  const emoticon = xml.emoticon('smile', 'slight_smile', '🙂');
  return `${xml.list('ul', [...links, externalLink])}<p>${prose(random, 1)} ${emoticon}</p><hr />`;
}

function date(random: Random, source: BodySource): string {
  const day = new Date(source.writtenAt + random.int(-20, 30) * 86_400_000).toISOString();
  return `<time datetime="${day.slice(0, 10)}" />`;
}
