import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, node} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {root} from '../support/sources.ts';

let built: BuiltCommands;
let session: PtySession;

/** A table as spreadsheets save it: byte order mark, semicolons, a quoted line break, a day number. */
const table = [
  '\u{feff}name;Project;description;releaseDate',
  '"Pty 1";HPAY;"two\r\nlines; and more";46400',
  'Pty 2;HPAY;plain;31.12.2026',
  'Pty 3;HPAY;;soon',
  '',
].join('\r\n');

beforeAll(async () => {
  built = layBuiltCommands();
  writeFileSync(join(built.folder, 'rows.csv'), table);
  session = openPty(node, [join(root, 'dist/bin/steward.js'), '--sandbox'], {
    cwd: built.folder,
    env: built.env(),
  });
  await session.see(/Projects/);
});

afterAll(async () => {
  await session?.close();
  built?.remove();
});

it('imports the rows of a table, after its invalid row was dropped', async () => {
  session.press(...':import version create rows.csv Project=projectId:name');
  session.press('enter');
  await session.see(/ 2 +Pty 1[\s\S]* 4 +Pty 2[\s\S]* 5 +Pty 3 .*releaseDate must be a day/);
  session.press('j', 'j', 'D');
  await session.see(/2 rows/);
  session.press('ctrl+s');
  await session.see(/enter apply/);
  await session.quiet();
  await new Promise(resolve => setTimeout(resolve, 250));
  session.press('enter');
  await session.see(/Pty 1 .*done +id \d+[\s\S]*Pty 2 .*done +id \d+/);
});
