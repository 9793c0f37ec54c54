import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {toMs} from '../../base/times.ts';
import {askPages} from '../ask/ask.ts';
import {troubleLine} from '../ask/trouble.ts';
import type {Ports} from '../model/step.ts';
import type {Checked, WriteCheck} from './state.ts';

/**
 * List the objects again and compare: those whose time is another one now, or the one the server
 * answered, changed; the others it ignored, which its answer does not say. Never throws.
 *
 * @param answered times in the answers, in epoch milliseconds
 */
export async function checkWritten(
  check: WriteCheck,
  answered: ReadonlySet<number>,
  ports: Ports,
  signal: AbortSignal,
): Promise<Checked> {
  const now = new Map<string, number>();
  try {
    for await (const page of askPages(check.list, {}, ports, signal)) {
      for (const item of page.items) {
        const value = parseJsonValue(item);
        const time = toMs(readPointer(value, check.value));
        if (time !== undefined) now.set(String(readPointer(value, check.identity)), time);
      }
    }
  } catch (thrown) {
    return {changed: [], ignored: [], time: undefined, problem: troubleLine(thrown)};
  }
  const isChanged = ({id, time}: WriteCheck['before'][number]) => {
    const listed = now.get(id);
    return listed !== undefined && (listed !== time || answered.has(listed));
  };
  const changed = check.before.filter(isChanged).map(({id}) => id);
  const ignored = check.before.filter(one => !isChanged(one)).map(({id}) => id);
  const times = changed.map(id => now.get(id) ?? 0);
  return {changed, ignored, time: times.length === 0 ? undefined : Math.min(...times)};
}
