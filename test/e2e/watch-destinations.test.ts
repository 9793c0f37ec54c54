import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, node} from '../support/built.ts';
import {type DeliveryServer, startDeliveryServer} from '../support/delivery-server.ts';
import {ownPort} from '../support/own-port.ts';
import {seeded} from '../support/seeded.ts';
import {root} from '../support/sources.ts';

let built: BuiltCommands;
let server: DeliveryServer;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  built = layBuiltCommands();
  server = await startDeliveryServer(Date.now());
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(async () => {
  await server.stop();
  built.remove();
});

/** An address of one's own that can be down, and counts the deliveries that it answered, by id. */
async function startSink(statusOf: (number: number) => number = () => 200, answerMs = 0) {
  const counts = new Map<string, number>();
  let requests = 0;
  let listening: Server | undefined;
  const port = await ownPort();
  const sink = {
    counts,
    url: () => `http://127.0.0.1:${port}/in`,
    async start() {
      const own = createServer((request, response) => {
        request.resume().on('end', async () => {
          await sleep(answerMs);
          const status = statusOf(++requests);
          const id = String(request.headers['x-atlassian-webhook-identifier']);
          if (status === 200) counts.set(id, (counts.get(id) ?? 0) + 1);
          response.writeHead(status).end();
        });
      });
      listening = own.listen(port, '127.0.0.1');
      await once(own, 'listening');
    },
    async stop() {
      listening?.closeAllConnections();
      await new Promise(resolve => listening?.close(resolve));
    },
  };
  await sink.start();
  return sink;
}

/** Start a watch, which prints `lines` so far. */
function startWatch(flags: readonly string[]) {
  const line = ['watch', 'webhook', 'get-failed', '--interval', '50ms', '--after', '1h', ...flags];
  const env = {...built.env(), JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer'};
  const child = spawn(node, [join(root, 'dist/bin/jr.js'), ...line], {
    env: {...env, JR_AUTH_TOKEN: 'x'},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.add(child);
  const closed = once(child, 'close');
  const watch = {
    lines: 0,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      const [code, by] = await closed;
      running.delete(child);
      return code ?? by;
    },
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    watch.lines += chunk.split('\n').length - 1;
  });
  return watch;
}

const until = (isSo: () => boolean) => expect.poll(isSo, {interval: 20}).toBe(true);

function idsIn(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map(line => {
    const value = JSON.parse(line);
    return (value.item ?? value).id;
  });
}

/** The ids that are missing, and whether each that is there was there once. */
function compared(wanted: ReadonlySet<string>, got: readonly string[]) {
  const counts = new Map<string, number>();
  for (const id of got) counts.set(id, (counts.get(id) ?? 0) + 1);
  const missing = [...wanted].filter(id => !counts.has(id));
  return {missing, isOnce: [...counts.values()].every(count => count === 1)};
}

describe('failures for a program and for an address', () => {
  it('reach both or their files at least once when the watch is killed at any moment, and once else', async () => {
    const random = seeded(11);
    const sink = await startSink(number => (number % 7 === 3 ? 500 : 200), 40);
    const place = join(built.folder, 'destinations.place');
    const processed = join(built.folder, 'processed');
    const flags = ['--resume', place, '--forward-to', sink.url(), '--retries', '0', '--exec'];
    // At times the program fails; a kill leaves some on their way.
    flags.push(
      `sh -c 'read -r line; sleep 0.04; test $(($$ % 5)) != 0 && echo "$line" >> ${processed}'`,
    );
    const wanted = new Set<string>();
    const failMore = (count: number): void => {
      for (let n = 0; n < count; n++) {
        server.fail(`a.example/${n % 3}`, 'jira:issue_updated', {
          agoMs: Math.floor(random() * 500),
        });
        if (n % 4 === 0) server.advance(5);
      }
      for (const {id} of server.listed) wanted.add(id);
    };
    const forwarded = () => [
      ...[...sink.counts].flatMap(([id, count]) => Array<string>(count).fill(id)),
      ...idsIn(`${place}.dead-letters`),
    ];
    const handled = () => [...idsIn(processed), ...idsIn(`${place}.dead-letters.exec`)];
    failMore(30);
    for (let kill = 0; kill < 4; kill++) {
      const watch = startWatch(flags);
      const lines = 1 + Math.floor(random() * 25);
      await until(() => watch.lines >= lines);
      await sleep(random() * 150);
      await watch.end('SIGKILL');
      failMore(15);
    }
    const last = startWatch(flags);
    const isWhole = (): boolean =>
      compared(wanted, forwarded()).missing.length + compared(wanted, handled()).missing.length ===
      0;
    await until(isWhole);
    const before = [forwarded().length, handled().length];
    const known = new Set(wanted);
    failMore(40);
    await until(isWhole);
    expect(await last.end('SIGTERM')).toBe(0);
    const isNew = (id: string): boolean => !known.has(id);
    expect(compared(wanted, forwarded().filter(isNew)).isOnce).toBe(true);
    expect(compared(wanted, handled().filter(isNew)).isOnce).toBe(true);
    expect([forwarded().length, handled().length]).toEqual(before.map(count => count + 40));
    await sink.stop();
  });

  it('wait for an address that is down, over an ordered end, and then all arrive once', async () => {
    const sink = await startSink();
    await sink.stop();
    const place = join(built.folder, 'down.place');
    const flags = ['--resume', place, '--forward-to', sink.url(), '--url', 'down.example'];
    const wanted = new Set<string>();
    for (let n = 0; n < 1500; n++)
      server.fail('down.example', 'jira:issue_updated', {agoMs: n % 90});
    for (const {id, target} of server.listed) if (target === 'down.example') wanted.add(id);
    const first = startWatch(flags);
    await until(() => first.lines > 0);
    expect(await first.end('SIGTERM')).toBe(0);
    const second = startWatch(flags);
    await until(() => second.lines > 0);
    await sink.start();
    await until(() => sink.counts.size >= wanted.size);
    expect(await second.end('SIGTERM')).toBe(0);
    const arrived = [...sink.counts].flatMap(([id, count]) => Array<string>(count).fill(id));
    expect(compared(wanted, arrived)).toEqual({missing: [], isOnce: true});
    expect(existsSync(`${place}.dead-letters`)).toBe(false);
    await sink.stop();
  });
});
