import {parentPort, workerData} from 'node:worker_threads';
import {type Sandbox, type StartOptions, startSandbox} from './start.ts';

/** The first message of a sandbox in a worker thread. */
export type WorkerMessage =
  | ({readonly kind: 'started'} & Omit<Sandbox, 'stop'>)
  | {readonly kind: 'failed'; readonly message: string};

/**
 * Run a sandbox for the parent thread: `workerData` contains its options, and any message stops it.
 * Does nothing outside a worker thread.
 */
async function serveParent(): Promise<void> {
  const port = parentPort;
  if (port === null) return;
  const post = (message: WorkerMessage): void => port.postMessage(message);
  try {
    const options: StartOptions = workerData ?? {};
    const sandbox = await startSandbox(options);
    port.once('message', () => {
      void sandbox.stop().then(() => port.close());
    });
    const {stop: _stop, answer: _answer, ...addresses} = sandbox;
    post({kind: 'started', ...addresses});
  } catch (error) {
    post({kind: 'failed', message: error instanceof Error ? error.message : String(error)});
  }
}

void serveParent();
