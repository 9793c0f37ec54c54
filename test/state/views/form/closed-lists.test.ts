import {expect, test} from 'vitest';
import {bodyOf} from '../../../../src/api/body-of.ts';
import {operationNamed} from '../../../../src/api/catalogue.ts';
import type {Shape, TextShape} from '../../../../src/api/field.ts';
import {findInput} from '../../../../src/api/inputs-of.ts';
import {trackerRef} from '../../../../src/api/operation-ref.ts';
import {changesOf} from '../../../../src/state/overlays/write/change-rows.ts';
import {textsOf} from '../../../../src/state/views/form/form-fields.ts';
import {fieldFacts, formProblems, ruleText} from '../../../../src/state/views/form/form-values.ts';
import {picksFor} from '../../../../src/state/views/form/picks.ts';
import {fill, formOf, goTo, lineText, openFormOf} from '../../../support/form-steps.ts';
import {operations} from '../../../support/operations.ts';
import {callOf} from '../../../support/write-steps.ts';

/** The fields of a body whose values have words, by the names they have in forms. */
function wordedIn(shape: Shape, name: string): readonly (readonly [string, TextShape])[] {
  switch (shape.type) {
    case 'text':
      return shape.labels === undefined ? [] : [[name, shape]];
    case 'list':
      return shape.items.type === 'text'
        ? wordedIn(shape.items, name)
        : wordedIn(shape.items, `${name}.0`);
    case 'object':
      return shape.fields.flatMap(field => wordedIn(field, `${name}.${field.name}`));
    default:
      return [];
  }
}

const cases = operations.flatMap(operation => {
  const shape = bodyOf(operation);
  const command = `${operation.service === 'tracker' ? 'jr' : 'cf'} ${operation.group} ${operation.name}`;
  return (shape === undefined ? [] : wordedIn(shape, 'body')).map(([path, text]) => {
    const [, top = '', ...deeper] = path.split('.');
    return {command, name: deeper.length === 0 ? top : path, text, operation};
  });
});

test('a closed list is shown and typed in words in every form, and takes nothing else', async () => {
  expect(cases.length).toBeGreaterThan(15);
  const wrong: string[] = [];
  for (const {command, name, text, operation} of cases) {
    const harness = await openFormOf(command);
    const {labels = {}, complete, closed} = text;
    const input = findInput(operation, name);
    const facts = input === undefined ? '' : fieldFacts(input);
    for (const [value, words] of Object.entries(labels).slice(0, 12)) {
      if (facts.split(/[,;] | of /).includes(value) && value !== words) {
        wrong.push(`${command} ${name}: the help has ${value}`);
      }
    }
    const [[value = '', words = ''] = []] = Object.entries(labels).slice(-1);
    fill(harness, name, words);
    const held = textsOf(formOf(harness), name);
    // A field of few values takes the first that starts with a letter.
    if (labels[held[0] ?? ''] === undefined) wrong.push(`${command} ${name} holds ${held}`);
    goTo(harness, 'run');
    const line = lineText(harness, name, 160);
    if (!Object.values(labels).some(one => line.includes(one)) || line.includes(` ${value} `)) {
      wrong.push(`${command} ${name}: ${line}`);
    }
    if (!complete && !closed) continue;
    fill(harness, name, 'zzz');
    harness.press('ctrl+s');
    await harness.settle();
    const [now = ''] = textsOf(formOf(harness), name).slice(-1);
    const isRefused = formProblems(formOf(harness), false).fields[name] !== undefined;
    if (harness.state().write !== undefined || (labels[now] === undefined && !isRefused)) {
      wrong.push(`${command} ${name} takes zzz`);
    }
  }
  expect(wrong).toEqual([]);
});

test('part of the words means the only value that has it; of several none', async () => {
  const harness = await openFormOf('jr project create');
  const name = 'projectTemplateKey';
  fill(harness, name, 'kanban, comp');
  expect(textsOf(formOf(harness), name)).toEqual([
    'com.pyxis.greenhopper.jira:gh-simplified-kanban-classic',
  ]);
  goTo(harness, name);
  expect(harness.state().prompt?.text).toBe('Kanban, company-managed');
  fill(harness, name, 'kanban');
  goTo(harness, 'run');
  expect(formProblems(formOf(harness), false).fields[name]).toMatch(/does not take 'kanban'/);
});

test('typing narrows the values of a field of few values; what is none of them keeps it open', async () => {
  const harness = await openFormOf('jr project delete');
  const fitting = () => {
    const {prompt} = harness.state();
    return prompt?.kind === 'field' ? picksFor(formOf(harness), prompt).map(p => p.value) : [];
  };
  goTo(harness, 'enableUndo');
  harness.press('e');
  expect(fitting()).toEqual(['true', 'false']);
  harness.press('x', 'enter');
  expect([fitting(), harness.state().prompt?.problem]).toEqual([
    [],
    'must be true or false, not "ex"',
  ]);
  harness.press('ctrl+u', 'F');
  expect(fitting()).toEqual(['false']);
  harness.press('enter');
  expect(formOf(harness).values.enableUndo).toEqual(['false']);
  expect(harness.state().prompt?.problem).toBeUndefined();
});

test('a preview shows the words too', () => {
  const call = callOf('tracker project create', {
    key: ['AB'],
    name: ['A'],
    projectTypeKey: ['service_desk'],
    assigneeType: ['PROJECT_LEAD'],
  });
  const shown = changesOf({label: 'project AB', call}).map(({field, after}) => [field, after]);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['Project type', 'Service management'],
      ['Assignee type', 'Project lead'],
    ]),
  );
});

test('a rule between the name and the id of an object distinguishes them', () => {
  const operation = operationNamed(trackerRef('group remove'));
  const texts = (operation.rules ?? []).map(rule => ruleText(rule, operation));
  expect(texts).toContain('swap group and swap group id cannot be combined; give one of them');
});

test('the key of a new project is not picked among the existing projects', () => {
  const input = findInput(operationNamed(trackerRef('project create')), 'key');
  expect(input).toMatchObject({name: 'key'});
  expect(input?.names).toBeUndefined();
});
