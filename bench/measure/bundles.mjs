import {readFileSync} from 'node:fs';
import {join} from 'node:path';

/** The bundles to analyse: those that a start reads, and the two largest. */
const files = ['entry.cjs', 'tui.cjs', 'sandbox.cjs'];
const mostParts = 14;

/** List the contents of some bundles: package, or source folder → kilobytes, largest first. */
export function measureBundles(dist) {
  const {outputs} = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8'));
  return files.map(file => {
    const [, {bytes, inputs}] = Object.entries(outputs).find(([name]) => name.endsWith(`/${file}`));
    const sums = new Map();
    for (const [input, {bytesInOutput}] of Object.entries(inputs)) {
      const name = partOf(input);
      sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
    }
    const held = [...sums].toSorted(([, a], [, b]) => b - a);
    const largest = held.slice(0, mostParts).map(([name, size]) => ({name, kb: kb(size)}));
    const rest = held.slice(mostParts).reduce((sum, [, size]) => sum + size, 0);
    return {file, kb: kb(bytes), parts: [...largest, {name: 'all else', kb: kb(rest)}]};
  });
}

const kb = bytes => Math.round(bytes / 1024);

function partOf(input) {
  const held = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1];
  return held ?? (input.split('/').slice(0, -1).slice(0, 3).join('/') || 'glue');
}
