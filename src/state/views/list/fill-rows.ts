import {isFailure} from '../../../base/failure.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {commandsOfCall, fetchText} from '../../ask/ask.ts';
import {requestEach} from '../../ask/item-steps.ts';
import {hasValue, paramsFromRow} from '../../ask/row-params.ts';
import {viewChangeEvent} from '../../model/locations.ts';
import type {Params, RequestCommand} from '../../model/params.ts';
import type {Fill, WantedFill} from '../../model/resource.ts';
import {type Row, withFilledValues} from '../../model/row.ts';
import type {Ports, Task} from '../../model/transition.ts';
import type {ListView} from './state.ts';

/** Rows with missing parts. */
export interface RowsToFill {
  readonly view: number;
  readonly wanted: readonly WantedFill[];
  readonly rows: readonly Row[];
}

/** Read parts of rows, in order; each is added to the list when it arrives. */
export const readFills =
  (view: number, wanted: readonly WantedFill[]): Task =>
  async (ports, {signal}) => {
    await fillRows(view, wanted, ports, signal);
  };

/** The same; returns the values by `fillName`. */
async function fillRows(
  view: number,
  wanted: readonly WantedFill[],
  ports: Ports,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, JsonValue>> {
  const known = new Map<string, JsonValue>();
  const names = new Set<string>();
  // Keep one of the fills that several rows share.
  const asked = wanted.filter(one => !names.has(fillName(one)) && names.add(fillName(one)));
  // A fill with companion calls counts as several requests.
  const each = Math.max(1, ...wanted.map(one => requestsOf(one.fill)));
  const ask = async (one: WantedFill): Promise<void> => {
    if (signal.aborted) return;
    const {fill, params} = one;
    let value: JsonValue = null;
    const onSent = (sent: RequestCommand): void =>
      ports.dispatch({kind: 'sent', view, sent, beside: true});
    for (const sent of commandsOfCall(fill.call, params, ports)) onSent(sent);
    try {
      const text = await fetchText(fill.call, params, ports, signal, onSent);
      value = filledFrom(fill, text, params);
    } catch (thrown) {
      // A row that cannot be filled shows "unknown"; the list itself is unaffected.
      if (signal.aborted || (isFailure(thrown) && thrown.kind === 'interrupted')) return;
    }
    known.set(fillName(one), value);
    ports.dispatch(viewChangeEvent('list', view, list => fillRow(list, one, value)));
  };
  await requestEach(asked, ask, each);
  return known;
}

/** Read missing parts of rows; the list gets them too. */
export async function fillMissingParts(
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
    return more === undefined ? row : withFilledValues(row, {...row.filled, ...more});
  });
}

/** The key of a fill; shared fills of several rows have the same. */
function fillName({row, fill, params}: WantedFill): string {
  return fill.shared ? sharedFillKey(fill, params) : `${fill.pointer} ${row}`;
}

/** The key of a shared fill. */
export function sharedFillKey({pointer, params: wanted}: Fill, params: Params): string {
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

/** Limit of shared values cached with a list. */
const mostNamed = 1000;

/** Store the value of a part of a row in the list, and in the visible rows that share it. */
function fillRow(view: ListView, {row: id, fill, params}: WantedFill, value: JsonValue): ListView {
  const {pointer} = fill;
  const filled = (row: Row): Row => withFilledValues(row, {...row.filled, [pointer]: value});
  if (!fill.shared) {
    return {...view, rows: view.rows.map(row => (row.id === id ? filled(row) : row))};
  }
  const wanted = sharedFillKey(fill, params);
  // Only requested rows are changed, since there may be very many.
  const asked = new Set(view.asked);
  const isMeant = (row: Row): boolean =>
    asked.has(`${pointer} ${row.id}`) &&
    hasValue(fill.only, row) &&
    sharedFillKey(fill, paramsFromRow(fill.params, row, view.params)) === wanted;
  const named = new Map([...(view.named ?? []), [wanted, value] as const].slice(-mostNamed));
  const rows = view.rows.map(row => (row.id === id || isMeant(row) ? filled(row) : row));
  return {...view, rows, named};
}
