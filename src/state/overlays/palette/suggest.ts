import {programOf} from '../../../api/operation.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {goTo, switchTo} from '../../locations/go-to.ts';
import {ofKind} from '../../model/location.ts';
import {findList, type Screens} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import type {PaletteCommand} from './palette-command.ts';
import {type MatchLevel, matchNames, plain, rankCandidates, type SearchCandidate} from './rank.ts';
import {foundCandidates, objectMark, recentObject} from './suggest-found.ts';
import {namedSuggestions, objectSuggestions} from './suggest-objects.ts';
import {operationCandidates} from './suggest-operations.ts';
import {type PaletteText, readPaletteText, type Suggestion} from './suggestion.ts';

interface Entry {
  readonly label: string;
  /** Id, aliases, title, and the titles of its rows on the home screen. */
  readonly names: readonly string[];
  /** Id, aliases and titles on the home screen as `plain` returns them: the words that open it. */
  readonly words: readonly string[];
  readonly about: string;
  readonly needs: readonly string[];
  /** Set for a command that is not a screen. */
  readonly own?: PaletteCommand;
}

type Commands = readonly PaletteCommand[];

const lastEntries = memoizeLast<readonly Entry[]>();

/** All screens and commands; cached. */
function entriesOf({screens}: AppState, commands: Commands): readonly Entry[] {
  return lastEntries([screens, commands], () => makeEntries(screens, commands));
}

const makeEntries = ({named, home}: Screens, commands: Commands): readonly Entry[] => [
  ...named.map(({id, title, aliases, about, needs}) => {
    const rows = home.filter(({screen}) => screen === id).map(row => row.title);
    return {
      label: id,
      names: [id, ...aliases, title, ...rows],
      words: [id, ...aliases, ...rows].map(plain),
      about,
      needs,
    };
  }),
  ...commands.map(own => ({
    label: own.name,
    names: [own.name, ...own.aliases],
    words: [own.name, ...own.aliases].map(plain),
    about: own.about,
    needs: [],
    own,
  })),
];

/**
 * Suggest meanings of a text, best first: `projects`, `ver ACME`, `projects /web @prod`, `perm
 * 10000`, `ACME`, `version get`, `jr version get --id 10042`. An empty text lists recent choices,
 * then every screen and command.
 */
export function suggestions(
  text: string,
  state: AppState,
  commands: Commands,
): readonly Suggestion[] {
  return lastSuggestions([text, commands, ...searchedParts(state)], () =>
    makeSuggestions(text, state, commands),
  );
}

const lastSuggestions = memoizeLast<readonly Suggestion[]>();

/**
 * The parts of the state that suggestions depend on: all but those that change with each request,
 * of which a large site needs hundreds while the palette is open, and the rest of the prompt.
 */
function searchedParts({log, traffic, requests, prompt, ...parts}: AppState): unknown[] {
  const {found, asking} = ofKind(prompt, 'palette') ?? {};
  return [...Object.values(parts), found, asking];
}

function makeSuggestions(text: string, state: AppState, commands: Commands): readonly Suggestion[] {
  const read = readPaletteText(text, isPairName(state, commands));
  if (read.name === '' && read.profile !== undefined) return profileSuggestions(read, state);
  if (read.name === '') {
    const recent = state.recent.flatMap(chosen => recentSuggestion(chosen, state, commands) ?? []);
    return distinct([...recent, ...everyEntry(state, commands, read)]);
  }
  // A command line has no other meaning.
  if (read.name === 'jr' || read.name === 'cf') {
    return distinct(rankCandidates(text, operationCandidates(text, state)));
  }
  const typed = [read.name, ...read.rest].join(' ');
  const isPlain = read.profile === undefined && read.filter === undefined;
  const ranked = rankCandidates(typed, [
    ...objectCandidates(read, state),
    ...entryCandidates(read, state, commands),
    ...(isPlain ? foundCandidates(typed, state) : []),
    ...operationCandidates(text, state),
  ]);
  return distinct(ranked);
}

/** Objects that the text identifies by an id, a key, or a name after the word of their list. */
function objectCandidates(read: PaletteText, state: AppState): readonly SearchCandidate[] {
  const isId = read.args.every(looksLikeId);
  const exactly = (suggestion: Suggestion, level: MatchLevel): SearchCandidate => ({
    kind: 'object',
    suggestion,
    names: [],
    description: '',
    level,
  });
  return [
    ...objectSuggestions(read, state).map(one => exactly(one, isId ? 'exact' : 'fuzzy')),
    // A name still being searched, or without a match, is a guess.
    ...namedSuggestions(read, state).map(one => exactly(one, one.run ? 'exact' : 'fuzzy')),
  ];
}

/** Screens and commands, with their arguments. */
function entryCandidates(
  read: PaletteText,
  state: AppState,
  commands: Commands,
): readonly SearchCandidate[] {
  return entriesOf(state, commands).flatMap(entry => {
    const kind = entry.own === undefined ? 'screen' : 'command';
    const {names, about: description} = entry;
    const {level: found, isWhole} = matchEntry(entry, read);
    // A screen that can be opened at once comes before one that still needs an object.
    const isIncomplete = read.args.length < entry.needs.length;
    const level = isIncomplete && isSure(found) ? 'words' : found;
    const order = orderOf(entry, isWhole ? {...read, args: []} : read, level, state);
    const isCommandWord =
      read.args.length === 0 && entry.needs.length === 0 && entry.words.includes(plain(read.name));
    return suggestEntry(entry, read, state).map(
      (suggestion): SearchCandidate => ({
        kind,
        suggestion,
        names,
        description,
        level,
        order,
        isCommandWord,
      }),
    );
  });
}

/** Whether the text is a name or its beginning. */
const isSure = (level: MatchLevel | undefined): boolean => level === 'exact' || level === 'begins';

/** The line of a recent choice, if it is still offered. */
function recentSuggestion(
  chosen: string,
  state: AppState,
  commands: Commands,
): Suggestion | undefined {
  if (chosen.startsWith(objectMark)) return recentObject(chosen, state);
  const read = readPaletteText(chosen, isPairName(state, commands));
  if (read.name === '') return profileSuggestions(read, state).find(s => s.label === chosen);
  const offered = [
    ...objectSuggestions(read, state),
    ...entriesOf(state, commands).flatMap(entry => suggestEntry(entry, read, state)),
    ...operationCandidates(chosen, state).map(({suggestion}) => suggestion),
  ];
  return offered.find(s => s.label === chosen && s.run !== undefined);
}

/** Names of two words, such as `wh failed`. */
function isPairName(state: AppState, commands: Commands): (pair: string) => boolean {
  return pair => entriesOf(state, commands).some(({words}) => words.includes(pair));
}

function distinct(all: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  // Two entities may have the same name.
  const keyOf = ({label, about, key, forgotten}: Suggestion): string =>
    forgotten || key !== undefined ? `${label} ${about}` : label;
  return all.filter(s => !seen.has(keyOf(s)) && seen.add(keyOf(s)) !== undefined);
}

/** The screens without parameters, and every command, in the order of their declaration. */
function everyEntry(state: AppState, commands: Commands, read: PaletteText): readonly Suggestion[] {
  return entriesOf(state, commands)
    .filter(({needs}) => needs.length === 0)
    .flatMap(entry => suggestEntry(entry, read, state));
}

/** An entry as one line, or a command once for each of its choices. */
function suggestEntry(entry: Entry, read: PaletteText, state: AppState): readonly Suggestion[] {
  return entry.own
    ? ownSuggestions(entry.own, wordsFor(entry.own, read), state)
    : [screenSuggestion(entry, read, state)];
}

/** Ids and keys contain a digit or a capital letter. */
const looksLikeId = (word: string): boolean => /[\p{N}\p{Lu}]/u.test(word);

/** How well a text matches an entry, and whether all words are used. */
interface EntryMatch {
  readonly level: MatchLevel | undefined;
  readonly isWhole: boolean;
}

/**
 * Match a text with an entry. Words after the first may be arguments: `theme dark`, `ver ACME`. An
 * entry that takes an object counts less if the argument is not an id: `perm sch` abbreviates two
 * words.
 */
function matchEntry({names, needs, own}: Entry, {name, args, rest}: PaletteText): EntryMatch {
  const whole = matchNames(args.length === 0 ? name : [name, ...rest].join(' '), names);
  const takesAll = own === undefined ? args.length <= needs.length : own.args !== '';
  if (args.length === 0 || !takesAll) return {level: whole, isWhole: true};
  const first = matchNames(name, names);
  if (first === 'exact' && (own !== undefined || args.every(looksLikeId))) {
    return {level: first, isWhole: false};
  }
  if (whole !== undefined) return {level: whole, isWhole: true};
  return {level: isSure(first) ? 'fuzzy' : undefined, isWhole: false};
}

/** Recent ones first; of two with the same name, the one that takes exactly the typed arguments. */
function orderOf(
  {needs, label}: Entry,
  {name, args}: Pick<PaletteText, 'name' | 'args'>,
  level: MatchLevel | undefined,
  {recent}: AppState,
): number {
  const at = recent.findIndex(text => text.split(' ')[0] === label);
  const age = at === -1 ? recent.length : at;
  const misfit = 2 * Math.abs(needs.length - args.length) + (plain(label) === plain(name) ? 0 : 1);
  return level === 'exact' ? 100 * misfit + age : 100 * age + misfit;
}

/** The arguments of a command. */
function wordsFor({takesProfile}: PaletteCommand, {rest, profile}: PaletteText): readonly string[] {
  return takesProfile && profile !== undefined ? [...rest, `@${profile}`] : rest;
}

/** A command as one line, or one line for each matching choice. */
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
    run: (now, registry) => own.run(now, given, registry),
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
  return {
    label,
    about: found.about,
    effect:
      missing.length > 0
        ? `tab completes; then type ${missing.join(', ')}`
        : effectOf(state, found, read),
    complete: [...given, ...(missing.length > 0 ? [''] : []), ...suffixes].join(' '),
    run: missing.length > 0 ? undefined : goTo({screen: found.label, args, filter, profile}),
    problem:
      missing.length > 0 ? `needs ${missing.join(', ')}: ${label}` : profileProblem(state, profile),
  };
}

function profileProblem({session}: AppState, profile: string | undefined): string | undefined {
  const isKnown = profile === undefined || session.profiles.some(({name}) => name === profile);
  return isKnown ? undefined : `unknown profile ${profile}`;
}

/** What opening a screen does, with the command of its request. */
function effectOf({screens}: AppState, found: Entry, {filter, profile}: PaletteText): string {
  const source = findList(screens, found.label)?.sources[0];
  const command = source === undefined ? '' : ` · ${programOf(source.service)} ${source.operation}`;
  const narrowed = filter === undefined ? '' : `, filtered by ${filter}`;
  const through = profile === undefined ? '' : `, using profile ${profile}`;
  return `opens ${found.label}${command}${narrowed}${through}`;
}

function profileSuggestions({profile = ''}: PaletteText, state: AppState): readonly Suggestion[] {
  return state.session.profiles
    .filter(({name}) => name.toLowerCase().startsWith(profile.toLowerCase()))
    .map(({name, tracker, content, protected: isProtected}) => ({
      label: `@${name}`,
      about: [tracker ?? content ?? '', isProtected ? 'protected' : ''].filter(Boolean).join(', '),
      effect: `connects with profile ${name}; closes all open views`,
      run: state => switchTo(state, name),
    }));
}
