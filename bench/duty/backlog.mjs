import {randomUUID} from 'node:crypto';
import {join} from 'node:path';
import {keyOf, startFailureServer} from './server.mjs';
import {liveFor, readPlace, startWatcher} from './watcher.mjs';

/** A run of 0.5 s gets through about 500 failures. */
const maxRuns = 40;

/**
 * A watch that is killed again and again on a backlog: each run must get further. Counts the runs
 * whose saved position moved, and how long a start takes. Times are those of a machine with nothing
 * else to do: waiting for a processor is not counted.
 */
export async function backlog({folder, failures, lifeMs, flags}) {
  const server = await startFailureServer({skewMs: 90_000});
  const nowMs = server.nowMs();
  for (let i = 0; i < failures; i++) {
    server.fail('hooks.example.net/backlog', {atMs: nowMs - (failures - i) * 2});
  }
  const wanted = new Set(server.all().map(keyOf));
  const place = join(folder, `backlog-${randomUUID()}.place`);
  const all = [
    '--interval',
    '200ms',
    '--after',
    String(nowMs - 3_600_000),
    '--resume',
    place,
    ...flags,
  ];
  const runs = [];
  const printed = new Set();
  let again = 0;
  let reached;
  while (printed.size < wanted.size && runs.length < maxRuns) {
    const run = startWatcher(server.url, all, folder);
    const firstMs = await liveFor(run, lifeMs);
    await run.end('SIGKILL');
    again += run.keys.filter(key => printed.has(key)).length;
    for (const key of run.keys) printed.add(key);
    const saved = readPlace(place);
    const at = saved && `${saved.toldMs} ${saved.poll?.reachedMs} ${saved.seen.length}`;
    runs.push({...run, firstMs, isFurther: at !== undefined && at !== reached});
    reached = at;
  }
  await server.stop();
  const starts = runs.flatMap(({firstMs}) => firstMs ?? []).sort((a, b) => a - b);
  const stuck = runs.filter(({isFurther}) => !isFurther);
  return [
    ['failures, of them printed', `${wanted.size}, ${printed.size}`, true],
    ['kills', runs.length, true],
    ['runs that saved no progress', stuck.length, 0],
    [
      '  of them killed before their first line',
      stuck.filter(({firstMs}) => !firstMs).length,
      true,
    ],
    [
      'first line after, ms: first, median, last',
      [starts[0], starts[starts.length >> 1], starts.at(-1)].map(Math.round).join(', '),
      true,
    ],
    ['printed again after a kill', again, true],
    [
      'twice within a run',
      runs.reduce((sum, {keys}) => sum + keys.length - new Set(keys).size, 0),
      0,
    ],
  ];
}
