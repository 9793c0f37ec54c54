import {spawnSync} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {median, memoryMb, startServer} from './run.mjs';

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

const sizes = [
  [80, 24],
  [120, 40],
  [300, 80],
];

/** Open a program in a pseudo-terminal and record its output and timing. */
export function open(argv, {cols, rows, env, cwd = env.HOME}) {
  const state = {bytes: 0, writes: 0, clears: 0, last: performance.now()};
  const screen = new xterm.Terminal({cols, rows, allowProposedApi: true});
  const terminal = pty.spawn(argv[0], argv.slice(1), {cols, rows, env, cwd});
  terminal.onData(data => {
    screen.write(data);
    state.bytes += Buffer.byteLength(data);
    state.writes += 1;
    state.clears += data.split('\x1b[2J').length - 1;
    state.last = performance.now();
  });
  const shown = () =>
    Array.from({length: screen.rows}, (_, y) =>
      screen.buffer.active.getLine(y)?.translateToString(),
    ).join('\n');
  const quiet = async ms => {
    while (performance.now() - state.last < ms) await sleep(2);
  };
  return {
    state,
    pid: terminal.pid,
    quiet,
    write: keys => terminal.write(keys),
    close: () => terminal.kill(),
    resize(columns, lines) {
      screen.resize(columns, lines);
      terminal.resize(columns, lines);
    },
    async see(pattern, limitMs = 120_000) {
      const from = performance.now();
      while (!pattern.test(shown())) {
        if (performance.now() - from > limitMs) throw new Error(`not seen: ${pattern}`);
        await sleep(5);
      }
    },
    /**
     * Measure the time from a key to the first and the last byte of its output; undefined without
     * output.
     */
    async press(key, quietMs = 60) {
      await quiet(quietMs);
      const before = state.bytes;
      const from = performance.now();
      terminal.write(key);
      while (state.bytes === before && performance.now() - from < 1000) await sleep(0);
      const firstMs = performance.now() - from;
      await quiet(quietMs);
      return {firstMs, lastMs: state.last - from, bytes: state.bytes - before};
    },
  };
}

async function moves(program, keys, count = 30) {
  const made = [];
  for (let i = 0; i < count; i++) made.push(await program.press(keys[i % keys.length]));
  return {
    ms: median(made.map(({lastMs}) => lastMs)),
    bytes: Math.max(...made.map(({bytes}) => bytes)),
  };
}

/** Create an environment without data of earlier runs, except the warm code cache. */
export function environment(server, rows, folder) {
  const home = mkdtempSync(join(folder, 'home-'));
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: folder,
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    JR_BASE_URL: `${server.url}/${rows}/0/0`,
    JR_AUTH_USER: 'bench@example.com',
    JR_AUTH_TOKEN: 'not-a-secret',
  };
}

/**
 * Measure the first paint of the terminal UI at 120x40 in milliseconds, as the median of some
 * rounds, the memory in MB when idle, and `node -e 0` in the same rounds. The builds alternate; the
 * first round is not counted.
 *
 * @param builds column title → command line that runs `steward`
 */
export async function measureFirstPaint({builds, folder, rounds}) {
  const server = await startServer();
  const made = Object.keys(builds).map(name => ({name, ms: [], mb: []}));
  const floor = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now();
      spawnSync(process.execPath, ['-e', '0'], {env: {PATH: process.env.PATH}});
      if (round > 0) floor.push(performance.now() - start);
      for (const {name, ms, mb} of made) {
        const started = performance.now();
        const env = environment(server, 100, folder);
        const program = open(builds[name], {cols: 120, rows: 40, env});
        await program.see(/steward/);
        if (round > 0) ms.push(performance.now() - started);
        await program.quiet(300);
        mb.push(memoryMb(program.pid));
        program.close();
      }
    }
    return {
      floorMs: median(floor),
      paints: made.map(({name, ms, mb}) => ({name, ms: median(ms), memory: median(mb)})),
    };
  } finally {
    server.stop();
  }
}

/** Measure the terminal UI: keys by size and by number of rows, filter, sort, idle, memory. */
export async function measureTerminal({dist, folder}) {
  const server = await startServer();
  const steward = async (rows, cols, lines) => {
    const program = open([process.execPath, join(dist, 'bin/steward.js')], {
      cols,
      rows: lines,
      // Each has its own home, since rows persisted by an earlier session would count as loaded.
      env: environment(server, rows, mkdtempSync(join(folder, 'home-'))),
    });
    await program.see(/steward/);
    await program.quiet(500);
    program.write(':');
    await program.quiet(200);
    program.write('projects\r');
    await program.see(/P000000/);
    await program.quiet(300);
    return program;
  };
  try {
    const previews = [];
    for (const [cols, lines] of sizes) {
      const program = await steward(1000, cols, lines);
      const shown = await moves(program, ['j', 'j', 'k']);
      await program.press('p');
      const other = await moves(program, ['j', 'j', 'k']);
      await program.press('p');
      previews.push({size: `${cols}x${lines}`, shown, other});
      program.close();
    }
    const growth = [];
    for (const rows of [100, 1000, 10_000, 100_000]) {
      growth.push(await measureRows(rows, await steward(rows, 120, 40)));
    }
    const program = await steward(100, 120, 40);
    await program.quiet(1000);
    const before = program.state.writes;
    await sleep(5000);
    const idleWrites = program.state.writes - before;
    program.close();
    return {
      sizes: previews,
      growth,
      idleWrites,
      beside: await measureBeside(folder),
    };
  } finally {
    server.stop();
  }
}

async function measureRows(rows, program) {
  const started = performance.now();
  // The end of the loaded rows, and of all rows.
  await program.press('G');
  program.write('G');
  const last = new RegExp(`P${String(rows - 1).padStart(6, '0')}`);
  const total = new RegExp(`${rows.toLocaleString('en')} projects(?! ·)`);
  await program.see(last);
  await program.see(total);
  const readMs = performance.now() - started;
  await program.press('g');
  const bySize = [];
  for (const [cols, lines] of sizes) {
    program.resize(cols, lines);
    await program.quiet(200);
    bySize.push(await moves(program, ['j', 'j', 'k'], 15));
  }
  program.resize(120, 40);
  await program.quiet(200);
  await program.press('/');
  const filter = await program.press('n');
  await program.press('\x1b');
  await program.press('\x1b[1;2C');
  const sort = await program.press('s');
  await program.quiet(1000);
  const memory = memoryMb(program.pid);
  program.close();
  return {
    rows,
    readMs,
    bySize,
    move: bySize[1],
    filterMs: filter.firstMs,
    sortMs: sort.firstMs,
    memory,
  };
}

/** Measure the same key in well-known programs, if installed; tig shows this repository. */
async function measureBeside(folder) {
  const lines = join(folder, 'lines.txt');
  writeFileSync(
    lines,
    Array.from({length: 100_000}, (_, i) => `${i} ${'a line of text '.repeat(6)}`).join('\n'),
  );
  const programs = [
    {name: 'less, 100,000 lines', argv: ['less', lines]},
    {name: 'htop', argv: ['htop'], keys: ['\x1b[B', '\x1b[A']},
    {name: 'tig', argv: ['tig'], cwd: fileURLToPath(new URL('../..', import.meta.url))},
  ];
  const found = [];
  const missing = [];
  for (const {name, argv, cwd, keys = ['j', 'j', 'k']} of programs) {
    if (spawnSync('sh', ['-c', `command -v ${argv[0]}`]).status !== 0) {
      missing.push(argv[0]);
      continue;
    }
    const env = {...process.env, TERM: 'xterm-256color', HOME: folder, LESS: ''};
    const program = open(argv, {cols: 120, rows: 40, env, cwd});
    await sleep(1500);
    const move = await moves(program, keys);
    // A program that ended or draws nothing is not comparable.
    if (move.bytes > 0) found.push({name, move});
    else missing.push(argv[0]);
    program.close();
  }
  return {found, missing};
}
