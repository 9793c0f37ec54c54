import {parentPort, workerData} from 'node:worker_threads';
import {type Sandbox, type SandboxOptions, startSandbox} from './start.ts';

/** What a sandbox in a worker thread tells about itself. */
export type WorkerMessage =
  | {
      readonly kind: 'started';
      readonly trackerBaseUrl: string;
      readonly contentBaseUrl: string;
      readonly authUser: string;
      readonly authToken: string;
      readonly users: Sandbox['users'];
    }
  | {readonly kind: 'failed'; readonly message: string}
  | {readonly kind: 'stopped'};

/**
 * Run a sandbox for the thread that made this one: `workerData` holds its options, any message stops it.
 * Nothing outside a worker thread.
 */
async function serveParent(): Promise<void> {
  const port = parentPort;
  if (port === null) return;
  const post = (message: WorkerMessage): void => port.postMessage(message);
  try {
    const options: SandboxOptions = workerData ?? {};
    const sandbox = await startSandbox(options);
    const {trackerBaseUrl, contentBaseUrl, authUser, authToken, users} = sandbox;
    port.once('message', () => {
      void sandbox.stop().then(() => {
        post({kind: 'stopped'});
        port.close();
      });
    });
    post({kind: 'started', trackerBaseUrl, contentBaseUrl, authUser, authToken, users});
  } catch (error) {
    post({kind: 'failed', message: error instanceof Error ? error.message : String(error)});
  }
}

void serveParent();
