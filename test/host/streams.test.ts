import {PassThrough, Writable} from 'node:stream';
import {expect, it} from 'vitest';
import {makeInputStream, makeOutputStream} from '../../src/host/streams.ts';

const asOutput = (stream: Writable) => makeOutputStream(stream as NodeJS.WriteStream);

function failing(code: string): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error(`write ${code}`), {code}));
    },
  });
}

it('flush waits until a slow reader has taken everything, in order', async () => {
  const taken: string[] = [];
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      setTimeout(() => {
        taken.push(String(chunk));
        done();
      }, 5);
    },
  });
  const output = asOutput(slow);
  output.write('one');
  output.write('two');
  await output.flush();
  expect(taken).toEqual(['one', 'two']);
});

it('a reader that has gone ends quietly', async () => {
  const output = asOutput(failing('EPIPE'));
  output.write('x');
  await output.flush();
  expect(output.closed).toBe(true);
  output.write('y');
  await output.flush();
});

it('a full disk is told', async () => {
  const output = asOutput(failing('ENOSPC'));
  output.write('x');
  await expect(output.flush()).rejects.toThrow('ENOSPC');
});

it('a pipe is no terminal and has no size', () => {
  const output = asOutput(new PassThrough());
  expect([output.isTTY, output.columns, output.rows]).toEqual([false, undefined, undefined]);
});

it('input is read to its end as bytes', async () => {
  const stream = new PassThrough();
  const read = makeInputStream(stream as unknown as NodeJS.ReadStream).read();
  stream.write(Buffer.from([0xc3]));
  stream.end(Buffer.from([0xa4]));
  expect([...(await read)]).toEqual([0xc3, 0xa4]);
});
