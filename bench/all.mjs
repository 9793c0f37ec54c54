import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {cpus, tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {inspect, parseArgs} from 'node:util';
import {measureBundles} from './measure/bundles.mjs';
import {measureListing} from './measure/listing.mjs';
import {measureOneShot} from './measure/one-shot.mjs';
import {bars, lines} from './measure/plot.mjs';
import {measureFirstPaint, measureTerminal} from './measure/terminal.mjs';

/**
 * `npm run bench` measures the built program and writes docs/performance.md with its plots. `--
 * --before DIST` measures another build in the same run, as a column beside it; `-- --rounds 15`
 * sets how often each command line is started. `node bench/all.mjs one-shot` (or `first-paint`,
 * `terminal`) prints the results of that part only. Run it on an idle machine: the results are
 * ratios within one run, but load increases their spread.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {before: {type: 'string'}, rounds: {type: 'string', default: '15'}},
});
const dist = join(root, 'dist');
if (!existsSync(join(dist, 'entry.cjs'))) throw new Error('nothing is built: npm run build');
const executable = join(root, 'dist-exe/jr');
const onNode = folderOf => [process.execPath, join(folderOf, 'bin/jr.js')];
/** Column title → command line that runs `jr`. */
const builds = {
  ...(values.before && {before: onNode(resolve(values.before))}),
  now: onNode(dist),
  ...(existsSync(executable) && {executable: [executable]}),
};
const folder = await mkdtemp(join(tmpdir(), 'steward-bench-'));
const plots = join(root, 'docs/performance');

/** The same for `steward`. */
const uiBuilds = Object.fromEntries(
  Object.entries(builds).map(([name, argv]) => [
    name,
    [...argv.slice(0, -1), argv.at(-1).replace(/jr(?=\.js$|$)/, 'steward')],
  ]),
);

/** The parts that can be measured separately. */
const parts = {
  bundles: () => measureBundles(dist),
  'one-shot': () => measureOneShot({builds, folder, rounds: Number(values.rounds)}),
  'first-paint': () => measureFirstPaint({builds: uiBuilds, folder, rounds: Number(values.rounds)}),
  terminal: () => measureTerminal({dist, folder}),
};

try {
  if (positionals.length === 0) await measureAll();
  for (const name of positionals) {
    const measure = parts[name];
    if (measure === undefined)
      throw new Error(`no part is called ${name}: ${Object.keys(parts).join(', ')}`);
    console.log(inspect(await measure(), {depth: 6}));
  }
} finally {
  await rm(folder, {recursive: true, force: true});
}

async function measureAll() {
  const oneShot = await parts['one-shot']();
  console.error('one-shot commands measured');
  const listing = await measureListing({dist, folder});
  console.error('listings measured');
  const first = await parts['first-paint']();
  const terminal = {...(await parts.terminal()), ...first};
  console.error('terminal UI measured');
  // It exits with 1 when a limit is exceeded, and prints which.
  const {stdout: sandbox} = spawnSync(process.execPath, [join(root, 'bench/sandbox.mjs'), '1'], {
    encoding: 'utf8',
  });
  await mkdir(plots, {recursive: true});
  for (const [name, plot] of Object.entries(plotsOf(oneShot, listing, terminal))) {
    await writeFile(join(plots, `${name}.svg`), plot);
  }
  const page = pageOf(oneShot, listing, terminal, sandbox);
  await writeFile(join(root, 'docs/performance.md'), page);
  console.log(page);
}

function plotsOf(oneShot, listing, terminal) {
  return {
    'one-shot': bars({
      title: 'One command, as ratios to node -e 0',
      columns: Object.keys(builds),
      rows: [
        ...oneShot.others.map(({title, ratio}) => ({title, values: [ratio]})),
        ...oneShot.own
          .filter(({title}) => !title.includes('batch'))
          .map(({title, ratios}) => ({title, values: ratios})),
      ],
    }),
    listing: lines({
      title: 'A listing in pages of 50',
      x: 'pages',
      series: [
        {name: 'JSON lines, ms', points: listing.growth.map(one => [one.pages, one.lines.ms])},
        {name: 'JSON, ms', points: listing.growth.map(one => [one.pages, one.json.ms])},
        {name: 'JSON lines, MB', points: listing.growth.map(one => [one.pages, one.lines.peakMb])},
        {name: 'JSON, MB', points: listing.growth.map(one => [one.pages, one.json.peakMb])},
      ],
    }),
    terminal: lines({
      title: 'The terminal UI at 120x40',
      x: 'rows',
      series: [
        {name: 'a move, ms', points: terminal.growth.map(one => [one.rows, one.move.ms])},
        {
          name: 'first key of a filter, ms',
          points: terminal.growth.map(one => [one.rows, one.filterMs]),
        },
        {name: 'memory, MB', points: terminal.growth.map(one => [one.rows, one.memory])},
      ],
    }),
  };
}

function pageOf({floorMs, others, own}, listing, terminal, sandbox) {
  const columns = Object.keys(builds);
  const ratio = value => `${value.toFixed(2)} ×`;
  const ms = value => `${value.toFixed(1)} ms`;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  const {large} = listing;
  return `# Performance

Made by \`npm run bench\`${values.before ? ' with an earlier build beside it (`before`)' : ''} at ${commit.trim()}: Node ${process.version}, ${process.platform}, ${cpus().length} cores. Compare ratios of one run rather than milliseconds, which depend on the machine.

## One command

\`node -e 0\` took ${ms(floorMs)} (median of ${values.rounds}, in turn with the others); everything else as a ratio to it.

${table(
  ['', ...columns],
  [
    ...others.map(({title, ratio: value}) => [
      title,
      ...columns.map(name => (name === 'now' ? ratio(value) : '')),
    ]),
    ...own.map(({title, ratios}) => [title, ...ratios.map(ratio)]),
  ],
)}

![One command](performance/one-shot.svg)

## Listings

5,000 items in pages of 50, by the delay of each response; seconds.

${table(
  ['response delay', 'one page at a time', 'default', '12 at a time'],
  listing.delays.map(({delay, seconds}) => [
    `${delay} ms`,
    ...seconds.map(one => `${one.toFixed(2)} s`),
  ]),
)}

${large.outputMb.toFixed(0)} MB of output: ${(large.json.ms / 1000).toFixed(1)} s and at most ${large.json.peakMb} MB as JSON (${(large.json.peakMb / large.outputMb).toFixed(2)} × the output), ${(large.lines.ms / 1000).toFixed(1)} s and at most ${large.lines.peakMb} MB as JSON lines.

${table(
  ['pages of 50 items of 1 KB', 'JSON lines', 'peak', 'JSON', 'peak'],
  listing.growth.map(one => [
    one.pages.toLocaleString('en'),
    ms(one.lines.ms),
    `${one.lines.peakMb} MB`,
    ms(one.json.ms),
    `${one.json.peakMb} MB`,
  ]),
)}

![A listing](performance/listing.svg)

## The terminal UI

${table(
  ['', ...columns],
  [
    ['first paint', ...terminal.paints.map(one => ratio(one.ms / terminal.floorMs))],
    ['memory then', ...terminal.paints.map(one => `${one.memory} MB`)],
  ],
)}

Screen writes in five idle seconds: ${terminal.idleWrites} (one when a minute ends).

From a key that moves the cursor to the last byte it makes, and the most bytes of one, with 1,000 rows; \`p\` shows and hides the preview, which is there from 110 columns.

${table(
  ['size', 'a move', 'bytes', 'after `p`', 'bytes'],
  terminal.sizes.map(({size, shown, other}) => [
    size,
    ms(shown.ms),
    shown.bytes,
    ms(other.ms),
    other.bytes,
  ]),
)}

By rows; filter, sort and memory at 120x40:

${table(
  [
    'rows',
    'all of them read',
    'a move at 80x24',
    'bytes',
    'at 120x40',
    'bytes',
    'at 300x80',
    'bytes',
    'first key of a filter',
    'sort shown',
    'memory',
  ],
  terminal.growth.map(one => [
    one.rows.toLocaleString('en'),
    `${(one.readMs / 1000).toFixed(1)} s`,
    ...one.bySize.flatMap(move => [ms(move.ms), move.bytes]),
    ms(one.filterMs),
    ms(one.sortMs),
    `${one.memory} MB`,
  ]),
)}

![The terminal UI](performance/terminal.svg)

The same key elsewhere, in the same pseudo-terminal: ${besideText(terminal.beside, ms)}

## The sandbox

\`\`\`
${sandbox.trim()}
\`\`\`

## What the bundles hold

Kilobytes, of the largest parts; dist/meta.json has all of it.

${measureBundles(dist).map(bundleText).join('\n\n')}

${readFileSync(join(root, 'bench/notes.md'), 'utf8')}`;
}

function bundleText({file, kb, parts: held}) {
  return `**${file}**, ${kb} KB: ${held.map(one => `${one.name} ${one.kb}`).join(', ')}.`;
}

function besideText({found, missing}, ms) {
  const told = found.map(({name, move}) => `${name} ${ms(move.ms)}, ${move.bytes} bytes`);
  const left = missing.length === 0 ? '' : ` Not there: ${missing.join(', ')}.`;
  return `${told.join('; ') || 'nothing'}.${left}`;
}

function table(head, rows) {
  const line = cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}
