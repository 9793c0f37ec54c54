import {describe, expect, test} from 'vitest';
import {operationNamed} from '../../../src/api/catalogue.ts';
import {findInput, inputsOf} from '../../../src/api/inputs-of.ts';
import type {Operation} from '../../../src/api/operation.ts';
import {effectOf} from '../../../src/api/permanence.ts';
import {screens} from '../../../src/screens/features.ts';
import {initialState} from '../../../src/state/app/store.ts';
import type {Verb} from '../../../src/state/model/verb.ts';
import {changeLines, changeWidths} from '../../../src/state/overlays/write/change-lines.ts';
import {changesOf} from '../../../src/state/overlays/write/change-rows.ts';
import {labelOf} from '../../../src/state/views/form/field-label.ts';
import {cellOf} from '../../../src/state/views/list/cells.ts';
import {makeRow} from '../../../src/state/views/list/rows.ts';
import {planOfVerb} from '../../../src/state/write/make-plan.ts';
import {operations} from '../../support/operations.ts';
import {callOf} from '../../support/write-steps.ts';

const inPath = (verb: Verb): readonly string[] =>
  Object.keys(verb.asks ?? {}).filter(
    name => findInput(operationNamed(verb), name)?.place === 'path',
  );

const asking = [...new Set(screens.lists.flatMap(list => list.verbs ?? []))].filter(
  verb => inPath(verb).length > 0,
);

test('some verb asks for what becomes part of the path', () => {
  expect(asking.length).toBeGreaterThan(3);
});

test.each(asking.map(verb => [`${verb.operation}: ${verb.words}`, verb] as const))(
  'the preview of %s shows what a person was asked for in the path too',
  (_, verb) => {
    const inputs = Object.fromEntries(inPath(verb).map(name => [name, [`given as ${name}`]]));
    const plan = planOfVerb(
      {verb, noun: 'thing', rows: [], params: {}},
      initialState(80, 24, 0, '', screens),
      {inputs},
    );
    const shown = plan.requests.flatMap(request => changesOf(request)).map(({after}) => after);
    for (const [given = ''] of Object.values(inputs)) expect(shown.join('\n')).toContain(given);
  },
);

test('the preview of something new tells the choices nobody made, by the record’s default', () => {
  const rows = (status: readonly string[]) => {
    const given = {title: ['Later'], ...(status.length > 0 && {status})};
    const call = callOf('content blogposts create-blog-post', given);
    return changesOf({label: 'post', call}).filter(({field}) => field === 'Status');
  };
  expect(rows([])).toEqual([{field: 'Status', before: undefined, after: 'current (default)'}]);
  expect(rows(['draft'])).toEqual([{field: 'Status', before: undefined, after: 'draft'}]);
});

test('a colour of a change stands beside a mark that has it', () => {
  const changes = [
    {field: 'Status color', before: '#d04437', after: '#00aa00'},
    {field: 'Name', before: 'High', after: 'Higher'},
  ];
  const lines = changeLines(changes, changeWidths(changes, 80));
  expect(lines[1]?.flatMap(({color}) => color ?? [])).toEqual(['#d04437', '#00aa00']);
  expect(lines[2]?.flatMap(({color}) => color ?? [])).toEqual([]);
  const [, from, to] = lines.map(line => line.map(({text}) => text).join(''));
  expect(from?.indexOf('#00aa00')).toBe((to?.indexOf('Higher') ?? 0) + 3);
});

test('an object that goes is told by what it is, not by how to ask for more of it', () => {
  const call = callOf('tracker project delete', {projectIdOrKey: ['HPAY']});
  const text = JSON.stringify({expand: 'lead', self: 'https://x/1', id: '1', key: 'HPAY'});
  const fields = changesOf({label: 'project', call, before: {text}}).map(({field}) => field);
  expect(fields).toContain('Key');
  expect(fields).not.toContain('Expand');
});

test('a list of objects is told by how many there are, and something new in a list by its name', () => {
  const grant = '{"holder":{"type":"anyone"},"permission":"BROWSE_PROJECTS"}';
  const call = callOf('tracker permissionscheme create-permission-scheme', {
    name: ['Readers'],
    permissions: [`[${grant},${grant}]`],
  });
  expect(changesOf({label: 'scheme', call}).find(({field}) => field === 'Permissions')).toEqual({
    field: 'Permissions',
    before: undefined,
    after: '2 entries',
  });
  const verb = screens.lists
    .flatMap(list => list.verbs ?? [])
    .find(({operation, rows}) => operation === 'statuses create' && rows === 'none');
  if (verb === undefined) throw new Error('no verb makes a status');
  const {requests, object} = planOfVerb(
    {verb, noun: 'status', rows: [], params: {}},
    initialState(80, 24, 0, '', screens),
    {inputs: {'body.statuses.0.name': ['Waiting']}},
  );
  expect([requests[0]?.label, object]).toEqual(['status Waiting', 'Waiting']);
});

test('who is in a role is told as a user or a group', () => {
  const type = screens.lists.find(({id}) => id === 'actors')?.columns.find(({id}) => id === 'type');
  const shown = (value: string) => {
    const row = makeRow({identity: ['/id'], name: ['/id']}, JSON.stringify({id: '1', type: value}));
    return type && cellOf(type, row, 0, 20, true).text;
  };
  expect(shown('atlassian-user-role-actor')).toBe('user');
  expect(shown('atlassian-group-role-actor')).toBe('group');
  expect(shown('something-new')).toBe('something-new');
});

test('the current value of a number is … while it is read, and missing where the response has none', () => {
  const call = callOf('content blogposts update-property-by-id', {
    'blogpost-id': ['1'],
    'property-id': ['2'],
    key: ['k'],
    value: ['1'],
    'body.version.number': ['3'],
  });
  const numbers = (text?: string) =>
    changesOf({label: 'property', call, before: text === undefined ? 'looking' : {text}})
      .filter(({field}) => field === 'Number')
      .map(({before, after}) => [before, after]);
  expect(numbers()).toEqual([['…', '3']]);
  expect(numbers('{"id":"2","key":"k"}')).toEqual([[undefined, '3']]);
  expect(numbers('{"id":"2","key":"k","version":{"number":2}}')).toEqual([['2', '3']]);
});

describe('the preview of a deletion', () => {
  const deletions = operations.filter(({effect}) => effect === 'delete' || effect === 'trash');

  test('is told what goes by the record where its path does not end with the object', () => {
    const wrong = deletions.filter(operation => {
      const {removes, path, method} = operation;
      const isNamed = method !== 'DELETE' || path.endsWith('}') || !hasChoice(operation);
      return removes === undefined && !isNamed;
    });
    expect(wrong.map(({name}) => name)).toEqual([]);
    const unknown = deletions.flatMap(operation =>
      (operation.removes ?? []).filter(name => findInput(operation, name) === undefined),
    );
    expect(unknown).toEqual([]);
  });

  test.each(deletions.map(one => [`${one.group} ${one.name}`, one] as const))(
    'of %s never reads as a creation: a value that names a thing goes, stays, or takes its place',
    (_, operation) => {
      const inputs = Object.fromEntries(
        inputsOf(operation)
          .filter(({type}) => type !== 'json')
          .map(({name, type}) => [name, [type === 'boolean' ? 'true' : '10']]),
      );
      const answer = {id: '10', name: 'Ten', createdAt: '2026-11-28T22:24:08.838Z'};
      const isTrash = effectOf(operation, {inputs}) === 'trash';
      const end = isTrash ? 'in the trash' : 'gone';
      for (const before of [undefined, {text: JSON.stringify(answer)}]) {
        const request = {label: '', call: {operation, given: {inputs}}};
        const rows = changesOf({...request, ...(before && {before})});
        for (const name of operation.removes ?? []) {
          const input = findInput(operation, name);
          const field = input && labelOf(input);
          expect(rows.filter(row => row.field === field)).toContainEqual({
            ...{field, before: '10', after: end},
          });
        }
        // What the object's own fields say is not gone where something else is.
        const isPart = operation.removes !== undefined;
        const lost = rows.filter(({before: was, after}) => was === 'Ten (10)' && after === end);
        expect(lost).toHaveLength(isPart || before === undefined ? 0 : 1);
        // The members of an object in the trash are still there, and times are readable.
        if (isTrash) expect(rows.map(({after}) => after)).not.toContain('gone');
        expect(rows.map(({before: was}) => was).join()).not.toContain('838Z');
        const made = rows.filter(({before: was, after}) => was === undefined && after === '10');
        const replacing = made.filter(({field}) => /replace|move|swap/i.test(field));
        expect(made).toEqual(replacing);
      }
    },
  );
});

/** Whether a request has to say more than its path and yes or no. */
function hasChoice(operation: Operation): boolean {
  return inputsOf(operation).some(
    ({place, type}) => place !== 'path' && type !== 'boolean' && type !== 'json',
  );
}

test('a deletion shows the name first, and no icon', () => {
  const before = {
    statusColor: '#707070',
    description: 'Minor problem.',
    iconUrl: 'https://site.example/icons/4',
    avatarId: 10404,
    name: 'Low',
    id: '4',
  };
  const call = callOf('tracker priority delete', {id: ['4']});
  const rows = changesOf({label: 'priority Low', call, before: {text: JSON.stringify(before)}});
  expect(rows.map(({field}) => field)).toEqual(['Name', 'Status color', 'Description']);
  expect(rows[0]).toMatchObject({before: 'Low (4)', after: 'gone'});
});
