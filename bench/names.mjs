import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

/**
 * `node --expose-gc bench/names.mjs [names]`: memory of the finder's index of 50,000 names, the
 * first search, which makes its table, and the searches after it, at their worst. Ends with 1 when
 * a search takes more than 50 ms.
 */
const count = Number(process.argv[2] ?? 50_000);
const searchAtMostMs = 50;
const entry = fileURLToPath(
  new URL('../src/state/overlays/palette/name-table.ts', import.meta.url),
);
const {outputFiles} = await build({
  entryPoints: [entry],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  banner: {js: "import {createRequire} from 'node:module'; const require = createRequire('/');"},
});
const code = Buffer.from(outputFiles[0].text).toString('base64');
const {findNames, nameLine} = await import(`data:text/javascript;base64,${code}`);

const words = ['Release', 'Sprint', 'Ledger', 'Payments', 'Müller', 'iOS', 'Phase', 'リリース'];
const nameOf = i => `${words[i % 8]} ${words[(i >> 3) % 8]} ${2000 + (i % 40)}.${i % 97}`;
const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const before = heap();
const lines = Array.from({length: count}, (_, i) => {
  const item = JSON.stringify({id: String(10000 + i), name: nameOf(i), project: `KEY${i % 900}`});
  return nameLine([nameOf(i), String(10000 + i)], item);
});
const timed = typed => {
  const from = performance.now();
  const {length} = findNames(typed, lines, 40);
  return {ms: performance.now() - from, length};
};
const first = timed('release');
const report = (what, value) => console.log(`${what.padEnd(30)} ${value}`);
report('names', count.toLocaleString('en'));
report('first search, with the table', `${first.ms.toFixed(1)} ms`);
let slowest = 0;
for (const typed of [
  're',
  'ledger pay',
  'pay 2013',
  '45678',
  'müller',
  'relese',
  'qqxzw',
  'zzz yyy',
  'retnirps',
]) {
  const runs = Array.from({length: 9}, () => timed(typed)).sort((a, b) => a.ms - b.ms);
  const {ms, length} = runs[4];
  slowest = Math.max(slowest, ms);
  report(`${typed} (${length} found)`, `${ms.toFixed(1)} ms`);
}
report('memory', globalThis.gc ? `${(heap() - before).toFixed(1)} MB` : 'run with --expose-gc');
if (slowest > searchAtMostMs) process.exitCode = 1;
