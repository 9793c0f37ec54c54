import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

const serverFile = fileURLToPath(new URL('serve.mjs', import.meta.url));

/** Compute the median of numbers. */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

/** Start the server of the benchmarks; with a key and a certificate it uses TLS. */
export async function startServer(...args) {
  const server = spawn(process.execPath, [serverFile, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({input: server.stdout}), 'line');
  return {
    url: `${args.length > 0 ? 'https' : 'http'}://127.0.0.1:${port}`,
    stop: () => server.kill(),
  };
}

/**
 * Measure each case in milliseconds, as the median of some rounds. The cases alternate, so that a
 * slow moment of the machine affects all of them. The first round is not counted.
 *
 * @param cases each a command line, and an environment
 */
export function timeInTurn(cases, rounds) {
  const times = cases.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, {argv, env}] of cases.entries()) {
      const started = performance.now();
      const {status, stderr} = spawnSync(argv[0], argv.slice(1), {
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
      if (round > 0) times[i].push(performance.now() - started);
    }
  }
  return times.map(median);
}

/** Run a command and return milliseconds, peak memory in MB, and bytes of output. */
export async function runWatched(argv, env) {
  const started = performance.now();
  const child = spawn(argv[0], argv.slice(1), {env, stdio: ['ignore', 'pipe', 'inherit']});
  let bytes = 0;
  let peakMb = 0;
  const look = () => {
    peakMb = Math.max(peakMb, memoryMb(child.pid, 'VmHWM'));
  };
  const timer = setInterval(look, 10);
  child.stdout.on('data', chunk => {
    bytes += chunk.length;
  });
  child.stdout.once('end', look);
  const [status] = await once(child, 'close');
  clearInterval(timer);
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}`);
  return {ms: performance.now() - started, peakMb, bytes};
}

/** Return the memory of a process according to Linux; 0 if not available. */
export function memoryMb(pid, field = 'VmRSS') {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
