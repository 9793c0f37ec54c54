import {afterAll, beforeAll, expect, it} from 'vitest';
import {programOf, type Service} from '../../src/api/operation.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {allBuiltins} from '../../src/commands/builtins.ts';
import {exampleLinesOf} from '../../src/commands/help/examples.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {failureOf, runCli} from '../support/run-cli.ts';
import {sandboxEnv} from '../support/sandbox-env.ts';

/** Commands whose examples need a browser, a server of the user, or do not end; without --dry-run. */
const unfinished = ['sandbox', 'login', 'logout', 'configure', 'profile', 'completion', 'doctor'];

/** Files that the examples read. */
const files = {
  'new.csv': 'project,name\nHPAY,9.9\n',
  'versions.csv': 'id,name\n10000,1.0.1\n',
  'labels.csv': 'page,label\n1051136,a\n',
  'posts.csv': 'space,title,body\nEngineering Notes,A,<p>A</p>\n',
  'comment.json': '{}',
  'icon.png': 'x',
  'shot.png': 'x',
};

/** Commands for the examples of batch. */
const commands = {
  tracker: '[{"command": "project search"}]',
  content: '[{"command": "spaces get"}]',
};

/** Failures of examples that need the result of the example before: part of the message. */
const expected: Readonly<Record<string, string>> = {
  'jr site diff site --exit-code': 'site has no YAML files',
  'jr site plan site --to plan.json': 'site has no YAML files',
  'jr site apply plan.json --yes': 'plan.json does not exist',
  ...Object.fromEntries(
    ['jr', 'cf'].map(program => [
      `${program} forward http://localhost:3000/hook --retry failed.cursor.dead-letters`,
      'failed.cursor.dead-letters does not exist',
    ]),
  ),
};

/** Commands whose examples run on the sandbox; the others only print their requests. */
const carriedOut = ['whoami', 'bulk', 'batch', 'schema'];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

const cases = (['tracker', 'content'] as const).flatMap(service =>
  allBuiltins(service)
    .filter(({name}) => !unfinished.includes(name))
    .flatMap(builtin => exampleLinesOf(builtin, service).map(line => [line, service] as const)),
);

it.each(cases)('the help of the program can be followed: %s', async (line, service) => {
  const split = splitWords(line);
  if ('problem' in split) throw new Error(split.problem);
  const all = split.words.slice(1);
  const argv = all.slice(0, all.includes('|') ? all.indexOf('|') : undefined);
  const flags =
    carriedOut.includes(argv[0] ?? '') || argv.includes('--dry-run') ? [] : ['--dry-run'];
  const own = {...files, 'commands.json': commands[service]};
  const result = await runCli(programOf(service), [...argv, ...flags], {
    env: sandboxEnv(sandbox),
    files: own,
  });
  if (result.exit === 0) return;
  expect(failureOf(result).message).toContain(expected[line] ?? 'no failure');
});

it('each program has examples of its own operations', () => {
  const services: readonly Service[] = ['tracker', 'content'];
  for (const service of services) {
    for (const builtin of allBuiltins(service)) {
      expect(exampleLinesOf(builtin, service), builtin.name).not.toEqual([]);
    }
  }
});
