import {isFailure} from '../base/failure.ts';
import type {CommandHost} from './context.ts';
import {emitJson, filterOutputs, writeTexts} from './emit.ts';
import {type EmitOptions, isFormatted} from './emit-options.ts';
import {openItemWriter} from './formatted.ts';
import {interruptible} from './interruptible.ts';

/** Limit of characters of an event in a warning. */
const shownOfEvent = 200;

/** A watch whose events are written to standard output. */
export interface FollowedWatch<Event> {
  /** Start the watch; the signal aborts when it is asked to end. */
  open(signal: AbortSignal): Promise<AsyncIterable<Event>>;
  /** An event as one line of NDJSON, without the line break; undefined for internal events. */
  json(event: Event): string | undefined;
  /** Called after each event, also unwritten ones; the watch waits for it. */
  onEvent(event: Event, isWritten: boolean): Promise<void> | void;
  /** Write the line of an event and flush it. */
  emit(json: string): Promise<void>;
  /** End after so many events. */
  readonly maxEvents?: number;
}

/**
 * Write events as they arrive, flushed one by one, until there is a reason to end: an interrupt,
 * SIGTERM, a closed output, or --max-events.
 *
 * @returns the number of events written
 * @throws Failure of the watch
 */
export async function followEvents<Event>(
  following: FollowedWatch<Event>,
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
          // The reader may not have received this event, so it must be delivered again.
          if (host.stdout.closed) return;
          written++;
        }
        await following.onEvent(event, json !== undefined);
        if (written >= maxEvents || signal.aborted) return;
      }
    } catch (error) {
      // An interrupt is the normal way to end.
      if (!signal.aborted || !isFailure(error) || error.kind !== 'interrupted') throw error;
    }
  });
  return written;
}

/**
 * Write an event of a watch and flush it. A filter that fails on it is a warning, since later
 * events may pass (contract 9.2).
 */
export function makeEmitter(
  options: EmitOptions,
  host: CommandHost,
): (json: string) => Promise<void> {
  const {filter} = options;
  // Events are written as they arrive: the first one determines the columns.
  const writer = isFormatted(options) ? openItemWriter(options, host, true, 1) : undefined;
  const write = async (json: string): Promise<void> => {
    // An event is a single line, on a terminal too.
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
