import {execFileSync} from 'node:child_process';
import {closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough, Writable} from 'node:stream';
import {queryObjects} from 'node:v8';
import {expect, it} from 'vitest';
import {makeInputStream, makeOutputStream, makeOwnOutput} from '../../src/host/streams.ts';

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

it('output after a signal is written however late it comes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-streams-'));
  const fd = openSync(join(folder, 'out'), 'w');
  const output = makeOwnOutput(fd, () => {
    throw new Error('a stream was opened');
  });
  output.limitWaits(1);
  await new Promise(resolve => setTimeout(resolve, 20));
  output.write('late');
  await output.flush();
  expect([readFileSync(join(folder, 'out'), 'utf8'), output.closed]).toEqual(['late', false]);
  closeSync(fd);
  rmSync(folder, {recursive: true});
});

it('after a signal, a reader that takes nothing ends the wait', async () => {
  const stuck = Object.assign(new Writable({write: () => undefined}), {isTTY: true});
  const output = makeOwnOutput(-1, () => stuck as unknown as NodeJS.WriteStream);
  output.write('x');
  const flushed = output.flush();
  output.limitWaits(1);
  await flushed;
  expect(output.closed).toBe(true);
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

it.skipIf(process.platform !== 'linux')(
  'a full device is told, whatever its stream says',
  async () => {
    const fd = openSync('/dev/full', 'w');
    const output = makeOwnOutput(fd, () => new PassThrough() as unknown as NodeJS.WriteStream);
    output.write('x');
    await expect(output.flush()).rejects.toThrow('ENOSPC');
    expect([output.closed, output.isTTY]).toEqual([true, false]);
    closeSync(fd);
  },
);

it.skipIf(process.platform === 'win32')(
  'what nobody reads is written without a stream',
  async () => {
    const fd = openSync('/dev/null', 'w');
    const output = makeOwnOutput(fd, () => {
      throw new Error('a stream was opened');
    });
    expect(output.isTTY).toBe(false);
    output.write('x');
    await output.flush();
    closeSync(fd);
  },
);

it.skipIf(process.platform === 'win32')(
  'what a pipe that does not wait has no room for goes on by the stream, in order',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'steward-pipe-'));
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      const later: string[] = [];
      const stream = new Writable({
        write(chunk, _encoding, done) {
          later.push(String(chunk));
          done();
        },
      });
      const output = makeOwnOutput(fd, () => stream as NodeJS.WriteStream);
      const text = 'long enough for no pipe '.repeat(100_000);
      output.write(text);
      output.write('and the end');
      await output.flush();
      const taken = Buffer.alloc(text.length);
      const inPipe = taken.subarray(0, readSync(fd, taken)).toString();
      expect(inPipe.length).toBeGreaterThan(0);
      expect(later.length).toBeGreaterThan(1);
      expect(inPipe + later.join('') === `${text}and the end`).toBe(true);
    } finally {
      closeSync(fd);
      rmSync(folder, {recursive: true, force: true});
    }
  },
);

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

it('keeps nothing of the writes that were taken', async () => {
  const pipe = new Writable({write: (_chunk, _encoding, done) => done()});
  // Not a descriptor: treated as a device, for which the stream is opened.
  const output = makeOwnOutput(-1, () => Object.assign(pipe, {isTTY: true}) as never);
  const writeMany = async () => {
    for (let i = 0; i < 2000; i++) {
      output.write('x');
      await output.flush();
    }
    return queryObjects(Promise, {format: 'count'});
  };
  const before = await writeMany();
  expect((await writeMany()) - before).toBeLessThan(100);
});
