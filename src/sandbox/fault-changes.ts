import {parseDuration} from '../base/duration.ts';
import type {Failure} from '../base/failure.ts';
import type {FaultChange} from './fault.ts';
import {longestWaitMs} from './latency.ts';
import {compressed, type Delivery, type RawReply} from './node-io.ts';

/** Makes the failure of a fault that cannot be understood. */
export type Wrong = (problem: string) => Failure;

/** A body that comes instead of an operation's own. */
interface FaultBody {
  readonly contentEncoding?: string;
  /** Made when it is first sent. */
  readonly make: () => string | Uint8Array;
}

const utf8 = new TextEncoder();
/** What the bombs are unpacked: 128 MiB of blanks. */
const bombBytes = 2 ** 27;

/** The bodies `body=NAME` of a fault knows. */
const bodies: Readonly<Record<string, FaultBody>> = {
  empty: {make: () => ''},
  'bad-json': {make: () => '{"values":[{"id":"1"},],}'},
  'bad-utf8': {
    make: () =>
      new Uint8Array([...utf8.encode('{"id":"1","name":"'), 0xff, 0xfe, ...utf8.encode('"}')]),
  },
  deep: {make: () => '['.repeat(200_000) + ']'.repeat(200_000)},
  'not-gzip': {contentEncoding: 'gzip', make: () => '{"id":"1"}'},
  gzip: {contentEncoding: 'gzip', make: () => compressed('gzip', bombBytes)},
  br: {contentEncoding: 'br', make: () => compressed('br', bombBytes)},
};

/** A word of a fault that changes an answer: what its value may be, and what it does. */
interface ChangeWord {
  readonly example: string;
  /** Undefined when the value is none. */
  readonly read: (value: string) => FaultChange | undefined;
}

const words: Readonly<Record<string, ChangeWord>> = {
  truncate: {
    example: 'how many bytes come, such as truncate=100, or truncate alone for half',
    read: value => (/^\d{1,9}$/.test(value) ? deliver({cutAt: Number(value)}) : undefined),
  },
  slow: {
    example: 'a time up to 5m, such as slow=200ms',
    read: value => withWait(value, overMs => deliver({overMs})),
  },
  wait: {
    example: 'a time up to 5m, such as wait=200ms',
    read: value => withWait(value, ms => reply => ({...reply, delayMs: (reply.delayMs ?? 0) + ms})),
  },
  type: {
    example: 'a content type, such as type=text/html',
    read: value =>
      /^[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*$/.test(value)
        ? reply => withHeader(reply, 'content-type', value)
        : undefined,
  },
  clock: {
    example: 'how far it is off, such as clock=+90s or clock=-90s',
    read(value) {
      const off = /^[+-]/.test(value) ? parseDuration(value.slice(1)) : undefined;
      if (off === undefined) return undefined;
      const ms = value.startsWith('-') ? -off : off;
      return (reply, now) => withHeader(reply, 'date', new Date(now + ms).toUTCString());
    },
  },
  reset: {
    example: 'reset=headers or reset=body, or reset alone before any answer',
    read: value =>
      value === 'headers' || value === 'body' ? deliver({resetIn: value}) : undefined,
  },
  length: {
    example: 'how many bytes too many or too few it says, such as length=+10 or length=-10',
    read: value =>
      /^[+-][1-9]\d{0,5}$/.test(value) ? deliver({lengthOff: Number(value)}) : undefined,
  },
  'header-bytes': {
    example: 'how long a header is, such as header-bytes=100000',
    read: value =>
      /^[1-9]\d{0,6}$/.test(value)
        ? reply => withHeader(reply, 'x-filler', 'x'.repeat(Number(value)))
        : undefined,
  },
  body: {
    example: `one of ${Object.keys(bodies).join(', ')}, such as body=empty`,
    read(value) {
      const body = Object.hasOwn(bodies, value) ? bodies[value] : undefined;
      if (body === undefined) return undefined;
      const {contentEncoding, make} = body;
      return reply => ({
        ...(contentEncoding ? withHeader(reply, 'content-encoding', contentEncoding) : reply),
        body: make(),
      });
    },
  },
};

/** The words with a value that change an answer. */
export const changeWords: readonly string[] = Object.keys(words);

/** Half of the body comes, and then the connection is closed. */
export const cutInHalf: FaultChange = deliver({cutAt: 'half'});

/** What such a word with its value does. @throws what `wrong` makes */
export function readChange(name: string, value: string, wrong: Wrong): FaultChange {
  const word = words[name];
  const change = word?.read(value);
  if (change === undefined) {
    throw wrong(`${name}=${value} is not possible; write ${word?.example ?? 'another'}`);
  }
  return change;
}

function deliver(delivery: Delivery): FaultChange {
  return reply => ({...reply, delivery: {...reply.delivery, ...delivery}});
}

function withHeader(reply: RawReply, name: string, value: string): RawReply {
  return {...reply, headers: {...reply.headers, [name]: value}};
}

function withWait(value: string, change: (ms: number) => FaultChange): FaultChange | undefined {
  const ms = parseDuration(value);
  return ms === undefined || ms === 0 || ms > longestWaitMs ? undefined : change(ms);
}
