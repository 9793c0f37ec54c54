import {isFailure} from '../../../base/failure.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {allSentBy, askText} from '../../ask/ask.ts';
import {hasValue, paramsFromRow} from '../../ask/row-params.ts';
import {askInTurns} from '../../ask/scan-pages.ts';
import {newsOf} from '../../model/locations.ts';
import type {Params} from '../../model/params.ts';
import type {Fill, WantedFill} from '../../model/resource.ts';
import {type Row, withFilled} from '../../model/row.ts';
import type {Ports, Task} from '../../model/transition.ts';
import type {ListView} from './state.ts';

/** Rows of which something is still to be read. */
export interface RowsToFill {
  readonly view: number;
  readonly wanted: readonly WantedFill[];
  readonly rows: readonly Row[];
}

/** Reads parts of some rows, in the order asked for; each is put into the list as it comes. */
export const readFills =
  (view: number, wanted: readonly WantedFill[]): Task =>
  async (ports, {signal}) => {
    await fillRows(view, wanted, ports, signal);
  };

/** The same; what was read, by `fillName`. */
async function fillRows(
  view: number,
  wanted: readonly WantedFill[],
  ports: Ports,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, JsonValue>> {
  const known = new Map<string, JsonValue>();
  const names = new Set<string>();
  // Of fills that several rows share one each.
  const asked = wanted.filter(one => !names.has(fillName(one)) && names.add(fillName(one)));
  // One that asks something beside it counts for as many.
  const each = Math.max(1, ...wanted.map(one => requestsOf(one.fill)));
  const ask = async (one: WantedFill): Promise<void> => {
    if (signal.aborted) return;
    const {fill, params} = one;
    let value: JsonValue = null;
    for (const sent of allSentBy(fill.call, params, ports)) {
      ports.dispatch({kind: 'sent', view, sent, beside: true});
    }
    try {
      const text = await askText(fill.call, params, ports, signal);
      value = filledFrom(fill, text, params);
    } catch (thrown) {
      // One row that cannot be filled says "unknown"; the list itself is fine.
      if (signal.aborted || (isFailure(thrown) && thrown.kind === 'interrupted')) return;
    }
    known.set(fillName(one), value);
    ports.dispatch(newsOf('list', view, list => fillRow(list, one, value)));
  };
  await askInTurns(asked, ask, each);
  return known;
}

/** Rows with what they did not have yet, read now; the list has it too then. */
export async function rowsFilled(
  {view, wanted, rows}: RowsToFill,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const known = await fillRows(view, wanted, ports, signal);
  const filled = new Map<string, Record<string, JsonValue>>();
  for (const one of wanted) {
    const value = known.get(fillName(one));
    if (value !== undefined)
      filled.set(one.row, {...filled.get(one.row), [one.fill.pointer]: value});
  }
  return rows.map(row => {
    const more = filled.get(row.id);
    return more === undefined ? row : withFilled(row, {...row.filled, ...more});
  });
}

/** What tells a fill from others: shared ones of several rows are one. */
function fillName({row, fill, params}: WantedFill): string {
  return fill.shared ? sharedName(fill, params) : `${fill.pointer} ${row}`;
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
function fillRow(view: ListView, {row: id, fill, params}: WantedFill, value: JsonValue): ListView {
  const {pointer} = fill;
  const filled = (row: Row): Row => withFilled(row, {...row.filled, [pointer]: value});
  if (!fill.shared) {
    return {...view, rows: view.rows.map(row => (row.id === id ? filled(row) : row))};
  }
  const wanted = sharedName(fill, params);
  // No row that was not asked for is looked into: there may be very many.
  const asked = new Set(view.asked);
  const isMeant = (row: Row): boolean =>
    asked.has(`${pointer} ${row.id}`) &&
    hasValue(fill.only, row) &&
    sharedName(fill, paramsFromRow(fill.params, row, view.params)) === wanted;
  const named = new Map([...(view.named ?? []), [wanted, value] as const].slice(-mostNamed));
  const rows = view.rows.map(row => (row.id === id || isMeant(row) ? filled(row) : row));
  return {...view, rows, named};
}
