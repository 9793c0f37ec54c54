import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {pictures} from './pictures/list.mjs';
import {openSteward} from './pictures/steward.mjs';
import {svgOf} from './pictures/svg.mjs';

/**
 * Takes the pictures of docs/screens.md: the built program on its sandbox in a real
 * pseudo-terminal, drawn as SVG. Arguments select pictures by name.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs', 'pictures');
const size = {columns: 100, rows: 28};
const wanted = process.argv.slice(2);

await mkdir(folder, {recursive: true});
for (const picture of pictures) {
  if (wanted.length > 0 && !wanted.includes(picture.name)) continue;
  await writeFile(join(folder, `${picture.name}.svg`), await take(picture));
  console.log(`docs/pictures/${picture.name}.svg`);
}

async function take({keys, see, args = [], paper}) {
  const terminal = openSteward(size, args);
  try {
    await terminal.see('Projects');
    await terminal.quiet(600);
    for (const key of keys) {
      if (key.startsWith('see:')) await terminal.see(key.slice(4));
      else terminal.press(key);
      await terminal.quiet();
    }
    await terminal.see(see);
    await terminal.quiet(600);
    // Replace the port of the sandbox, so that a picture of an unchanged screen does not change.
    return svgOf(terminal.buffer(), size, paper).replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080');
  } finally {
    terminal.close();
  }
}
