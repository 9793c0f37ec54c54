import {findOperation} from '../../src/api/catalogue.ts';
import type {Operation} from '../../src/api/operation.ts';

/** A record for a test: a tracker GET of `/rest/api/3/thing` unless said else. */
export function makeOperation(parts: Partial<Operation> = {}): Operation {
  return {
    service: 'tracker',
    group: 'thing',
    name: 'list',
    summary: 'List things',
    method: 'GET',
    path: '/rest/api/3/thing',
    root: 'tracker',
    section: 'test',
    permission: 'Browse things',
    inputs: [],
    effect: 'read',
    answer: 'body',
    success: [200],
    ...parts,
  };
}

/** The record of that name; a test fails when there is none. */
export function find(service: 'tracker' | 'content', group: string, name: string): Operation {
  const operation = findOperation(service, group, name);
  if (!operation) throw new Error(`no record ${group} ${name}`);
  return operation;
}
