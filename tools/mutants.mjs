import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {equivalent, rules} from './mutants/rules.mjs';

/**
 * Runs mutation testing on the files of tools/mutants/rules.mjs: `npm run mutants`, or with paths
 * for some of them. Prints the share of mutants caught by each file's own tests and every survivor
 * that is not listed as equivalent. Exits 1 when a file is below the threshold.
 */
const threshold = 85;
const only = process.argv.slice(2);
const known = rules.map(({file}) => file);
const unknown = only.filter(file => !known.includes(file));
if (unknown.length > 0) throw new Error(`not in tools/mutants/rules.mjs: ${unknown.join(', ')}`);

const root = fileURLToPath(new URL('..', import.meta.url));
const {status} = spawnSync(
  process.execPath,
  [
    'tools/mutants/node_modules/@stryker-mutator/core/bin/stryker.js',
    'run',
    'tools/mutants/stryker.config.mjs',
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {...process.env, ...(only.length > 0 && {STEWARD_MUTANTS: only.join(',')})},
  },
);
if (status !== 0) process.exit(status ?? 1);

const report = JSON.parse(
  readFileSync(new URL('mutants/.temp/report.json', import.meta.url), 'utf8'),
);
const caught = new Set(['Killed', 'Timeout']);
let isBelow = false;
console.log('\nfile\tmutants\tcaught\tequivalent\tshare');
for (const [file, {mutants, source}] of Object.entries(report.files)) {
  const lines = source.split('\n');
  const counted = mutants.filter(({status}) => status !== 'Ignored' && status !== 'CompileError');
  const survivors = counted
    .filter(({status}) => !caught.has(status))
    .map(({location, mutatorName, replacement}) => ({
      line: location.start.line,
      text: lines[location.start.line - 1].trim(),
      change: `${mutatorName}: ${replacement?.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
    }));
  const isEquivalent = ({text, change}) =>
    equivalent.some(
      one => one.file === file && text.includes(one.text) && change.includes(one.change),
    );
  const open = survivors.filter(one => !isEquivalent(one));
  const excused = survivors.length - open.length;
  const total = counted.length - excused;
  const share = total === 0 ? 100 : (100 * (total - open.length)) / total;
  if (share < threshold) isBelow = true;
  console.log(
    [file, counted.length, total - open.length, excused, `${share.toFixed(1)} %`].join('\t'),
  );
  for (const {line, text, change} of open) console.log(`  ${file}:${line}  ${text}\n    ${change}`);
}
process.exit(isBelow ? 1 : 0);
