import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {columnsOf} from '../../src/api/columns-of.ts';
import type {Operation} from '../../src/api/operation.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {layBuiltCommands, node, onlyOnNode} from '../support/built.ts';
import {operations} from '../support/operations.ts';
import {openPty} from '../support/pty.ts';
import {type CannedAnswer, startRecordingServer} from '../support/recording-server.ts';
import {root} from '../support/sources.ts';

/**
 * Clears the screen, names the window, conceals, rings, goes back, turns the direction; C1 and DEL.
 */
const poison = 'P\u001b[2J\u001b]0;P\u0007\u001b[8m\u009b2J\u0008\r\u202e\u007fP';

/**
 * All that a command may send to a terminal beside text: styles, and the line that says how far it
 * is.
 */
const own = /\u001b\[(?:0|1|2|22|3\d)m|\r\u001b\[K|\r+\n/g;
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/**
 * Runs command lines one after the other in this process, a mark before each; Node compiles the
 * bundle once.
 */
const driver = `
const fs = require('node:fs'), path = require('node:path'), vm = require('node:vm');
const [dist, list] = process.argv.slice(2);
const loaded = new Map();
function load(name) {
  if (loaded.has(name)) return loaded.get(name).exports;
  const filename = path.join(dist, name), source = fs.readFileSync(filename, 'latin1');
  const wrapped = source.startsWith('(function (exports,') ? source
    : '(function (exports, require, module, __filename, __dirname) {' + source + '\\n})';
  const own = {exports: {}};
  loaded.set(name, own);
  const requires = one => /^\\.\\/[\\w-]+\\.cjs$/.test(one) ? load(one.slice(2)) : require(one);
  vm.runInThisContext(wrapped, {filename})(own.exports, requires, own, filename, dist);
  return own.exports;
}
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
(async () => {
  const {run} = load('entry.cjs');
  for (const [at, [program, ...argv]] of JSON.parse(fs.readFileSync(list, 'utf8')).entries()) {
    process.stdout.write('<<' + at + '>>');
    await run(program, argv);
  }
  process.stdout.write('<<end>>');
})();
`;

/** An item that is poison in every place a column reads, and in a name of a member. */
function itemOf(operation: Operation | undefined): object {
  const item: Record<string, unknown> = {[poison]: poison, id: poison, name: poison, title: poison};
  const columns = operation && columnsOf(`${operation.group} ${operation.name}`);
  for (const pointer of (columns ?? []).flatMap(({from}) => from)) {
    const names = pointer.split('/').slice(1);
    const last = names.pop();
    let at = item;
    for (const name of names) {
      if (typeof at[name] !== 'object') at[name] = {};
      at = at[name] as Record<string, unknown>;
    }
    if (last !== undefined && typeof at[last] !== 'object') at[last] = poison;
  }
  return {...item, more: {[poison]: poison}};
}

function answerOf(operation: Operation | undefined): string {
  const items = [itemOf(operation), itemOf(operation)];
  const names = operation?.items?.split('/').slice(1);
  if (operation?.items === undefined) return JSON.stringify(itemOf(operation));
  const list = (names ?? []).toReversed().reduce<unknown>((so, name) => ({[name]: so}), items);
  return JSON.stringify(Array.isArray(list) ? list : {isLast: true, total: 2, ...(list as object)});
}

/** The first part of a path says what comes, the second which operation asks. */
function answer(url: string): CannedAnswer {
  const [, kind, at] = url.split('/');
  const operation = operations[Number(at)];
  const headers = {'x-request-id': 'P\u009b2JP', 'ratelimit-reason': 'P\u009b2JP'};
  if (kind === 'text') return {headers: {'content-type': 'text/plain'}, body: poison};
  if (kind === 'fails') {
    const body = JSON.stringify({errorMessages: [poison], errors: {[poison]: poison}});
    return {status: 400, headers, body};
  }
  return {headers, body: answerOf(operation)};
}

const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

it('no command lets names or values of a server steer the terminal, whatever its output', async context => {
  onlyOnNode(context, 'the lines run in one process of Node');
  const server = await startRecordingServer(({url}) => answer(url));
  const built = layBuiltCommands();
  const base = (program: string, kind: string, at: number | string) => [
    '--base-url',
    `${server.origin}/${kind}/${at}${program === 'cf' ? '/wiki/api/v2' : ''}`,
  ];
  const lines: string[][] = [];
  for (const [at, operation] of operations.entries()) {
    const [program = '', ...words] = wordsOf(exampleLines(operation)[0] ?? '');
    const call = (kind: string, ...flags: readonly string[]) =>
      lines.push([program, ...words, ...base(program, kind, at), '--no-paginate', ...flags]);
    if (at % 3 === 0) call('answers');
    call('answers', '--output=table');
    call('answers', '--output=csv');
    if (at % 3 === 1) call('fails', '--verbose');
    if (at % 10 === 0) call('answers', '--dry-run');
  }
  const someAt = operations.findIndex(one => one.group === 'project' && one.name === 'search');
  const formats = [
    '--output=jsonl',
    '--output=tsv',
    '--output=yaml',
    '--output=table',
    '--include',
  ];
  const filters = [
    ['--jq=.'],
    ['--jq=.', '--output=table'],
    ['--jq=..|strings', '--raw-output'],
    ['--jq=.|stderr|debug'],
    ['--jq=error'],
    [`--jq=.["${poison}"`],
    ['--output=table', `--columns=${poison},key,/more`],
    ['--output=csv', '--columns=/more,key'],
    ['--fields', poison, '--verbose'],
    ['--preset', poison],
    ['--pretty', '--color=always', '--verbose'],
  ];
  for (const flags of [...formats.map(one => [one]), ...filters]) {
    lines.push(['jr', 'project', 'search', ...base('jr', 'answers', someAt), ...flags]);
    lines.push([
      'jr',
      'raw',
      'GET',
      `/${poison.replace(/[^P]/g, '')}`,
      ...base('jr', 'answers', ''),
      ...flags,
    ]);
  }
  const hooksAt = operations.findIndex(one => one.group === 'webhook' && one.name === 'get-failed');
  for (const flags of [
    '',
    '--output=table',
    '--output=csv',
    '--report',
    '--report --output=csv',
    '--summary=1h',
  ]) {
    const limits = ['--max-events=1', '--interval=1s', '--after=1'];
    const words = flags.split(' ').filter(word => word !== '');
    lines.push([
      'jr',
      'watch',
      'webhook',
      'get-failed',
      ...base('jr', 'answers', hooksAt),
      ...words,
      ...limits,
    ]);
  }
  lines.push(
    ['jr', 'raw', 'GET', '/x', ...base('jr', 'text', '')],
    ['jr', 'raw', 'GET', '/x', ...base('jr', 'fails', '')],
    [
      'jr',
      'watch',
      'project',
      'search',
      ...base('jr', 'answers', someAt),
      '--max-events=1',
      '--output=csv',
    ],
    ['jr', 'id', 'project', poison, ...base('jr', 'answers', someAt)],
    ['jr', 'id', 'project', 'P', ...base('jr', 'fails', someAt)],
    ['jr', 'whoami', ...base('jr', 'answers', '')],
    ['jr', 'doctor', ...base('jr', 'answers', '')],
    ['jr', 'batch', '--input', 'batch.json', ...base('jr', 'answers', someAt)],
    ['jr', 'profile', 'list'],
    ['jr', 'profile', 'list', '--output=table'],
    ['jr', 'profile', 'show', 'work'],
    ['jr', 'preset', 'list'],
    ['jr', poison],
    ['jr', 'project', poison],
    ['jr', 'project', 'get', `--${poison}`],
    ['jr', 'project', 'get', '--projectIdOrKey', poison, '--dry-run'],
    ['jr', 'help', poison],
    ['jr', 'schema', poison],
    ['jr', 'myself', 'get-current-user', '--profile', poison],
    ['jr', 'open', 'project', poison, ...base('jr', 'answers', someAt)],
  );
  for (const name of ['body.json', 'batch.json']) writeFileSync(join(built.folder, name), '{}');
  const commands = [{command: 'project search', args: {query: poison}}, {command: poison}];
  writeFileSync(join(built.folder, 'batch.json'), JSON.stringify(commands));
  mkdirSync(join(built.folder, '.config/jr'), {recursive: true, mode: 0o700});
  const config = {
    profiles: {
      work: {
        base_url: 'http://127.0.0.1:1',
        auth: {username: poison, token: 't'},
        [poison]: poison,
      },
      [poison]: {base_url: poison},
    },
  };
  writeFileSync(join(built.folder, '.config/jr/config.json'), JSON.stringify(config), {
    mode: 0o600,
  });
  writeFileSync(join(built.folder, 'driver.cjs'), driver);
  writeFileSync(join(built.folder, 'lines.json'), JSON.stringify(lines));
  const credentials = {AUTH_USER: 'ann', AUTH_TOKEN: 'secret-token'};
  const pty = openPty(node, ['driver.cjs', join(root, 'dist'), 'lines.json'], {
    cwd: built.folder,
    columns: 600,
    env: {
      ...built.env(),
      ...Object.fromEntries(
        ['JR', 'CF'].flatMap(name =>
          Object.entries(credentials).map(([key, value]) => [`${name}_${key}`, value]),
        ),
      ),
    },
  });
  try {
    await pty.exit();
    const written = pty.written();
    expect(written).toContain('<<end>>');
    const outputs = written.split(/<<(?:\d+|end)>>/).slice(1);
    expect(outputs).toHaveLength(lines.length + 1);
    const steered = outputs.flatMap((output, at) =>
      steering.test(output.replace(own, ''))
        ? [[lines[at]?.join(' '), JSON.stringify(output.replace(own, '')).slice(0, 300)]]
        : [],
    );
    expect(steered).toEqual([]);
    const shown = outputs.filter(output => output.includes('P\\u001b[2J'));
    expect(shown.length).toBeGreaterThan(operations.length);
  } finally {
    await pty.close();
    await server.stop();
    built.remove();
  }
});
