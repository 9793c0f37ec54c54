import {expect, test} from 'vitest';
import {findInput} from '../../../src/api/inputs-of.ts';
import {screens} from '../../../src/screens/families.ts';
import {initialState} from '../../../src/state/app/store.ts';
import {changesOf} from '../../../src/state/layers/write/change-rows.ts';
import type {Verb} from '../../../src/state/model/verb.ts';
import {operationOf, planOfVerb} from '../../../src/state/write/plan-verb.ts';
import {callOf} from '../../support/write-steps.ts';

const inPath = (verb: Verb): readonly string[] =>
  Object.keys(verb.asks ?? {}).filter(name => findInput(operationOf(verb), name)?.place === 'path');

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
