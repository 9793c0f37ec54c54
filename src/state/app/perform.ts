import {allSentBy, askText, optionsFor} from '../ask/ask.ts';
import {commandFor} from '../ask/command-line.ts';
import {readOnlyClient} from '../ask/read-only-client.ts';
import {reasonOf, troubleOf} from '../ask/trouble.ts';
import {copyText, openUrl} from '../layers/copy/copy.ts';
import type {AppEvent, Effect, KeptThing, Ports} from '../model/step.ts';
import {validateText} from '../views/form/check-texts.ts';
import {readNames, readPicks} from '../views/form/read-picks.ts';
import {countEntries} from '../views/home/count-entry.ts';
import {fillRows} from '../views/list/fill-rows.ts';
import {type ListReader, readList} from '../views/list/list-reader.ts';
import {makeWriter} from '../write/send-writes.ts';

/** Carries out effects; each slot holds one, and a new one aborts the old. */
export interface Performer {
  perform(effect: Effect): void;
  /** Abort everything. */
  stop(): void;
}

/** Make the effect runner of the terminal app. */
export function makePerformer(outside: Ports): Performer {
  // What reads cannot write: the write side is handed to the one pipeline alone.
  const ports: Ports = {...outside, client: service => readOnlyClient(outside.client(service))};
  const writes = makeWriter(ports, outside.client);
  const slots = new Map<string, AbortController>();
  const readers = new Map<number, ListReader>();
  const listeners = new Map<string, (said: unknown) => void>();

  function inSlot(slot: string, work: (signal: AbortSignal) => Promise<void>): void {
    slots.get(slot)?.abort();
    const controller = new AbortController();
    slots.set(slot, controller);
    void work(controller.signal).finally(() => {
      if (slots.get(slot) === controller) slots.delete(slot);
    });
  }

  /** Runs work for a view; a failure becomes an event unless the work was aborted. */
  async function forView(
    view: number,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (!signal.aborted) ports.dispatch({kind: 'failed', view, trouble: troubleOf(thrown)});
    }
  }

  function later({slot, ms}: {slot: string; ms: number}, event: () => AppEvent): void {
    inSlot(slot, async signal => {
      const isOver = await ports.clock.sleep(ms, signal).then(
        () => true,
        // Aborted: the moment it waited for will not come.
        () => false,
      );
      if (isOver) ports.dispatch(event());
    });
  }

  function perform(effect: Effect): void {
    switch (effect.kind) {
      case 'load':
        if (effect.resumes && readers.get(effect.view)?.signal.aborted === false) return;
        inSlot(effect.slot, signal =>
          forView(effect.view, signal, async () => {
            const reader = readList(effect, ports, signal);
            readers.set(effect.view, reader);
            await reader.readTo(effect.wanted);
          }),
        );
        return;
      case 'more': {
        const reader = readers.get(effect.view);
        const signal = reader?.signal;
        if (reader === undefined || signal === undefined || signal.aborted) return;
        void forView(effect.view, signal, () => reader.readTo(effect.wanted));
        return;
      }
      case 'fetch':
        inSlot(effect.slot, signal =>
          forView(effect.view, signal, async () => {
            const {call, params, view} = effect;
            for (const sent of allSentBy(call, params, ports)) {
              ports.dispatch({kind: 'sent', view, sent});
            }
            const text = await askText(call, params, ports, signal, sent =>
              ports.dispatch({kind: 'sent', view, sent, beside: true}),
            );
            if (signal.aborted) return;
            ports.dispatch({kind: 'answer', view: effect.view, text, atMs: ports.clock.now()});
          }),
        );
        return;
      case 'run':
        inSlot(effect.slot, signal => forView(effect.view, signal, () => runTyped(effect, signal)));
        return;
      case 'fill':
        inSlot(effect.slot, signal => fillRows(effect, ports, signal));
        return;
      case 'picks':
        inSlot(effect.slot, signal => readPicks(effect, ports, signal));
        return;
      case 'validate':
        inSlot(effect.slot, signal => validateText(effect, ports, signal));
        return;
      case 'names':
        inSlot(effect.slot, signal => readNames(effect, ports, signal));
        return;
      case 'count':
        inSlot(effect.slot, signal => countEntries(effect, ports, signal));
        return;
      case 'read':
        // Taken apart by `update`.
        return;
      case 'task':
        listeners.delete(effect.slot);
        inSlot(effect.slot, signal =>
          effect.run(ports, {signal, hear: listener => listeners.set(effect.slot, listener)}),
        );
        return;
      case 'tell':
        listeners.get(effect.slot)?.(effect.said);
        return;
      case 'ring':
        ports.ring(effect.text);
        return;
      case 'tick':
        later(effect, () => ({kind: 'clock', nowMs: ports.clock.now()}));
        return;
      case 'timer':
        later(effect, () => effect.event);
        return;
      case 'cancel':
        for (const slot of effect.slots) {
          slots.get(slot)?.abort();
          // What a list reads on its own account, after its first pages, is in no slot.
          const view = /^load:(\d+)$/.exec(slot)?.[1];
          if (view !== undefined) readers.get(Number(view))?.pause();
        }
        return;
      case 'copy':
        copyText(effect.text, effect.what, ports);
        return;
      case 'browse':
        void openUrl(effect.url, ports);
        return;
      case 'keep':
        void keep(effect);
        return;
      case 'recall':
        for (const {name, scope} of effect.things) void bringBack(name, scope);
        return;
      case 'redraw':
        ports.redraw();
        return;
      case 'suspend':
        ports.suspend();
        return;
      case 'editor':
        inSlot(effect.slot, async () => {
          const {view, text, suffix} = effect;
          const done = await ports.edit(text, suffix).catch(thrown => ({
            problem: troubleOf(thrown).text,
          }));
          ports.dispatch({kind: 'edited', view, text, ...done});
        });
        return;
      case 'write':
        writes.perform(effect.effect);
        return;
      case 'mouse':
        ports.mouse(effect.on);
        return;
      case 'connect':
        stop();
        ports.connect(effect.profile);
        return;
      case 'quit':
        stop();
        ports.quit();
        return;
    }
  }

  /** A typed command that reads. */
  async function runTyped(
    {view, typed}: Extract<Effect, {kind: 'run'}>,
    signal: AbortSignal,
  ): Promise<void> {
    const {operation, given} = typed;
    const client = ports.client(operation.service);
    const command = commandFor(typed, ports.flags(operation.service));
    ports.dispatch({kind: 'sent', view, sent: {service: operation.service, command}});
    const options = optionsFor(typed, ports, signal);
    const {text} = await client.request(client.plan(operation, given, options), options);
    if (!signal.aborted) ports.dispatch({kind: 'answer', view, text, atMs: ports.clock.now()});
  }

  async function keep({name, scope, text}: Extract<Effect, {kind: 'keep'}>): Promise<void> {
    try {
      await ports.kept.write(name, scope, text);
    } catch (thrown) {
      const notice = `not remembered: ${reasonOf(thrown)}`;
      ports.dispatch({kind: 'notice', notice: {text: notice, tone: 'warn'}});
    }
  }

  async function bringBack(name: string, scope: KeptThing['scope']): Promise<void> {
    const text = await ports.kept.read(name, scope);
    if (text !== undefined) ports.dispatch({kind: 'recalled', name, text});
  }

  function stop(): void {
    writes.stop();
    for (const controller of slots.values()) controller.abort();
    slots.clear();
  }

  return {perform, stop};
}
