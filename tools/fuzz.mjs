import {randomInt} from 'node:crypto';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import esbuild from 'esbuild';
import fc from 'fast-check';

/**
 * Runs the targets of test/fuzz on new random inputs: `npm run fuzz -- --minutes 5`, also `--only
 * NAME`, and `--seed N --path P` to repeat a case. Failures are printed with their seed, minimized
 * and stored in test/fixtures/fuzz, where the suite repeats them. Exits with 1 after a failure.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const {values} = parseArgs({
  options: {
    minutes: {type: 'string', default: '1'},
    only: {type: 'string', multiple: true},
    seed: {type: 'string'},
    path: {type: 'string'},
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes}: how many minutes, more than 0`);

const targets = await loadTargets();
const wanted = values.only ?? targets.map(({name}) => name);
const unknown = wanted.filter(name => !targets.some(target => target.name === name));
if (unknown.length > 0) {
  const names = targets.map(({name}) => name).join(', ');
  throw new Error(`there is no target ${unknown.join(', ')}; there are ${names}`);
}

const end = Date.now() + minutes * 60_000;
const states = targets
  .filter(({name}) => wanted.includes(name))
  .map(target => ({target, runs: 0, slowestMs: 0, slowest: undefined, found: false}));
let seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
do {
  console.log(`seed ${seed}`);
  for (const state of states.filter(({found}) => !found)) await tryTarget(state);
  seed = (seed + 1) % 2 ** 31;
} while (Date.now() < end && states.some(({found}) => !found) && values.path === undefined);

for (const {target, runs, slowestMs, slowest, found} of states) {
  const slow = slowestMs > 100 ? `: ${JSON.stringify(slowest).slice(0, 200)}` : '';
  console.log(
    `${found ? 'FOUND' : 'held '} ${target.name.padEnd(14)} ${String(runs).padStart(9)} inputs, slowest ${slowestMs.toFixed(1)} ms${slow}`,
  );
}
if (states.some(({found}) => found)) process.exitCode = 1;

/** Run a target with one seed for some seconds. */
async function tryTarget(state) {
  const {target} = state;
  const property = fc.property(target.inputs, input => {
    state.runs += 1;
    const started = performance.now();
    target.check(input);
    const took = performance.now() - started;
    if (took > state.slowestMs) Object.assign(state, {slowestMs: took, slowest: input});
  });
  const details = fc.check(property, {
    seed,
    numRuns: 100_000,
    interruptAfterTimeLimit: Math.min(2000, (minutes * 60_000) / states.length),
    ...(values.path !== undefined && {path: values.path}),
  });
  if (!details.failed || details.counterexample === null) return;
  state.found = true;
  const [input] = details.counterexample;
  console.error(`\n${target.name}: it does not hold that ${target.says}`);
  console.error(`input ${JSON.stringify(input)}`);
  console.error(String(details.errorInstance?.stack ?? details.errorInstance));
  console.error(
    `again: npm run fuzz -- --only ${target.name} --seed ${details.seed} --path ${details.counterexamplePath}\n`,
  );
  await keep(target.name, input);
}

async function keep(name, input) {
  const file = join(root, 'test/fixtures/fuzz', `${name}.json`);
  const cases = JSON.parse(await readFile(file, 'utf8').catch(() => '[]'));
  if (cases.some(one => JSON.stringify(one) === JSON.stringify(input))) return;
  await writeFile(file, `${JSON.stringify([...cases, input], null, 2)}\n`);
}

/** Bundle the targets, which are TypeScript, with this copy of fast-check. */
async function loadTargets() {
  const folder = await mkdtemp(join(root, 'node_modules/.fuzz-'));
  const outfile = join(folder, 'targets.mjs');
  try {
    await esbuild.build({
      entryPoints: [join(root, 'test/fuzz/targets.ts')],
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      external: ['fast-check'],
      logLevel: 'error',
    });
    return (await import(pathToFileURL(outfile).href)).fuzzTargets;
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
