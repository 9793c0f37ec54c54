import {randomInt} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:net';

/**
 * A free port below those that the system assigns, so that no other process takes it while the
 * server of a test is down.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    await new Promise(resolve => server.close(resolve));
    if (isFree) return port;
  }
}
