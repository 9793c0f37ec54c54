import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {checked, gallery, minute, signIn, sizes} from './pictures/gallery.mjs';
import {openSite, openSteward} from './pictures/steward.mjs';
import {cellWidth, moving, svgOf} from './pictures/svg.mjs';

/**
 * Generates docs/gallery: every screen of the built program on its sandbox in three sizes, dark and
 * light, so that appearance can be reviewed like code, and two animations: minute.svg (a minute's
 * work) and sign-in.svg. One session visits all screens. `minute`, `sign-in`, sizes such as `80x24`
 * and folders such as `80x24-dark` generate only those.
 * The clock is fixed, so that an unchanged screen gives an unchanged file. `--check` generates them
 * elsewhere, lists those that differ from the stored ones, and exits with 1 if any do. Without
 * names it checks only those of `checked`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const kept = join(root, 'docs', 'gallery');
const isCheck = process.argv.includes('--check');
const folder = isCheck ? await mkdtemp(join(tmpdir(), 'gallery-')) : kept;
const wanted = process.argv.slice(2).filter(word => word !== '--check');
const isWanted = name => wanted.length === 0 || wanted.includes(name);

await mkdir(folder, {recursive: true});
const isQuick = isCheck && wanted.length === 0;
if (isQuick) {
  const walks = checked.map(({size: [columns, rows], paper, screens}) =>
    walk({columns, rows}, paper, screens),
  );
  await Promise.all(walks);
}
for (const [columns, rows] of isQuick ? [] : sizes) {
  const name = `${columns}x${rows}`;
  for (const paper of ['dark', 'light']) {
    if (isWanted(name) || isWanted(`${name}-${paper}`)) await walk({columns, rows}, paper);
  }
}
await writeFile(join(folder, 'README.md'), page());
if (isWanted('minute') && !isQuick) {
  await record('minute', {columns: 110, rows: 32}, minute);
}
if (isWanted('sign-in') && !isQuick) {
  const site = await openSite();
  try {
    await record('sign-in', {columns: 100, rows: 28}, signIn(site), false);
  } finally {
    site.stop();
  }
}

if (isCheck) await check();

/** Compare the generated pictures with the stored ones. */
async function check() {
  const stale = [];
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  for (const entry of entries.filter(one => one.isFile())) {
    const made = join(entry.parentPath, entry.name);
    const name = made.slice(folder.length + 1);
    const [now, before] = await Promise.all([
      readFile(made, 'utf8'),
      readFile(join(kept, name), 'utf8').catch(() => ''),
    ]);
    if (seen(now) !== seen(before)) stale.push(name);
  }
  await rm(folder, {recursive: true});
  if (stale.length === 0) return console.log('No picture is stale.');
  console.error(
    'These pictures differ from the screens. npm run gallery, npm run pictures and node tools/jobs.mjs generate all pictures:',
  );
  console.error(stale.sort().join('\n'));
  process.exitCode = 1;
}

/**
 * Reduce a picture to its visible cells, since the division of a line into runs depends on the
 * order of drawing.
 */
function seen(picture) {
  const columns = width => Math.round(Number(width) / cellWidth);
  const cells = picture.split('\n').flatMap(line => {
    const ground = /^<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)" (.*)\/>$/.exec(line);
    if (ground !== null) {
      const [, x, y, width, look] = ground;
      return Array.from({length: columns(width)}, (_, i) => `${columns(x) + i} ${y} ${look}`);
    }
    const text = /^<text x="([\d.]+)" y="([\d.]+)" (.*?) textLength[^>]*>(.*)<\/text>$/.exec(line);
    if (text === null) return [line];
    const [, x, y, look, letters] = text;
    return [...letters.replace(/&(amp|lt|gt);/g, '&')].flatMap((letter, i) =>
      letter === ' ' ? [] : [`${columns(x) + i} ${y} ${look} ${letter}`],
    );
  });
  return cells.sort().join('\n');
}

async function walk(size, paper, screens = gallery.map(({name}) => name)) {
  const name = `${size.columns}x${size.rows}`;
  await rm(join(folder, `${name}-${paper}`), {recursive: true, force: true});
  await mkdir(join(folder, `${name}-${paper}`), {recursive: true});
  await inSession(size, paper, async (terminal, take) => {
    for (const {name: screen, keys, narrow} of gallery) {
      if (!screens.includes(screen)) continue;
      await press(terminal, size.columns < 100 ? (narrow ?? keys) : keys);
      await writeFile(join(folder, `${name}-${paper}`, `${screen}.svg`), take());
    }
  });
  if (!isCheck) console.log(`docs/gallery/${name}-${paper}`);
}

async function press(terminal, keys) {
  for (const key of keys) {
    if (key.startsWith('see:')) await terminal.see(key.slice(4));
    else if (key.startsWith('gone:')) await terminal.gone(key.slice(5));
    else terminal.press(key);
    await terminal.quiet();
  }
  await terminal.quiet(900);
}

/** Record an animation of keys and the seconds for which the result is shown. */
async function record(name, size, parts, isConfigured = true) {
  const work = async (terminal, take) => {
    const frames = [];
    for (const {keys, seconds} of parts) {
      await press(terminal, keys);
      frames.push({svg: take(), seconds});
    }
    return frames;
  };
  const frames = await inSession(size, 'dark', work, isConfigured);
  await writeFile(join(folder, `${name}.svg`), moving(frames));
  console.log(`docs/gallery/${name}.svg`);
}

async function inSession(size, paper, work, isConfigured = true) {
  const terminal = openSteward(size, ['--theme', paper], isConfigured);
  try {
    if (isConfigured) await terminal.see('Projects');
    // Replace the port of the sandbox, so that a picture of an unchanged screen does not change.
    const take = () =>
      svgOf(terminal.buffer(), size, paper).replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080');
    return await work(terminal, take);
  } finally {
    terminal.close();
  }
}

function page() {
  const heading = sizes.map(([columns, rows]) => `${columns}x${rows}`);
  const rows = gallery.map(({name}) => {
    const cells = heading.map(
      size => `[dark](${size}-dark/${name}.svg) [light](${size}-light/${name}.svg)`,
    );
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [
    '# Gallery',
    '',
    'Every screen on the sandbox at three sizes, dark and light, generated by `npm run gallery`, so that changes of the appearance can be reviewed like code. [screens.md](../screens.md) describes the screens; [before-after.md](before-after.md) compares some with earlier versions. [minute.svg](minute.svg) and [sign-in.svg](sign-in.svg) are animations.',
    '',
    `| screen | ${heading.join(' | ')} |`,
    `|---|${heading.map(() => '---|').join('')}`,
    ...rows,
    '',
  ].join('\n');
}
