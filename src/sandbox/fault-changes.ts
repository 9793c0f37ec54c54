import {parseDuration} from '../base/duration.ts';
import type {Failure} from '../base/failure.ts';
import type {FaultEffects} from './fault.ts';
import {faultBodies} from './fault-answer.ts';
import {longestWaitMs} from './latency.ts';

/** Makes the failure of a fault that cannot be understood. */
export type Wrong = (problem: string) => Failure;

/** A word of a fault that changes an answer: what its value may be, and what it does. */
interface ChangeWord {
  readonly example: string;
  /** Undefined when the value is none. */
  readonly read: (value: string) => Partial<FaultEffects> | undefined;
}

const words: Readonly<Record<string, ChangeWord>> = {
  truncate: {
    example: 'how many bytes come, such as truncate=100, or truncate alone for half',
    read: value => (/^\d{1,9}$/.test(value) ? {cutAt: Number(value)} : undefined),
  },
  slow: {
    example: 'a time up to 5m, such as slow=200ms',
    read: value => withWait(value, ms => ({slowMs: ms})),
  },
  wait: {
    example: 'a time up to 5m, such as wait=200ms',
    read: value => withWait(value, ms => ({waitMs: ms})),
  },
  type: {
    example: 'a content type, such as type=text/html',
    read: value =>
      /^[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*$/.test(value) ? {contentType: value} : undefined,
  },
  clock: {
    example: 'how far it is off, such as clock=+90s or clock=-90s',
    read(value) {
      const ms = /^[+-]/.test(value) ? parseDuration(value.slice(1)) : undefined;
      return ms === undefined ? undefined : {clockMs: value.startsWith('-') ? -ms : ms};
    },
  },
  reset: {
    example: 'reset=headers or reset=body, or reset alone before any answer',
    read: value => (value === 'headers' || value === 'body' ? {resetIn: value} : undefined),
  },
  length: {
    example: 'how many bytes too many or too few it says, such as length=+10 or length=-10',
    read: value => (/^[+-][1-9]\d{0,5}$/.test(value) ? {lengthOff: Number(value)} : undefined),
  },
  'header-bytes': {
    example: 'how long a header is, such as header-bytes=100000',
    read: value => (/^[1-9]\d{0,6}$/.test(value) ? {headerBytes: Number(value)} : undefined),
  },
  body: {
    example: `one of ${Object.keys(faultBodies).join(', ')}, such as body=empty`,
    read: value => (Object.hasOwn(faultBodies, value) ? {body: value} : undefined),
  },
  pages: {
    example: 'pages=endless or pages=same',
    read: value => (value === 'endless' || value === 'same' ? {pages: value} : undefined),
  },
};

/** The words with a value that change an answer. */
export const changeWords: readonly string[] = Object.keys(words);

/** What such a word with its value does. @throws what `wrong` makes */
export function readChange(name: string, value: string, wrong: Wrong): Partial<FaultEffects> {
  const word = words[name];
  const effects = word?.read(value);
  if (effects === undefined) {
    throw wrong(`${name}=${value} is not possible; write ${word?.example ?? 'another'}`);
  }
  return effects;
}

function withWait(
  value: string,
  effects: (ms: number) => Partial<FaultEffects>,
): Partial<FaultEffects> | undefined {
  const ms = parseDuration(value);
  return ms === undefined || ms === 0 || ms > longestWaitMs ? undefined : effects(ms);
}
