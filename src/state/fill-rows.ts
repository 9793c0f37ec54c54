import {isFailure} from '../base/failure.ts';
import {askText, sentBy} from './ask.ts';
import {derive} from './derived/derive.ts';
import type {Effect} from './effect.ts';
import {type JsonValue, parseJsonValue, readPointer} from './json-value.ts';
import type {Ports} from './ports.ts';
import type {Fill, Params} from './resource.ts';

/** Requests that fill rows at a time. */
const fillsAtOnce = 4;

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
      const sent = sentBy(fill.call, params, ports);
      ports.dispatch({kind: 'sent', view: effect.view, sent, beside: true});
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
  await Promise.all(Array.from({length: fillsAtOnce}, worker));
}

function filledFrom(fill: Fill, text: string, params: Params): JsonValue {
  const answer = parseJsonValue(text);
  if (fill.derive !== undefined) return derive(fill.derive, answer, params)[0] ?? null;
  return readPointer(answer, fill.read ?? fill.pointer) ?? null;
}
