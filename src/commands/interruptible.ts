import type {Host} from '../host/host.ts';

/** Run something that SIGINT or SIGTERM asks to end, by its signal. */
export async function interruptible<T>(
  host: Pick<Host, 'onSignal'>,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const releases = (['SIGINT', 'SIGTERM'] as const).map(name =>
    host.onSignal(name, () => end.abort()),
  );
  try {
    return await run(end.signal);
  } finally {
    for (const release of releases) release();
  }
}
