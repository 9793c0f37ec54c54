import {readFileSync} from 'node:fs';
import {describe, expect, test, vi} from 'vitest';
import {features} from '../../../src/screens/features.ts';
import {makeRegistry} from '../../../src/state/app/registry.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {isIndexing, knownNames} from '../../../src/state/overlays/palette/name-index.ts';
import {findNames, nameLine} from '../../../src/state/overlays/palette/name-table.ts';
import {suggestions} from '../../../src/state/overlays/palette/suggest.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {settled} from '../../support/live-app.ts';
import {ownWorld, stillWorld} from '../../support/still-world.ts';
import {until} from '../../support/until.ts';

/** The app on its home screen, with the names of the site read. */
async function indexed(options: Parameters<typeof makeHarness>[0] = {}): Promise<AppHarness> {
  const harness = makeHarness({...stillWorld(), ...options, counts: true});
  await until(() => !isIndexing(harness.state()));
  await settled(harness);
  return harness;
}

const first = (harness: AppHarness, typed: string) =>
  suggestions(typed, harness.state(), harness.app.registry.commands)[0];

async function open(harness: AppHarness, typed: string): Promise<void> {
  harness.press(':', typed, 'enter');
  await settled(harness);
}

const table = readFileSync('test/fixtures/finder.tsv', 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split('\t'));

describe('the finder on a fresh start', () => {
  test('offers first what a text names, for each line of a table of names', async () => {
    const harness = await indexed();
    expect(table.length).toBeGreaterThan(200);
    const wrong = table.flatMap(([typed = '', label, kind = '']) => {
      const offered = first(harness, typed);
      const isIt =
        offered?.label === label && (kind === 'screen' || offered?.about.startsWith(kind));
      return isIt
        ? []
        : [`${typed}: ${offered?.label} (${offered?.about}), not ${label} (${kind})`];
    });
    expect(wrong).toEqual([]);
  });

  test('finds groups, project roles and project categories by their names', async () => {
    const harness = await indexed();
    const names = knownNames(harness.state());
    for (const [list, kind] of [
      ['groups', 'group'],
      ['all-roles', 'role'],
      ['project-categories', 'project category'],
    ] as const) {
      const lines = names[list]?.lines ?? [];
      expect([list, lines.length > 2]).toEqual([list, true]);
      for (const line of lines) {
        const name = String(line).split('\t')[0] ?? '';
        const offered = suggestions(name, harness.state(), harness.app.registry.commands);
        const isOffered = offered.some(one => one.label === name && one.about.startsWith(kind));
        expect([name, isOffered]).toEqual([name, true]);
      }
    }
  });

  test('opens an object on its screen, as its description, or on its row in its list', async () => {
    const harness = await indexed();
    await open(harness, 'default perm');
    expect(currentLocation(harness.state())).toMatchObject({
      screen: 'permission-scheme',
      crumb: 'Default Permission Scheme',
    });
    await open(harness, 'retrospective');
    expect(currentLocation(harness.state())).toMatchObject({crumb: 'retrospective'});
    await open(harness, "won't do");
    expect(currentView(harness.state())).toMatchObject({kind: 'text'});
    await open(harness, 'https://hooks.example.com/sync/16');
    expect([listOf(harness).resource.id, listOf(harness).cursorId]).toEqual(['webhooks', '10003']);
    await open(harness, 'administrators');
    const {resource, rows, filter} = listOf(harness);
    expect([resource.id, filter]).toEqual(['all-roles', '"Administrators"']);
    expect(rows.length).toBeGreaterThan(10);
  });

  test('a name typed before the names are read waits for them, and opens then', async () => {
    const harness = makeHarness({...stillWorld(), counts: true, waits: false});
    harness.press(':', 'default perm', 'enter');
    expect(harness.state().prompt).toMatchObject({kind: 'palette', goes: true});
    await until(() => harness.state().prompt === undefined);
    expect(currentLocation(harness.state()).screen).toBe('permission-scheme');
  });

  test('enter once more opens the line it is on, without waiting for the names', async () => {
    const harness = makeHarness({...stillWorld(), counts: true, waits: false});
    harness.press(':', 'deleted and not', 'enter');
    expect(harness.state().prompt).toMatchObject({goes: true});
    harness.press('enter');
    expect(harness.state().prompt).toBeUndefined();
    expect(currentLocation(harness.state()).screen).toBe('trashed-posts');
  });

  test('a text that names nothing waits no longer than for the names', async () => {
    const harness = makeHarness({...stillWorld(), counts: true, waits: false});
    harness.press(':', 'qqxzw', 'enter');
    await until(() => harness.state().prompt?.problem !== undefined);
    expect(harness.state().prompt).toMatchObject({problem: 'No match for qqxzw'});
  });

  test('what was opened lately comes first among equals, and is offered for no text at all', async () => {
    const harness = await indexed();
    const typed = 'done';
    expect(first(harness, typed)?.about).toMatch(/^status/);
    const all = suggestions(typed, harness.state(), harness.app.registry.commands);
    const at = all.findIndex(({about}) => about.startsWith('resolution'));
    harness.press(':', typed, ...Array<string>(at).fill('down'), 'enter');
    await settled(harness);
    expect(first(harness, typed)?.about).toMatch(/^resolution/);
    expect(first(harness, '')).toMatchObject({
      label: 'Done',
      about: expect.stringMatching(/^resolution/),
    });
  });
});

describe('the names of the site', () => {
  test('take one request per page of a list, and none for the lists that home has read', async () => {
    const harness = await indexed();
    const commands = harness.state().log.map(entry => String(JSON.parse(entry).command));
    const counts = (part: string) => commands.filter(command => command.includes(part)).length;
    const projects = knownNames(harness.state()).projects?.lines.length;
    expect(counts('project get-versions-paginated')).toBe(projects);
    expect(counts('project get-components-paginated')).toBe(projects);
    expect(counts('role get-all-project ')).toBeLessThan(3);
  });

  test('are there at once in the next session, with nothing asked', async () => {
    const before = await indexed();
    const harness = makeHarness({kept: Object.fromEntries(before.kept)});
    harness.dispatch({kind: 'restored', name: 'names', text: before.kept.get('names') ?? ''});
    const state = {...harness.state(), screens: before.state().screens};
    const {commands} = makeRegistry(features);
    expect(suggestions('default perm', state, commands)[0]?.label).toBe(
      'Default Permission Scheme',
    );
    expect(state.requests).toBe(0);
  });

  test('of another site or account are gone when the connection changes', async () => {
    const harness = await indexed();
    expect(Object.keys(knownNames(harness.state())).length).toBeGreaterThan(10);
    harness.dispatch({
      kind: 'connected',
      connection: harness.state().connection,
      session: harness.state().session,
    });
    expect(knownNames(harness.state())).toEqual({});
  });

  test('are not stored where rows of lists are not', async () => {
    const harness = makeHarness({...stillWorld(), counts: true});
    const {look} = harness.state();
    harness.do(state => ({state: {...state, look: {...look, lastRows: false}}, effects: []}));
    await until(() => !isIndexing(harness.state()));
    expect(harness.kept.has('names')).toBe(false);
  });

  test('of a list that is refused are left out, and the others are found', async () => {
    const world = ownWorld();
    world.setFaults('GET /rest/api/3/priority/search: 403');
    const harness = await indexed(world);
    expect(first(harness, 'medium')?.about ?? '').not.toMatch(/^priority/);
    expect(first(harness, 'default perm')?.label).toBe('Default Permission Scheme');
  });

  test('hold no secret of an address, and no tab or line break of a name', async () => {
    expect(nameLine(['a\tb\nc', '', 'a b c'], '{}')).toBe('a b c\t{}');
    const harness = await indexed();
    expect(harness.kept.get('names')).not.toMatch(/[?&](?:token|key|secret)=(?!\*\*\*)/);
  });
});

describe('a table of names', () => {
  const lines = ['Medium\tM\t3\t{}', 'Medium rare\t4\t{}', 'Quite medium\t5\t{}', 'Summer\t3a\t{}'];

  test.each([
    ['medium', ['exact Medium', 'begins Medium rare', 'words Quite medium']],
    ['3', ['exact Medium', 'begins Summer']],
    ['qui med', ['words Quite medium']],
    ['mdium', ['fuzzy Medium', 'fuzzy Medium rare', 'fuzzy Quite medium']],
    ['edium', ['fuzzy Medium', 'fuzzy Medium rare', 'fuzzy Quite medium']],
    ['zzz', []],
    ['', []],
  ])('%j finds %j', (typed, expected) => {
    const found = findNames(typed, lines, 10);
    expect(found.map(({line, level}) => `${level} ${line.split('\t')[0]}`)).toEqual(expected);
  });

  test('gives no more hits of a level than are asked for, of many alike', () => {
    const many = Array.from({length: 5000}, (_, i) => `Release ${i}\t${i}\t{}`);
    expect(findNames('release', many, 3)).toHaveLength(3);
    expect(findNames('4999', many, 3).map(({line}) => line)).toEqual(['Release 4999\t4999\t{}']);
  });

  test('is not read letter by letter for a text with a letter that no name has', () => {
    const many = Array.from({length: 5000}, (_, i) => `Release ${i}\t${i}\t{}`);
    // The first search makes the table.
    findNames('relese', many, 3);
    const reads = vi.spyOn(String.prototype, 'charCodeAt');
    try {
      expect(findNames('reqlease', many, 3)).toEqual([]);
      expect(reads.mock.calls.length).toBeLessThan(100);
      reads.mockClear();
      expect(findNames('relaese', many, 3)).toEqual([]);
      // Every name has these letters, in another order.
      expect(reads.mock.calls.length).toBeGreaterThan(5000);
    } finally {
      reads.mockRestore();
    }
  });
});
