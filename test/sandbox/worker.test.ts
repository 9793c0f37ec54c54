import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build} from 'esbuild';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startSandboxInWorker} from '../../src/sandbox/embed.ts';
import {root} from '../support/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'steward-worker-'));
const file = join(folder, 'sandbox-worker.cjs');

beforeAll(async () => {
  await build({
    entryPoints: [join(root, 'src/sandbox/worker.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: file,
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, {recursive: true}));

describe('a sandbox in a worker thread', () => {
  it('responds like any other and ends when it is stopped', async () => {
    const sandbox = await startSandboxInWorker(file, {seed: 7});
    const headers = {authorization: `Bearer ${sandbox.authToken}`};
    const answer = await fetch(`${sandbox.trackerBaseUrl}/rest/api/3/myself`, {headers});
    expect(await answer.json()).toMatchObject({emailAddress: sandbox.authUser});
    await sandbox.stop();
    await expect(fetch(sandbox.trackerBaseUrl)).rejects.toThrow();
  });

  it('reports why it could not start', async () => {
    const first = await startSandboxInWorker(file);
    const port = Number(new URL(first.trackerBaseUrl).port);
    await expect(startSandboxInWorker(file, {port})).rejects.toThrow(/EADDRINUSE/);
    await first.stop();
  });

  it('is stopped at once when its thread has ended by itself', async () => {
    const short = join(folder, 'short.cjs');
    writeFileSync(short, `require('worker_threads').parentPort.postMessage({kind: 'started'});`);
    const ended = new Promise<void>(resolve => {
      process.once('worker', worker => worker.once('exit', () => resolve()));
    });
    const sandbox = await startSandboxInWorker(short);
    await ended;
    await sandbox.stop();
  });
});
