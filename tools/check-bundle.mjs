import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {entry, heavyPackages, lateParts, lazyParts} from './build/parts.mjs';

/**
 * Checks the contents of the bundles: nothing heavy in the entry, no duplicates of shared modules,
 * and no bundle above its size limit. Reads dist/meta.json of the last build.
 */

/**
 * Maximum size of each bundle in kilobytes; raise one only for something worth its start-up time.
 */
const limitsKb = {
  // Text that a command does not run is cheap: the code cache contains compiled code, and only what
  // ran. The records include 9 KB about how to undo writes.
  'entry.cjs': 470,
  // With the journal and undo, forwarding and resuming, which commands that send nothing do not
  // run.
  'late-common.cjs': 165,
  // The engine of access with its command.
  'access.cjs': 74,
  // The lossless watch with its alerts, counts and redelivery.
  'watch.cjs': 95,
  'bodies.cjs': 50,
  'answers.cjs': 60,
  'check-shape.cjs': 20,
  'columns.cjs': 22,
  'late-extras.cjs': 30,
  'duty-report.cjs': 24,
  'names.cjs': 15,
  'time-words.cjs': 10,
  'markdown.cjs': 80,
  'to-markdown.cjs': 15,
  'storage.cjs': 110,
  // With the journal.
  'library.cjs': 430,
  // With the engine of access, change sets and comparisons with files.
  'tui.cjs': 2610,
  'sandbox.cjs': 770,
  'sandbox-worker.cjs': 10,
  'sandbox-embed.cjs': 10,
  'prompt.cjs': 10,
  'proxy-agent.cjs': 20,
  'oauth.cjs': 48,
  'renewal.cjs': 50,
  'app-signature.cjs': 15,
  'got.cjs': 220,
  'cosmiconfig.cjs': 220,
  'jq.cjs': 150,
  'site.cjs': 139,
  'yaml.cjs': 260,
};

/** Maximum size of each late part in kilobytes. */
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
  if (name === entry.file) {
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
