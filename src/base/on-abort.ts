const listenersBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Call a listener once when a signal is aborted, or at once if it already is. Each signal gets one
 * event listener at most: Node reports eleven as a leak on standard error, and 16 pages are read at
 * a time under one interrupt.
 *
 * @returns a function that removes the listener
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  const listeners = listenersOf(signal);
  const callback = (): void => listener();
  listeners.add(callback);
  return () => void listeners.delete(callback);
}

/**
 * A function of its own: a closure in `onAbort` would hold the first listener as long as the
 * signal.
 */
function listenersOf(signal: AbortSignal): Set<() => void> {
  const known = listenersBySignal.get(signal);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  listenersBySignal.set(signal, listeners);
  const notifyAll = (): void => {
    for (const one of [...listeners]) one();
  };
  signal.addEventListener('abort', notifyAll, {once: true});
  return listeners;
}
