import {randomUUID} from 'node:crypto';
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {keyOf, startFailureServer} from './server.mjs';
import {liveFor, readPlace, startWatcher} from './watcher.mjs';

/** A run of 0.5 s gets through about 500 failures. */
const maxRuns = 40;

/**
 * A watch that is killed again and again on a backlog: each run that gets a page must save progress
 * if it lives as long as a save takes. Times are those of a machine with nothing else to do.
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
  let position;
  while (printed.size < wanted.size && runs.length < maxRuns) {
    const {served} = server;
    const before = versionOf(place);
    const run = startWatcher(server.url, all, folder);
    const reached = await liveFor(run, lifeMs, {
      page: () => server.served > served,
      line: () => run.firstMs !== undefined,
      save: () => versionOf(place) !== before,
    });
    await run.end('SIGKILL');
    again += run.keys.filter(key => printed.has(key)).length;
    for (const key of run.keys) printed.add(key);
    const saved = readPlace(place);
    const at = saved && `${saved.toldMs} ${saved.poll?.reachedMs} ${saved.seen.length}`;
    runs.push({...run, reached, isFurther: at !== undefined && at !== position});
    position = at;
  }
  await server.stop();
  const stuck = runs.filter(({isFurther}) => !isFurther);
  const saves = runs.flatMap(({reached: {page, save}}) => (save ? save - page : []));
  const mostMs = Math.max(...saves);
  return [
    ['failures, of them printed', `${wanted.size}, ${printed.size}`, true],
    ['kills', runs.length, true],
    ['runs that saved no progress', stuck.length, true],
    ['  of them killed before their first page', stuck.filter(isEarly).length, true],
    [
      '  of them with a page for longer than a save takes',
      stuck.filter(one => !isEarly(one) && lifeMs - one.reached.page > mostMs).length,
      0,
    ],
    [
      'first page after, ms: least, median, most',
      spread(runs.map(({reached}) => reached.page)),
      true,
    ],
    ['first save after that, ms', spread(saves), true],
    ['printed again after a kill', again, true],
    [
      'twice within a run',
      runs.reduce((sum, {keys}) => sum + keys.length - new Set(keys).size, 0),
      0,
    ],
  ];
}

const isEarly = ({reached}) => reached.page === undefined;

/** Identifies the saved file, which each save replaces. */
const versionOf = path => statSync(path, {throwIfNoEntry: false})?.ino;

/** The least, the median and the most of some milliseconds. */
function spread(all) {
  const sorted = all.filter(ms => ms !== undefined).sort((a, b) => a - b);
  return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map(Math.round).join(', ');
}
