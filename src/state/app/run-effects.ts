import {reasonOf, summarizeError} from '../ask/error-summary.ts';
import {readOnlyClient} from '../ask/read-only-client.ts';
import {loadSlot} from '../model/locations.ts';
import type {ListEffect, OutwardEffect, PersistedName} from '../model/plain-events.ts';
import type {AppState} from '../model/state.ts';
import {type AppEvent, type Effect, noEffects, type Ports} from '../model/transition.ts';
import {copyText, openUrl} from '../overlays/copy/copy.ts';
import {type ListReader, readList} from '../views/list/list-reader.ts';
import {makeWriter} from '../write/send-writes.ts';

/** Runs effects; each slot holds one, and a new one aborts the previous one. */
export interface EffectRunner {
  perform(effect: Effect): void;
  stop(): void;
}

/** Functions that run effects, by kind. */
type EffectHandlers<K extends Effect['kind'] = Effect['kind']> = {
  readonly [One in K]: (effect: Extract<Effect, {kind: One}>) => void;
};

export function makeEffectRunner(outside: Ports): EffectRunner {
  // Effects get read-only clients; only the write pipeline gets the real one.
  const ports: Ports = {...outside, client: service => readOnlyClient(outside.client(service))};
  const writes = makeWriter(ports, outside.client);
  const slots = makeSlots(ports.fault);
  const stop = (): void => {
    writes.stop();
    slots.stop();
  };
  const doers: EffectHandlers = {
    ...listsOf(ports, slots),
    ...tasksOf(ports, slots),
    ...timersOf(ports, slots),
    ...outwardEffects(ports, slots),
    // `update` replaces this effect by those of the view's kind.
    read: () => undefined,
    write: ({effect}) => writes.perform(effect),
    connect({profile, isSandbox}) {
      stop();
      ports.connect(profile, isSandbox);
    },
    quit() {
      stop();
      ports.quit();
    },
  };
  return {perform: effect => (doers[effect.kind] as (one: Effect) => void)(effect), stop};
}

/** Effects that read lists; a failure becomes an event unless the work was aborted. */
function listsOf(ports: Ports, slots: Slots): EffectHandlers<ListEffect['kind'] | 'cancel'> {
  const readers = new Map<string, ListReader>();
  async function forView(view: number, signal: AbortSignal, work: () => Promise<void>) {
    try {
      await work();
    } catch (thrown) {
      if (!signal.aborted) ports.dispatch({kind: 'failed', view, trouble: summarizeError(thrown)});
    }
  }
  return {
    load(effect) {
      if (effect.resumes && readers.get(effect.slot)?.signal.aborted === false) return;
      slots.run(effect.slot, signal =>
        forView(effect.view, signal, () => {
          const reader = readList(effect, ports, signal);
          readers.set(effect.slot, reader);
          return reader.readTo(effect.wanted);
        }),
      );
    },
    more({view, wanted}) {
      const reader = readers.get(loadSlot(view));
      if (reader === undefined || reader.signal.aborted) return;
      void forView(view, reader.signal, () => reader.readTo(wanted));
    },
    cancel(effect) {
      for (const slot of effect.slots) {
        slots.abort(slot);
        // Pages a list reads after its first ones run outside the slots.
        readers.get(slot)?.pause();
      }
    },
  };
}

/** Background tasks and the messages sent to them. */
function tasksOf(ports: Ports, slots: Slots): EffectHandlers<'task' | 'tell'> {
  const listeners = new Map<string, (message: unknown) => void>();
  return {
    task({slot, run}) {
      listeners.delete(slot);
      const hear = (listener: (message: unknown) => void) => listeners.set(slot, listener);
      slots.run(slot, signal => run(ports, {signal, onMessage: hear}));
    },
    tell: ({slot, message}) => listeners.get(slot)?.(message),
  };
}

function timersOf({clock, dispatch}: Ports, slots: Slots): EffectHandlers<'tick' | 'timer'> {
  const later = ({slot, ms}: {slot: string; ms: number}, event: () => AppEvent): void =>
    slots.run(slot, signal =>
      clock.sleep(ms, signal).then(
        () => dispatch(event()),
        // Aborted: the timer is dropped.
        () => undefined,
      ),
    );
  return {
    tick: effect => later(effect, () => ({kind: 'clock', nowMs: clock.now()})),
    timer: effect => later(effect, () => effect.event),
  };
}

/** Effects on the terminal, on files and on other programs. */
function outwardEffects(ports: Ports, slots: Slots): EffectHandlers<OutwardEffect['kind']> {
  return {
    ring: ({text}) => ports.ring(text),
    copy: ({text, what}) => copyText(text, what, ports),
    browse: ({url}) => void openUrl(url, ports),
    mouse: ({on}) => ports.mouse(on),
    redraw: () => ports.redraw(),
    suspend: () => ports.suspend(),
    persist({name, scope, text}) {
      void ports.persisted.write(name, scope, text).catch(thrown => {
        const notice = `could not save: ${reasonOf(thrown)}`;
        ports.dispatch({kind: 'notice', notice: {text: notice, tone: 'warn'}});
      });
    },
    // Discard data restored for one profile if another was selected meanwhile.
    recall: ({items}) =>
      slots.run('recall', async signal => {
        const read = async ({name, scope}: PersistedName) => {
          return {name, text: await ports.persisted.read(name, scope)};
        };
        // In their order: the monitor, which one of them starts, needs the alert rules.
        for (const {name, text} of await Promise.all(items.map(read))) {
          if (text !== undefined && !signal.aborted) ports.dispatch({kind: 'restored', name, text});
        }
        const take = (state: AppState) => noEffects({...state, isRestored: true});
        if (!signal.aborted) ports.dispatch({kind: 'taskResult', take});
      }),
  };
}

/** Named slots for work; each holds one, and a new one aborts the previous one. */
interface Slots {
  run(slot: string, work: (signal: AbortSignal) => Promise<void>): void;
  abort(slot: string): void;
  stop(): void;
}

/**
 * Make empty slots.
 *
 * @param onFault receives the error of work that fails without being aborted
 */
function makeSlots(onFault: (error: unknown) => void): Slots {
  const running = new Map<string, AbortController>();
  return {
    run(slot, work) {
      running.get(slot)?.abort();
      const controller = new AbortController();
      running.set(slot, controller);
      const isAborted = () => controller.signal.aborted;
      void work(controller.signal)
        .catch(error => {
          if (!isAborted()) onFault(error);
        })
        .finally(() => {
          if (running.get(slot) === controller) running.delete(slot);
        });
    },
    abort: slot => running.get(slot)?.abort(),
    stop() {
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}
