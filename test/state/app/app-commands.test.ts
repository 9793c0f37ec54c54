import {describe, expect, test} from 'vitest';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {commandShown} from '../../../src/state/overlays/copy/copy.ts';
import {openForm} from '../../../src/state/views/form/open-form.ts';
import {
  type AppHarness,
  connect,
  listOf,
  makeHarness,
  namesOf,
  openProjects,
} from '../../support/app-harness.ts';
import {settled} from '../../support/live-app.ts';
import {recorded} from '../../support/sandbox-here.ts';
import {ownWorld, stillWorld} from '../../support/still-world.ts';

describe('the palette', () => {
  test('goes to a screen by a part of its name', async () => {
    const harness = makeHarness(stillWorld());
    harness.press(':', 'notif', 'enter');
    await harness.settle();
    expect(currentLocation(harness.state()).crumb).toBe('Notification schemes');
  });

  test('takes what the screen needs, and a filter', async () => {
    const harness = makeHarness(stillWorld());
    harness.press(':', 'ver HPAY /1.1.0', 'enter');
    await harness.settle();
    expect(namesOf(harness)).toEqual(['1.1.0']);
  });

  test('keeps the text and says what is missing', () => {
    const harness = makeHarness();
    harness.press(':', 'post-v', 'enter');
    expect(harness.state().prompt).toMatchObject({
      text: 'post-v',
      problem: 'needs post: post-versions POST',
    });
    harness.press('x', 'q', 'enter');
    expect(harness.state().prompt?.problem).toMatch(/No match for/);
    harness.press('esc');
    expect(harness.state().prompt).toBeUndefined();
  });
});

describe('describe and raw', () => {
  test('d fetches the object, y shows it raw, and d again readable', async () => {
    const harness = await openProjects();
    harness.press('d');
    await harness.settle();
    expect(currentView(harness.state())).toMatchObject({kind: 'text', form: 'describe'});
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr project get --projectIdOrKey HPAY --expand description,issueTypes,lead,projectKeys -p test',
    );
    harness.press('y');
    expect(currentView(harness.state())).toMatchObject({form: 'raw'});
    harness.press('d');
    expect(currentView(harness.state())).toMatchObject({form: 'describe'});
  });

  test('y on a row shows the item as the server sent it, without a request', async () => {
    const harness = await openProjects();
    const {requests} = harness.state();
    harness.press('y');
    expect(currentView(harness.state())).toMatchObject({kind: 'text', form: 'raw'});
    await harness.settle();
    expect(harness.state().requests).toBe(requests);
  });
});

describe('leaving', () => {
  test('esc never quits, q does at home', async () => {
    const harness = await openProjects();
    harness.press('esc', 'esc', 'esc');
    expect(harness.quits).toEqual([]);
    harness.press('q');
    expect(harness.quits).toEqual([1]);
  });

  test('q closes a view before it quits', async () => {
    const harness = await openProjects();
    harness.press('q');
    expect(harness.quits).toEqual([]);
    expect(currentView(harness.state()).kind).toBe('home');
  });

  test('ctrl+c warns first and quits the second time', () => {
    const harness = makeHarness();
    harness.press('\x03');
    expect(harness.quits).toEqual([]);
    expect(harness.state().notice?.text).toMatch(/[Pp]ress ctrl\+c again to quit$/);
    harness.press('\x03');
    expect(harness.quits).toEqual([1]);
  });

  test('in a prompt q is a letter', async () => {
    const harness = await openProjects();
    harness.press('/', 'q');
    expect(harness.state().prompt?.text).toBe('q');
    expect(harness.quits).toEqual([]);
  });
});

describe('keys', () => {
  test('a key without meaning says where to find the ones that have', async () => {
    const harness = await openProjects();
    harness.press('Z');
    expect(harness.state().notice?.text).toBe('Z does nothing here: ? lists the keys');
  });

  test('a key that cannot work now says why', async () => {
    const harness = await openProjects();
    harness.press('/', 'no such project', 'enter', 'd');
    expect(harness.state().notice?.text).toBe('nothing is selected');
  });

  test('Y copies the command, c the id', async () => {
    const harness = await openProjects();
    harness.press('Y', 'c');
    expect(harness.copied).toEqual(['jr project search --expand lead,insight -p test', '10000']);
  });
});

describe('the operations of both services', () => {
  async function begin(filter: string): Promise<AppHarness> {
    const harness = makeHarness(stillWorld());
    harness.press('X', '/', filter, 'enter', 'enter', 'f3');
    await harness.settle();
    return harness;
  }

  test('X lists all of them, the extras too', () => {
    const harness = makeHarness();
    harness.press('X');
    expect(listOf(harness).rows.length).toBeGreaterThan(200);
    expect(currentLocation(harness.state()).crumb).toBe('Operations');
    harness.press('esc');
    expect(currentView(harness.state()).kind).toBe('home');
  });

  test('enter opens its form, and e begins the command up to its first required flag', async () => {
    const harness = await begin('"jr version get" !related !unresolved');
    expect(harness.state().prompt).toMatchObject({kind: 'run', text: 'jr version get --id '});
  });

  test('a read is run and its answer shown, with the command that does the same', async () => {
    const harness = await begin('"jr version get" !related !unresolved');
    harness.press('10002 --expand operations', 'enter');
    await harness.settle();
    expect(currentView(harness.state())).toMatchObject({kind: 'text', form: 'describe'});
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr version get --id 10002 --expand operations -p test',
    );
  });

  test('a write opens its preview and sends nothing', async () => {
    const {client: tracker, plans} = recorded(stillWorld().tracker);
    const harness = makeHarness({tracker});
    await harness.settle();
    harness.press(':', 'run', 'enter', '/', '"jr version move"', 'enter', 'enter', 'f3');
    harness.press(`7 --body '{"position":"First"}'`, 'enter');
    await harness.settle();
    const {write} = harness.state();
    const shown = write?.stage === 'preview' ? write.plan.requests[0]?.planned?.text : undefined;
    expect(JSON.parse(shown ?? '')).toMatchObject({
      method: 'POST',
      url: 'https://site.example/rest/api/3/version/7/move',
      body: {position: 'First'},
    });
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      `jr version move --id 7 --body '{"position":"First"}' -p test`,
    );
    expect(plans.filter(({title}) => title.includes('move'))).toEqual([]);
  });

  test.each([
    ['jr version get', '--id is required'],
    ['jr version get --id', '--id needs a value'],
    ['jr version get --idd 3', 'unknown flag --idd: did you mean --id?'],
    ['jr version gett --id 3', 'jr has no operation version gett'],
    ['version get', 'start with jr or cf, then the group and the operation'],
    ["jr version get --id '3", "close the quote: '"],
    [
      'jr statuses search --statusCategory done',
      '--statusCategory must be one of TODO, IN_PROGRESS, DONE, not "done"',
    ],
  ])('%s is refused before anything is sent, and stays to be put right', async (line, problem) => {
    const harness = await begin('"jr version get" !related !unresolved');
    harness.press('\x15', line, 'enter');
    expect(harness.state().prompt).toMatchObject({text: line, problem});
  });
});

test('P lists the profiles, and enter switches to one, closing what was open', async () => {
  const harness = await openProjects(makeHarness({...stillWorld(), counts: true}));
  harness.press('P');
  expect(namesOf(harness)).toEqual(['prod', 'test']);
  harness.press('enter');
  expect(harness.switched).toEqual(['prod']);
  expect(harness.state().connection).toEqual({status: 'connecting', text: 'Connecting to prod…'});
  connect(harness);
  await settled(harness);
  const view = currentView(harness.state());
  expect(harness.state().locations).toHaveLength(1);
  expect(view.kind === 'home' && view.counts.projects).toMatchObject({status: 'ready'});
});

test('L lists every request of the session, newest first, and goes on while it is looked at', async () => {
  const harness = makeHarness(stillWorld());
  await harness.settle();
  harness.press(':', 'perm', 'enter');
  await harness.settle();
  harness.press('L');
  const before = listOf(harness).rows.length;
  expect(commandShown(harness.state(), harness.app.registry)).toBe(
    'jr permissionscheme get-all-permission-schemes --expand permissions,user,group,projectRole,field -p test',
  );
  harness.press('Y');
  expect(harness.copied).toEqual([commandShown(harness.state(), harness.app.registry)]);
  harness.press(':', 'notif', 'enter');
  await harness.settle();
  harness.press('L');
  expect(listOf(harness).rows).toHaveLength(before + 1);
});

test('with only one service configured the other says so and the first works', async () => {
  const world = ownWorld();
  world.setFaults('* /wiki/*: 404');
  const harness = makeHarness({...world, counts: true});
  await settled(harness);
  const view = currentView(harness.state());
  expect(view.kind === 'home' && view.counts['blog-posts']).toMatchObject({status: 'failed'});
  expect(view.kind === 'home' && view.counts.projects).toMatchObject({status: 'ready'});
});

test('choosing the profile in use says so, connects nothing, and keeps what is typed in a form', () => {
  const harness = makeHarness(stillWorld());
  harness.do(state => openForm(state, 'jr version create'));
  harness.press(...'Sequoia', '\x10', 'profiles', 'enter', 'j', 'enter');
  expect(harness.state().notice?.text).toBe('test is already in use');
  expect(harness.switched).toEqual([]);
  expect(Object.values(harness.state().drafts)).toEqual([{name: ['Sequoia']}]);
});
