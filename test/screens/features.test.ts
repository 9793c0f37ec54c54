import {expect, test} from 'vitest';
import {findInput, inputsOf} from '../../src/api/inputs-of.ts';
import type {Operation} from '../../src/api/operation.ts';
import type {OperationRef} from '../../src/api/operation-ref.ts';
import {features, screens} from '../../src/screens/features.ts';
import {keyTableOf} from '../../src/state/app/key-table.ts';
import type {TabSpec} from '../../src/state/model/location.ts';
import {findScreen} from '../../src/state/model/screens.ts';
import {operations} from '../support/operations.ts';

const {lists, objects, named, home} = screens;
const everyId = [...lists, ...objects].map(({id}) => id);

/** Tabs of the object screens, opened with a value for each thing they need. */
const tabs = objects.flatMap(({id, needs, tabs: tabsWith}) =>
  tabsWith(Object.fromEntries(needs.map(name => [name, 'x']))).map(tab => ({id, tab})),
);
const specs = tabs.flatMap(({id, tab}): {id: string; spec: TabSpec}[] =>
  'spec' in tab ? [{id, spec: tab.spec}] : [],
);

function findRecord(service: string, title: string): Operation | undefined {
  return operations.find(o => o.service === service && `${o.group} ${o.name}` === title);
}

/** What of a call, and of what is asked beside it, its record does not know. */
function callProblems(
  where: string,
  {service, operation, inputs = {}, also = {}}: OperationRef,
): string[] {
  const record = findRecord(service, operation);
  if (record === undefined) return [`${where}: there is no operation ${operation}`];
  const known = inputsOf(record).map(({name}) => name);
  return [
    ...Object.keys(inputs)
      .filter(name => !known.includes(name))
      .map(name => `${where}: ${operation} takes no ${name}`),
    ...Object.values(also).flatMap(one => callProblems(where, one)),
  ];
}

test('no two screens have the same id, and no two the same other name', () => {
  for (const names of [everyId, named.flatMap(({aliases}) => aliases)]) {
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});

test('every screen is found by its own id, whatever others are also called', () => {
  expect(named.filter(({id}) => findScreen(screens, id)?.id !== id)).toEqual([]);
});

test('calls of lists, tabs and home lines name operations and inputs of their records', () => {
  const found = [
    ...lists.flatMap(({id, sources, describe, fills = [], compares}) =>
      [
        ...sources.flatMap(source => [source, ...(source.scan ? [source.scan.call] : [])]),
        ...(describe ? [describe.call] : []),
        ...fills.map(({call}) => call),
        ...(compares ? [compares.call] : []),
      ].flatMap(call => callProblems(id, call)),
    ),
    ...specs.flatMap(({id, spec}) => ('call' in spec ? callProblems(id, spec.call) : [])),
    ...home.flatMap(({id, call}) => (call === undefined ? [] : callProblems(id, call))),
  ];
  expect(found).toEqual([]);
});

test('whatever opens a screen names one, and a tab names a list that its family has in lists', () => {
  const opened = [
    ...lists.flatMap(({id, opens}) => (opens ? [[id, opens.screen]] : [])),
    ...specs.flatMap(({id, spec}) =>
      spec.kind === 'describe' && spec.opens ? [[id, spec.opens.screen]] : [],
    ),
    ...home.map(({screen}) => ['home', screen]),
  ];
  expect(opened.filter(([, screen = '']) => !everyId.includes(screen))).toEqual([]);
  const ids = lists.map(({id}) => id);
  const describing = lists.flatMap(({id, describe}) => (describe ? [id] : []));
  const missing = tabs.flatMap(({id, tab}) => {
    if ('list' in tab && !ids.includes(tab.list)) return [`${id}: there is no list ${tab.list}`];
    if (!('describes' in tab) || describing.includes(tab.describes)) return [];
    return ids.includes(tab.describes)
      ? [`${id}: the list ${tab.describes} has no describe, by which ${tab.title} would be read`]
      : [`${id}: there is no list ${tab.describes}`];
  });
  expect(missing).toEqual([]);
});

test('what enter opens is given what it needs', () => {
  const needing = new Map([...lists, ...objects].map(({id, needs}) => [id, needs]));
  const missing = lists.flatMap(({id, opens, needs}) => {
    const given = [...needs, ...Object.keys(opens?.params ?? {})];
    return (needing.get(opens?.screen ?? '') ?? [])
      .filter(name => !given.includes(name))
      .map(name => `${id} opens ${opens?.screen} without ${name}`);
  });
  expect(missing).toEqual([]);
});

test('verbs name operations that write, with inputs and fields of their records', () => {
  const found = lists.flatMap(({id, verbs = []}) =>
    verbs.flatMap(({asks, check, id: verb, service, operation, inputs}) => {
      const where = `${id} › ${verb}`;
      const record = findRecord(service, operation);
      if (record === undefined) return [`${where}: there is no operation ${operation}`];
      const unknown = Object.keys({...inputs, ...asks}).filter(name => !findInput(record, name));
      return [
        ...unknown.map(name => `${where}: ${operation} takes no ${name}`),
        ...(record.effect === 'read' ? [`${where}: ${operation} only reads`] : []),
        ...(check ? callProblems(where, check.list) : []),
      ];
    }),
  );
  expect(found).toEqual([]);
});

test('the title of a verb names the change, as its notice does, and asks nothing', () => {
  const titles = lists.flatMap(({id, verbs = []}) =>
    verbs.map(({title, words}) => `${id}: ${title ?? words}`),
  );
  expect(titles.filter(title => /\?|\b(?:choose|select|pick|which)\b/i.test(title))).toEqual([]);
});

test('no verb fills a field of JSON with a text of its row, which is no JSON', () => {
  const found = lists.flatMap(({id, verbs = []}) =>
    verbs.flatMap(({asks = {}, service, operation, inputs = {}, id: verb}) => {
      const record = findRecord(service, operation);
      const filled = Object.entries({...inputs, ...asks}).filter(([, text]) =>
        text.includes('{row/'),
      );
      return filled
        .filter(([name]) => record !== undefined && findInput(record, name)?.type === 'json')
        .map(([name]) => `${id} › ${verb}: ${name}`);
    }),
  );
  expect(found).toEqual([]);
});

test('of the verbs of a list no two have the same id, words or letter', () => {
  const twice = lists.flatMap(({id, verbs = []}) =>
    (['id', 'words', 'key'] as const).flatMap(member => {
      const values = verbs.flatMap(verb => verb[member] ?? []);
      return values
        .filter((value, at) => values.indexOf(value) !== at)
        .map(value => `${id}: ${member} ${value}`);
    }),
  );
  expect(twice).toEqual([]);
});

test('the letter of a verb is a letter or a sign of the key table, and none that moves in the menu or looks at the object', () => {
  const taken = [...'jkgGqdy'];
  const odd = lists.flatMap(({id, verbs = []}) =>
    verbs
      .filter(({key}) => key !== undefined && (!/^[A-Za-z#+]$/.test(key) || taken.includes(key)))
      .map(({key, words}) => `${id}: ${key} ${words}`),
  );
  expect(odd).toEqual([]);
});

test('the scope of a family’s key is a scope of the machinery or of a list', () => {
  const ofFamilies = features.flatMap(({keys = []}) => keys);
  const machinery = keyTableOf([]).flatMap(({scopes}) => scopes);
  // A row that is read has the scope of its list with a word behind it.
  const ofLists = lists.flatMap(({scope}) => (scope === undefined ? [] : [scope, `${scope} row`]));
  // A list that is made from what it shows has the name of its rows as its scope.
  const ofRows = features.flatMap(({local = {}}) => Object.keys(local));
  const known = [...machinery, ...ofLists, ...ofRows];
  const found = ofFamilies.flatMap(({keys, scopes}) =>
    scopes.filter(scope => !known.includes(scope)).map(scope => `${keys.join()}: ${scope}`),
  );
  expect(found).toEqual([]);
});
