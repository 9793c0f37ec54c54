import {permissionOf} from '../../api/catalogue/outcomes.ts';
import {allOperations} from '../../api/catalogue.ts';
import {inputsOf} from '../../api/inputs-of.ts';
import type {Operation, Service} from '../../api/operation.ts';
import type {Builtin} from '../builtin.ts';
import {globalFlags} from '../flags.ts';
import {twoColumns} from './layout.ts';
import {sectionsOfPages} from './pages.ts';

/** Something that can be found: what is shown of it, and all that is known of it. */
interface Entry {
  readonly name: string;
  readonly help: string;
  readonly more: string;
}

/** Most hits shown of each kind. */
const most = 12;

/**
 * What `jr help search words` prints: operations, commands, flags and pages in which all the words
 * are, in any case; first those that have them in their name, then in their summary.
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
    Pages: sectionsOfPages.split('\n').map(entryOfSection),
  };
  const lines = Object.entries(kinds).flatMap(([title, entries]) => {
    const found = hits(entries, words);
    if (found.length === 0) return [];
    const shown = found.slice(0, most).map(({name, help}) => [name, help] as const);
    const rest = found.length > most ? [`  … and ${found.length - most} more`] : [];
    return ['', `${title}:`, ...twoColumns(shown, width), ...rest];
  });
  return lines.slice(1);
}

function hits(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  const wanted = words.map(word => word.toLowerCase());
  const has = (text: string) => wanted.every(word => text.toLowerCase().includes(word));
  const ranked = entries.map(entry => {
    const {name, help, more} = entry;
    const texts = [name, `${name} ${help}`, `${name} ${help} ${more}`];
    return {entry, rank: texts.findIndex(has)};
  });
  return ranked
    .filter(({rank}) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({entry}) => entry);
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
  const [page = '', heading = '', start = ''] = line.split('\t');
  return {name: page, help: heading, more: start};
}
