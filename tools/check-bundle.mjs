import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {door, heavyPackages, lateParts, lazyParts} from './build/parts.mjs';

/**
 * Whether the bundles hold what they should: nothing heavy in the door, one copy of what must be
 * one, and no bundle grown past its limit. Reads dist/meta.json of the last build.
 */

/** Kilobytes each bundle may have; raise one only for something worth its start-up time. */
const limitsKb = {
  // Text that a command does not run costs it little: code is kept compiled, and only what ran.
  'door.cjs': 430,
  'late-common.cjs': 56,
  // The watch that misses nothing, with its alerts, counts and sending again.
  'watch.cjs': 75,
  'bodies.cjs': 50,
  'answers.cjs': 60,
  'check-shape.cjs': 20,
  'columns.cjs': 16,
  'names.cjs': 15,
  'markdown.cjs': 80,
  'to-markdown.cjs': 15,
  'storage.cjs': 110,
  'library.cjs': 350,
  'tui.cjs': 2100,
  'sandbox.cjs': 750,
  'sandbox-worker.cjs': 10,
  'sandbox-embed.cjs': 10,
  'prompt.cjs': 10,
  'proxy-agent.cjs': 20,
  'oauth.cjs': 40,
  'app-signature.cjs': 15,
  'got.cjs': 220,
  'cosmiconfig.cjs': 220,
  'jq.cjs': 150,
};

/** Kilobytes each late part may have. */
const lateKb = 60;

const root = fileURLToPath(new URL('..', import.meta.url));
const meta = JSON.parse(await readFile(`${root}/dist/meta.json`, 'utf8'));
const lateFiles = new Set(lateParts.map(({file}) => file));
const problems = [];

for (const [output, {inputs, bytes}] of Object.entries(meta.outputs)) {
  const name = output.replace(/^.*\//, '');
  const limit = limitsKb[name] ?? (lateFiles.has(name) ? lateKb : undefined);
  if (limit === undefined) problems.push(`${name} has no limit in tools/check-bundle.mjs`);
  else if (bytes > limit * 1024) {
    problems.push(`${name} has ${Math.round(bytes / 1024)} KB, more than ${limit}`);
  }
  if (name === door.file) {
    for (const input of Object.keys(inputs)) {
      const held = packageOf(input);
      if (held && heavyPackages.includes(held)) problems.push(`${name} holds ${held}`);
      if (/^src\/(sandbox|state|screens|components|session|tui)\b/.test(input)) {
        problems.push(`${name} holds ${input}`);
      }
    }
  }
}
for (const {module, file} of lazyParts) {
  if (module.startsWith('src/')) continue;
  for (const [output, {inputs}] of Object.entries(meta.outputs)) {
    if (output.endsWith(`/${file}`)) continue;
    if (Object.keys(inputs).some(input => packageOf(input) === module)) {
      problems.push(`${module} is in ${output.replace(/^.*\//, '')} too`);
    }
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  for (const [output, {bytes}] of Object.entries(meta.outputs)) {
    console.log(`${output.replace(/^.*\//, '').padEnd(20)} ${Math.round(bytes / 1024)} KB`);
  }
}

function packageOf(input) {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}
