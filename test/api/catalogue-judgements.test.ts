import {describe, expect, test} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import type {Operation, OperationEffect, Service} from '../../src/api/operation.ts';
import {contentRef} from '../../src/api/operation-ref.ts';
import {operations} from '../support/operations.ts';
import {documents, facts, title} from './catalogue-fixtures.ts';

/** What a method does when nothing else is said. */
const usualEffects: Readonly<Record<Operation['method'], OperationEffect>> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
};

/** Operations that do something else than their method says. */
const effects: Readonly<Partial<Record<OperationEffect, readonly string[]>>> = {
  // Checks that take a body.
  read: ['permissions get-bulk', 'permissions get-permitted-projects'],
  // What is sent takes the place of all that was there.
  replaceAll: [
    'uiModifications update-ui-modification',
    'permissionscheme update-permission-scheme',
    'whiteboards set-permissions',
    'whiteboards set-restriction-state',
    'project set-actors',
  ],
  // States of services C3 and services T3.
  trash: [
    'project delete',
    'blogposts delete-blog-post',
    'whiteboards delete',
    'custom-content delete-custom-content',
  ],
  // The version goes away.
  delete: ['project delete-asynchronously', 'version delete-and-replace', 'version merge'],
  // Something that exists changes.
  update: [
    'project archive',
    'project restore',
    'project add-actor-users',
    'version move',
    'blogposts add-blog-post-permissions',
    'blogposts post-blog-post-classification-level',
    'blogposts post-redact-blog',
    'whiteboards add-permissions',
    'whiteboards post-classification-level',
    'labels add',
    'task cancel',
    'group add-user-to',
    'role partial-update-project',
    'role add-project-actors-to',
  ],
};

/** What no operation of the documents brings back. */
const irreversible = [
  'uiModifications delete-ui-modification',
  'permissionscheme delete-permission-scheme',
  'user delete-property',
  'project delete-asynchronously',
  'project delete-avatar',
  'project delete-property',
  'version delete',
  'version delete-and-replace',
  'version merge',
  'webhook delete-by-id',
  'notificationscheme delete-notification-scheme',
  'statuses delete-by-id',
  'resolution delete',
  'priority delete',
  'group remove',
  'role delete-project',
  'projectCategory remove-project-category',
  'component delete',
  'blogposts post-redact-blog',
];

/** Values that make a deletion permanent instead of moving the object to the trash. */
const permanentWhen = [
  'project delete --enableUndo=false',
  'blogposts delete-blog-post --purge=true',
  'blogposts delete-blog-post --draft=true',
  'custom-content delete-custom-content --purge=true',
];

/** Successors the documents name (services T9.5, W4.5). */
const successors = {
  'priority get-priorities': 'priority search',
  'project get-all': 'project search',
  'resolution get-resolutions': 'resolution search',
  'version delete': 'version delete-and-replace',
  'version merge': 'version delete-and-replace',
};

/** Who may call it, where that is a kind of caller (services T5.4, C5.2). */
const callers = {
  uiModifications: ['platform app'],
  webhook: ['add-on app', 'OAuth app'],
  'webhook get-failed': ['add-on app'],
  'user create': ['organization admin'],
  'admin-key': ['organization admin', 'site admin'],
};

/** Where each limit of section 8 stands: limit, operation, and how the record says it. */
const limitRows: readonly (readonly [string, Service, string, (o: Operation) => unknown])[] = [
  ['UI modifications per app', 'tracker', 'uiModifications create-ui-modification', own],
  ['contexts per UI modification', 'tracker', 'uiModifications create-ui-modification', own],
  ['contexts per UI modification', 'tracker', 'uiModifications update-ui-modification', own],
  ['UI modifications per context', 'tracker', 'uiModifications create-ui-modification', own],
  ['projects checked', 'tracker', 'permissions get-bulk', own],
  ['issues checked', 'tracker', 'permissions get-bulk', own],
  ['notifications per request', 'tracker', 'notificationscheme create-notification-scheme', own],
  ['notifications per request', 'tracker', 'notificationscheme add-notifications', own],
  ['user search window', 'tracker', 'user find', windowEnd],
  ['user search window', 'tracker', 'user find-assignable', windowEnd],
  ['user search window', 'tracker', 'user find-bulk-assignable', windowEnd],
  ['user search window', 'tracker', 'user find-with-all-permissions', windowEnd],
  ['recent projects', 'tracker', 'project get-all', o => bounds(o, 'recent', 'max')],
  ['status IDs or names per request', 'tracker', 'statuses delete-by-id', o => counts(o, 'id')],
  ['status IDs or names per request', 'tracker', 'statuses get-by-id', o => counts(o, 'id')],
  ['status IDs or names per request', 'tracker', 'statuses get-by-name', o => counts(o, 'name')],
  ['usages page size', 'tracker', 'statuses get-project-issue-type-usages-for', pageSize],
  ['usages page size', 'tracker', 'statuses get-project-usages-for', pageSize],
  ['usages page size', 'tracker', 'statuses get-workflow-usages-for', pageSize],
  ['priority schemes per priority', 'tracker', 'priority search', noted],
  ['webhook life', 'tracker', 'webhook register-dynamic', noted],
  ['webhook failure visibility', 'tracker', 'webhook get-failed', noted],
  ['avatar sizes produced', 'tracker', 'project create-avatar', noted],
  ['permission entries per page', 'content', 'blogposts get-blog-post-permissions', limitSize],
  ['permission entries per page', 'content', 'whiteboards get-permissions', limitSize],
  ['operations and properties returned inline', 'content', 'whiteboards get-by-id', noted],
  ['default admin key duration', 'content', 'admin-key enable-admin-key', noted],
  ['attachments status default', 'content', 'blogposts get-attachments', stateDefault],
  [
    'attachments status default',
    'content',
    'custom-content get-custom-content-attachments',
    stateDefault,
  ],
];

function own(operation: Operation): string {
  return Object.entries(operation.limits ?? {})
    .map(([what, many]) => `${what} ${many}`)
    .join(', ');
}

function windowEnd(operation: Operation): unknown {
  return operation.paging?.kind === 'window' ? operation.paging.end : undefined;
}

function bounds(operation: Operation, name: string, which: 'min' | 'max'): unknown {
  const input = operation.inputs.find(i => i.name === name);
  return input && which in input ? (input as unknown as Record<string, unknown>)[which] : undefined;
}

function counts(operation: Operation, name: string): string {
  const input = operation.inputs.find(i => i.name === name);
  return input?.type === 'list' && input.place === 'query'
    ? `${input.minItems} to ${input.maxItems}`
    : 'no list';
}

function pageSize(operation: Operation): string {
  return `${bounds(operation, 'maxResults', 'min')} to ${bounds(operation, 'maxResults', 'max')}`;
}

function limitSize(operation: Operation): string {
  return `${bounds(operation, 'limit', 'min')} to ${bounds(operation, 'limit', 'max')}`;
}

function stateDefault(operation: Operation): unknown {
  return operation.inputs.find(input => input.name === 'status')?.default?.replace(',', ' and ');
}

function noted(operation: Operation): string {
  return operation.notes?.join(' ') ?? '';
}

function named(service: Service, name: string): Operation {
  const [group = '', operation = ''] = name.split(' ');
  const found = findOperation(service, group, operation);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}

describe('what operations do', () => {
  test('follows the method, but for those listed', () => {
    const listed = new Map<string, OperationEffect>();
    for (const [effect, names] of Object.entries(effects)) {
      for (const name of names) listed.set(name, effect as OperationEffect);
    }
    const wrong = operations.flatMap(operation => {
      const effect = listed.get(title(operation)) ?? usualEffects[operation.method];
      return operation.effect === effect ? [] : [`${title(operation)}: ${operation.effect}`];
    });
    expect(wrong).toEqual([]);
  });

  test('cannot be taken back only where listed', () => {
    expect(operations.filter(o => o.irreversible).map(title)).toEqual(irreversible);
  });

  test('is permanent by an input only where listed, and only where it otherwise moves to the trash', () => {
    const found = operations.flatMap(operation =>
      (operation.permanentWhen ?? []).map(({input, value}) => {
        expect(operation.effect).toBe('trash');
        expect(operation.inputs.find(({name}) => name === input)?.type).toBe('boolean');
        return `${title(operation)} --${input}=${value}`;
      }),
    );
    expect(found).toEqual(permanentWhen);
  });

  test('is noted for people without the wire: what a preview shows speaks of no status, header or member', () => {
    const wire =
      /\banswers\b|\b[2345]\d\d\b|\bheader\b|\bset-\w+ replaces|is read first|gives it again/i;
    const wrong = operations.flatMap(operation => {
      if (operation.effect === 'read') return [];
      return (operation.notes ?? []).filter(note => wire.test(note));
    });
    expect(wrong).toEqual([]);
  });

  test('is said by another operation where the documents name one', () => {
    const found = operations.flatMap(o =>
      o.deprecated?.successor ? [[title(o), o.deprecated.successor]] : [],
    );
    expect(Object.fromEntries(found)).toEqual(successors);
  });

  test('is open to kinds of callers only where listed', () => {
    const wrong = operations.flatMap(operation => {
      const lists: Readonly<Record<string, readonly string[]>> = callers;
      const kinds = lists[title(operation)] ?? lists[operation.group];
      return operation.callers?.join() === kinds?.join() ? [] : [title(operation)];
    });
    expect(wrong).toEqual([]);
    expect(operations.filter(o => o.notFor).map(o => [title(o), o.notFor])).toEqual([
      ['user create', ['platform app']],
    ]);
  });
});

describe('the limits of the documents', () => {
  test.each(limitRows)('%s stands with its operation: %s %s', (limit, service, name, find) => {
    const row = documents.limits.find(r => r.service === service && r.limit === limit);
    const value = row?.value.match(/\d+ to \d+|current and archived|\d+/)?.[0];
    expect(value).toBeDefined();
    const said = String(find(named(service, name)));
    expect(said).toContain(find === own ? `${limit} ${value}` : value);
  });

  test('are all looked for', () => {
    const looked = new Set(limitRows.map(row => row[0]));
    expect(documents.limits.map(row => row.limit).filter(limit => !looked.has(limit))).toEqual([]);
  });
});

describe('updates that read first', () => {
  test('are those of custom content and blog posts', () => {
    expect(operations.filter(o => o.readFirst).map(title)).toEqual([
      'custom-content update-custom-content',
      'blogposts update-blog-post',
    ]);
  });

  test('send what the service needs besides what is given', () => {
    const row = facts.operations.find(o => o.autoBody);
    const {readFirst} = named('content', 'custom-content update-custom-content');
    const sent = [
      ...Object.keys(readFirst?.fills ?? {}),
      ...Object.keys(readFirst?.sets ?? {}),
      readFirst?.increments,
    ];
    expect(sent).toEqual(expect.arrayContaining(Object.keys(row?.autoBody ?? {})));
    expect(readFirst?.sets['/status']).toBe(row?.autoBody?.['/status']);
    expect(readFirst?.reads).toEqual(
      contentRef('custom-content get-custom-content-by-id', {id: '{id}', 'body-format': 'storage'}),
    );
    expect(readFirst?.conflictRetries).toBe(1);
  });
});

test('a write that only administrators may send names the keys of their permissions', () => {
  const keys = operations
    .filter(({effect, permission}) => effect !== 'read' && /^Administer /.test(permission))
    .filter(({permission}) => !permission.includes('for any user'))
    .map(({group, name, permission, permissionKeys = []}) => {
      const wanted = permission.includes('Projects') ? ['ADMINISTER', 'ADMINISTER_PROJECTS'] : [];
      const isMissing = (key: string) => !permissionKeys.includes(key);
      return isMissing('ADMINISTER') || wanted.some(isMissing) ? `${group} ${name}` : '';
    });
  expect(keys.filter(Boolean)).toEqual([]);
});
