/** Work in slots; each holds one, and a new one aborts the old. */
export interface Slots {
  run(slot: string, work: (signal: AbortSignal) => Promise<void>): void;
  abort(slot: string): void;
  /** Abort everything. */
  stop(): void;
}

/** Make slots, with nothing in them. */
export function makeSlots(): Slots {
  const running = new Map<string, AbortController>();
  return {
    run(slot, work) {
      running.get(slot)?.abort();
      const controller = new AbortController();
      running.set(slot, controller);
      void work(controller.signal).finally(() => {
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
