import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {backlog} from './duty/backlog.mjs';
import {day} from './duty/day.mjs';
import {duty} from './duty/duty.mjs';
import {monitor} from './duty/monitor.mjs';
import {outage, programOutage, refusing, stubbornPrograms} from './duty/outage.mjs';

/**
 * `jr watch webhook get-failed` on duty, with a server that is not the sandbox. Prints a table for
 * each part and exits with 1 if a figure is not as promised.
 *
 * - `duty`: every trouble of a server in turn, under kills, with `--alert`, `--exec`,
 *   `--forward-to` and `--report`; the alerts are compared with those of the plan.
 * - `monitor`: the same in the terminal UI, with its monitor open under kills; `:alert-exec` gets
 *   the alerts, and the records are exported at the end.
 * - `backlog`: a watch that is killed after 0.5, 1 and 2 s on a backlog.
 * - `outage`: forwarding to an address that is down or refuses, a program that fails, and programs
 *   that do not end.
 * - `day`: a day of the service unit of docs/watch.md with crashes, reboots and refused tokens.
 *
 * `node bench/duty.mjs` runs all for about ten minutes; one part, smaller:
 * `node bench/duty.mjs duty --rounds 5 --failures 10000`. On a loaded machine a start takes longer
 * than 0.5 s, and storms merge.
 */
const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    rounds: {type: 'string', default: '15'},
    failures: {type: 'string', default: '300000'},
    /** Seconds that the server's clock is ahead. */
    skew: {type: 'string', default: '4020'},
    seed: {type: 'string', default: '7'},
    /** Seconds of the outage and of the day. */
    down: {type: 'string', default: '60'},
    day: {type: 'string', default: '90'},
    keep: {type: 'boolean', default: false},
  },
});
const folder = mkdtempSync(join(tmpdir(), 'steward-duty-'));
const failures = Number(values.failures);
let seed = Number(values.seed);
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const parts = {
  async duty() {
    const skewMs = 1000 * Number(values.skew);
    const {rows, wrong} = await duty({
      folder,
      rounds: Number(values.rounds),
      failures,
      skewMs,
      random,
    });
    print(`${values.rounds} rounds, the server's clock ${values.skew} s ahead`, rows);
    for (const {name, want, got} of wrong)
      console.log(`    ${name}: ${want} expected, ${got} fired`);
  },
  async monitor() {
    const {rows, wrong, shown} = await monitor({
      folder,
      rounds: Number(values.rounds),
      failures,
      skewMs: 1000 * Number(values.skew),
      random,
    });
    print(`the monitor of the terminal UI, ${values.rounds} rounds`, rows);
    for (const {name, want, got} of wrong)
      console.log(`    ${name}: ${want} expected, ${got} given`);
    if (process.exitCode === 1) console.log(shown);
  },
  async backlog() {
    for (const lifeMs of [500, 1000, 2000]) {
      for (const flags of [[], ['--alert', 'new,silent/30m,100/5m']]) {
        const rows = await backlog({folder, failures: Math.min(failures, 30_000), lifeMs, flags});
        print(`killed after ${lifeMs / 1000} s on a backlog ${flags.join(' ')}`, rows);
      }
    }
    const flags = ['--exec', "sh -c 'sleep 0.05; cat > /dev/null'"];
    for (const lifeMs of [500, 1000, 2000]) {
      const rows = await backlog({folder, failures: Math.min(failures, 150), lifeMs, flags});
      print(`killed after ${lifeMs / 1000} s, with a program of 50 ms`, rows);
    }
  },
  async outage() {
    const settings = {
      folder,
      failures: Math.min(failures, 20_000),
      downMs: 1000 * Number(values.down),
    };
    print('forwarding to an address that is down', await outage(settings));
    print('forwarding to an address that refuses', await refusing(settings));
    print('a program that fails for a while', await programOutage(settings));
    print('programs that do not end', await stubbornPrograms(settings));
  },
  async day() {
    const rows = await day({
      folder,
      seconds: Number(values.day),
      failures: Math.min(failures, 20_000),
      random,
    });
    print('a day of the service unit', rows);
  },
};

try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
    if (parts[name] === undefined)
      throw new Error(`no part is called ${name}: ${Object.keys(parts).join(', ')}`);
    await parts[name]();
  }
} finally {
  if (values.keep) console.log(folder);
  else rmSync(folder, {recursive: true, force: true});
}

/** Print rows: the name, the figure, and what it must be. */
function print(title, rows) {
  console.log(`\n${title}`);
  for (const [name, figure, wanted] of rows) {
    const most = /^at most (\d+)$/.exec(String(wanted))?.[1];
    const isGood =
      wanted === true || figure === wanted || (most !== undefined && figure <= Number(most));
    if (!isGood) process.exitCode = 1;
    console.log(
      `  ${name.padEnd(46)} ${String(figure).padStart(14)}${isGood ? '' : `  must be ${wanted}`}`,
    );
  }
}
