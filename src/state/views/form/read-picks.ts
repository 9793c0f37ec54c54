import {partlyNamed} from '../../../api/naming/match-name.ts';
import {givenFor, readThings} from '../../../api/naming/name-listing.ts';
import {looksLike} from '../../../api/naming/resolve-name.ts';
import {isFailure} from '../../../base/failure.ts';
import {optionsFor} from '../../ask/ask.ts';
import {troubleOf} from '../../ask/trouble.ts';
import type {Effect, Ports} from '../../model/step.ts';
import {pickOf} from './picks.ts';
import type {Candidate, PickSource, Unnamed} from './state.ts';

const readAtMost = 500;
/** Milliseconds nothing is typed before a service is asked for a part of a name. */
const calmMs = 150;

/** Read what a field can take; each page becomes an event with all that is known. */
export async function readPicks(
  {source, view, input}: Extract<Effect, {kind: 'picks'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const {question} = source;
  let known: readonly Candidate[] = [];
  const tell = (isAll: boolean, problem?: string): void =>
    ports.dispatch({
      kind: 'picks',
      view,
      picks: {
        input,
        question,
        picks: known,
        isRead: true,
        isAll,
        ...(problem !== undefined && {problem}),
      },
    });
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
    const {title, text} = troubleOf(thrown);
    tell(false, `${title}: ${text}`);
  }
}

async function* pagesOf({list, question, by}: PickSource, ports: Ports, signal: AbortSignal) {
  const {operation, service} = list;
  const given = givenFor(list, question);
  const client = ports.client(service);
  const options = optionsFor({operation, given}, ports, signal);
  const picks = new Map<string, Candidate>();
  const plan = client.plan(operation, given, options);
  for await (const page of client.pages(plan, options)) {
    if (signal.aborted) return;
    for (const thing of readThings(list, page.text)) {
      picks.set(thing.id, pickOf({list, question, by}, thing));
    }
    yield {picks: [...picks.values()], isAll: page.last};
    if (picks.size >= readAtMost) return;
  }
}

/** Look up what values name, each list once; each value becomes an event. */
export async function readNames(
  {unnamed, view}: Extract<Effect, {kind: 'names'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const asked = new Map<string, {readonly picks: readonly Candidate[]; readonly isAll: boolean}>();
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
    const pick = meant(picks, one);
    ports.dispatch({...one, kind: 'named', view, pick, isMissing: isAll && pick === undefined});
  }
}

/** The thing a value names: of that value, of one of its names, and where it is no id the first that fits. */
function meant(picks: readonly Candidate[], {text, source}: Unnamed): Candidate | undefined {
  const same = picks.find(({value, names}) => value === text || names.includes(text));
  if (same !== undefined || looksLike(source.list, source.by, text)) return same;
  return partlyNamed(picks, text)[0];
}
