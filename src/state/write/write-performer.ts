import {parseJsonValue} from '../../base/json-value.ts';
import {optionsFor} from '../ask/ask.ts';
import {troubleOf} from '../ask/trouble.ts';
import type {ResolvedCall} from '../model/call.ts';
import type {Ports} from '../model/step.ts';
import {journalKept, journalName} from './journal.ts';
import {type Look, nextLook} from './look-before.ts';
import {nameIn} from './object-of.ts';
import {planWrites, sendWrites, type WriteQueue} from './send-writes.ts';
import type {Before, WriteEffect, WriteEvent} from './state.ts';

/** Objects read at a time before a write. */
const readAtOnce = 4;

/** Carries out what writing asks of the outside. */
export interface WritePerformer {
  perform(effect: WriteEffect): void;
  /** Give up everything that runs. */
  stop(): void;
}

/**
 * Make the part of the effect runner that writes.
 *
 * @param writer the clients that may write; they go to the queue and nowhere else
 */
export function makeWritePerformer(ports: Ports, writer: Ports['client']): WritePerformer {
  const queues = new Map<number, WriteQueue>();
  const reading = new Set<AbortController>();
  const tell = (event: WriteEvent) => ports.dispatch({kind: 'write', event});

  async function keepEntry(entry: string): Promise<void> {
    try {
      await ports.kept.append(journalName, journalKept.scope, entry);
    } catch (thrown) {
      const text = `not in the journal: ${troubleOf(thrown).text.split('\n')[0]}`;
      ports.dispatch({kind: 'notice', notice: {text, tone: 'warn'}});
    }
  }

  async function readObject(by: Look): Promise<Before> {
    const controller = new AbortController();
    reading.add(controller);
    try {
      const options = optionsFor(by, ports, controller.signal);
      const client = ports.client(by.operation.service);
      const {text} = await client.request(client.plan(by.operation, by.given, options), options);
      if (by.next === undefined) return {text};
      const next = nextLook(by, parseJsonValue(text));
      return next === undefined ? {problem: 'it does not say where to look'} : readObject(next);
    } catch (thrown) {
      const {title, text} = troubleOf(thrown);
      return {problem: `${title}: ${text.split('\n')[0]}`};
    } finally {
      reading.delete(controller);
    }
  }

  async function readName(by: ResolvedCall): Promise<void> {
    const found = await readObject(by);
    // Without it its id confirms it as well; what is wrong with it, sending tells.
    const name = 'text' in found ? nameIn(parseJsonValue(found.text)) : undefined;
    if (name !== undefined) tell({kind: 'named', by, name});
  }

  /** A few at a time, in their order. */
  async function readBefore({looks}: Extract<WriteEffect, {kind: 'look'}>): Promise<void> {
    const queue = [...looks];
    const work = async (): Promise<void> => {
      for (let look = queue.shift(); look !== undefined; look = queue.shift()) {
        tell({kind: 'looked', call: look.call, before: await readObject(look.by)});
      }
    };
    await Promise.all(Array.from({length: readAtOnce}, work));
  }

  async function readCounts({things, when}: Extract<WriteEffect, {kind: 'count'}>): Promise<void> {
    for (const {by} of things) {
      const found = await readObject(by);
      tell({kind: 'counted', by, when, text: 'text' in found ? found.text : ''});
    }
  }

  return {
    perform(effect) {
      switch (effect.kind) {
        case 'plan':
          tell(planWrites(effect.requests, {...ports, writer, keepEntry}));
          return;
        case 'look':
          void readBefore(effect);
          return;
        case 'count':
          void readCounts(effect);
          return;
        case 'name':
          void readName(effect.by);
          return;
        case 'send': {
          const queue = sendWrites(effect, {...ports, writer, keepEntry});
          queues.set(effect.run, queue);
          void queue.done.finally(() => queues.delete(effect.run));
          return;
        }
        case 'stop':
          queues.get(effect.run)?.stop(effect.now);
          return;
      }
    },
    stop() {
      for (const queue of queues.values()) queue.stop(true);
      for (const controller of reading) controller.abort();
    },
  };
}
