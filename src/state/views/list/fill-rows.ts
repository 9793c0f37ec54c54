import {isFailure} from '../../../base/failure.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {allSentBy, askText} from '../../ask/ask.ts';
import {hasValue, paramsFromRow} from '../../ask/resolve-call.ts';
import type {Params} from '../../model/call.ts';
import type {Fill, WantedFill} from '../../model/resource.ts';
import {type Row, withFilled} from '../../model/row.ts';
import type {AppEvent, Effect, Ports} from '../../model/step.ts';
import type {ListView} from './state.ts';

/** Rows of which something is still to be read. */
export interface RowsToFill {
  readonly view: number;
  readonly wanted: readonly WantedFill[];
  readonly rows: readonly Row[];
}

/** Requests at a time. */
const requestsAtOnce = 4;

/** Fill parts of some rows, a few requests at a time, in the order asked for. */
export async function fillRows(
  effect: Extract<Effect, {kind: 'fill'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const queue = withoutSame(effect.wanted);
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
      const {row, fill, params} = next;
      let value: JsonValue = null;
      for (const sent of allSentBy(fill.call, params, ports)) {
        ports.dispatch({kind: 'sent', view: effect.view, sent, beside: true});
      }
      try {
        const text = await askText(fill.call, params, ports, signal);
        value = filledFrom(fill, text, params);
      } catch (thrown) {
        // One row that cannot be filled says "unknown"; the list itself is fine.
        if (signal.aborted || (isFailure(thrown) && thrown.kind === 'interrupted')) return;
      }
      const like = fill.shared === true ? {fill, params} : undefined;
      ports.dispatch({kind: 'filled', view: effect.view, row, pointer: fill.pointer, value, like});
    }
  };
  // One that asks something beside it counts for as many.
  const most = Math.max(1, ...effect.wanted.map(one => requestsOf(one.fill)));
  const workers = Math.max(1, Math.floor(requestsAtOnce / most));
  await Promise.all(Array.from({length: workers}, worker));
}

/** Rows with what they did not have yet, read now; the list has it too then. */
export async function rowsFilled(
  {view, wanted, rows}: RowsToFill,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const known = new Map<string, JsonValue>();
  const dispatch: Ports['dispatch'] = event => {
    if (event.kind === 'filled') {
      const {like, pointer, row, value} = event;
      known.set(like ? sharedName(like.fill, like.params) : `${pointer} ${row}`, value);
    }
    ports.dispatch(event);
  };
  await fillRows({kind: 'fill', slot: '', view, wanted}, {...ports, dispatch}, signal);
  const filled = new Map<string, Record<string, JsonValue>>();
  for (const {row, fill, params} of wanted) {
    const name = fill.shared === true ? sharedName(fill, params) : `${fill.pointer} ${row}`;
    const value = known.get(name);
    if (value !== undefined) filled.set(row, {...filled.get(row), [fill.pointer]: value});
  }
  return rows.map(row => {
    const more = filled.get(row.id);
    return more === undefined ? row : withFilled(row, {...row.filled, ...more});
  });
}

/** Of fills that several rows share one each. */
function withoutSame(wanted: readonly WantedFill[]): WantedFill[] {
  const seen = new Set<string>();
  return wanted.filter(({fill, params}) => {
    if (fill.shared !== true) return true;
    const name = sharedName(fill, params);
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}

/** What tells shared fills apart. */
export function sharedName({pointer, params: wanted}: Fill, params: Params): string {
  return JSON.stringify([pointer, ...Object.keys(wanted).map(name => params[name] ?? null)]);
}

function requestsOf({call}: Fill): number {
  return 1 + Object.keys(call.also ?? {}).length;
}

function filledFrom(fill: Fill, text: string, params: Params): JsonValue {
  const answer = parseJsonValue(text);
  if (fill.derive !== undefined) return fill.derive(answer, params)[0] ?? null;
  return readPointer(answer, fill.read ?? fill.pointer) ?? null;
}

/** Things named by rows whose names are kept with a list. */
const mostNamed = 1000;

/** A list with what was read for a part of a row put into it, and into the rows on the screen that share it. */
export function fillRow(
  view: ListView,
  {row: id, pointer, value, like}: Extract<AppEvent, {kind: 'filled'}>,
): ListView {
  const filled = (row: Row): Row => withFilled(row, {...row.filled, [pointer]: value});
  if (like === undefined) {
    return {...view, rows: view.rows.map(row => (row.id === id ? filled(row) : row))};
  }
  const wanted = sharedName(like.fill, like.params);
  // No row that was not asked for is looked into: there may be very many.
  const asked = new Set(view.asked);
  const isMeant = (row: Row): boolean =>
    asked.has(`${pointer} ${row.id}`) &&
    hasValue(like.fill.only, row) &&
    sharedName(like.fill, paramsFromRow(like.fill.params, row, view.params)) === wanted;
  const named = new Map([...(view.named ?? []), [wanted, value] as const].slice(-mostNamed));
  const rows = view.rows.map(row => (row.id === id || isMeant(row) ? filled(row) : row));
  return {...view, rows, named};
}
