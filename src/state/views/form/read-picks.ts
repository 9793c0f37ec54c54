import {readFirstOf, readPointer} from '../../../base/json-value.ts';
import {troubleOf} from '../../ask/trouble.ts';
import type {Effect, Ports} from '../../model/step.ts';
import {readList} from '../list/list-reader.ts';
import {makeRow} from '../list/rows.ts';
import type {Pick} from './state.ts';

const readAtMost = 500;

/** Read what a field can take; each page becomes an event with all that is known. */
export async function readPicks(
  effect: Extract<Effect, {kind: 'picks'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const {source, view, input} = effect;
  const {resource, params} = source;
  const picks: Pick[] = [];
  const tell = (problem?: string): void =>
    ports.dispatch({
      kind: 'picks',
      view,
      picks: {input, picks: [...picks], ...(problem !== undefined && {problem})},
    });
  const reader = readList(
    {kind: 'load', slot: effect.slot, view, resource, params, wanted: readAtMost},
    {
      ...ports,
      // The pages are for the field: the form's own view has no rows.
      dispatch(event) {
        if (event.kind === 'exchange') ports.dispatch(event);
        if (event.kind !== 'page') return;
        for (const item of event.items) {
          const {value, name} = makeRow(resource, item);
          const picked = readPointer(value, source.value);
          if (picked === undefined) continue;
          const called = readFirstOf(value, ['/name', '/displayName', '/title']);
          const names = new Set([name, String(called ?? name)]);
          names.delete(String(picked));
          picks.push({value: String(picked), label: [...names].join('  ')});
        }
        tell();
      },
    },
    signal,
  );
  try {
    await reader.readTo(readAtMost);
  } catch (thrown) {
    if (signal.aborted) return;
    // The value can still be typed: why there is nothing to pick from is only said.
    const {title, text} = troubleOf(thrown);
    tell(`${title}: ${text}`);
  }
}
