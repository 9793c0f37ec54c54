import {describe, expect, test} from 'vitest';
import {findNamed, findOperation, groupNames, operationsOf} from '../../src/api/catalogue.ts';
import {findInput, inputsOf} from '../../src/api/inputs-of.ts';
import type {Operation} from '../../src/api/operation.ts';
import {type OperationRef, paramsOf} from '../../src/api/operation-ref.ts';
import {operations} from '../support/operations.ts';
import {documented, title} from './catalogue-fixtures.ts';

/** Flags that every command has: no input may take their names (contract 10). */
const globalFlags = [
  ...['profile', 'base-url', 'auth-type', 'auth-user', 'auth-token', 'preset', 'jq', 'fields'],
  ...['cache', 'pretty', 'no-paginate', 'verbose', 'dry-run', 'timeout', 'audit', 'audit-file'],
  ...['concurrency', 'retries', 'partial', 'wait', 'raw-output', 'color', 'help'],
];

const sizes = {
  tracker: {
    uiModifications: 4,
    permissions: 3,
    permissionscheme: 9,
    user: 11,
    project: 23,
    projectvalidate: 3,
    version: 13,
    webhook: 5,
    notificationscheme: 8,
    statuses: 9,
    resolution: 8,
    priority: 8,
  },
  content: {blogposts: 24, whiteboards: 21, 'custom-content': 17, labels: 7, 'admin-key': 3},
} as const;

/** What is wrong with each operation, one line each; so that a failure names them all. */
function faults(find: (operation: Operation) => readonly string[]): string[] {
  return operations.flatMap(operation =>
    find(operation).map(fault => `${operation.service} ${title(operation)}: ${fault}`),
  );
}

describe('the catalogue', () => {
  test('has the 176 operations of the documents, then the extras', () => {
    expect(documented).toHaveLength(176);
    expect(operations.slice(0, 176)).toEqual(documented);
  });

  test.each(['tracker', 'content'] as const)('has the %s groups in document order', service => {
    expect(groupNames(service)).toEqual(Object.keys(sizes[service]));
    for (const [group, size] of Object.entries(sizes[service])) {
      expect([group, operationsOf(service, group).length]).toEqual([group, size]);
    }
  });

  test('shows groups and operations of the extras only when asked', () => {
    expect(groupNames('tracker', {extras: true})).toContain('myself');
    expect(groupNames('content', {extras: true})).toContain('spaces');
    expect(operationsOf('tracker', 'myself')).toEqual([]);
    expect(operationsOf('tracker', 'project', {extras: true}).map(o => o.name)).toContain('search');
  });

  test('finds each operation by its names, and nothing by others', () => {
    for (const operation of operations) {
      expect(findOperation(operation.service, operation.group, operation.name)).toBe(operation);
    }
    expect(findOperation('content', 'version', 'get')).toBeUndefined();
    expect(findOperation('tracker', 'version', 'Get')).toBeUndefined();
  });

  test('has no name twice in a group', () => {
    const names = operations.map(o => `${o.service} ${title(o)}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('is plain data', () => {
    expect(JSON.parse(JSON.stringify(operations))).toEqual(operations);
  });
});

describe('a record', () => {
  test('has one required path input for each placeholder and no other', () => {
    const found = faults(operation => {
      const placeholders = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(match => match[1]);
      const inputs = operation.inputs.filter(input => input.place === 'path').map(i => i.name);
      const same = placeholders.toSorted().join() === inputs.toSorted().join();
      return same ? [] : [`${placeholders} are not ${inputs}`];
    });
    expect(found).toEqual([]);
  });

  test('lives below its root', () => {
    const found = faults(operation => {
      const tracker = operation.path.startsWith('/rest/api/3/');
      return tracker === (operation.root === 'tracker') &&
        (operation.service === 'tracker') === tracker
        ? []
        : [`${operation.path} below ${operation.root}`];
    });
    expect(found).toEqual([]);
  });

  test('has no input twice and none named like a global flag', () => {
    const found = faults(({inputs}) => {
      const names = inputs.map(input => input.name);
      return names.filter((n, index) => globalFlags.includes(n) || names.indexOf(n) !== index);
    });
    expect(found).toEqual([]);
  });

  test('has a body or body members, not both, and neither on a read by GET', () => {
    const found = faults(({inputs, method}) => {
      const bodies = inputs.filter(input => input.place === 'body').length;
      const members = inputs.filter(input => input.place === 'field').length;
      if (bodies + Math.min(members, 1) > 1) return ['two bodies'];
      return method === 'GET' && bodies + members > 0 ? ['a body on GET'] : [];
    });
    expect(found).toEqual([]);
  });

  test('names only its own inputs in its rules', () => {
    const found = faults(operation => {
      const {rules = []} = operation;
      const names = inputsOf(operation).map(input => input.name);
      const named = rules.flatMap(rule => [
        ...('input' in rule ? [rule.input] : []),
        ...rule.inputs,
      ]);
      return named.filter(name => !names.includes(name));
    });
    expect(found).toEqual([]);
  });

  test('names operations for other kinds that exist, and do the same', () => {
    for (const {service, otherKinds = [], effect} of operations) {
      for (const title of otherKinds) {
        const [group = '', name = ''] = title.split(' ');
        expect(findOperation(service, group, name)?.effect).toBe(effect);
      }
    }
  });

  test('names a successor that exists', () => {
    const found = faults(({service, deprecated}) => {
      if (deprecated?.successor === undefined) return [];
      const [group = '', name = ''] = deprecated.successor.split(' ');
      return findOperation(service, group, name) ? [] : [deprecated.successor];
    });
    expect(found).toEqual([]);
  });

  test('pages by inputs it has, through the list it names', () => {
    const further = {
      offset: 'startAt',
      window: 'startAt',
      token: 'nextPageToken',
      after: 'after',
      cursor: 'cursor',
    } as const;
    const found = faults(({inputs, paging, items}) => {
      if (paging === undefined) return [];
      const names = inputs.map(input => input.name);
      const end = paging.kind === 'window' ? paging.end : [];
      const ends = typeof end === 'object' ? end : [];
      const start = paging.kind === 'offset' ? paging.start : undefined;
      const asks = paging.kind === 'cut' ? [] : [start ?? further[paging.kind]];
      const missing = [paging.size, ...asks, ...ends].filter(n => !names.includes(n));
      return paging.items === items ? missing : [...missing, `items are ${items}`];
    });
    expect(found).toEqual([]);
  });

  test('pages every list that takes the size or the start of a page', () => {
    const ofPages = [
      'startAt',
      'offset',
      'maxResults',
      'maxResult',
      'limit',
      'cursor',
      'nextPageToken',
    ];
    const found = faults(({inputs, paging, items, method}) => {
      if (items === undefined || method !== 'GET' || paging !== undefined) return [];
      return inputs.filter(({name}) => ofPages.includes(name)).map(({name}) => name);
    });
    expect(found).toEqual([]);
  });

  test('refers to operations and inputs that exist, for its undo and for what it reads first', () => {
    const found = faults(operation => {
      const problemsOf = (ref: OperationRef): string[] => {
        const named = findNamed(ref);
        if (named === undefined) return [`no operation ${ref.operation}`];
        const unknown = Object.keys(ref.inputs).filter(name => !findInput(named, name));
        const params = paramsOf(ref).filter(name => !findInput(operation, name) && name !== 'each');
        return [...unknown, ...params, ...Object.values(ref.after ?? {}).flatMap(problemsOf)];
      };
      const {undo = [], readFirst} = operation;
      const reads = [readFirst, ...undo].flatMap(one => one?.reads ?? []);
      return [...undo, ...reads].flatMap(problemsOf);
    });
    expect(found).toEqual([]);
  });

  test('reads first by an operation of its group with the same path inputs', () => {
    const found = faults(operation => {
      const first = operation.readFirst;
      if (first === undefined) return [];
      const {reads} = first;
      const reading = findNamed(reads);
      if (reading?.effect !== 'read') return [`no reading operation ${reads.operation}`];
      const placeholders = (path: string) => path.match(/\{[^}]+\}/g)?.join();
      const unknown = Object.keys(reads.inputs).filter(
        name => !reading.inputs.some(input => input.name === name),
      );
      return placeholders(reading.path) ===
        paramsOf(reads)
          .map(name => `{${name}}`)
          .join()
        ? unknown
        : ['other path inputs'];
    });
    expect(found).toEqual([]);
  });

  test('fills every member from the item it read first', () => {
    const found = faults(({inputs, readFirst}) =>
      inputs.flatMap(input => {
        if (readFirst === undefined || input.place !== 'field') return [];
        return readFirst.fills[input.pointer] ? [] : [input.name];
      }),
    );
    expect(found).toEqual([]);
  });

  test('answers as its status says', () => {
    const found = faults(({answer, success}) => {
      if (answer === 'task') return success.join() === '303' ? [] : ['a task without 303'];
      if (success.includes(204)) return answer === 'none' ? [] : ['a body with 204'];
      return success.length > 0 ? [] : ['no status'];
    });
    expect(found).toEqual([]);
  });

  test('says who may call it and what it does, in lines for people', () => {
    const found = faults(operation => {
      const texts = [operation.permission, operation.summary];
      const helps = inputsOf(operation)
        .filter(input => input.unavailable === undefined)
        .map(input => input.help ?? `no help for ${input.name}`);
      return [
        ...[...texts, ...helps].filter(text => text === '' || /\.$|\n|^no help/.test(text)),
        ...(operation.notes ?? []).filter(note => !/^\S.*\.$/.test(note)),
      ];
    });
    expect(found).toEqual([]);
  });
});

describe('what is known of the groups before an operation is made', () => {
  test.each(['tracker', 'content'] as const)('is what the operations of the %s say', service => {
    const own = operations.filter(one => one.service === service);
    const groupsOf = (some: typeof own) => [...new Set(some.map(({group}) => group))];
    expect(groupNames(service, {extras: true})).toEqual(groupsOf(own));
    expect(groupNames(service)).toEqual(groupsOf(own.filter(({extra}) => !extra)));
    for (const one of own) expect(findOperation(service, one.group, one.name)).toBe(one);
  });
});
