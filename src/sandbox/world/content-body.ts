import {capital} from '../../base/capital.ts';
import codeSamples from './code-samples.json' with {type: 'json'};
import * as xml from './content-storage.ts';
import {fill} from './content-titles.ts';
import {type Draw, makeDraw} from './random.ts';
import {words} from './words.ts';

/** What a drawn body refers to. */
export interface BodySource {
  readonly seed: number;
  /** Account ids that may be mentioned; at least one. */
  readonly people: readonly string[];
  /** Pages that may be linked. */
  readonly pages: readonly {readonly title: string; readonly spaceKey: string}[];
  /** File names of the item's images. */
  readonly images: readonly string[];
  /** Inline comments whose markers stand in the text. */
  readonly markers: readonly {readonly ref: string; readonly selection: string}[];
  /** Milliseconds since the UNIX epoch, for dates in the text. */
  readonly writtenAt: number;
}

type Section = (draw: Draw, source: BodySource) => string;

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
 * The storage XML of one version of a text. Earlier versions have fewer sections and one of them in
 * other words, so that two versions compare as a real edit does.
 *
 * @param number which version, from 1
 * @param last number of the newest version
 */
export function drawBody(source: BodySource, number: number, last: number): string {
  const plan = makeDraw(source.seed, 'plan');
  const chosen = Array.from({length: plan.int(3, 7)}, () => plan.pick(sections));
  const names = plan.some(words.headings, chosen.length);
  const shown = Math.max(1, Math.ceil(chosen.length * (0.5 + number / (2 * last))));
  const parts = chosen.slice(0, shown).map((section, index) => {
    const reworded = number < last && index === number % shown;
    const draw = makeDraw(source.seed, `section ${index}${reworded ? ` v${number}` : ''}`);
    const heading = names[index] ?? capital(draw.pick(words.components));
    return `<h2>${xml.escapeXml(heading)}</h2>${section(draw, source)}`;
  });
  return `${opening(makeDraw(source.seed, 'opening'), source)}${parts.join('')}`;
}

function opening(draw: Draw, source: BodySource): string {
  const marked = source.markers.map(
    ({ref, selection}) => ` Still to be settled: ${xml.commentMarker(ref, selection)}.`,
  );
  const contents = draw.chance(25) ? xml.macro('toc', {maxLevel: '2'}) : '';
  return `${contents}<p>${prose(draw, 2)}${marked.join('')}</p><p>${prose(draw, 3)}</p>`;
}

/** Different sentences as markup, some words of them marked. */
function phrases(draw: Draw, count: number): readonly string[] {
  return draw.some(words.sentences, count).map(template => {
    const text = xml.escapeXml(fill(template, draw));
    if (draw.chance(12)) return text.replace(/(\d+ (?:ms|%|minutes))/, '<strong>$1</strong>');
    if (draw.chance(8)) return `<em>${text}</em>`;
    return draw.chance(20) ? text.replace(/: /, ' &mdash; ') : text;
  });
}

function prose(draw: Draw, count: number): string {
  return phrases(draw, count).join(' ');
}

function bulletSection(draw: Draw): string {
  const [last = '', ...items] = phrases(draw, draw.int(3, 6));
  const nested = `${last}</p>${xml.list('ul', phrases(draw, 2))}<p>`;
  const shown = [...items, draw.chance(30) ? nested : last];
  return xml.list('ul', shown).replaceAll('<p></p>', '');
}

function numberedSection(draw: Draw): string {
  return `<p>In this order:</p>${xml.list('ol', phrases(draw, draw.int(3, 6)))}`;
}

function tableSection(draw: Draw): string {
  const rows = draw.some(words.components, draw.int(3, 6)).map(name => {
    const before = draw.int(100, 900);
    const after = draw.int(20, before);
    const change = Math.round(((after - before) / before) * 100);
    return [capital(name), `${before}&nbsp;ms`, `${after}&nbsp;ms`, `${change}&nbsp;%`];
  });
  return `<p>${prose(draw, 1)}</p>${xml.table(['Part', 'Before', 'After', 'Change'], rows)}`;
}

function codeSection(draw: Draw): string {
  const {language, title, code} = draw.pick(codeSamples);
  return `<p>${prose(draw, 1)}</p>${xml.plainMacro('code', {language, title}, code.join('\n'))}`;
}

function panelSection(draw: Draw): string {
  const name = draw.pick(['info', 'note', 'warning', 'tip']);
  const title = draw.pick(['Before you start', 'Good to know']);
  const panel = xml.macro(name, draw.chance(50) ? {title} : {}, `<p>${prose(draw, 2)}</p>`);
  return `<p>${prose(draw, 1)}</p>${panel}`;
}

function taskSection(draw: Draw, source: BodySource): string {
  const items = Array.from({length: draw.int(2, 5)}, () => ({
    uuid: draw.uuid(),
    done: draw.chance(40),
    body: `${xml.mention(draw.pick(source.people))} ${prose(draw, 1)} ${date(draw, source)}`,
  }));
  return xml.tasks(items);
}

function quoteSection(draw: Draw): string {
  return `<p>${prose(draw, 1)}</p><blockquote><p>${prose(draw, 2)}</p></blockquote>`;
}

function expandSection(draw: Draw): string {
  const inner = `<p>${prose(draw, 2)}</p>${bulletSection(draw)}`;
  return `<p>${prose(draw, 2)}</p>${xml.macro('expand', {title: 'The details'}, inner)}`;
}

function statusSection(draw: Draw, source: BodySource): string {
  const states = [
    xml.status('DONE', 'Green'),
    xml.status('IN PROGRESS', 'Blue'),
    xml.status('AT RISK', 'Yellow'),
    xml.status('BLOCKED', 'Red'),
  ];
  const rows = draw
    .some(words.milestones, draw.int(2, 4))
    .map(name => [capital(name), draw.pick(states), xml.mention(draw.pick(source.people))]);
  return xml.table(['Goal', 'State', 'Owner'], rows);
}

function timelineSection(draw: Draw, source: BodySource): string {
  let minute = draw.int(6 * 60, 15 * 60);
  const rows = Array.from({length: draw.int(4, 7)}, () => {
    minute += draw.int(2, 35);
    const clock = [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0'));
    return [clock.join(':'), prose(draw, 1)];
  });
  return `<p>${date(draw, source)}, times in UTC</p>${xml.table(['Time', 'What happened'], rows)}`;
}

function imageSection(draw: Draw, source: BodySource): string {
  const file = source.images[0];
  const shown = file === undefined ? '' : xml.image(file, `Chart: ${draw.pick(words.components)}`);
  return `<p>${prose(draw, 2)}</p>${shown}<p><sub>${prose(draw, 1)}</sub></p>`;
}

function linkSection(draw: Draw, source: BodySource): string {
  const links = draw
    .some(source.pages, 3)
    .map(({title, spaceKey}) => xml.pageLink(spaceKey, title, title));
  const outside = `<a href="https://docs.example.com/${draw.int(100, 999)}?a=1&amp;b=2">the manual</a>`;
  const happy = xml.emoticon('smile', 'slight_smile', '🙂');
  return `${xml.list('ul', [...links, outside])}<p>${prose(draw, 1)} ${happy}</p><hr />`;
}

function date(draw: Draw, source: BodySource): string {
  const day = new Date(source.writtenAt + draw.int(-20, 30) * 86_400_000).toISOString();
  return `<time datetime="${day.slice(0, 10)}" />`;
}
