import {describe, expect, it} from 'vitest';
import {
  commaList,
  inBody,
  inPath,
  inQuery,
  jsonBody,
  repeated,
} from '../../src/api/catalogue/inputs.ts';
import {findOperation} from '../../src/api/catalogue.ts';
import {checkInputs} from '../../src/api/check.ts';
import type {InputRule} from '../../src/api/field.ts';
import type {Input} from '../../src/api/operation.ts';
import type {InputValues} from '../../src/api/request-plan.ts';
import {operations} from '../support/operations.ts';
import {makeOperation} from './records.ts';

const inputs: readonly Input[] = [
  inPath('key', 'string'),
  inPath('number', 'id'),
  inQuery('count', 'integer', {min: 1, max: 50}),
  inQuery('flag', 'boolean'),
  inQuery('name', 'string', {maxLength: 3}),
  inQuery('order', 'string', {values: ['up', 'down']}),
  inQuery('kind', 'string', {values: ['user', 'group'], enforced: true}),
  repeated('ids', {items: 'id', minItems: 2, maxItems: 3}),
  commaList('names', {maxLength: 3}),
  inQuery('old', 'string', {unavailable: 'no longer available; use name'}),
  inQuery('wanted', 'string', {requiredByService: true}),
];

/** What is wrong with one input, all others being right. */
function problemsWith(given: Readonly<Record<string, readonly string[]>>): string[] {
  const right = {key: ['A'], number: ['1'], wanted: ['x']};
  const {problems} = checkInputs(makeOperation({inputs}), {inputs: {...right, ...given}});
  return problems.map(({message}) => message);
}

it('a redaction in a title has the empty pointer, one in a text has not', () => {
  const post = findOperation('content', 'blogposts', 'post-redact-blog');
  if (post === undefined) throw new Error('no such operation');
  const problems = (part: string) =>
    checkInputs(post, {
      inputs: {
        id: ['1'],
        createdAt: ['2026-11-01T09:00:00Z'],
        [part]: ['{"redactions":[{"pointer":"","from":0,"to":4}]}'],
      },
    }).problems.map(({message}) => message);
  expect(problems('title')).toEqual([]);
  expect(problems('body.body').join()).toContain('is empty');
});

describe('single values', () => {
  it.each<[string, string[], string[]]>([
    ['count', ['1'], []],
    ['count', ['50'], []],
    ['count', ['0'], ['--count must be 1 to 50, not 0']],
    ['count', ['51'], ['--count must be 1 to 50, not 51']],
    ['count', ['-3'], ['--count must be 1 to 50, not -3']],
    ['count', ['1.0'], ['--count must be a whole number, not "1.0"']],
    ['count', ['1e1'], ['--count must be a whole number, not "1e1"']],
    ['count', [''], ['--count must be a whole number, not ""']],
    ['count', ['12345678901234567890'], ['--count must be 1 to 50, not 12345678901234567890']],
    ['count', ['1', '2'], ['--count takes one value, not 2']],
    ['flag', ['true'], []],
    ['flag', ['false'], []],
    ['flag', ['yes'], ['--flag must be true or false, not "yes"']],
    ['name', ['abc'], []],
    ['name', ['👍👍👍'], []],
    ['name', [''], []],
    ['name', ['abcd'], ['--name takes at most 3 characters, not 4']],
    ['number', ['98765432109876543210'], []],
    ['number', ['att1'], ['--number must be an id (digits only), not "att1"']],
    ['key', ['..'], ['--key cannot be ..: it is part of the address']],
    ['key', ['.'], ['--key cannot be .: it is part of the address']],
    ['key', ['...'], []],
    ['key', [''], ['--key is empty; it is part of the address']],
    ['key', [], ['--key is required']],
    ['key', ['a\ud800'], ['--key contains an incomplete character']],
    ['kind', ['user'], []],
    ['kind', ['USER'], ['--kind must be one of user, group, not "USER"']],
    ['old', ['x'], ['--old cannot be used: no longer available; use name']],
  ])('%s %j', (name, texts, messages) => {
    expect(problemsWith({[name]: texts})).toEqual(messages);
  });
});

describe('lists', () => {
  it.each<[string, string[], string[]]>([
    ['ids', ['1', '2'], []],
    ['ids', ['1,2,3'], []],
    ['ids', ['1'], ['--ids takes 2 to 3 values, not 1']],
    ['ids', ['1,2', '3,4'], ['--ids takes 2 to 3 values, not 4']],
    ['ids', ['1', 'x'], ['--ids must be an id (digits only), not "x"']],
    ['names', ['a', 'b,c'], []],
    ['names', ['abc,👍👍👍'], []],
    ['names', ['abc,abcd'], ['--names takes at most 3 characters a value, not 4']],
    ['names', ['a,'], ['--names contains an empty value']],
    [
      'names',
      ['a\\,b'],
      ['--names cannot contain a comma inside a value: the service separates values by commas'],
    ],
  ])('%s %j', (name, texts, messages) => {
    expect(problemsWith({[name]: texts})).toEqual(messages);
  });
});

describe('values the documents do not know', () => {
  it('are a note, not a problem', () => {
    const given = {inputs: {key: ['A'], number: ['1'], order: ['sideways'], wanted: ['x']}};
    expect(checkInputs(makeOperation({inputs}), given)).toEqual({
      problems: [],
      notes: ['--order is sent unchanged; "sideways" is not among the documented values: up, down'],
      warnings: [],
      unlisted: [],
    });
  });

  it('an input the service insists on is a note when absent', () => {
    const given = {inputs: {key: ['A'], number: ['1']}};
    expect(checkInputs(makeOperation({inputs}), given)).toEqual({
      problems: [],
      notes: ['--wanted is missing, but the cloud service requires it'],
      warnings: [],
      unlisted: [],
    });
  });
});

describe('names', () => {
  it('that no input has are refused with the nearest ones', () => {
    expect(problemsWith({cuont: ['1']})).toEqual([
      '--cuont is not an input of thing list; did you mean --count?',
    ]);
    expect(problemsWith({zzzzzz: ['1']})).toEqual(['--zzzzzz is not an input of thing list']);
  });
});

describe('rules', () => {
  const abc = ['a', 'b', 'c'].map(name => inQuery(name, 'string'));
  const broken = (rule: InputRule, ...names: string[]): string[] => {
    const given = Object.fromEntries(names.map(name => [name, ['x']]));
    const operation = makeOperation({inputs: abc, rules: [rule]});
    return checkInputs(operation, {inputs: given}).problems.map(({message}) => message);
  };

  it('exactlyOne', () => {
    const rule: InputRule = {kind: 'exactlyOne', inputs: ['a', 'b']};
    expect(broken(rule, 'a')).toEqual([]);
    expect(broken(rule)).toEqual(['give exactly one of --a and --b']);
    expect(broken(rule, 'a', 'b')).toEqual([
      '--a and --b cannot be combined; give exactly one of --a and --b',
    ]);
  });

  it('atLeastOne', () => {
    const rule: InputRule = {kind: 'atLeastOne', inputs: ['a', 'b', 'c']};
    expect(broken(rule, 'c')).toEqual([]);
    expect(broken(rule)).toEqual(['give at least one of --a, --b and --c']);
    expect(broken({...rule, soft: true})).toEqual([]);
  });

  it('notTogether', () => {
    const rule: InputRule = {kind: 'notTogether', inputs: ['a', 'b', 'c']};
    expect(broken(rule)).toEqual([]);
    expect(broken(rule, 'b')).toEqual([]);
    expect(broken(rule, 'a', 'c')).toEqual(['--a and --c cannot be combined; give one of them']);
  });

  it('needs and needsOne', () => {
    const needs: InputRule = {kind: 'needs', input: 'a', inputs: ['b', 'c']};
    expect(broken(needs, 'b')).toEqual([]);
    expect(broken(needs, 'a', 'b')).toEqual(['--a needs --c too']);
    expect(broken(needs, 'a', 'b', 'c')).toEqual([]);
    const needsOne: InputRule = {kind: 'needsOne', input: 'a', inputs: ['b', 'c']};
    expect(broken(needsOne, 'a')).toEqual(['--a needs --b or --c too']);
    expect(broken(needsOne, 'a', 'c')).toEqual([]);
  });

  it('of real records: labels remove takes one label per request', () => {
    const remove = findOperation('content', 'labels', 'remove');
    if (remove === undefined) throw new Error('no labels remove');
    const messages = (label: string): string[] =>
      checkInputs(remove, {inputs: {'page-id': ['1'], label: [label]}}).problems.map(
        ({message}) => message,
      );
    expect(messages('aa,bb')).toEqual(['--label cannot contain ",": one label per request']);
    expect(messages('aa')).toEqual([]);
  });

  it('of real records: group and groupId cannot be combined', () => {
    const operation = findOperation('tracker', 'project', 'delete-actor');
    if (!operation) throw new Error('the record is gone');
    const given = {projectIdOrKey: ['A'], id: ['1'], group: ['g'], groupId: ['i']};
    expect(checkInputs(operation, {inputs: given}).problems).toEqual([
      {input: 'group', message: '--group and --groupId cannot be combined; give one of them'},
    ]);
  });
});

describe('bodies', () => {
  const body = (given: InputValues, ...more: Input[]): string[] =>
    checkInputs(makeOperation({inputs: more}), given).problems.map(({message}) => message);

  it('that are not JSON are refused with line and column', () => {
    expect(body({inputs: {}, body: '{\n  "a": 1,\n}'}, jsonBody())).toEqual([
      '--body is not JSON: line 3, column 1: expected a property name in double quotes',
    ]);
    expect(body({inputs: {}, body: ''}, jsonBody())).toEqual([
      '--body is not JSON: line 1, column 1: the text is empty',
    ]);
    expect(body({inputs: {}, body: '\ufeff{"a":1}'}, jsonBody())).toEqual([]);
  });

  it('are required unless the record says else', () => {
    expect(body({inputs: {}}, jsonBody())).toEqual(['--body is required']);
    expect(body({inputs: {}}, jsonBody({optional: true}))).toEqual([]);
  });

  it('are refused where none is sent', () => {
    expect(body({inputs: {}, body: '{}'})).toEqual([
      '--body is not an input of thing list, which sends no body',
    ]);
  });

  it('of images are JPEG, GIF or PNG by their first bytes', () => {
    const image: Input = {name: 'body', place: 'body', type: 'image', required: true};
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0);
    expect(body({inputs: {}, body: png}, image)).toEqual([]);
    expect(body({inputs: {}, body: Uint8Array.of(0x42, 0x4d)}, image)).toEqual([
      '--body is no JPEG, GIF or PNG image',
    ]);
    expect(body({inputs: {}, body: 'GIF89a'}, image)).toEqual([
      '--body takes an image, as @file or -',
    ]);
    expect(body({inputs: {}}, image)).toEqual(['--body is required']);
  });

  it('that are composed need their required members; storage may be empty, a title not', () => {
    const members = [
      inBody('body', 'storage', '/body/value', {required: true}),
      inBody('title', 'string', '/title', {required: true}),
    ];
    expect(body({inputs: {}}, ...members)).toEqual(['--body is required', '--title is required']);
    expect(body({inputs: {title: ['']}, body: ''}, ...members)).toEqual(['--title is empty']);
  });
});

it('all problems are found at once', () => {
  const {problems} = checkInputs(
    makeOperation({inputs, rules: [{kind: 'atLeastOne', inputs: ['name', 'order']}]}),
    {
      inputs: {number: ['x'], count: ['0'], kind: ['robot'], bogus: ['1']},
      body: '{}',
    },
  );
  expect(problems.map(({input}) => input)).toEqual([
    'bogus',
    'body',
    'key',
    'number',
    'count',
    'kind',
    'name',
  ]);
});

describe('values that the service does not take', () => {
  it('are refused where the list of a body is closed: kinds of recipients, states of features', () => {
    const wrong = (title: string, inputs: InputValues['inputs']) => {
      const operation = operations.find(({group, name}) => `${group} ${name}` === title);
      if (operation === undefined) throw new Error(title);
      return checkInputs(operation, {inputs})
        .problems.map(({message}) => message)
        .join();
    };
    const events = (type: string) => [
      JSON.stringify([{event: {id: '1'}, notifications: [{notificationType: type}]}]),
    ];
    const add = (type: string) =>
      wrong('notificationscheme add-notifications', {
        id: ['1'],
        notificationSchemeEvents: events(type),
      });
    expect(add('Grup')).toContain('must be one of CurrentAssignee, Reporter');
    expect(add('Group')).toBe('');
    const toggle = (state: string) =>
      wrong('project toggle-feature-for', {
        projectIdOrKey: ['A'],
        featureKey: ['x'],
        state: [state],
      });
    expect(toggle('enabled')).toContain('must be one of ENABLED, DISABLED');
    expect(toggle('DISABLED')).toBe('');
  });

  it('are noted wherever doc_format can be given', () => {
    const formats = operations.flatMap(operation =>
      operation.inputs
        .filter(({values}) => values?.includes('doc_format'))
        .map(input => ({operation, input})),
    );
    expect(formats.length).toBeGreaterThan(5);
    for (const {operation, input} of formats) {
      const {notes} = checkInputs(operation, {inputs: {[input.name]: ['doc_format']}});
      expect(notes.join()).toContain('use atlas_doc_format');
    }
  });
});
