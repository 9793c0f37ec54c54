import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {findBuiltin} from '../../src/commands/builtins.ts';
import {globalRows} from '../../src/commands/flags.ts';
import {root} from '../support/sources.ts';

const page = readFileSync(join(root, 'docs/coming-from.md'), 'utf8');
/** What is given in place of another program's command: code with no gap in it, without its texts. */
const commands = [...page.matchAll(/`((?:jr|cf) [^`]+)`/g)]
  .map(([, code = '']) => code.replace(/'[^']*'|"[^"]*"/g, 'text'))
  .filter(code => !/…|[A-Z] PATH/.test(code));

it('coming from other programs meets commands that are there', () => {
  expect(commands.length).toBeGreaterThan(25);
});

it.for(commands)('%s', command => {
  const [program, group = '', name = '', ...rest] = command.split(/\s+/);
  const operation = findOperation(program === 'jr' ? 'tracker' : 'content', group, name);
  const builtin = findBuiltin(group);
  expect(operation ?? builtin, `${group} ${name}`).toBeDefined();
  const known = [
    ...globalRows.map(row => row.name),
    ...(operation
      ? inputsOf(operation).map(input => input.name)
      : (builtin?.flags ?? []).map(flag => flag.name)),
  ];
  for (const word of [name, ...rest]) {
    if (word.startsWith('--')) expect(known).toContain(word.slice(2).replace(/=.*/, ''));
  }
});
