import type {KeptWatch} from './watch-news.ts';

/** What an earlier session kept about its watch; undefined when it makes no sense. */
export function readKeptWatch(text: string | undefined): KeptWatch | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    // Not written by us, or cut off: the watch begins as on the first day.
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const {on, polledMs, lookedMs} = value as Readonly<Record<string, unknown>>;
  return {
    on: on === true,
    ...(typeof polledMs === 'number' && {polledMs}),
    ...(typeof lookedMs === 'number' && {lookedMs}),
  };
}
