import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {keyOf, startFailureServer} from './server.mjs';
import {startSink} from './sink.mjs';
import {startWatcher} from './watcher.mjs';

/**
 * Forwarding to an address that is down for a while; the watch is ended meanwhile, and started
 * again. Everything must arrive once.
 */
export async function outage({folder, failures, downMs}) {
  const server = await startFailureServer();
  const sink = await startSink();
  await sink.stop();
  const fromMs = server.nowMs() - failures;
  for (let i = 0; i < failures; i++) server.fail('ci.example.net/intake', {atMs: fromMs + i});
  const place = join(folder, 'outage.place');
  const flags = [
    '--after',
    '1h',
    '--interval',
    '200ms',
    '--resume',
    place,
    '--forward-to',
    sink.url,
  ];
  const first = startWatcher(server.url, flags, folder);
  const beganMs = performance.now();
  await sleep(downMs / 2);
  const askedMs = performance.now();
  await first.end('SIGTERM');
  const endMs = performance.now() - askedMs;
  const second = startWatcher(server.url, flags, folder);
  await sleep(Math.max(0, downMs - (performance.now() - beganMs)));
  await sink.start();
  while (sink.accepted.size < failures && performance.now() - beganMs < downMs + 300_000) {
    await sleep(100);
  }
  await sleep(500);
  await second.end('SIGTERM');
  await Promise.all([server.stop(), sink.stop()]);
  const ids = server.all().map(failure => keyOf(failure).split(' ')[1]);
  return [
    ['failures for an address that is down', failures, true],
    ['  for, s', Math.round(downMs / 1000), true],
    ['end after SIGTERM meanwhile, s', Number((endMs / 1000).toFixed(1)), 'at most 10'],
    ['not delivered', ids.filter(id => !sink.accepted.has(id)).length, 0],
    ['delivered twice', [...sink.accepted.values()].filter(n => n > 1).length, 0],
    ['dead letters', existsSync(`${place}.dead-letters`) ? 1 : 0, 0],
    ['peak memory, MB', Math.round(Math.max(first.peakMb, second.peakMb)), true],
    ['time, s', Math.round((performance.now() - beganMs) / 1000), true],
  ];
}
