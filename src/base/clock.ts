/** A clock passed as an argument, so that tests and the sandbox can control the time. */
export interface Clock {
  /** Milliseconds since the UNIX epoch. */
  now(): number;
  /**
   * Wait, then resolve; reject at once when the signal aborts.
   *
   * @param ms milliseconds, 0 to 300 000
   * @throws Failure 'interrupted' when `signal` is or becomes aborted
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
