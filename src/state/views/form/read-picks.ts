import type {EntityKind} from '../../../api/field.ts';
import {filterByName, findOnlyNamed, valueOfEntity} from '../../../api/naming/match-name.ts';
import type {EntityEntry} from '../../../api/naming/name-listing.ts';
import {isIdOrKey} from '../../../api/naming/resolve-name.ts';
import {isFailure} from '../../../base/failure.ts';
import {fetchEntities} from '../../ask/ask.ts';
import {summarizeError} from '../../ask/error-summary.ts';
import {viewChangeEvent} from '../../model/locations.ts';
import type {Ports, Task} from '../../model/transition.ts';
import type {
  FieldCandidate,
  FormView,
  PickSource,
  Picks,
  UnmatchedName,
  UnresolvedReference,
} from './state.ts';

const readAtMost = 500;
/** Milliseconds without typing before a service is asked for matches. */
const calmMs = 150;

/** Read the suggestions for a field, and report all known ones after each page. */
export const readPicks =
  (view: number, input: string, source: PickSource): Task =>
  async (ports, {signal}) => {
    const {question} = source;
    let known: readonly FieldCandidate[] = [];
    const tell = (isAll: boolean, problem?: string): void => {
      const why = problem !== undefined && {problem};
      const picks = {input, question, picks: known, isRead: true, isAll, ...why};
      ports.dispatch(viewChangeEvent('form', view, form => ({...form, picks})));
    };
    try {
      if (question.like !== undefined) await ports.clock.sleep(calmMs, signal);
      for await (const {picks, isAll} of pagesOf(source, ports, signal)) {
        known = picks;
        // Matches for one text are not reusable for another.
        tell(isAll && question.like === undefined);
      }
    } catch (thrown) {
      if (signal.aborted) return;
      // The value can still be typed, so the failure is only shown.
      const {title, text} = summarizeError(thrown);
      tell(false, `${title}: ${text}`);
    }
  };

async function* pagesOf({list, question, by}: PickSource, ports: Ports, signal: AbortSignal) {
  const picks = new Map<string, FieldCandidate>();
  for await (const {entities, last} of fetchEntities(list, question, ports, signal)) {
    if (signal.aborted) return;
    for (const thing of entities) picks.set(thing.id, pickOf(by, thing));
    yield {picks: [...picks.values()], isAll: last};
    if (picks.size >= readAtMost) return;
  }
}

/** The suggestion for an entity: its label, and the value to insert. */
function pickOf(by: PickSource['by'], thing: EntityEntry): FieldCandidate {
  const {title, key, names, details, isLast, isClosed} = thing;
  // Show a boolean by its word alone, and only if it is true.
  const texts = Object.entries(details).flatMap(([word, text]) =>
    text === 'false' || text === title ? [] : [[word, text === 'true' ? word : text]],
  );
  return {
    value: valueOfEntity(thing, by),
    label: title,
    names: [...names, ...(key === undefined ? [] : [key])],
    details: Object.fromEntries(texts),
    ...(isLast && {isLast}),
    ...(isClosed && {isClosed}),
  };
}

/** Look up the names of values, reading each list once; report each value separately. */
export const readNames =
  (view: number, unnamed: readonly UnresolvedReference[]): Task =>
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
        // The id is shown unchanged: only its name is unknown.
        if (!isFailure(thrown) && !signal.aborted) throw thrown;
      }
      if (signal.aborted) return;
      const {picks, isAll} = asked.get(key) ?? {picks: [], isAll: false};
      const found = meant(picks, one);
      // If several entities have it in their name, none is chosen.
      const isSeveral = filterByName(picks, one.text).length > 1;
      const vain = isSeveral ? 'several' : isAll ? 'none' : undefined;
      ports.dispatch(viewChangeEvent('form', view, form => named(form, one, found, vain)));
    }
  };

/**
 * The entity a value refers to: by value, by name, or the only match for a text that is not an id.
 */
function meant(
  picks: readonly FieldCandidate[],
  {text, source}: UnresolvedReference,
): FieldCandidate | undefined {
  const same = picks.find(({value, names}) => value === text || names.includes(text));
  if (same !== undefined || isIdOrKey(source.list, source.by, text)) return same;
  return findOnlyNamed(picks, text);
}

/** Store the name of a value; replace a typed name by its value. */
function named(
  view: FormView,
  {input, names, text}: UnresolvedReference,
  pick: FieldCandidate | undefined,
  /** Why there is no match: all were read, or several match. */
  vain: UnmatchedName | undefined,
): FormView {
  const value = pick?.value ?? text;
  const label = pick?.label ?? '';
  const key = nameKey(names, text);
  const called = {...view.called, [key]: label, [nameKey(names, value)]: label};
  const missing =
    vain && pick === undefined ? new Map([...view.missing, [key, vain]]) : view.missing;
  const withIt = (values: FormView['values']): FormView['values'] => {
    const texts = values[input];
    if (value === text || !texts?.includes(text)) return values;
    return {...values, [input]: texts.map(one => (one === text ? value : one))};
  };
  return {...view, called, missing, values: withIt(view.values), spare: withIt(view.spare)};
}

/** The key under which an entity's name is cached. */
export function nameKey(kind: EntityKind, text: string): string {
  return `${kind} ${text}`;
}
