import {describe, expect, test} from 'vitest';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {listWidth, placeColumns} from '../../../src/state/views/list/column-layout.ts';
import {rowLine} from '../../../src/state/views/list/list-lines.ts';
import {linesOfText} from '../../../src/state/views/text/text-lines.ts';
import type {AnsweringClient} from '../../support/answering-client.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {fakeTracker, nowMs} from '../../support/app-world.ts';

async function press(harness: AppHarness, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    harness.press(key);
    await harness.settle();
  }
}

/** The rows of the list on the screen as texts. */
function shownRows(harness: AppHarness): string[] {
  const list = listOf(harness);
  const placed = placeColumns(list.resource, list.rows, listWidth(harness.state()));
  return list.rows.map(row =>
    rowLine(placed, row, nowMs)
      .map(span => span.text)
      .join('')
      .trim()
      .replaceAll(/ {2,}/g, ' | '),
  );
}

function tracker(answers: AnsweringClient['answers']): AnsweringClient {
  const made = fakeTracker();
  Object.assign(made.answers, answers);
  return made;
}

const project = {
  id: '10000',
  key: 'PRO0',
  name: 'Project number 0',
  issueTypes: [
    {id: '1', name: 'Bug'},
    {id: '2', name: 'Task'},
  ],
};

describe('a project leads to its schemes', () => {
  test('enter on the permissions tab opens the screen of the scheme', async () => {
    const harness = makeHarness({
      tracker: tracker({
        'tracker/project/get-assigned-permission-scheme': {object: {id: 10_000, name: 'Software'}},
      }),
    });
    await press(harness, ':', 'project PRO0', 'enter', '6', 'enter');
    expect(currentLocation(harness.state()).crumb).toBe('Software');
    expect(currentLocation(harness.state()).tabs.map(tab => tab.title)).toEqual([
      'Grants',
      'Matrix',
      'Where used',
      'Findings',
    ]);
    expect(listOf(harness).params.scheme).toBe('10000');
  });

  test('enter on a text that leads nowhere says so', async () => {
    const harness = makeHarness();
    await press(harness, ':', 'project PRO0', 'enter', 'y', 'enter');
    expect(harness.state().notice?.text).toBe('there is nothing to open');
  });
});

describe('parts of a project', () => {
  test('avatars of its own come before those of the system', async () => {
    const harness = makeHarness({
      tracker: tracker({
        'tracker/project/get-all-project-avatars': {
          object: {
            system: [{id: '10400', isSelected: true, isDeletable: false}],
            custom: [{id: '10900', isSelected: false, isDeletable: true}],
          },
        },
      }),
    });
    await press(harness, ':', 'avatars PRO0', 'enter');
    expect(shownRows(harness)).toEqual([
      '10900 | custom | can be deleted',
      '10400 | system | shown now | stays',
    ]);
  });

  test('the values of its properties are read for those on the screen', async () => {
    const harness = makeHarness({
      tracker: tracker({
        'tracker/project/get-property-keys': {object: {keys: [{key: 'team.charter'}, {key: 'x'}]}},
        'tracker/project/get-property': given => ({
          object: {key: given.inputs.propertyKey?.[0], value: {of: given.inputs.propertyKey?.[0]}},
        }),
      }),
    });
    await press(harness, ':', 'project-properties PRO0', 'enter');
    expect(shownRows(harness)).toEqual(['team.charter | {"of":"team.charter"}', 'x | {"of":"x"}']);
  });

  test('a value that comes later has all the room there is, and moves nothing when it comes', async () => {
    const long = 'x'.repeat(60);
    const answering = tracker({
      'tracker/project/get-property-keys': {object: {keys: [{key: 'long'}]}},
      'tracker/project/get-property': {silent: true},
    });
    const harness = makeHarness({columns: 100, tracker: answering});
    await press(harness, ':', 'project-properties PRO0', 'enter');
    const widths = () =>
      placeColumns(listOf(harness).resource, listOf(harness).rows, 97).map(p => p.width);
    const before = widths();
    answering.answers['tracker/project/get-property'] = {object: {value: long}};
    await press(harness, 'r');
    expect(shownRows(harness)).toEqual([`long | ${long}`]);
    expect(widths()).toEqual(before);
  });

  test('its classification says why the default is not known', async () => {
    const harness = makeHarness({
      tracker: tracker({
        'tracker/project/get-classification-config': {object: {containerOverride: 'DISABLED'}},
      }),
    });
    await press(harness, ':', 'project PRO0', 'enter', '9');
    const view = currentView(harness.state());
    const text = view.kind === 'text' ? linesOfText(view, harness.state()) : [];
    expect(JSON.stringify(text)).toContain('not known: Not found (404): nothing here');
    expect(view.sent.map(sent => sent.command.split(' ')[2])).toEqual([
      'get-default-project-classification',
      'get-classification-config',
    ]);
  });
});

describe('where a status is used', () => {
  test('projects by name, with the issue types that use it, then workflows', async () => {
    const harness = makeHarness({
      columns: 120,
      kept: {preview: 'off'},
      tracker: tracker({
        'tracker/statuses/search': {pages: [[{id: '3', name: 'In Progress'}]], total: 1},
        'tracker/statuses/get-project-usages-for': {pages: [[{id: '10000'}]]},
        'tracker/statuses/get-project-issue-type-usages-for': {
          object: {statusId: '3', issueTypes: {values: [{id: '2'}, {id: '99'}]}},
        },
        'tracker/statuses/get-workflow-usages-for': {pages: [[{id: 'wf-1'}]]},
        'tracker/project/get': {object: project},
      }),
    });
    await press(harness, ':', 'statuses', 'enter', 'enter');
    expect(currentLocation(harness.state()).crumb).toBe('In Progress');
    expect(shownRows(harness)).toEqual(['10000 | PRO0 | Project number 0 | Task, 99']);
    expect(currentView(harness.state()).sent.map(sent => sent.command.split(' ')[2])).toEqual([
      'get-project-issue-type-usages-for',
      'get',
      'get-project-usages-for',
    ]);
    await press(harness, '2');
    expect(shownRows(harness)).toEqual(['wf-1']);
  });
});

test('a priority lists its schemes', async () => {
  const schemes = {values: [{id: '1', name: 'Default scheme', isDefault: true}]};
  const priority = {id: '2', name: 'High', schemes};
  const harness = makeHarness({
    tracker: tracker({
      'tracker/priority/search': {pages: [[priority]], object: {values: [priority]}, total: 1},
      'tracker/priority/get-priority': {object: {id: '2', name: 'High'}},
    }),
  });
  await press(harness, ':', 'priorities', 'enter', 'enter', '2');
  expect(shownRows(harness)).toEqual(['Default scheme | default | 1']);
});

test('a UI modification lists where it applies, with the names of projects and issue types', async () => {
  const contexts = [
    {id: 'c1', projectId: '10000', issueTypeId: '1', viewType: 'GIC', isAvailable: true},
    {id: 'c2', projectId: '10000', issueTypeId: '2', isAvailable: false},
  ];
  const modification = {id: 'm-1', name: 'Hide the budget', contexts};
  const other = {id: 'm-2', name: 'Other', contexts: []};
  const harness = makeHarness({
    columns: 120,
    kept: {preview: 'off'},
    tracker: tracker({
      'tracker/uiModifications/get-ui-modifications': {
        pages: [[modification, other]],
        object: {values: [modification, other]},
      },
      'tracker/project/get': {object: project},
    }),
  });
  await press(harness, ':', 'ui-modifications', 'enter', 'enter');
  expect(shownRows(harness)).toEqual([
    'PRO0 | Project number 0 | Bug | GIC | available | c1',
    'PRO0 | Project number 0 | Task | not available | c2',
  ]);
});
