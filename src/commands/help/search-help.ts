import {permissionOf} from '../../api/catalogue/outcomes.ts';
import {allOperations} from '../../api/catalogue.ts';
import {inputsOf} from '../../api/inputs-of.ts';
import {type Operation, programOf, type Service} from '../../api/operation.ts';
import {lookUp} from '../../base/look-up.ts';
import type {Builtin} from '../builtin.ts';
import {globalFlags} from '../flags.ts';
import {twoColumns} from './layout.ts';
import {sectionsOfPages} from './pages.ts';
import {topics} from './topics.ts';

/** A searchable entry: its summary, and its full text. */
interface Entry {
  readonly name: string;
  readonly help: string;
  readonly more: string;
  /** The command that a section of a recipe shows. */
  readonly command?: string;
}

/** Limit of example commands. */
const mostExamples = 3;
/** Limit of hits of each kind. */
const most = 12;

/** Words of a question that say nothing about its subject. */
const fillers: ReadonlySet<string> = new Set(
  'a an and by can do does for from how i in is it my of on one or that the to what which with'.split(
    ' ',
  ),
);

/** Words of other programs and of the trade → a word that the help has. */
const synonyms: Readonly<Record<string, string>> = {
  backup: 'back',
  change: 'replace',
  dump: 'export',
  everybody: 'all',
  everyone: 'all',
  every: 'all',
  owner: 'lead',
  people: 'users',
  save: 'export',
  spreadsheet: 'csv',
  tell: 'notify',
  url: 'address',
  urls: 'address',
  notification: 'notify',
  admin: 'administers',
  admins: 'administers',
};

/**
 * Search the help, as `jr help search WORDS`: operations, commands, topics, flags and pages with
 * all the words, in any case; first those with the words in their name, then in their summary.
 * Stems count too, after the words as typed: `expiring` finds `expires` and `expiry`; then words
 * that mean the same. The kind with the best hit is first.
 *
 * @returns no line when nothing has them all
 */
export function searchHelp(
  words: readonly string[],
  service: Service,
  builtins: readonly Builtin[],
  width: number,
): readonly string[] {
  const own = allOperations().filter(operation => operation.service === service);
  const kinds = {
    Operations: own.map(entryOfOperation),
    'Other commands': builtins.map(entryOfBuiltin),
    'Global flags': globalFlags.map(({name, help}) => ({
      ...{name: `--${name}`, help, more: ''},
    })),
    Topics: topics.map(({name, summary}) => ({name: `help ${name}`, help: summary, more: ''})),
    Pages: sectionsOfPages.split('\n').map(entryOfSection),
  };
  const subject = words.map(word => word.toLowerCase()).filter(word => !fillers.has(word));
  const typed = subject.length > 0 ? subject : words;
  const sections = Object.entries(kinds).flatMap(([title, entries]) => {
    const found = hits(entries, typed);
    const [best] = found;
    if (best === undefined) return [];
    const shown = found.slice(0, most).map(({entry: {name, help}}) => [name, help] as const);
    const rest = found.length > most ? [`  … and ${found.length - most} more`] : [];
    const commands = found.flatMap(({entry: {command = ''}}) =>
      command.startsWith(`${programOf(service)} `) ? [`  ${command}`] : [],
    );
    const examples = [...new Set(commands)].slice(0, mostExamples);
    const lines = [
      ...['', `${title}:`, ...twoColumns(shown, width), ...rest],
      ...(examples.length > 0 ? ['', 'Examples:', ...examples] : []),
    ];
    // A section of a page has no name but its heading.
    const rank = title === 'Pages' ? Math.max(0, best.rank - ways.length) : best.rank;
    return [{rank, lines}];
  });
  sections.sort((one, other) => one.rank - other.rank);
  return sections.flatMap(({lines}) => lines).slice(1);
}

/** Whether a text has a word of the question: the text in lower case, and its words. */
type Test = (text: string, own: ReadonlySet<string>) => boolean;

/** Short words match whole words only: `me` is not `merge`. */
function hasText(word: string): Test {
  const wanted = word.toLowerCase();
  if (/[^\p{L}\p{N}]/u.test(wanted)) return text => text.includes(wanted);
  if (wanted.length <= 3) return (_, own) => own.has(wanted);
  return (_, own) => begins(own, wanted);
}

function hasStem(word: string): Test {
  const stem = stemOf(word.toLowerCase());
  return stem.length < 3 ? hasText(word) : (_, own) => begins(own, stem);
}

function hasSynonym(word: string): Test {
  const other = lookUp(synonyms, word.toLowerCase());
  return other === undefined ? hasStem(word) : hasStem(other);
}

/** Ways to have a word, the best first. */
const ways: readonly ((word: string) => Test)[] = [hasText, hasStem, hasSynonym];

function begins(words: ReadonlySet<string>, start: string): boolean {
  return [...words].some(word => word.startsWith(start));
}

/** The words of a text in lower case; of `fixVersion` also its parts. */
function wordsIn(text: string): ReadonlySet<string> {
  const parts = `${text} ${text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')}`;
  return new Set(parts.toLowerCase().split(/[^\p{L}\p{N}]+/u));
}

/** The part of a word that its forms share: `merg` of `merging` and `merge`. */
function stemOf(word: string): string {
  const stem = word
    .replace(/(?<=.{3})(?:ies|ied)$/, 'y')
    .replace(/(?<=.{3})(?:ations?|ing|ers?|ed|e?s)$/, '')
    .replace(/(?<=.{3})[ey]$/, '');
  return stem.replace(/(?<=..)([bdglmnprt])\1$/, '$1');
}

/** The entries that have all words, the best first. */
function hits(entries: readonly Entry[], words: readonly string[]) {
  const tested = ways.map(way => words.map(way));
  const ranked = entries.map(entry => {
    const {name, help, more} = entry;
    const texts = [name, `${name} ${help}`, `${name} ${help} ${more}`];
    const ranks = texts.flatMap(text => {
      const [lower, own] = [text.toLowerCase(), wordsIn(text)];
      return tested.map(tests => tests.every(test => test(lower, own)));
    });
    return {entry, rank: ranks.indexOf(true)};
  });
  return ranked.filter(({rank}) => rank >= 0).sort((one, other) => one.rank - other.rank);
}

function entryOfOperation(operation: Operation): Entry {
  const {group, name, summary, path, method, notes = [], deprecated} = operation;
  const inputs = inputsOf(operation).flatMap(input => [`--${input.name}`, input.help ?? '']);
  return {
    name: `${group} ${name}`,
    help: deprecated ? `${summary} (deprecated)` : summary,
    more: [method, path, permissionOf(operation), ...notes, ...inputs].join(' '),
  };
}

function entryOfBuiltin({name, summary, usage, notes, flags}: Builtin): Entry {
  const own = flags.flatMap(flag => [`--${flag.name}`, flag.help]);
  return {name, help: summary, more: [...usage, ...notes, ...own].join(' ')};
}

function entryOfSection(line: string): Entry {
  const [page = '', heading = '', start = '', command = ''] = line.split('\t');
  return {name: page, help: heading, more: start, command};
}
