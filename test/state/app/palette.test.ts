import {expect, test} from 'vitest';
import {readPointer} from '../../../src/base/json-value.ts';
import {features} from '../../../src/screens/features.ts';
import {makeRegistry} from '../../../src/state/app/registry.ts';
import {switchTo} from '../../../src/state/locations/go-to.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {noEffects} from '../../../src/state/model/transition.ts';
import {suggestions} from '../../../src/state/overlays/palette/suggest.ts';
import {
  type AppHarness,
  connect,
  listOf,
  makeHarness,
  namesOf,
  openProjects,
} from '../../support/app-harness.ts';
import {fakeTracker} from '../../support/app-world.ts';
import {settled} from '../../support/live-app.ts';
import {stillWorld} from '../../support/still-world.ts';

test('a command with choices offers each of them, and runs with the one chosen', async () => {
  const harness = await openProjects();
  harness.press(':', 'auto-refresh o', 'enter');
  expect(listOf(harness).auto).toBe(true);
  harness.press(':', 'auto-refresh off', 'enter');
  expect(listOf(harness).auto).toBe(false);
});

test('auto-refresh on and off are each described by their own effect', async () => {
  const harness = await openProjects();
  const described = (text: string) =>
    suggestions(text, harness.state(), harness.app.registry.commands)
      .filter(({label}) => label === text)
      .map(({effect}) => effect);
  expect(described('auto-refresh on')).toEqual(['Refresh the list every ten seconds.']);
  expect(described('auto-refresh off')).toEqual(['Stop refreshing the list every ten seconds.']);
});

test('a comparison of the site asks what to compare with instead of using the first profile', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'site', 'enter');
  expect(harness.state().prompt).toMatchObject({
    text: 'site',
    problem: 'needs a folder or @PROFILE',
  });
  const found = suggestions('site @', harness.state(), harness.app.registry.commands);
  expect(found.map(({label, effect}) => [label, effect])).toContainEqual([
    'site @prod',
    'compares this site with @prod, to make them equal',
  ]);
});

test('a command that cannot be run says why and keeps what was typed', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'auto-refresh on', 'enter');
  expect(harness.state().prompt).toMatchObject({
    text: 'auto-refresh on',
    problem: 'only lists can refresh automatically',
  });
});

test('no two commands of the palette have one name', () => {
  const names = makeRegistry(features).commands.flatMap(command => [
    command.name,
    ...command.aliases,
  ]);
  expect(names).toEqual([...new Set(names)]);
});

const offered = (harness: AppHarness): string[] =>
  suggestions(
    harness.state().prompt?.text ?? '',
    harness.state(),
    harness.app.registry.commands,
  ).map(s => s.label);

test('what was chosen comes first the next time, and is kept for the profile', async () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'priorities', 'enter', ':');
  expect(offered(harness)[0]).toBe('priorities');
  expect(JSON.parse(harness.kept.get('palette') ?? '')).toEqual(['priorities']);
  harness.press('esc', ':', 'ver ACME', 'enter', ':');
  expect(offered(harness).slice(0, 2)).toEqual(['versions ACME', 'priorities']);
});

test('what an earlier session chose is offered first; a broken file is as good as none', async () => {
  const harness = makeHarness({
    ...stillWorld(),
    kept: {palette: '["versions ACME","no-such-screen"]'},
  });
  await harness.settle();
  harness.press(':');
  expect(offered(harness)[0]).toBe('versions ACME');
  expect(offered(harness)).not.toContain('no-such-screen');
  const broken = makeHarness({...stillWorld(), kept: {palette: '{"a"'}});
  await broken.settle();
  broken.press(':');
  expect(offered(broken)[0]).toBe('home');
});

test('the title of each row of home opens its screen', () => {
  const harness = makeHarness(stillWorld());
  const rows = harness.state().screens.home;
  const opened = rows.flatMap(({title}) =>
    [title, title.toLowerCase()].map(text => {
      const [first] = suggestions(text, harness.state(), harness.app.registry.commands);
      return {text, screen: first?.run && first.label};
    }),
  );
  const expected = rows.flatMap(({title, screen}) =>
    [title, title.toLowerCase()].map(text => ({text, screen})),
  );
  expect(opened).toEqual(expected);
});

test('a screen that can be opened at once comes before one that needs an object', () => {
  const harness = makeHarness(stillWorld());
  const first = (text: string) =>
    suggestions(text, harness.state(), harness.app.registry.commands)[0]?.label;
  expect(first('roles')).toBe('all-roles');
  expect(first('ver')).toBe('all-versions');
  expect(first('roles ACME')).toBe('roles ACME');
});

test.each([
  ['sign in', 'sign-in PROFILE'],
  ['find user ann', 'find-user ann'],
  ['auto refresh on', 'auto-refresh on'],
  ['all versions', 'all-versions'],
  ['new version', 'jr version create'],
  ['create version', 'jr version create'],
  ['new webhook', 'jr webhook register-dynamic'],
  ['merge version', 'jr version merge'],
])('%s finds %s, however its words are written', (typed, label) => {
  const harness = makeHarness(stillWorld());
  const [first] = suggestions(typed, harness.state(), harness.app.registry.commands);
  expect(first?.label).toBe(label);
});

test('quit is not offered first after it was chosen', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'quit', 'enter');
  expect(harness.state().recent).toEqual([]);
});

test.each([
  ['ACME', 'ACME'],
  ['proj ACME', 'ACME'],
  ['perm 10000', 'permission scheme 10000'],
  ['ver 10042', 'version 10042'],
])('%s opens %s', (text, crumb) => {
  const harness = makeHarness(stillWorld());
  harness.press(':', text, 'enter');
  expect(currentLocation(harness.state()).crumb).toBe(crumb);
});

test('a project seen in a list is found in any case', async () => {
  const harness = await openProjects();
  const key =
    namesOf(harness).length > 0 ? String(readPointer(listOf(harness).rows[0]?.value, '/key')) : '';
  harness.press(':', key.toLowerCase());
  expect(offered(harness)[0]).toBe(`project ${key}`);
});

test('of two that begin as typed the one that lacks nothing comes first', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'pri');
  expect(offered(harness)[0]).toBe('priorities');
  harness.press('o', 'r', 'i', 't', 'y', ' ', '3');
  expect(offered(harness)[0]).toBe('priority 3');
});

test('an operation is found by its words and by its path, and opens its form', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'version get');
  expect(offered(harness)[0]).toBe('jr version get');
  harness.press('enter');
  expect(currentView(harness.state())).toMatchObject({kind: 'form'});
  harness.press('esc', ':', '/rest/api/3/version/{id}/move');
  expect(offered(harness)[0]).toBe('jr version move');
});

test('a whole command is run as it stands', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'jr version get --id 10042');
  expect(offered(harness).every(label => label.startsWith('jr ') || label.startsWith('cf '))).toBe(
    true,
  );
  harness.press('enter');
  expect(currentView(harness.state())).toMatchObject({kind: 'text'});
  harness.press(':', 'jr version get --idd 1', 'enter');
  expect(harness.state().prompt).toMatchObject({text: 'jr version get --idd 1'});
  expect(harness.state().prompt?.problem).toContain('--id');
});

test('@profile switches and goes there once it is connected', async () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'projects @prod', 'enter');
  expect(harness.switched).toEqual(['prod']);
  expect(listOf(harness).resource.id).toBe('projects');
  expect(listOf(harness).sent).toEqual([]);
  connect(harness);
  await harness.settle();
  expect(namesOf(harness).length).toBeGreaterThan(0);
});

test('@ alone offers the profiles; an unknown one stays in the prompt', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', '@p');
  expect(offered(harness)).toEqual(['@prod']);
  harness.press('enter');
  expect(harness.switched).toEqual(['prod']);
  const other = makeHarness(stillWorld());
  other.press(':', 'priorities @nowhere', 'enter');
  expect(other.state().prompt).toMatchObject({
    text: 'priorities @nowhere',
    problem: 'unknown profile nowhere',
  });
});

test('tab makes the text that of the selected line, ready for what is missing', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'version-f', 'tab');
  expect(harness.state().prompt?.text).toBe('version-fields ');
  harness.press('10042', 'enter');
  expect(currentLocation(harness.state())).toMatchObject({
    crumb: '10042',
    screen: 'version',
  });
});

test('the selected line says what enter does', () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'priorities');
  expect(suggestions('priorities', harness.state(), harness.app.registry.commands)[0]?.effect).toBe(
    'opens priorities · jr priority search',
  );
});

test('requests sent while the palette is open do not search the names again', async () => {
  const harness = await openProjects();
  harness.press(':', 'lantern');
  const {commands} = harness.app.registry;
  const found = () => suggestions('lantern', harness.state(), commands);
  const before = found();
  const {requests} = harness.state();
  harness.do(state =>
    noEffects({...state, requests: state.requests + 1, log: [...state.log, '{}']}),
  );
  expect(harness.state().requests).toBe(requests + 1);
  expect(found()).toBe(before);
});

test('rows that were seen are offered by their name at once, with what enter does', async () => {
  const harness = await openProjects();
  harness.press('esc', ':', 'lantern');
  const found = suggestions('lantern', harness.state(), harness.app.registry.commands);
  expect(found.find(({label}) => label === 'LMA' || label === 'Lantern Mobile App')).toMatchObject({
    effect: expect.stringContaining('opens the project'),
  });
});

test('what nobody has seen yet is found on the server after a moment, and enter goes there', async () => {
  const harness = makeHarness({...stillWorld(), waits: false});
  await harness.settle();
  harness.press(':', 'anouk');
  await settled(harness);
  expect(offered(harness)[0]).toBe('Anouk Rahimi');
  harness.press('enter');
  expect(currentLocation(harness.state())).toMatchObject({screen: 'user'});
});

test('a user beyond the first thousand, which the service searches, is found by name', async () => {
  const tracker = fakeTracker('the service searches its first thousand users only');
  const user = (name: string) => ({accountId: name, displayName: name, active: true});
  tracker.answers['tracker/user/find'] = {pages: [[]]};
  tracker.answers['tracker/users/get-all'] = {
    pages: [[user('Ann Lee')], [user('Yusuf Zamora'), user('Yara Zamora')]],
  };
  const harness = makeHarness({tracker, waits: false});
  harness.press(':', 'user yusuf zam');
  await harness.settle();
  expect(offered(harness)[0]).toBe('Yusuf Zamora');
  // A text that may name anything reads no whole list.
  harness.press('esc', ':', 'yara zam');
  const before = tracker.asked.filter(one => one === 'tracker/users/get-all').length;
  await harness.settle();
  expect(tracker.asked.filter(one => one === 'tracker/users/get-all')).toHaveLength(before);
});

test('the line under the cursor stays that line when something is found', async () => {
  const harness = await openProjects();
  harness.press(':', 'pro', 'down', 'down');
  const chosen = () => offered(harness)[harness.state().prompt?.cursor ?? 0];
  const before = chosen();
  const items = ['{"id":"1","key":"PROX","name":"Prologue"}'];
  harness.dispatch({kind: 'found', text: 'pro', list: 'projects', items});
  expect(offered(harness)).toContain('PROX');
  expect(chosen()).toBe(before);
});

test.each(['quit', 'find-user'])(
  'the command %s comes before an object of that name',
  async name => {
    const harness = await openProjects();
    harness.press(':', name);
    const items = [JSON.stringify({id: '1', key: 'TOUR', name})];
    harness.dispatch({kind: 'found', text: name, list: 'projects', items});
    expect(offered(harness)).toContain('TOUR');
    expect(offered(harness)[0]).toMatch(new RegExp(`^${name}`));
  },
);

test('what is found for a text that is no longer there is left out', async () => {
  const harness = await openProjects();
  harness.press(':', 'prolo');
  harness.dispatch({
    kind: 'found',
    text: 'pro',
    list: 'projects',
    items: ['{"id":"1","key":"PROX"}'],
  });
  expect(harness.state().prompt).toMatchObject({kind: 'palette', found: []});
});

test.each([
  ['perm sch', 'permission-schemes'],
  ['failed web', 'failed-webhooks'],
  ['project arch', 'jr project archive'],
])('%s begins the words of %s, which comes before what is only alike', (text, label) => {
  const harness = makeHarness(stillWorld());
  harness.press(':', text);
  expect(offered(harness)[0]).toBe(label);
});

test('what is chosen while another profile is reached takes nothing from what the first one remembers', async () => {
  const harness = makeHarness(stillWorld());
  await harness.settle();
  harness.press(':', 'priorities', 'enter');
  harness.press(':', '@prod', 'enter');
  expect(harness.state().connection.status).toBe('connecting');
  harness.press(':', 'permission-schemes', 'enter');
  await harness.settle();
  expect(JSON.parse(harness.kept.get('palette') ?? '')).toContain('priorities');
  connect(harness);
  expect(harness.state().recent).toEqual([]);
});

test('what a profile remembers comes to no other that is asked for before it is read', async () => {
  const harness = makeHarness({...stillWorld(), kept: {palette: '["priorities"]'}});
  connect(harness);
  harness.do(state => switchTo(state, 'prod'));
  await harness.settle();
  expect(harness.state().connection.status).toBe('connecting');
  expect(harness.state().recent).toEqual([]);
});

test('what turns something off never says what turning it on does', () => {
  const harness = makeHarness(stillWorld());
  const {commands} = harness.app.registry;
  const switches = commands.filter(one => one.choices?.(harness.state()).includes('off'));
  expect(switches.length).toBeGreaterThan(5);
  for (const {name, about, effect} of switches) {
    const [on, off] = ['on', 'off'].map(word => effect?.(harness.state(), [word]));
    expect([name, off]).not.toEqual([name, about]);
    expect([name, off]).not.toEqual([name, on]);
    expect(suggestions(`${name} off`, harness.state(), commands)[0]).toMatchObject({about: off});
  }
});
