import {setTimeout as sleep} from 'node:timers/promises';
import {roundMs} from './plan.mjs';

const tickMs = 50;

/**
 * Let failures happen by a plan, with the trouble of each round.
 *
 * @param sink troubled too, if any
 * @param kill kills the watches and starts them again
 * @returns the milliseconds since the start
 */
export async function runRounds({plan, server, sink, random, kill}) {
  const beganMs = performance.now();
  const now = () => performance.now() - beganMs;
  for (const round of plan.rounds) {
    await runRound(round);
    process.stderr.write(
      `round ${round.at + 1} of ${plan.rounds.length} (${round.trouble}): ${server.listed.length} failures\n`,
    );
  }
  server.trouble = () => undefined;
  server.dateAheadMs = 0;
  return now;

  async function runRound({at, trouble, beganMs: fromMs, even, storm, address}) {
    const {activeMs, stormMs} = plan;
    const [stormFromMs, stormToMs] = stormMs;
    let evenDone = 0;
    let stormDone = 0;
    let isDown = false;
    let killAtMs = fromMs + 300;
    server.trouble = troubleOf(trouble, () => now() - fromMs, random);
    server.dateAheadMs = trouble === 'clock ahead' ? 3000 : trouble === 'clock behind' ? -3000 : 0;
    if (sink) sink.status = number => sinkStatus(at, number);
    while (now() < fromMs + roundMs) {
      const ms = now() - fromMs;
      // The steady addresses fail all the time, the one of the round while it is active.
      const evenWanted = Math.min(even, Math.ceil((even * ms) / roundMs));
      for (; evenDone < evenWanted; evenDone++) {
        const isOwn = evenDone % 4 === 3 && ms < activeMs;
        // Few for the programs, of which each takes a moment.
        const steady = evenDone % 10 === 2 ? 2 : evenDone % 2;
        const target = isOwn ? address : plan.steady[steady];
        const isLate = trouble === 'late' && target === plan.steady[0] && random() < 0.2;
        server.fail(target, {
          agoMs: random() * 800,
          lateMs: isLate ? 6000 + random() * 6000 : random() < 0.3 ? 1000 : 0,
        });
      }
      const part = (ms - stormFromMs) / (stormToMs - stormFromMs);
      const stormWanted = part < 0 ? 0 : Math.min(storm, Math.ceil(storm * part));
      // In a burst, all have a few times.
      const atMs = trouble === 'burst' ? Math.floor(server.nowMs() / 500) * 500 : undefined;
      for (; stormDone < stormWanted; stormDone++) {
        server.fail(
          plan.steady[stormDone % 2],
          atMs === undefined ? {agoMs: random() * 200} : {atMs},
        );
      }
      if (trouble === 'restart' && !isDown && ms > 2000 && ms < 6000) {
        isDown = true;
        await Promise.all([server.stop(), sink?.stop()]);
      } else if (isDown && ms > 6000) {
        isDown = false;
        await Promise.all([server.start(), sink?.start()]);
      }
      const lifeMs = lifeOf(trouble, random);
      // The last ones live, so that alerts can end.
      if (lifeMs !== undefined && now() >= killAtMs && ms < activeMs) {
        await kill();
        killAtMs = now() + lifeMs;
      }
      await sleep(tickMs);
    }
  }
}

function troubleOf(trouble, ms, random) {
  const within = (fromMs, toMs) => ms() > fromMs && ms() < toMs;
  const kinds = {
    429: () =>
      within(1500, 4000)
        ? {status: 429, retryAfter: 7200}
        : random() < 0.1
          ? {status: 429, retryAfter: 1}
          : undefined,
    503: () =>
      within(1500, 5000) && random() < 0.8 ? {status: random() < 0.5 ? 503 : 500} : undefined,
    dropped: () => (random() < 0.3 ? {status: random() < 0.5 ? undefined : 'cut'} : undefined),
    html: () => (within(1500, 4500) ? {status: 'html'} : undefined),
    401: () => (within(1500, 6000) ? {status: random() < 0.5 ? 401 : 403} : undefined),
  };
  return kinds[trouble] ?? (() => (random() < 0.02 ? {status: 503} : undefined));
}

function sinkStatus(round, number) {
  if (round % 3 === 1 && number % 11 === 0) return 500;
  if (round % 3 === 1 && number % 17 === 0) return 429;
  if (round % 3 === 2 && number % 23 === 0) return undefined;
  return 200;
}

function lifeOf(trouble, random) {
  const [, text] = /^kills (?:at )?(\S+)/.exec(trouble) ?? [];
  if (text === undefined) return undefined;
  return text === 'random' ? 200 + random() * 2500 : Number(text) * 1000;
}
