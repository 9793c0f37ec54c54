import {parseDuration} from '../base/duration.ts';
import type {Failure} from '../base/failure.ts';
import type {FaultChange} from './fault.ts';
import {maxDelayMs} from './latency.ts';
import {compressed, type DeliveryFault, type HttpReply} from './node-io.ts';

/** Creates the failure for a fault that cannot be parsed. */
export type MakeFaultError = (problem: string) => Failure;

/** A body that replaces an operation's own. */
interface FaultBody {
  readonly contentEncoding?: string;
  /** Called when the body is first sent. */
  readonly make: () => string | Uint8Array;
}

const utf8 = new TextEncoder();
/** Unpacked size of the compression bombs: 128 MiB of blanks. */
const bombBytes = 2 ** 27;

/** The names of `body=NAME` in a fault → the bodies. */
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

/** A word of a fault that changes a response. */
interface ChangeKind {
  readonly example: string;
  /** Parse the value; undefined if it is invalid. */
  readonly read: (value: string) => FaultChange | undefined;
}

const changeKinds: Readonly<Record<string, ChangeKind>> = {
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
    example: 'reset=headers, reset=body, or reset for no response at all',
    read: value =>
      value === 'headers' || value === 'body' ? deliver({resetIn: value}) : undefined,
  },
  length: {
    example: 'the difference to the real length, such as length=+10 or length=-10',
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

/** The words of a fault that take a value and change a response. */
export const changeWords: readonly string[] = Object.keys(changeKinds);

/** Close the connection after half of the body. */
export const cutInHalf: FaultChange = deliver({cutAt: 'half'});

/** Parse such a word with its value. @throws the error created by `wrong` */
export function readChange(name: string, value: string, wrong: MakeFaultError): FaultChange {
  const word = changeKinds[name];
  const change = word?.read(value);
  if (change === undefined) {
    throw wrong(`${name}=${value} is not possible; write ${word?.example ?? 'another'}`);
  }
  return change;
}

function deliver(delivery: DeliveryFault): FaultChange {
  return reply => ({...reply, delivery: {...reply.delivery, ...delivery}});
}

function withHeader(reply: HttpReply, name: string, value: string): HttpReply {
  return {...reply, headers: {...reply.headers, [name]: value}};
}

function withWait(value: string, change: (ms: number) => FaultChange): FaultChange | undefined {
  const ms = parseDuration(value);
  return ms === undefined || ms === 0 || ms > maxDelayMs ? undefined : change(ms);
}
