import {Worker} from 'node:worker_threads';
import type {Sandbox, StartOptions} from './start.ts';
import type {WorkerMessage} from './worker.ts';

/**
 * Start a sandbox in a worker thread, so that a large world does not block the screen. The thread
 * does not keep the process alive.
 *
 * @param workerFile the built `worker.ts`
 * @throws Error when the sandbox could not be started, for example because the port is taken
 */
export async function startSandboxInWorker(
  workerFile: string | URL,
  options: Omit<StartOptions, 'now'> = {},
): Promise<Sandbox> {
  const worker = new Worker(workerFile, {
    workerData: options,
    // Node's warnings would be written over the screen.
    execArgv: [...process.execArgv, '--no-warnings'],
  });
  const ended = new Promise<void>(resolve => {
    worker.once('exit', () => resolve());
  });
  const started = await firstMessage(worker);
  if (started.kind === 'failed') {
    await worker.terminate();
    throw new Error(started.message);
  }
  worker.unref();
  const {kind: _, ...addresses} = started;
  return {
    ...addresses,
    stop: () => {
      worker.postMessage('stop');
      worker.ref();
      return ended;
    },
  };
}

function firstMessage(worker: Worker): Promise<WorkerMessage> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', code => reject(new Error(`the sandbox's thread ended with ${code}`)));
  });
}
