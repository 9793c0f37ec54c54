import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

/**
 * Start-up time of three one-shot commands as ratios to `node -e 0`, with V8's code cache warm and
 * without it. Fails when one takes longer than the budget. Rounds: `node bench/start.mjs 40`.
 */
const budgetMs = 200;
const rounds = Number(process.argv[2] ?? 25);
const jr = fileURLToPath(new URL('../dist/bin/jr.js', import.meta.url));
if (!existsSync(jr)) throw new Error('nothing is built: npm run build');

const home = mkdtempSync(join(tmpdir(), 'steward-bench-'));
// On Node 20 NODE_EXTRA_CA_CERTS makes every start load the root store, which hides all else.
const bare = {PATH: process.env.PATH, HOME: home};
const sandbox = spawn(process.execPath, [jr, 'sandbox', '--port', '0'], {
  env: bare,
  stdio: ['ignore', 'pipe', 'inherit'],
});

try {
  const [line] = await once(createInterface({input: sandbox.stdout}), 'line');
  const {tracker_base_url, auth_user, auth_token} = JSON.parse(line);
  const env = {
    ...bare,
    JR_BASE_URL: tracker_base_url,
    JR_AUTH_TYPE: 'basic',
    JR_AUTH_USER: auth_user,
    JR_AUTH_TOKEN: auth_token,
  };
  const get = ['project', 'get', '--projectIdOrKey', firstProject(env)];
  const commands = {
    'jr schema --list': ['schema', '--list'],
    'jr project get … --dry-run': [...get, '--dry-run'],
    'jr project get …': get,
  };
  const cold = {...env, NODE_DISABLE_COMPILE_CACHE: '1'};
  const cases = [
    {name: 'node -e 0', args: ['-e', '0'], env: bare},
    ...Object.entries(commands).flatMap(([name, args]) => [
      {name, args: [jr, ...args], env, isTimed: true},
      {name: `${name}, no code cache`, args: [jr, ...args], env: cold},
    ]),
  ];
  for (const one of cases) time(one);
  const times = cases.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, one] of cases.entries()) times[index].push(time(one));
  }
  report(cases, times.map(median));
} finally {
  const ended = once(sandbox, 'exit');
  sandbox.kill('SIGTERM');
  await ended;
  rmSync(home, {recursive: true, force: true});
}

function report(cases, medians) {
  const [floor] = medians;
  console.log(`Node ${process.version}, ${rounds} rounds, medians`);
  cases.forEach(({name, isTimed}, index) => {
    const ms = medians[index];
    const isOver = isTimed && ms > budgetMs;
    if (isOver) process.exitCode = 1;
    const note = isOver ? `  over the budget of ${budgetMs} ms` : '';
    console.log(
      `${name.padEnd(44)} ${(ms / floor).toFixed(2).padStart(5)} ×  ${ms.toFixed(0)} ms${note}`,
    );
  });
}

function time({args, env}) {
  const started = performance.now();
  const {status, stderr} = spawnSync(process.execPath, args, {env, encoding: 'utf8'});
  const ms = performance.now() - started;
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}\n${stderr}`);
  return ms;
}

function firstProject(env) {
  const args = [jr, 'project', 'get-all', '--jq', '.[0].key', '-r'];
  return spawnSync(process.execPath, args, {env, encoding: 'utf8'}).stdout.trim();
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
