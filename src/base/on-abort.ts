const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Call a listener once when a signal is aborted, at once when it is already. However many wait for
 * one signal, it gets one listener of its own: Node takes the eleventh for a leak and warns on
 * standard error, though 16 pages are read at a time under one interrupt.
 *
 * @returns stops waiting
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  const listeners = waiting.get(signal) ?? new Set();
  const tell = (): void => {
    for (const one of [...listeners]) one();
  };
  if (!waiting.has(signal)) {
    waiting.set(signal, listeners);
    signal.addEventListener('abort', tell, {once: true});
  }
  const own = (): void => listener();
  listeners.add(own);
  return () => void listeners.delete(own);
}
