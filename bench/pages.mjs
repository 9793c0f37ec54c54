import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/**
 * Measures time and memory of the built `jr` reading a list of 5,000 items in pages of 50, with 50
 * ms per response, into a file: sequentially, with the default, and with --concurrency 12. Fails
 * when the default takes more than a quarter of the time or 12 at a time more than a seventh, when
 * an output differs, or when the peak above that of a one-item run is more than three times the
 * output (two times at 50 MB). Rounds of each: `node bench/pages.mjs 3`.
 */
const items = 5000;
const pageSize = 50;
const delayMs = 50;
const mb = 1024 * 1024;
const rounds = Number(process.argv[2] ?? 3);
const runs = [
  {name: 'one after another', args: ['--concurrency', '1']},
  {name: 'default', args: [], mostTime: 1 / 4},
  {name: '--concurrency 12', args: ['--concurrency', '12'], mostTime: 1 / 7},
];
/**
 * Bytes of an item; the names in the last list are not Latin, which V8 stores in two bytes each.
 * Time is checked only where most of it is waiting; with 50 MB, processing dominates and depends on
 * the machine.
 */
const lists = [
  {path: 'small', name: 'items of 2 KB', bytes: 2000, letter: 'x', mostMemory: 3, isTimed: true},
  {path: 'large', name: 'items of 10 KB', bytes: 10_500, letter: 'x', mostMemory: 2},
  {path: 'wide', name: 'items of 10 KB, not Latin', bytes: 10_500, letter: 'ж', mostMemory: 2},
];

if (process.argv[2] === 'serve') await serve();
else await measure();

async function serve() {
  const texts = new Map(lists.map(({path, bytes, letter}) => [path, fillerOf(bytes, letter)]));
  const server = createServer((request, response) => {
    const {pathname, searchParams} = new URL(request.url, 'http://x');
    const [kind, count] = pathname.split('/').slice(-2);
    const body = page(texts.get(kind), Number(count), Number(searchParams.get('startAt') ?? 0));
    setTimeout(() => {
      response.writeHead(200, {'content-type': 'application/json'});
      response.end(body);
    }, delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send(server.address().port);
}

function fillerOf(bytes, letter) {
  return letter.repeat(Math.round(bytes / 2 / Buffer.byteLength(letter))) + 'y'.repeat(bytes / 2);
}

function page(filler, total, startAt) {
  const values = [];
  for (let id = startAt; id < Math.min(startAt + pageSize, total); id++) {
    values.push(`{"id":${id},"name":"${filler}"}`);
  }
  const isLast = startAt + pageSize >= total;
  const head = `{"startAt":${startAt},"maxResults":${pageSize},"total":${total},"isLast":${isLast}`;
  return `${head},"values":[${values.join(',')}]}`;
}

async function measure() {
  const jr = fileURLToPath(new URL('../dist/bin/jr.js', import.meta.url));
  if (!existsSync(jr)) throw new Error('nothing is built: npm run build');
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const home = mkdtempSync(join(tmpdir(), 'steward-pages-'));
  try {
    const [port] = await once(server, 'message');
    const command = makeCommand({jr, home, url: `http://127.0.0.1:${port}`});
    console.log(`Node ${process.version}, ${rounds} rounds, medians; ${items} items in pages of`);
    console.log(`${pageSize}, ${delayMs} ms per answer\n`);
    for (const list of lists) await compare(list, command);
  } finally {
    server.kill();
    rmSync(home, {recursive: true, force: true});
  }
}

async function compare({path, name, mostMemory, isTimed}, command) {
  const one = await median(() => command(path, 1, []));
  const times = [];
  let digest;
  for (const {name: how, args, mostTime} of runs) {
    const {ms, peak, bytes, sha} = await median(() => command(path, items, args));
    if (digest === undefined) {
      console.log(`${name}: ${(bytes / mb).toFixed(1)} MB of output`);
      digest = sha;
    }
    times.push(ms);
    const share = ms / times[0];
    const memory = (peak - one.peak) / bytes;
    const faults = [
      isTimed && share > (mostTime ?? 1) && `over 1/${1 / mostTime} of the time`,
      memory > mostMemory && `over ${mostMemory} × the output`,
      sha !== digest && 'another output',
    ].filter(Boolean);
    if (faults.length > 0) process.exitCode = 1;
    console.log(
      `  ${how.padEnd(20)} ${String(Math.round(ms)).padStart(6)} ms  1/${(1 / share).toFixed(1)}` +
        `   peak + ${((peak - one.peak) / mb).toFixed(1).padStart(5)} MB = ${memory.toFixed(2)} ×` +
        ` the output  ${faults.join(', ')}`,
    );
  }
}

/** Create a function that measures a run: milliseconds, peak memory in bytes, and output. */
function makeCommand({jr, home, url}) {
  const probe = join(home, 'probe.mjs');
  const report = join(home, 'peak');
  // VmHWM, because maxRSS starts at the value of the parent process.
  writeFileSync(
    probe,
    `import {readFileSync, writeFileSync} from 'node:fs';
process.on('exit', () => writeFileSync(${JSON.stringify(report)}, readFileSync('/proc/self/status')));`,
  );
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    JR_BASE_URL: url,
    JR_AUTH_TYPE: 'bearer',
    JR_AUTH_TOKEN: 'bench',
    NODE_OPTIONS: `--import=${pathToFileURL(probe)}`,
  };
  return async (path, count, args) => {
    const started = performance.now();
    const child = spawn(process.execPath, [jr, 'raw', 'GET', `/${path}/${count}`, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const hash = createHash('sha256');
    let bytes = 0;
    child.stdout.on('data', chunk => {
      hash.update(chunk);
      bytes += chunk.length;
    });
    const [status] = await once(child, 'close');
    const ms = performance.now() - started;
    if (status !== 0) throw new Error(`raw GET /${path}/${count} ${args.join(' ')}: ${status}`);
    const peak = 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(report, 'utf8'))?.[1]);
    return {ms, peak, bytes, sha: hash.digest('hex')};
  };
}

async function median(run) {
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await run());
  const middle = key => results.map(one => one[key]).sort((a, b) => a - b)[rounds >> 1];
  return {...results[0], ms: middle('ms'), peak: middle('peak')};
}
