import {dayMs, minuteMs} from '../../../base/times.ts';
import {sourcePages} from '../../ask/source-pages.ts';
import {ofKind} from '../../model/location.ts';
import {findView} from '../../model/locations.ts';
import type {Resource} from '../../model/resource.ts';
import type {AppState} from '../../model/state.ts';
import {
  afterEvents,
  andThen,
  noEffects,
  type Ports,
  type Task,
  type Transition,
} from '../../model/transition.ts';
import {knownNames, linesOf, nameIndex, namesFile, setNames, storedNames} from './name-index.ts';

/** Limit of pages read from a list that is not read per parent: some thousands of items. */
const mostPages = 40;
/** Number of parents after which partial results become searchable. */
const parentsPerUpdate = 64;
/** For lists with a request per parent, names younger than this are not refreshed. */
const restMs = 10 * minuteMs;

/** Read the names of the site once the home screen has counted its objects. */
export const indexAfterCounts = afterEvents(['count'], (_, step, event) => {
  const {state} = step;
  const view = ofKind(findView(state, event.view), 'home');
  if (view === undefined) return step;
  const isCounting = view.entries.some(
    ({id}) => view.counts[id] === undefined || view.counts[id]?.status === 'loading',
  );
  return isCounting ? step : andThen(step, startIndexing);
});

/** Read the names that are due, unless they are already being read. */
export function startIndexing(state: AppState): Transition {
  const due = dueLists(state);
  if (due.length === 0 || nameIndex.of(state).status === 'reading') return noEffects(state);
  return {
    state: nameIndex.with(state, {...nameIndex.of(state), status: 'reading'}),
    effects: [{kind: 'task', slot: 'names', run: readNames(due), asks: true}],
  };
}

/** Lists whose names are due: lists read per parent once a day, others with the counts. */
function dueLists(state: AppState): readonly Resource[] {
  const names = knownNames(state);
  return state.screens.indexed.filter(({id, indexed}) => {
    const known = names[id];
    if (known === undefined || !known.isWhole) return true;
    const age = state.nowMs - known.atMs;
    return age > (indexed?.per === undefined ? restMs : dayMs);
  });
}

/** Read lists for their names; after a failure the known names stay. */
const readNames =
  (lists: readonly Resource[]): Task =>
  async (ports, {signal}) => {
    // Sequentially: a list read per parent sends four requests at a time.
    for (const list of lists.toSorted(perParentLast)) {
      if (signal.aborted) return;
      await readList(list, ports, signal).catch(() => undefined);
    }
    if (!signal.aborted) ports.dispatch({kind: 'taskResult', take: endIndexing});
  };

const perParentLast = (one: Resource, other: Resource): number =>
  Number(one.indexed?.per !== undefined) - Number(other.indexed?.per !== undefined);

async function readList(list: Resource, ports: Ports, signal: AbortSignal): Promise<void> {
  const {indexed} = list;
  if (indexed === undefined) return;
  const lines: string[] = [];
  let pages = 0;
  let sinceUpdate = 0;
  const tell = (isWhole: boolean): void => {
    const names = {atMs: ports.clock.now(), isWhole, lines: [...lines]};
    ports.dispatch({
      kind: 'taskResult',
      // The previous names stay until all are read.
      take: state => {
        const stays = !isWhole && knownNames(state)[list.id]?.isWhole === true;
        return noEffects(stays ? state : setNames(state, list.id, names));
      },
    });
  };
  let isWhole = false;
  try {
    for await (const page of sourcePages(indexed, {}, ports, signal, () => undefined)) {
      for (const line of linesOf(list, page.items)) lines.push(line);
      pages += 1;
      isWhole = page.last;
      const parents = page.checked ?? 0;
      sinceUpdate += parents;
      if (sinceUpdate >= parentsPerUpdate) {
        tell(false);
        sinceUpdate = 0;
      }
      if (parents === 0 && pages === mostPages) break;
    }
  } finally {
    if (!signal.aborted && (isWhole || lines.length > 0)) tell(isWhole);
  }
}

/** All lists were read: persist the index. */
function endIndexing(before: AppState): Transition {
  const state = nameIndex.with(before, {...nameIndex.of(before), status: 'ready'});
  if (!state.look.lastRows) return noEffects(state);
  const text = storedNames(knownNames(state));
  return {state, effects: [{...namesFile, kind: 'persist', text}]};
}
