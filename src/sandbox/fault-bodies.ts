import {compressed} from './machine.ts';

/** A body that comes instead of an operation's own. */
export interface FaultBody {
  readonly about: string;
  readonly contentEncoding?: string;
  /** Made when it is first sent. */
  readonly make: () => string | Uint8Array;
}

const utf8 = new TextEncoder();
/** What the bombs are unpacked: 128 MiB. */
const bombBytes = 2 ** 27;

/** The bodies `body=NAME` of a fault knows. */
export const faultBodies: Readonly<Record<string, FaultBody>> = {
  empty: {about: 'nothing at all', make: () => ''},
  'bad-json': {about: 'JSON with a comma too many', make: () => '{"values":[{"id":"1"},],}'},
  'bad-utf8': {
    about: 'JSON with bytes that are no UTF-8',
    make: () =>
      new Uint8Array([...utf8.encode('{"id":"1","name":"'), 0xff, 0xfe, ...utf8.encode('"}')]),
  },
  deep: {
    about: 'lists in lists, 200,000 deep',
    make: () => '['.repeat(200_000) + ']'.repeat(200_000),
  },
  'not-gzip': {
    about: 'JSON that is called gzip and is not',
    contentEncoding: 'gzip',
    make: () => '{"id":"1"}',
  },
  gzip: {
    about: 'a bomb: 128 MiB of blanks, packed as gzip',
    contentEncoding: 'gzip',
    make: () => compressed('gzip', bombBytes),
  },
  br: {
    about: 'a bomb: 128 MiB of blanks, packed as brotli',
    contentEncoding: 'br',
    make: () => compressed('br', bombBytes),
  },
};
