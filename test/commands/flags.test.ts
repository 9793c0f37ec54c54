import {expect, it} from 'vitest';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {globalRows, helpFlag} from '../../src/commands/flags.ts';
import {operations} from '../support/operations.ts';

const documented = [
  'profile',
  'base-url',
  'auth-type',
  'auth-user',
  'auth-token',
  'preset',
  'jq',
  'fields',
  'cache',
  'pretty',
  'no-paginate',
  'verbose',
  'dry-run',
  'timeout',
  'audit',
  'audit-file',
];

it('the flags of every command are the document’s 16, then those of the contract', () => {
  expect(globalRows.map(({name}) => name)).toEqual([
    ...documented,
    'concurrency',
    'retries',
    'partial',
    'wait',
    'write',
    'raw-output',
    'output',
    'columns',
    'pager',
    'arg',
    'argjson',
    'include',
    'unchecked',
    'clear',
    'color',
    'max-answer',
    'undoable',
    'no-journal',
    'exit-on',
    'names',
    'max-wait',
    'exit-status',
    'no-guard',
  ]);
  expect(globalRows.find(({name}) => name === 'profile')?.short).toBe('p');
  expect(globalRows.find(({name}) => name === 'timeout')?.default).toBe('30s');
});

it('no input of an operation has the name of a flag of every command', () => {
  const names = new Set([...globalRows, helpFlag].map(({name}) => name));
  const clashes = operations.flatMap(operation =>
    inputsOf(operation)
      .filter(input => names.has(input.name))
      .map(input => `${operation.group} ${operation.name} --${input.name}`),
  );
  expect(clashes).toEqual([]);
});
