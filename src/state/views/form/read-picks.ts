import type {EntityKind} from '../../../api/field.ts';
import {filterByName, findOnlyNamed, valueOfEntity} from '../../../api/naming/match-name.ts';
import type {NamedEntity} from '../../../api/naming/name-listing.ts';
import {isIdOrKey} from '../../../api/naming/resolve-name.ts';
import {isFailure} from '../../../base/failure.ts';
import {fetchEntities} from '../../ask/ask.ts';
import {summarizeError} from '../../ask/error-summary.ts';
import {newsOf} from '../../model/locations.ts';
import type {Ports, Task} from '../../model/transition.ts';
import type {Candidate, FormView, PickSource, Picks, Unnamed} from './state.ts';

const readAtMost = 500;
/** Milliseconds nothing is typed before a service is asked for a part of a name. */
const calmMs = 150;

/** Reads what a field can take; with each page all that is known is told. */
export const readPicks =
  (view: number, input: string, source: PickSource): Task =>
  async (ports, {signal}) => {
    const {question} = source;
    let known: readonly Candidate[] = [];
    const tell = (isAll: boolean, problem?: string): void => {
      const why = problem !== undefined && {problem};
      const picks = {input, question, picks: known, isRead: true, isAll, ...why};
      ports.dispatch(newsOf('form', view, form => ({...form, picks})));
    };
    try {
      if (question.like !== undefined) await ports.clock.sleep(calmMs, signal);
      for await (const {picks, isAll} of pagesOf(source, ports, signal)) {
        known = picks;
        // A part of a list by one text says nothing of another.
        tell(isAll && question.like === undefined);
      }
    } catch (thrown) {
      if (signal.aborted) return;
      // The value can still be typed: why there is nothing to pick from is only said.
      const {title, text} = summarizeError(thrown);
      tell(false, `${title}: ${text}`);
    }
  };

async function* pagesOf({list, question, by}: PickSource, ports: Ports, signal: AbortSignal) {
  const picks = new Map<string, Candidate>();
  for await (const {things, last} of fetchEntities(list, question, ports, signal)) {
    if (signal.aborted) return;
    for (const thing of things) picks.set(thing.id, pickOf(by, thing));
    yield {picks: [...picks.values()], isAll: last};
    if (picks.size >= readAtMost) return;
  }
}

/** What a field shows of a thing, and what stands in its value. */
function pickOf(by: PickSource['by'], thing: NamedEntity): Candidate {
  const {title, key, names, tells, isLast, isClosed} = thing;
  // Of what is yes or no the word says enough, and only where it is so.
  const told = Object.entries(tells).flatMap(([word, text]) =>
    text === 'true' ? [word] : text === 'false' ? [] : [text],
  );
  return {
    value: valueOfEntity(thing, by),
    label: title,
    names: [...names, ...(key === undefined ? [] : [key])],
    tells: told.filter(text => text !== title),
    ...(isLast && {isLast}),
    ...(isClosed && {isClosed}),
  };
}

/** Looks up what values name, each list once; each value is told by itself. */
export const readNames =
  (view: number, unnamed: readonly Unnamed[]): Task =>
  async (ports, {signal}) => {
    const asked = new Map<string, Pick<Picks, 'picks' | 'isAll'>>();
    for (const one of unnamed) {
      const {source} = one;
      const key = JSON.stringify([one.names, source.question]);
      try {
        for await (const read of asked.has(key) ? [] : pagesOf(source, ports, signal)) {
          asked.set(key, read);
          if (meant(read.picks, one) !== undefined) break;
        }
      } catch (thrown) {
        // The value stands there as it is: only what it is called is not known.
        if (!isFailure(thrown) && !signal.aborted) throw thrown;
      }
      if (signal.aborted) return;
      const {picks, isAll} = asked.get(key) ?? {picks: [], isAll: false};
      const found = meant(picks, one);
      // Of several things that have it in their name none is meant.
      const isVain = isAll || filterByName(picks, one.text).length > 1;
      ports.dispatch(newsOf('form', view, form => named(form, one, found, isVain)));
    }
  };

/** The thing a value names: of that value, of one of its names, and where it is no id the only one that fits. */
function meant(picks: readonly Candidate[], {text, source}: Unnamed): Candidate | undefined {
  const same = picks.find(({value, names}) => value === text || names.includes(text));
  if (same !== undefined || isIdOrKey(source.list, source.by, text)) return same;
  return findOnlyNamed(picks, text);
}

/** What was looked up is called so, and its value takes the place of a name. */
function named(
  view: FormView,
  {input, names, text}: Unnamed,
  pick: Candidate | undefined,
  /** Where there is no pick, there is none: all were read, or several may be meant. */
  isVain: boolean,
): FormView {
  const value = pick?.value ?? text;
  const label = pick?.label ?? '';
  const key = calledKey(names, text);
  const called = {...view.called, [key]: label, [calledKey(names, value)]: label};
  const missing = isVain && pick === undefined ? new Set([...view.missing, key]) : view.missing;
  const withIt = (values: FormView['values']): FormView['values'] => {
    const texts = values[input];
    if (value === text || !texts?.includes(text)) return values;
    return {...values, [input]: texts.map(one => (one === text ? value : one))};
  };
  return {...view, called, missing, values: withIt(view.values), spare: withIt(view.spare)};
}

/** Under which name it is kept what a thing is called. */
export function calledKey(kind: EntityKind, text: string): string {
  return `${kind} ${text}`;
}
