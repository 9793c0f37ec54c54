import {describe, expect, test} from 'vitest';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {listOf, makeHarness} from '../../support/app-harness.ts';
import {ownWorld, stillWorld} from '../../support/still-world.ts';

test('esc and : that are read at once go back and open the palette, which takes the text', async () => {
  const harness = makeHarness(stillWorld());
  await harness.settle();
  harness.press(':', 'projects', 'enter');
  await harness.settle();
  harness.press('\x1b:', 'statuses');
  expect(currentView(harness.state()).kind).toBe('home');
  expect(harness.state().prompt).toMatchObject({kind: 'palette', text: 'statuses'});
});

describe('keys typed before the rows are there', () => {
  test('move when they are, and what they open is about the row they moved to', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'projects', 'enter', 'j', 'j');
    expect(harness.state().typeAhead).toMatchObject({keys: ['j', 'j'], opens: false});
    harness.press('x');
    await harness.settle();
    expect(listOf(harness).cursor).toBe(2);
    const menu = harness.state().write;
    expect(menu).toMatchObject({stage: 'menu', title: 'project LMA'});
    expect(harness.state().typeAhead).toBeUndefined();
  });

  test('are for what an earlier one opens', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'projects', 'enter', 'x', 'A');
    await harness.settle();
    expect(harness.state().write).toMatchObject({stage: 'preview', plan: {title: /archive/i}});
  });

  test('lead on through objects that are still to be read', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'projects', 'enter', 'enter', 'x');
    await harness.settle();
    expect(currentView(harness.state()).kind).toBe('text');
    expect(harness.state().write?.stage).toBe('menu');
  });

  test('and commands wait for the rows they are about', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'permission-schemes', 'enter', ':', 'compare saved.json', 'enter');
    expect(harness.state().typeAhead?.keys).toEqual([':compare saved.json']);
    expect(harness.state().prompt).toBeUndefined();
    await harness.settle();
    expect(listOf(harness).rows.length).toBeGreaterThan(0);
    // It ran: the file is what is missing, not the row.
    expect(harness.state().notice?.text).toMatch(/saved\.json/);
  });

  test('and a command wait for the row that opens, and compare the opened object', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'permission-schemes', 'enter', 'j', 'enter', ':', 'compare saved.json');
    harness.press('enter');
    expect(harness.state().notice).toBeUndefined();
    expect(harness.state().prompt).toBeUndefined();
    await harness.settle();
    expect(currentLocation(harness.state()).screen).toBe('permission-scheme');
    expect(harness.state().notice?.text).toMatch(/^not compared: .*saved\.json: file not found/);
  });

  test('are forgotten by esc, with which the view stays', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'projects', 'enter', 'j', 'esc');
    expect(harness.state().typeAhead).toBeUndefined();
    expect(harness.state().locations).toHaveLength(2);
    harness.press('q');
    await harness.settle();
    expect(harness.state().locations).toHaveLength(1);
  });

  test('are text of the form that the first opens, whatever they mean on the list', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'versions HPAY', 'enter', 'e', ...'q9-:Ay?');
    await harness.settle();
    expect(harness.state().prompt).toMatchObject({kind: 'field', text: 'q9-:Ay?'});
    expect(harness.state().write).toBeUndefined();
  });

  test('are ignored after one that is refused', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'projects', 'enter', 'V', ...'xAq');
    await harness.settle();
    expect(harness.state().notice?.text).toMatch(/not archived/);
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().locations).toHaveLength(2);
  });

  test.each([
    ['the palette', ':', 'prompt'],
    ['the help', '?', 'help'],
  ] as const)('are not typed into %s that is opened meanwhile', async (_, opens, name) => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'projects', 'enter', 'j', 'j', opens);
    await harness.settle();
    expect(harness.state()[name]).toMatchObject({text: '', cursor: 0});
    expect(harness.state().typeAhead).toBeUndefined();
    harness.press('esc');
    expect(listOf(harness).cursor).toBe(0);
  });

  test('are refused aloud where the rows cannot be read', async () => {
    const world = ownWorld();
    world.setFaults('GET /rest/api/3/project/search: 503');
    const harness = makeHarness(world);
    await harness.settle();
    harness.press(':', 'projects', 'enter', 'j', 'x');
    await harness.settle();
    expect(harness.state().notice?.text).toBe('loading failed; keys ignored: j x');
    expect(harness.state().write).toBeUndefined();
  });

  test('do at once what needs no rows', async () => {
    const harness = makeHarness(stillWorld());
    await harness.settle();
    harness.press(':', 'projects', 'enter', 'j', '/');
    expect(harness.state().prompt?.kind).toBe('filter');
  });
});
