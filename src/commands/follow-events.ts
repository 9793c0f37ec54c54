import {isFailure} from '../base/failure.ts';
import type {CommandHost} from './context.ts';
import {emitJson, filterOutputs, writeTexts} from './emit.ts';
import {type EmitOptions, isFormatted} from './emit-options.ts';
import {openItemWriter} from './formatted.ts';
import {interruptible} from './interruptible.ts';

/** How much of an event a warning shows, in characters. */
const shownOfEvent = 200;

/** Events of a watch, on their way to standard output. */
export interface Following<Event> {
  /** Begin; the signal aborts when the watch is asked to end. */
  open(signal: AbortSignal): Promise<AsyncIterable<Event>>;
  /** An event as one line of NDJSON, without the line break; undefined for what is no event of the list. */
  json(event: Event): string | undefined;
  /** Hears of each event after it was written, and of what is none; the watch waits for it. */
  heard(event: Event, isWritten: boolean): Promise<void> | void;
  /** Writes the line of an event and flushes it. */
  emit(json: string): Promise<void>;
  /** End after so many were written. */
  readonly maxEvents?: number;
}

/**
 * Write events as they come, each flushed, until there is a reason to end: an interrupt, SIGTERM, a
 * reader that has gone, enough of them.
 *
 * @returns how many were written
 * @throws Failure of the watch
 */
export async function followEvents<Event>(
  following: Following<Event>,
  host: CommandHost,
): Promise<number> {
  const {maxEvents = Number.POSITIVE_INFINITY} = following;
  let written = 0;
  await interruptible(host, async signal => {
    try {
      for await (const event of await following.open(signal)) {
        const json = following.json(event);
        if (json !== undefined) {
          await following.emit(json);
          // Whether its reader got this one is not known: it comes again.
          if (host.stdout.closed) return;
          written++;
        }
        await following.heard(event, json !== undefined);
        if (written >= maxEvents || signal.aborted) return;
      }
    } catch (error) {
      // Its only way to be asked to end.
      if (!signal.aborted || !isFailure(error) || error.kind !== 'interrupted') throw error;
    }
  });
  return written;
}

/**
 * Writes an event of a watch and flushes it. A filter that fails on it is a warning for this event:
 * what comes after it may pass (contract 9.2).
 */
export function makeEmitter(
  options: EmitOptions,
  host: CommandHost,
): (json: string) => Promise<void> {
  const {filter} = options;
  // Events are written as they come: the first one says which columns there are.
  const writer = isFormatted(options) ? openItemWriter(options, host, true, 1) : undefined;
  const write = async (json: string): Promise<void> => {
    // An event is one line, on a terminal too.
    if (writer === undefined) return emitJson(json, {pretty: false, ...options}, host);
    const items = filter === undefined ? [json] : await filterOutputs(json, filter, options, host);
    await writeTexts(writer.add(items), host.stdout);
  };
  return async json => {
    try {
      await write(json);
    } catch (error) {
      if (!isFailure(error) || error.kind !== 'jq_error') throw error;
      const shown = json.length > shownOfEvent ? `${json.slice(0, shownOfEvent)}…` : json;
      const text = `${error.message}. Skipped this event; the watch continues: ${shown}`;
      host.reporter.warn(text);
    }
    await host.stdout.flush();
  };
}
