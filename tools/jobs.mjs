import {chmod, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {loadSources} from './docs/load-sources.mjs';
import {before, sprints, words} from './pictures/jobs.mjs';
import {openSteward} from './pictures/steward.mjs';
import {moving, svgOf} from './pictures/svg.mjs';

/**
 * Records the tasks of an administrator: types the keys of test/support/job-scripts.ts into the
 * built program in a real pseudo-terminal, and records the end of each part: docs/jobs has an
 * animation of each, docs/jobs.md the keys and their number.
 * Numbers such as `14` record only those tasks; `--size 120x40 --text FOLDER` writes the screens as
 * text there, and no page.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs', 'jobs');
const option = name => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};
const [columns, rows] = (option('--size') ?? '80x24').split('x').map(Number);
const size = {columns, rows};
const texts = option('--text');
const numbers = process.argv.slice(2).filter(word => /^\d+$/.test(word));
const {jobRows, jobScripts, scriptOf} = await loadSources(root);
/** Words on a screen while something is loading. */
const busy = /\b(?:counting|reading|loading|sending|searching|planning)\b/i;
const home = await mkdtemp(join(tmpdir(), 'jobs-'));
const hook = createServer((_, answer) => answer.writeHead(204).end());

try {
  await new Promise(resolve => hook.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${hook.address().port}/hook`;
  const editor = join(home, 'editor.sh');
  await writeFile(editor, '#!/bin/sh\nprintf "Hi all\\n\\n- it is *done*\\n" > "$1"\n');
  await chmod(editor, 0o700);
  process.env.VISUAL = editor;
  await mkdir(texts ?? folder, {recursive: true});
  const recorded = [];
  for (const row of Object.keys(jobScripts)) {
    const [number] = row.split(' ');
    if (numbers.length > 0 && !numbers.includes(number)) continue;
    recorded.push(await record(row, {...words[row], address}));
    console.log(row);
  }
  if (texts === undefined && numbers.length === 0) {
    await writeFile(join(root, 'docs', 'jobs.md'), page(recorded));
  }
} finally {
  hook.close();
  await rm(home, {recursive: true});
}

async function record(row, known) {
  const terminal = openSteward(size, ['--theme', 'dark']);
  try {
    await terminal.see('Projects');
    await rest(terminal);
    await makeVersions(terminal, sprints[row] ?? 0);
    for (const script of before[row] ?? []) await play(terminal, script);
    const frames = [];
    const seen = [];
    let presses = 0;
    for (const part of jobScripts[row].keys()) {
      presses += await play(terminal, scriptOf(row, known, part));
      await terminal.quiet(800);
      frames.push({svg: still(svgOf(terminal.buffer(), size)), seconds: 4});
      seen.push(`── ${row}: ${scriptOf(row, known, part)}\n${terminal.text()}`);
    }
    if (texts === undefined) await writeFile(join(folder, `${nameOf(row)}.svg`), moving(frames));
    else await writeFile(join(texts, `${nameOf(row)}.txt`), `${seen.join('\n')}\n`);
    return {row, presses};
  } finally {
    terminal.close();
  }
}

/** Create versions on the sandbox, whose URL the screen shows; its users never change. */
async function makeVersions(terminal, count) {
  const [, origin] = /@ (127\.0\.0\.1:\d+)/.exec(terminal.text()) ?? [];
  const authorization = `Basic ${btoa('admin@example.com:sandbox-keeper-1teq8yi')}`;
  const headers = {authorization, 'content-type': 'application/json'};
  for (let i = 1; i <= count; i++) {
    const body = JSON.stringify({name: `Sprint ${i}`, projectId: 10001});
    const url = `http://${origin}/rest/api/3/version`;
    const {status} = await fetch(url, {method: 'POST', headers, body});
    if (status !== 201) throw new Error(`no version: ${status}`);
  }
}

/** Type a script; returns the number of key presses, without letters of texts. */
async function play(terminal, script) {
  const all = script.match(/"[^"]*"|\S+/g) ?? [];
  for (const word of all) {
    terminal.press(word.startsWith('"') ? word.slice(1, -1) : word);
    await rest(terminal);
  }
  return all.filter(word => !word.startsWith('"')).length;
}

/** Wait until loading has finished; long background work such as counting is not waited for. */
async function rest(terminal) {
  await terminal.quiet(200);
  for (let i = 0; i < 80 && busy.test(terminal.text()); i++) {
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  await terminal.quiet(150);
}

/** Replace the ports of the servers, so that pictures do not change. */
function still(text) {
  return text.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080');
}

function nameOf(row) {
  return row
    .replace(/^\d\b/, '0$&')
    .replace(/[^\w]+/g, '-')
    .toLowerCase();
}

function page(recorded) {
  const parts = recorded.flatMap(({row, presses}) => {
    const [, number, words] = /^(\d+) (.*)$/.exec(row);
    const keys = scriptOf(row)
      .match(/"[^"]*"|\S+/g)
      .map(word => `\`${word.replace(/[{}]/g, '')}\``)
      .join(' ');
    return [
      `## ${number}. ${words[0].toUpperCase()}${words.slice(1)}`,
      '',
      `${presses} presses, at most ${jobRows[row]}: ${keys}`,
      '',
      `![${words}](jobs/${nameOf(row)}.svg)`,
      '',
    ];
  });
  return [
    '# Eighteen tasks and their keys',
    '',
    'Typical tasks of an administrator, each starting on the home screen of `steward --sandbox`: the keys, and a recording. Letters of names and texts (in quotes) are not counted as presses. `node tools/jobs.mjs` generates this page; the tests in test/screens/jobs play the same keys and enforce the counts.',
    '',
    ...parts,
  ].join('\n');
}
