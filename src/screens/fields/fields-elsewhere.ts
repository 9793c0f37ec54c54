import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {nameText, text} from '../../base/column.ts';
import {
  isArray,
  type JsonValue,
  parseJsonValue,
  readPointer,
  textAt,
} from '../../base/json-value.ts';
import {list} from '../../state/model/resource.ts';
import {nodesUnderHeading} from '../../state/show/tree-node.ts';
import {itemsIn} from '../../state/views/list/compare-elsewhere.ts';

/** The properties compared between two entities with the same name: label and pointer. */
const comparedProperties: readonly (readonly [string, string])[] = [
  ['category', '/statusCategory'],
  ['colour', '/statusColor'],
  ['description', '/description'],
  ['default', '/isDefault'],
];

/**
 * Make the list that compares all statuses, resolutions or priorities with another profile or a
 * file, by name.
 *
 * @param noun noun of one
 * @param call lists the local ones, in order
 * @param ordered whether their order matters
 */
function elsewhere(id: string, noun: string, call: OperationRef, ordered: boolean) {
  return list({
    id,
    title: 'Comparison',
    noun: 'difference',
    counted: '/sign',
    needs: ['saved'],
    sources: [{...call, derive: (answer, params) => rowsOf(answer, params, noun, ordered)}],
    columns: [
      nameText('NAME', '/tree/label', {min: 30, max: 60}),
      text('', '/sign', {
        id: 'sign',
        fixed: 2,
        dropPriority: 0,
        tones: {'+': 'good', '\u2212': 'bad', '~': 'warn'},
      }),
      text('PROPERTIES', '/text', {
        id: 'differs-in',
        min: 20,
        max: 120,
        grows: true,
        dropPriority: 0,
      }),
    ],
    tree: true,
    empty: 'Both sides are empty.',
    about: `Entries only on the other side (+), only here (\u2212), different (~, there → here) and, collapsed, identical; matched by name${ordered ? ', with the position in the order' : ''}. Entries of single projects are excluded.`,
  });
}

/** Comparisons of statuses, resolutions and priorities with another profile or a file. */
export const fieldsElsewhere = [
  elsewhere('statuses-elsewhere', 'status', trackerRef('statuses search'), false),
  elsewhere('resolutions-elsewhere', 'resolution', trackerRef('resolution search'), true),
  elsewhere('priorities-elsewhere', 'priority', trackerRef('priority search'), true),
];

interface Thing {
  readonly name: string;
  /** From 1. */
  readonly place: number;
  readonly value: JsonValue;
}

function thingsIn(items: readonly JsonValue[]): readonly Thing[] {
  return items
    .filter(item => readPointer(item, '/scope/type') !== 'PROJECT')
    .map((value, i) => ({name: textAt(value, '/name'), place: i + 1, value}));
}

function rowsOf(
  answer: JsonValue,
  {saved = '', leftName = 'the other side', rightName = 'here'}: Readonly<Record<string, string>>,
  noun: string,
  ordered: boolean,
): readonly JsonValue[] {
  const left = thingsIn(savedItems(saved));
  const right = thingsIn(itemsIn(answer));
  const pairs = left.flatMap(one => {
    const other = right.find(({name}) => name === one.name);
    return other === undefined ? [] : [{name: one.name, text: differences(one, other, ordered)}];
  });
  const only = (some: readonly Thing[], others: readonly Thing[]) =>
    some
      .filter(({name}) => !others.some(other => other.name === name))
      .map(thing => ({name: thing.name, text: propertiesOf(thing)}));
  const blocks = [
    [`only ${leftName}`, '+', only(left, right)],
    [`only ${rightName}`, '\u2212', only(right, left)],
    ['different', '~', pairs.filter(({text}) => text !== '')],
    ['identical', '', pairs.filter(({text}) => text === '')],
  ] as const;
  return blocks.flatMap(([words, sign, found]) => {
    const nodes = found.map(({name, text}) => ({
      id: `${words} ${name}`,
      title: name,
      name,
      sign,
      text,
    }));
    return nodesUnderHeading({id: words, words, noun}, nodes, sign === '');
  });
}

const valueText = (value: JsonValue | undefined): string =>
  value === undefined || value === null || value === '' ? 'none' : String(value);

/** Format the properties that an entity has: `category: TODO`. */
function propertiesOf({value}: Thing): string {
  return comparedProperties
    .map(([words, pointer]) => [words, valueText(readPointer(value, pointer))])
    .filter(([, text]) => text !== 'none' && text !== 'false')
    .map(([words, text]) => `${words}: ${text}`)
    .join('; ');
}

/** Format the properties that differ: `category: TODO → DONE`. */
function differences(left: Thing, right: Thing, ordered: boolean): string {
  const found = comparedProperties.flatMap(([words, pointer]) => {
    const [one, other] = [left, right].map(({value}) => valueText(readPointer(value, pointer)));
    return one === other ? [] : [`${words}: ${one} \u2192 ${other}`];
  });
  const moved = ordered && left.place !== right.place;
  return [...found, ...(moved ? [`position: ${left.place} \u2192 ${right.place}`] : [])].join('; ');
}

function savedItems(text: string): readonly JsonValue[] {
  try {
    const value = parseJsonValue(text);
    return isArray(value) ? value : [];
  } catch {
    // Typed text in place of a response: no rows.
    return [];
  }
}
