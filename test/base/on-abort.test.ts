import {getEventListeners} from 'node:events';
import {describe, expect, it} from 'vitest';
import {onAbort} from '../../src/base/on-abort.ts';

describe('waiting for an abort', () => {
  it('takes one listener of a signal, however many wait', () => {
    const {signal} = new AbortController();
    for (let i = 0; i < 20; i++) onAbort(signal, () => undefined);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });

  it('calls each that still waits, once, and at once who comes late', () => {
    const abort = new AbortController();
    const called: string[] = [];
    const listener = () => called.push('same');
    onAbort(abort.signal, listener);
    onAbort(abort.signal, listener);
    onAbort(abort.signal, () => called.push('released'))();
    abort.abort();
    expect(called).toEqual(['same', 'same']);
    onAbort(abort.signal, () => called.push('late'));
    onAbort(undefined, () => called.push('never'));
    expect(called).toEqual(['same', 'same', 'late']);
  });
});
