import {isFailure} from '../../../base/failure.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {allSentBy, askText} from '../../ask/ask.ts';
import type {Params} from '../../model/call.ts';
import type {Fill} from '../../model/resource.ts';
import type {Effect, Ports} from '../../model/step.ts';

/** Requests at a time. */
const requestsAtOnce = 4;

/** Fill parts of some rows, a few requests at a time, in the order asked for. */
export async function fillRows(
  effect: Extract<Effect, {kind: 'fill'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...effect.wanted];
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
      ports.dispatch({kind: 'filled', view: effect.view, row, pointer: fill.pointer, value});
    }
  };
  // One that asks something beside it counts for as many.
  const most = Math.max(1, ...effect.wanted.map(one => requestsOf(one.fill)));
  const workers = Math.max(1, Math.floor(requestsAtOnce / most));
  await Promise.all(Array.from({length: workers}, worker));
}

function requestsOf({call}: Fill): number {
  return 1 + Object.keys(call.also ?? {}).length;
}

function filledFrom(fill: Fill, text: string, params: Params): JsonValue {
  const answer = parseJsonValue(text);
  if (fill.derive !== undefined) return fill.derive(answer, params)[0] ?? null;
  return readPointer(answer, fill.read ?? fill.pointer) ?? null;
}
