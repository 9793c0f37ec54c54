import {code, table} from './markdown.mjs';

const kinds = ['read', 'list', 'write', 'watch'];

/** docs/faults.md: every fault with what must come, from the table the tests are driven by. */
export function faultsPage({faultRows, faultEndings, faultKinds, expectedOf}) {
  const rows = faultRows.map(row => [
    row.name,
    typeof row.fault === 'string' ? code(row.fault) : `a server that is ${row.fault.server}`,
    ...kinds.map(kind => expectedText(expectedOf(row, kind))),
  ]);
  const endings = Object.entries(faultEndings).map(([error, {exit, title}]) => [
    code(error),
    exit,
    title,
  ]);
  return `${[
    '# Faults',
    'What comes of every fault the sandbox can make, in front of a read (`project get`), a list in pages (`resolution search`), a write (`resolution create`) and the watch of failed deliveries (`watch webhook get-failed`, the monitor). Made by `npm run docs` from `test/faults/table.ts`; `test/faults` drives every cell in the shell and in the terminal UI.',
    table(['Fault', 'Sandbox', 'Read', 'List', 'Write', 'Watch'], rows),
    `## How to read it

- ${code('ok')}: the answer comes as without the fault. ${code('rate_limited')} ×4: the command fails with that ${code('error_type')} after four requests; its exit code and the title in the terminal UI are below.
- **?** after a write: it may have been carried out. The hint says so and names the command that looks; the terminal UI says *perhaps done* and does not send it again.
- *goes on*: the watch says what is wrong, asks again by itself and misses nothing. In the terminal UI that holds for 401 and 403 too, once a minute.
- A list is struck on its second page: nothing is on standard output, and the error names the page. The terminal UI keeps the rows it has read and says in a notice what failed.
- A list without end (${code('pages=endless')}) fails after 10,000 pages in the shell (held by ${code('test/api/paging.test.ts')}); the terminal UI reads some hundred rows and goes on only when asked to.`,
    table(['`error_type`', 'Exit', 'In the terminal UI'], endings),
    `## Kinds of faults found

Each row is a kind, not a place, with the test that finds any fault of its kind.`,
    table(
      ['Kind', 'Found', 'Held by'],
      faultKinds.map(({kind, found, heldBy}) => [
        kind,
        found,
        heldBy.map(([path, title]) => `[${title}](../${path})`).join('; '),
      ]),
    ),
  ].join('\n\n')}\n`;
}

function expectedText({error, requests, mayBeDone}) {
  if (error === 'goes on') return '*goes on*';
  const times = requests > 1 ? ` ×${requests}` : '';
  return `${code(error)}${times}${mayBeDone ? ' **?**' : ''}`;
}
