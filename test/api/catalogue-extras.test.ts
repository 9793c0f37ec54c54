import {expect, test} from 'vitest';
import type {Input, Operation} from '../../src/api/operation.ts';
import {operations} from '../support/operations.ts';
import {facts, type InputFacts, paired, type RelatedFacts, title} from './catalogue-fixtures.ts';

/** What the screens need of the related operations (services W7), group → names. */
const wanted = {
  project: [
    ...['get-recent', 'search', 'update', 'update-avatar'],
    ...['update-default-project-classification', 'remove-default-project-classification'],
    ...['get-features-for', 'toggle-feature-for', 'restore', 'get-versions-paginated'],
    ...['get-versions', 'update-email', 'get-hierarchy', 'get-property-keys', 'get-property'],
    ...['set-property', 'get-roles', 'get-role', 'set-actors', 'get-role-details'],
    'get-notification-scheme-for',
  ],
  user: ['get', 'get-groups'],
  users: ['get-all'],
  myself: ['get-current-user'],
  serverInfo: ['get-server-info'],
  mypermissions: ['get-my-permissions'],
  task: ['get', 'cancel'],
  events: ['get'],
  role: [
    ...['get-all-project', 'create-project', 'delete-project', 'get-project-by-id'],
    ...['partial-update-project', 'fully-update-project', 'delete-project-actors-from'],
    ...['get-project-actors-for', 'add-project-actors-to'],
  ],
  group: [...['remove', 'create', 'bulk-get', 'get-users-from', 'remove-user-from', 'add-user-to']],
  groups: ['find'],
  applicationrole: ['get-all-application-roles', 'get-application-role'],
  projectCategory: [
    ...['get-all-project-categories', 'create-project-category', 'remove-project-category'],
    ...['get-project-category-by-id', 'update-project-category'],
  ],
  component: ['create', 'delete', 'get', 'update', 'get-related-issues'],
  auditing: ['get-audit-records'],
  issuesecurityschemes: ['search-projects-using-security-schemes', 'search-security-schemes'],
  issuetype: ['get-issue-all-types'],
  issuetypescheme: ['get-issue-type-scheme-for-projects'],
  issuetypescreenscheme: ['get-issue-type-screen-scheme-project-associations'],
  priorityscheme: ['get-priority-schemes', 'get-projects-by-priority-scheme'],
  workflowscheme: ['get-workflow-scheme-project-associations'],
  statuscategory: ['get-status-categories'],
  blogposts: [
    ...['update-blog-post', 'update-property-by-id', 'post-redact-blog'],
    'put-blog-post-classification-level',
  ],
  spaces: [
    ...['get', 'get-blog-posts-in', 'get-labels', 'get-custom-content-by-type-in'],
    ...['get-by-id', 'get-permissions-assignments', 'get-role-assignments'],
  ],
  'space-permissions': ['get-available-space-permissions'],
  'space-roles': ['get-available-space-roles'],
  'space-role-mode': ['get-space-role-mode'],
  'classification-levels': ['get-classification-levels'],
};

/**
 * Where a record differs from the facts: `group name input` → what the record has there, and why.
 */
const differences: Readonly<Record<string, {readonly is: string; readonly why: string}>> = {
  'project get-versions-paginated status': {
    is: 'query list comma',
    why: 'the text is a comma-separated list of states',
  },
  'blogposts update-blog-post inputs': {
    is: 'id body space-id title',
    why: 'its body is composed as on creation (contract 2.6)',
  },
  ...Object.fromEntries(
    [
      ...['issuesecurityschemes search-projects-using-security-schemes'],
      ...['issuesecurityschemes search-security-schemes'],
      ...['priorityscheme get-priority-schemes', 'priorityscheme get-projects-by-priority-scheme'],
    ].flatMap(name =>
      ['startAt', 'maxResults'].map(input => [
        `${name} ${input}`,
        {is: 'query integer', why: 'a number, which the description calls a string'},
      ]),
    ),
  ),
};

/** The lists among them: pointer of the items, and how pages follow where there are any. */
const lists: Readonly<Record<string, readonly [items: string, paging?: string]>> = {
  'project get-recent': [''],
  'project search': ['/values', 'offset of 50'],
  'project get-features-for': ['/features'],
  'project toggle-feature-for': ['/features'],
  'project get-versions-paginated': ['/values', 'offset of 50'],
  'project get-versions': [''],
  'project get-hierarchy': ['/hierarchy'],
  'project get-property-keys': ['/keys'],
  'project get-role-details': [''],
  'user get-groups': [''],
  'users get-all': ['', 'window of 50'],
  'events get': [''],
  'role get-all-project': [''],
  'projectCategory get-all-project-categories': [''],
  'group bulk-get': ['/values', 'offset of 50'],
  'group get-users-from': ['/values', 'offset of 50'],
  'groups find': ['/groups', 'cut of 20'],
  'applicationrole get-all-application-roles': [''],
  'role get-project-actors-for': ['/actors'],
  'statuscategory get-status-categories': [''],
  'spaces get': ['/results', 'cursor of 25'],
  'spaces get-blog-posts-in': ['/results', 'cursor of 25'],
  'spaces get-labels': ['/results', 'cursor of 25'],
  'spaces get-custom-content-by-type-in': ['/results', 'cursor of 25'],
  'classification-levels get-classification-levels': [''],
  'auditing get-audit-records': ['/records', 'offset of 1000'],
  'issuesecurityschemes search-projects-using-security-schemes': ['/values', 'offset of 50'],
  'issuesecurityschemes search-security-schemes': ['/values', 'offset of 50'],
  'issuetype get-issue-all-types': [''],
  'issuetypescheme get-issue-type-scheme-for-projects': ['/values', 'offset of 50'],
  'issuetypescreenscheme get-issue-type-screen-scheme-project-associations': [
    '/values',
    'offset of 50',
  ],
  'priorityscheme get-priority-schemes': ['/values', 'offset of 50'],
  'priorityscheme get-projects-by-priority-scheme': ['/values', 'offset of 50'],
  'workflowscheme get-workflow-scheme-project-associations': ['/values'],
  'spaces get-permissions-assignments': ['/results', 'cursor of 25'],
  'space-permissions get-available-space-permissions': ['/results', 'cursor of 25'],
  'space-roles get-available-space-roles': ['/results', 'cursor of 25'],
  'spaces get-role-assignments': ['/results', 'cursor of 25'],
};

const extras = operations.filter(operation => operation.extra);
const rows = paired(
  facts.related.filter(row => {
    const names: Readonly<Record<string, readonly string[]>> = wanted;
    return names[row.group]?.includes(row.name);
  }),
);

/** Place, type and style of an input in three words. */
function formOf(service: string, input: InputFacts): string {
  const isId = service === 'content' && /(^|-)ids?$/.test(input.name);
  if (input.type === 'array') return `${input.in} list ${input.arrayStyle}`;
  return `${input.in} ${isId && input.type === 'integer' ? 'id' : input.type}`;
}

/** Known values in any order; `doc_format` is the documents' word for atlas_doc_format. */
function valuesOf({values = []}: Input): string {
  const own = values.filter(value => value !== 'doc_format');
  return own.toSorted().join(' ');
}

function recordedForm(input: Input): string {
  return 'style' in input
    ? `${input.place} ${input.type} ${input.style}`
    : `${input.place} ${input.type}`;
}

function faultsOf(name: string, row: RelatedFacts, record: Operation): string[] {
  const given = [...row.inputs.map(input => input.name), ...(row.body ? ['body'] : [])];
  const names = record.inputs.map(input => input.name).join(' ');
  if (names !== (differences[`${name} inputs`]?.is ?? given.join(' '))) {
    return [`${names} instead of ${given.join(' ')}`];
  }
  return row.inputs.flatMap(input => {
    const recorded = record.inputs.find(i => i.name === input.name);
    if (recorded === undefined) return [`${input.name} is missing`];
    const form = differences[`${name} ${input.name}`]?.is ?? formOf(row.service, input);
    const said: readonly (readonly [string, unknown, unknown])[] = [
      ['form', recordedForm(recorded), form],
      ['required', recorded.required === true, input.required],
      [
        'default',
        recorded.default,
        input.default === undefined ? undefined : String(input.default),
      ],
      ['values', input.enum && valuesOf(recorded), input.enum?.toSorted().join(' ')],
      ['max', 'max' in recorded ? recorded.max : undefined, input.maximum],
      ['length', 'maxLength' in recorded ? recorded.maxLength : undefined, input.maxLength],
      ['most', 'maxItems' in recorded ? recorded.maxItems : undefined, input.maxItems],
    ];
    return said
      .filter(([, is, should]) => is !== should)
      .map(([what, is, should]) => `${input.name} ${what}: ${is} instead of ${should}`);
  });
}

function faults(find: (row: RelatedFacts, record: Operation, name: string) => readonly string[]) {
  return rows.flatMap(([name, row, record]) =>
    find(row, record, name).map(fault => `${name}: ${fault}`),
  );
}

test('the extras are those the screens need', () => {
  expect(extras.map(title).toSorted()).toEqual(
    Object.entries(wanted)
      .flatMap(([group, names]) => names.map(name => `${group} ${name}`))
      .toSorted(),
  );
  expect(new Set(extras.map(o => o.section))).toEqual(new Set(['services W7']));
});

test('each extra has a row in related of operations.facts.json', () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual(extras.map(title).toSorted());
});

test('each extra has the method, path and answers of the facts', () => {
  const roots = {tracker: '', content: '/wiki/api/v2', 'content-v1': '/wiki/rest/api'};
  const found = faults((row, record) => {
    const is = `${record.method} ${roots[record.root]}${record.path} ${record.success}`;
    const should = `${row.method} ${row.path} ${row.success}`;
    return is === should ? [] : [`${is} instead of ${should}`];
  });
  expect(found).toEqual([]);
  expect(
    faults((row, record) => ((record.answer === 'body') === row.answers ? [] : [record.answer])),
  ).toEqual([]);
});

test('each extra is experimental where the service says so', () => {
  expect(
    faults((row, record) =>
      (record.experimental === true) === row.experimental ? [] : ['experimental'],
    ),
  ).toEqual([]);
});

test('each extra has the inputs of the facts', () => {
  expect(faults((row, record, name) => faultsOf(name, row, record))).toEqual([]);
});

test('the lists among the extras are known, with their pages', () => {
  const found = extras.flatMap(({group, name, items, paging}) => {
    if (items === undefined) return [];
    const pages = paging && `${paging.kind} of ${'sizeDefault' in paging && paging.sizeDefault}`;
    return [[`${group} ${name}`, pages ? [items, pages] : [items]]];
  });
  expect(Object.fromEntries(found)).toEqual(lists);
});
