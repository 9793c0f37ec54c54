import fuzzysort from 'fuzzysort';
import {programOf} from '../../../api/operation.ts';
import {keptLast} from '../../../base/kept-last.ts';
import {goTo, switchTo} from '../../locations/go-to.ts';
import {findList, type Screens} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import type {PaletteCommand} from './palette-command.ts';
import {foundSuggestions} from './suggest-found.ts';
import {namedSuggestions, objectSuggestions} from './suggest-objects.ts';
import {namesOperation, operationSuggestions} from './suggest-operations.ts';
import {type PaletteText, readPaletteText, type Suggestion, startsInOrder} from './suggestion.ts';

interface Entry {
  readonly label: string;
  /** Id and aliases in lower case. */
  readonly names: readonly string[];
  readonly words: string;
  readonly about: string;
  readonly needs: readonly string[];
  /** Present for a command that is no screen. */
  readonly own?: PaletteCommand;
}

type Commands = readonly PaletteCommand[];

/** What is named clearly, then what is only alike. */
type Ranked<T> = readonly [clear: readonly T[], alike: readonly T[]];

const lastEntries = keptLast<readonly Entry[]>();

/** All that can be named, made once. */
function entriesOf({screens}: AppState, commands: Commands): readonly Entry[] {
  return lastEntries([screens, commands], () => makeEntries(screens, commands));
}

const makeEntries = ({named}: Screens, commands: Commands): readonly Entry[] => [
  ...named.map(({id, title, aliases, about, needs}) => {
    const names = [id, ...aliases].map(name => name.toLowerCase());
    return {label: id, names, words: [id, title, ...aliases].join(' '), about, needs};
  }),
  ...commands.map(own => {
    const names = [own.name, ...own.aliases];
    return {label: own.name, names, words: names.join(' '), about: own.about, needs: [], own};
  }),
];

/**
 * What the palette offers for a text, best first: `projects`, `ver ACME`, `projects /web @prod`,
 * `perm 10000`, `ACME`, `version get`, `jr version get --id 10042`. Of what fits equally well, what
 * was chosen lately comes first; for an empty text so does all that was.
 */
export function suggestions(
  text: string,
  state: AppState,
  commands: Commands,
): readonly Suggestion[] {
  const read = readPaletteText(text, isPairName(state, commands));
  if (read.name === '' && read.profile !== undefined) return profileSuggestions(read, state);
  if (read.name === '') {
    const recent = state.recent.flatMap(chosen => recentSuggestion(chosen, state, commands) ?? []);
    return distinct([...recent, ...known(read, state, commands).flat()]);
  }
  const operations = operationSuggestions(text);
  // A command line names nothing else.
  if (read.name === 'jr' || read.name === 'cf') return distinct(operations);
  if (namesOperation(text))
    return distinct([...operations, ...known(read, state, commands).flat()]);
  const typed = [read.name, ...read.rest].join(' ');
  const fits = startsInOrder(typed);
  const [clear, alike] = known(read, state, commands);
  const begun = operations.filter(({label, about}) => fits(`${label} ${about}`));
  const byId = objectSuggestions(read, state);
  // Ids and keys have a digit or a capital; `perm sch` is rather the beginning of two words.
  const isId = /[\p{N}\p{Lu}]/u.test(read.args[0] ?? read.name);
  // `perm sch` goes on with the name of a screen, `perm open` has that of a scheme behind it.
  const isScreen = entriesOf(state, commands).some(({words}) => fits(words));
  const named = namedSuggestions(read, state);
  return distinct([
    ...(isScreen ? [] : named),
    ...(isId ? byId : []),
    ...clear,
    ...named,
    ...byId,
    ...(read.profile === undefined && read.filter === undefined
      ? foundSuggestions(typed, state)
      : []),
    ...begun,
    ...alike,
    ...operations,
  ]);
}

/** The line that was chosen then, if it is still offered. */
function recentSuggestion(
  chosen: string,
  state: AppState,
  commands: Commands,
): Suggestion | undefined {
  const read = readPaletteText(chosen, isPairName(state, commands));
  if (read.name === '') return profileSuggestions(read, state).find(s => s.label === chosen);
  const offered = namesOperation(chosen)
    ? operationSuggestions(chosen)
    : [...objectSuggestions(read, state), ...known(read, state, commands).flat()];
  return offered.find(s => s.label === chosen && s.run !== undefined);
}

/** Names of two words, such as `wh failed`. */
function isPairName(state: AppState, commands: Commands): (pair: string) => boolean {
  return pair => entriesOf(state, commands).some(e => e.names.includes(pair));
}

function distinct(all: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  // Two things may have one name.
  const keyOf = ({label, about, forgotten}: Suggestion): string =>
    forgotten ? `${label} ${about}` : label;
  return all.filter(s => !seen.has(keyOf(s)) && seen.add(keyOf(s)) !== undefined);
}

/** Screens and commands of that name, then those that are only alike. */
function known(read: PaletteText, state: AppState, commands: Commands): Ranked<Suggestion> {
  const [clear, alike] = rank(read, state, commands);
  const suggest = (found: Entry): readonly Suggestion[] =>
    found.own
      ? ownSuggestions(found.own, wordsFor(found.own, read), state)
      : [screenSuggestion(found, read, state)];
  return [clear.flatMap(suggest), alike.flatMap(suggest)];
}

/**
 * Names and aliases first, then words in their order at the starts of words, and beside them what is
 * only alike; what needs nothing before what does.
 */
function rank({name, args}: PaletteText, state: AppState, commands: Commands): Ranked<Entry> {
  const entries = entriesOf(state, commands);
  const ready = (e: Entry): number => (e.needs.length === 0 ? 0 : 1);
  const age = (e: Entry): number => {
    const at = state.recent.findIndex(text => text.split(' ')[0] === e.label);
    return at === -1 ? state.recent.length : at;
  };
  if (name === '') return [entries.filter(e => ready(e) === 0), []];
  const wanted = name.toLowerCase();
  // Of two things of a name the one that takes what was typed, as it was typed.
  const odd = ({needs, label}: Entry): number =>
    2 * Math.abs(needs.length - args.length) + (label === wanted ? 0 : 1);
  const command = ({own}: Entry): number => (own === undefined ? 0 : 1);
  const named = entries.filter(e => e.names.includes(wanted)).sort((x, y) => odd(x) - odd(y));
  const worded = entries
    .filter(e => e.words.toLowerCase().split(' ').includes(wanted))
    .sort((x, y) => age(x) - age(y) || ready(x) - ready(y));
  const begun = entries
    .filter(e => e.names.some(n => n.startsWith(wanted)))
    .sort((x, y) => age(x) - age(y) || command(x) - command(y) || odd(x) - odd(y));
  const fuzzy = fuzzysort.go(name, entries, {key: 'words', threshold: 0.3}).map(r => r.obj);
  const fits = startsInOrder([name, ...args].join(' '));
  const inOrder = entries.filter(e => fits(e.words)).sort((x, y) => ready(x) - ready(y));
  const clear = [...new Set([...named, ...worded, ...begun, ...inOrder])];
  return [clear, fuzzy.filter(e => !clear.includes(e))];
}

/** What follows the name of a command. */
function wordsFor({takesProfile}: PaletteCommand, {rest, profile}: PaletteText): readonly string[] {
  return takesProfile && profile !== undefined ? [...rest, `@${profile}`] : rest;
}

/** A command once, or once for each of its choices that begin as typed. */
function ownSuggestions(
  own: PaletteCommand,
  args: readonly string[],
  state: AppState,
): readonly Suggestion[] {
  const [first = '', ...more] = args;
  const choices = own.choices?.(state).filter(choice => choice.startsWith(first)) ?? [];
  const lines = choices.length === 0 ? [args] : choices.map(choice => [choice, ...more]);
  return lines.map(given => ({
    label: [own.name, ...(given.length === 0 ? [own.args] : given)].join(' ').trim(),
    about: given.length === 0 ? own.about : (own.effect?.(state, given) ?? own.about),
    effect: own.problem?.(state, given) ?? own.effect?.(state, given) ?? own.about,
    complete: [own.name, ...given, ''].join(' '),
    run: (now, parts) => own.run(now, given, parts),
    problem: own.problem?.(state, given),
    ...(own.forgotten && {forgotten: true}),
  }));
}

function screenSuggestion(found: Entry, read: PaletteText, state: AppState): Suggestion {
  const {args, filter, profile} = read;
  const missing = found.needs.slice(args.length);
  const given = [found.label, ...args.slice(0, found.needs.length)];
  const suffixes = [
    ...(filter === undefined ? [] : [`/${filter}`]),
    ...(profile === undefined ? [] : [`@${profile}`]),
  ];
  const label = [...given, ...missing.map(n => n.toUpperCase()), ...suffixes].join(' ');
  const needs = `needs ${missing.join(', ')}: ${label}`;
  return {
    label,
    about: missing.length > 0 ? needs : found.about,
    effect:
      missing.length > 0
        ? `tab completes it; then type its ${missing.join(', ')}`
        : effectOf(state, found, read),
    complete: [...given, ...(missing.length > 0 ? [''] : []), ...suffixes].join(' '),
    run: missing.length > 0 ? undefined : goTo({screen: found.label, args, filter, profile}),
    problem: profileProblem(state, profile),
  };
}

function profileProblem({session}: AppState, profile: string | undefined): string | undefined {
  const isKnown = profile === undefined || session.profiles.some(({name}) => name === profile);
  return isKnown ? undefined : `no profile is called ${profile}`;
}

/** The request that opening a screen makes. */
function effectOf({screens}: AppState, found: Entry, {filter, profile}: PaletteText): string {
  const source = findList(screens, found.label)?.sources[0];
  const what =
    source === undefined ? found.about : `opens ${programOf(source.service)} ${source.operation}`;
  const narrowed = filter === undefined ? '' : `, shows what has ${filter}`;
  const through = profile === undefined ? '' : `, through the profile ${profile}`;
  return what + narrowed + through;
}

function profileSuggestions({profile = ''}: PaletteText, state: AppState): readonly Suggestion[] {
  return state.session.profiles
    .filter(({name}) => name.toLowerCase().startsWith(profile.toLowerCase()))
    .map(({name, tracker, content, protected: isProtected}) => ({
      label: `@${name}`,
      about: [tracker ?? content ?? '', isProtected ? 'protected' : ''].filter(Boolean).join(', '),
      effect: `connects through the profile ${name}; what is open is closed`,
      run: state => switchTo(state, name),
    }));
}
