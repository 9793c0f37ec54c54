import {spawnSync} from 'node:child_process';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {node, onlyOnNode} from '../support/built.ts';
import {root} from '../support/sources.ts';

it('a batch may have more commands than one call takes arguments', context => {
  onlyOnNode(context, 'the size of the stack is a flag of Node');
  const many = 30_000;
  const {status, stdout, stderr} = spawnSync(
    node,
    [
      // Holds some 25,000 arguments; what is usual holds 125,000, which take longer to try.
      '--stack-size=200',
      join(root, 'dist/bin/jr.js'),
      ...['batch', '--max-batch', '0', '--jq', `.[${many - 1}].index`],
    ],
    {input: `[${Array(many).fill('1').join(',')}]`, encoding: 'utf8'},
  );
  expect([status, stdout, stderr]).toEqual([4, `${many - 1}\n`, '']);
});
