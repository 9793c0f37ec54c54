import {describe, expect, test} from 'vitest';
import {notGiven} from '../../src/api/catalogue/outcomes.ts';
import type {Input, Operation} from '../../src/api/operation.ts';
import {
  type DocumentedInput,
  type DocumentedOperation,
  documented,
  documents,
  paired,
  title,
} from './catalogue-fixtures.ts';

/**
 * Where a record differs from the row of its document, and why. Each line is an operation, what
 * the row says and what the record says; a line that explains nothing fails.
 */
const differences: readonly (readonly [string, string, string, string])[] = [
  ['user find', 'username', 'unavailable', 'services T9.4: username is no longer available'],
  [
    'custom-content create-custom-content',
    'space-id',
    'required',
    'a page, a post or another item can hold it instead',
  ],
  ['labels add', 'label', 'required', 'services L: the body is a list of at least one label'],
  ['labels add', 'label', 'style', 'services L: the names go into the body, not into the query'],
  ['labels add', 'POST /content/{page-id}/label', 'endpoint', 'not shown; services L'],
  ['labels remove', 'DELETE /content/{page-id}/label', 'endpoint', 'not shown; services L'],
  ['labels list', 'GET /pages/{page-id}/labels', 'endpoint', 'not shown; services L'],
  ['resolution get-resolutions', '', 'deprecated', 'services W4.5'],
  ['priority create', '', 'deprecated', 'services W4.5'],
  ['priority get-priorities', '', 'deprecated', 'services W4.5'],
  ['priority update', '', 'deprecated', 'services W4.5'],
  ['priority search', '', 'deprecated', 'services W4.5'],
];

const used = new Set<string>();

function explained(operation: string, subject: string, kind: string): boolean {
  const line = differences.find(([o, s, k]) => o === operation && s === subject && k === kind);
  if (line) used.add(line.slice(0, 3).join());
  return line !== undefined;
}

/** What the words in parentheses say about an input. */
interface Said {
  readonly list?: true;
  readonly style?: 'comma' | 'repeat';
  readonly items?: readonly [number, number];
  readonly range?: readonly [number, number];
  readonly max?: number;
  readonly default?: string;
  readonly gone?: true;
  readonly values?: readonly string[];
}

const listed = ['expand', 'orderBy', 'statusCategory', 'operation', 'principal-type'];

function numbers(match: RegExpExecArray): readonly [number, number] {
  return [Number(match[1]), Number(match[2])];
}

/** Names in a text that lists them, what stands in parentheses or after a semicolon left out. */
function namesIn(text: string): string[] {
  const plain = text.replace(/ \([^)]*\)/g, '').replace(/;.*/, '');
  return plain.split(/, | or /);
}

function saidBy(operation: string, {name, words}: DocumentedInput): Said {
  const items = /(\d+) to (\d+) items/.exec(words);
  const range = /^(\d+) to (\d+)$/.exec(words);
  const max = /\bmax (\d+)/.exec(words);
  const initial = /^default (\S+)/.exec(words);
  const concept = documents.concepts[`${operation} ${name}`];
  const values = concept ?? (listed.includes(name) && words !== '' ? words : undefined);
  return {
    ...(name !== 'body' && /\b(list|repeat(ed|able)?)\b|^comma-separated/.test(words)
      ? {list: true}
      : {}),
    ...(/^comma-separated/.test(words) ? {style: 'comma'} : {}),
    ...(/^repeat|ampersand-separated/.test(words) ? {style: 'repeat'} : {}),
    ...(items ? {items: numbers(items)} : {}),
    ...(range ? {range: numbers(range)} : {}),
    ...(max ? {max: Number(max[1])} : {}),
    ...(initial?.[1] ? {default: initial[1]} : {}),
    ...(/no longer available/.test(words) ? {gone: true} : {}),
    ...(values ? {values: namesIn(values)} : {}),
  };
}

/** What is wrong with an input in view of what its row says. */
function faultsOf(operation: string, row: DocumentedInput, input: Input): string[] {
  const said = saidBy(operation, row);
  const faults: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds && !explained(operation, row.name, what)) faults.push(`${row.name}: ${what}`);
  };
  const place = input.place;
  // Path inputs cannot be left out; a body only where the document says so.
  const always = place === 'path' || (place === 'body' && !row.words.includes('optional'));
  check((input.required === true) === (row.required || always), 'required');
  check((input.unavailable !== undefined) === (said.gone === true), 'unavailable');
  check(input.added === undefined, 'added');
  if (said.list) check(input.type === 'list', 'list');
  if (said.style) check('style' in input && input.style === said.style, 'style');
  if (said.items) {
    check('minItems' in input && input.minItems === said.items[0], 'fewest items');
    check('maxItems' in input && input.maxItems === said.items[1], 'most items');
  }
  if (said.range) {
    check('min' in input && input.min === said.range[0], 'min');
    check('max' in input && input.max === said.range[1], 'max');
  }
  if (said.max) check('max' in input && input.max === said.max, 'max');
  if (said.default) check((input.default ?? input.sends) === said.default, 'default');
  if (said.values) {
    const first = (input.values ?? []).slice(0, said.values.length);
    check(first.join() === said.values.join(), 'values');
  }
  check(
    (row.name === 'body') === (place === 'body' || place === 'field' || false) || place === 'field',
    'body',
  );
  return faults;
}

const rows = paired(documents.operations);

/** One line for each thing wrong with any operation. */
function faults(
  find: (row: DocumentedOperation, record: Operation, name: string) => readonly string[],
): string[] {
  return rows.flatMap(([name, row, record]) =>
    find(row, record, name).map(fault => `${name}: ${fault}`),
  );
}

describe('against the tables of the API documents', () => {
  test('the records stand in the order of the documents', () => {
    expect(documented.map(o => `${o.service} ${title(o)}`)).toEqual(
      documents.operations.map(o => `${o.service} ${title(o)}`),
    );
  });

  test('each record has the method and path of its row', () => {
    const found = faults((row, record, name) => {
      const endpoint = `${record.method} ${record.path}`;
      if (row.method === undefined) return explained(name, endpoint, 'endpoint') ? [] : [endpoint];
      return endpoint === `${row.method} ${row.path}` ? [] : [endpoint];
    });
    expect(found).toEqual([]);
  });

  test('each record has the inputs of its row in order, and what was added after them', () => {
    const found = faults((row, record) => {
      const inputs = record.inputs.map(input => (input.added ? '' : input.name)).join(' ');
      const names = row.inputs.map(input => input.name).join(' ');
      return inputs.trimEnd() === names ? [] : [`${inputs} instead of ${names}`];
    });
    expect(found).toEqual([]);
  });

  test('each input is as the words of its row say', () => {
    const found = faults((row, record, name) =>
      row.inputs.flatMap((input, index) => {
        const recorded = record.inputs[index];
        return recorded ? faultsOf(name, input, recorded) : [`${input.name} is missing`];
      }),
    );
    expect(found).toEqual([]);
  });

  test('each record is open to anonymous callers where its row says Anon', () => {
    const found = faults((row, record) =>
      (record.anonymous === true) === row.anonymous ? [] : [`anonymous ${record.anonymous}`],
    );
    expect(found).toEqual([]);
  });

  test('each record is deprecated where its document says so', () => {
    const found = faults((row, record, name) => {
      if ((record.deprecated !== undefined) === row.deprecated) return [];
      return explained(name, '', 'deprecated') ? [] : [`deprecated ${record.deprecated?.note}`];
    });
    expect(found).toEqual([]);
  });

  test('each record names its section', () => {
    const found = faults((row, record) => {
      const own = `services ${row.service === 'tracker' ? 'T' : 'C'}${row.section}`;
      const section = record.root === 'content-v1' ? 'services L' : own;
      return record.section === section ? [] : [record.section];
    });
    expect(found).toEqual([]);
  });

  test('every difference named above is one', () => {
    const named = differences.map(line => line.slice(0, 3).join());
    expect(named.filter(line => !used.has(line))).toEqual([]);
  });
});

/** Words that carry no permission. */
const plainWords =
  'a and as can each for given in it its of only or otherwise returned the to when with without you'.split(
    ' ',
  );

/** Words of a document that a line may say in another form. */
const forms: readonly (readonly [string, readonly string[]])[] = [
  // "global permissions (for example Administer ...)" (services T5.3).
  ['administer', ['global', 'permission']],
  ['viewable', ['view']],
  // "current | delete-blog-post | delete permission" (services C3): moves to trash in the row.
  ['trash', ['delete', 'item', 'blog', 'post']],
];

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z0-9-]+/g) ?? []
  );
}

/** The row’s last column; where it says "same", also those of its section’s rows before it. */
function rulesOf(row: DocumentedOperation): string {
  if (!/\bsame\b/.test(row.rules)) return row.rules;
  const before = documents.operations.slice(0, documents.operations.indexOf(row));
  const section = before.filter(o => o.service === row.service && o.section === row.section);
  return [...section, row].map(o => o.rules).join(' ');
}

/** Whether the row or its section speaks of a permission at all. */
function namesPermission(row: DocumentedOperation): boolean {
  const text = `${row.rules} ${row.about}`.replace(/permissions?( permission)? not given/g, '');
  return /(global|project) permission\b|browse projects|administer|\bview\b|access to|admin /i.test(
    text,
  );
}

/** What a permission line says that neither the row nor its section does. */
function foreignWords(row: DocumentedOperation, record: Operation): string[] {
  const said = /not given/.test(row.rules);
  if (record.permission === notGiven) return said || !namesPermission(row) ? [] : ['not given'];
  if (record.permission === 'None') {
    return /^none\b/.test(row.rules) || (!said && !namesPermission(row)) ? [] : ['None'];
  }
  const known = new Set([...wordsOf(`${rulesOf(row)} ${row.about}`), ...plainWords]);
  for (const [word, others] of forms) if (known.has(word)) for (const o of others) known.add(o);
  return wordsOf(record.permission).filter(word => !known.has(word));
}

test('permission lines keep to the words of the documents', () => {
  expect(faults(foreignWords)).toEqual([]);
});
