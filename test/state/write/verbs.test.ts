import {describe, expect, test} from 'vitest';
import {pressKeys} from '../../../src/state/keys/route-key.ts';
import {textRow} from '../../../src/state/model/row.ts';
import {viewOf} from '../../../src/state/model/state.ts';
import {trackerVerb} from '../../../src/state/model/verb.ts';
import {menuLines} from '../../../src/state/overlays/write/dialog-lines.ts';
import {previewLines} from '../../../src/state/overlays/write/write-lines.ts';
import {formLines} from '../../../src/state/views/form/form-lines.ts';
import {titleOfVerb} from '../../../src/state/write/make-plan.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {type OwnWorld, ownWorld, stillWorld} from '../../support/still-world.ts';
import {beReady, callOf, openOperations, stageOf} from '../../support/write-steps.ts';

/** The app on a list. */
async function on(list: string, world: OwnWorld = ownWorld()) {
  const harness = makeHarness({...world, rows: 40, columns: 120});
  harness.press(':', list, 'enter');
  await harness.settle();
  return harness;
}

function menu(harness: AppHarness) {
  return stageOf(harness, 'menu').entries.map(({text, reason}) =>
    reason === undefined ? text : `${text} (${reason})`,
  );
}

function formText(harness: AppHarness): string {
  const [view] = harness
    .state()
    .locations.slice(-1)
    .flatMap(({views}) => Object.values(views));
  if (view?.kind !== 'form') throw new Error(`no form but ${view?.kind}`);
  const {head, fields} = formLines(view, 120);
  return [...head, ...fields].map(line => line.map(({text}) => text).join('')).join('\n');
}

/** Choose the entry of the menu that begins so. */
function choose(harness: AppHarness, text: string): void {
  harness.press('x');
  const at = stageOf(harness, 'menu').entries.findIndex(entry => entry.text.startsWith(text));
  harness.press(...Array<string>(at).fill('j'), 'enter');
}

describe('the title of a write', () => {
  const verb = trackerVerb.delete('project delete-property', {});
  const moved = trackerVerb.many('bin', 'Bin', 'project delete', {}, {title: 'Move {object} away'});
  const rows = (...names: readonly string[]) =>
    names.map(name => textRow({id: name, name, text: '{}'}));

  test.each([
    ['property', 'Delete 2 properties'],
    ['status', 'Delete 2 statuses'],
    ['project', 'Delete 2 projects'],
  ])('counts what is a %s in its plural', (noun, title) => {
    expect(titleOfVerb({verb, noun, rows: rows('a', 'b')})).toBe(title);
  });

  test('has the name as it is, whatever it holds', () => {
    expect(titleOfVerb({verb: moved, noun: 'project', rows: rows("$& $' $1")})).toBe(
      "Move project $& $' $1 away",
    );
  });
});

describe('verbs', () => {
  test('what cannot be done to a row is in the menu with its reason', async () => {
    const harness = await on('projects');
    harness.press('x');
    expect(menu(harness)).toEqual([
      'Edit…',
      'Change lead…',
      'Assign permission scheme…',
      'Assign notification scheme…',
      'Change category…',
      'Archive',
      'Restore (not archived)',
      'Change sender address…',
      'Set default classification…',
      'Clear default classification',
      'Move to trash',
      'Delete permanently',
      'New project…',
      'Who changed this…',
      'All details',
      'Raw response',
      'Copy…',
      'Open in a browser',
      expect.stringMatching(/^All \d+ operations…$/),
    ]);
  });

  test('marked rows it cannot be done to are left out, and the preview says which and why', async () => {
    const harness = await on('ver HPAY');
    harness.press(' ', ' ', ' ');
    choose(harness, 'Archive');
    const {plan} = stageOf(harness, 'preview');
    expect(plan.requests.map(({call}) => call.given.inputs.id)).toEqual([['10000'], ['10002']]);
    expect(plan.leftOut).toBe('Left out: 1.1.0 (the version is archived).');
  });

  test('a verb that asks opens a form with its words, its fields first, and what it gives left out', async () => {
    const harness = await on('ver HPAY /2.4.0');
    choose(harness, 'Release');
    await harness.settle();
    const text = formText(harness);
    expect(text).toContain('Release version 2.4.0');
    expect(text).toMatch(
      /Move unfixed issues to[^\n]*\n[^\n]*Release date +2026-11-\d\d[^\n]*\n[^\n]*more \(\d+\)/,
    );
    expect(text).not.toMatch(/^.{0,4}(ID|Released) /m);
  });

  test('the form of a verb makes its plan, with what the verb gives', async () => {
    const harness = await on('ver HPAY /2.4.0');
    choose(harness, 'Release');
    await harness.settle();
    harness.press('ctrl+s');
    await harness.settle();
    const {plan} = stageOf(harness, 'preview');
    expect(plan.title).toBe('Release version 2.4.0');
    expect(plan.requests.map(({call}) => call.given.inputs)).toEqual([
      {id: ['10010'], released: ['true'], releaseDate: [expect.stringMatching(/^2026-11-\d\d$/)]},
    ]);
  });

  test('the preview shows old and new against a fresh read, F2 the request', async () => {
    const world = ownWorld();
    const undated = {projectId: ['10000'], name: ['9.0']};
    await world.send(callOf('tracker version create', undated));
    const harness = await on('ver HPAY /9.0', world);
    choose(harness, 'Release');
    await harness.settle();
    harness.press('ctrl+s');
    await harness.settle();
    const lines = () => {
      const {head, body} = previewLines(stageOf(harness, 'preview'), harness.state());
      return [...head, ...body].map(line =>
        line
          .map(({text}) => text)
          .join('')
          .trimEnd(),
      );
    };
    const shown = lines().join('\n');
    expect(shown).toMatch(
      /^ Release version 9\.0 +1 version in 1 request · Undo restores everything except “Release date”\n/,
    );
    expect(shown).toContain('Checked just now');
    expect(shown).toMatch(
      /FIELD +BEFORE +AFTER\n +Release date +— +\w{3} \d+ Nov 2026\n +Released +no +yes/,
    );
    expect(shown).not.toContain('"method"');
    harness.press('f2');
    expect(lines().join('\n')).toContain('"method": "PUT"');
  });

  test('an object that is looked at has the verbs of its list', async () => {
    const harness = await on('projects');
    harness.press('enter');
    await harness.settle();
    harness.press('x');
    expect(stageOf(harness, 'menu').title).toBe('project HPAY');
    const shown = menu(harness);
    harness.press('esc', 'esc', 'x');
    const looks = ['All details', 'Raw response', 'Copy…', 'Open in a browser'];
    const isOperations = (text: string) => text.startsWith('All ');
    expect(shown.filter(text => !isOperations(text))).toEqual(
      menu(harness).filter(text => !looks.includes(text) && !isOperations(text)),
    );
    expect(shown.filter(isOperations)).toHaveLength(1);
    harness.press('esc', 'enter');
    await harness.settle();
    harness.press('x', 'A');
    expect(stageOf(harness, 'preview').plan.title).toBe('Archive project HPAY');
  });

  test('the menu is as wide as its words, names the rows, and leaves the row it is about free', async () => {
    const harness = await on('projects');
    harness.press('j', 'j', 'x');
    const {title, besides, lines} = menuLines(stageOf(harness, 'menu'), harness.state());
    expect(title).toBe('project LMA');
    expect(besides).toBe(3);
    expect(
      lines.map(line =>
        line
          .map(({text}) => text)
          .join('')
          .trimEnd(),
      ),
    ).toEqual([
      'Press a letter, or / to search',
      expect.stringMatching(/^─+$/),
      ' e Edit…',
      ' H Change lead…',
      ' K Assign permission scheme…',
      ' B Assign notification scheme…',
      '   Change category…',
      ' A Archive',
      expect.stringMatching(/^ V Restore +not archived$/),
      '   Change sender address…',
      '   Set default classification…',
      '   Clear default classification',
      ' D Move to trash',
      '   Delete permanently',
      ' a New project…',
      expect.stringMatching(/^─+$/),
      ' Q Who changed this…',
      ' d All details',
      ' y Raw response',
      ' C Copy…',
      ' o Open in a browser',
      expect.stringMatching(/^ {3}All \d+ operations…$/),
    ]);
  });

  test('has the actions of the object that a typed command reads', async () => {
    const harness = await on('projects');
    harness.press(':', ...'jr version get --id 10010', 'enter');
    await harness.settle();
    harness.press('x');
    expect(stageOf(harness, 'menu').title).toBe('version 2.4.0');
    expect(menu(harness).slice(0, 2)).toEqual(['Edit…', 'Release…']);
  });

  test('a letter chooses while nothing is typed; typing finds verbs and operations; esc takes it back', async () => {
    const harness = await on('projects');
    harness.press('x', 'A');
    expect(stageOf(harness, 'preview').plan.title).toBe('Archive project HPAY');
    harness.press('esc', 'x', ...'/archi');
    expect(menu(harness)).toEqual(['Archive', 'jr project archive', 'jr project restore']);
    harness.press('esc');
    expect(stageOf(harness, 'menu').typed).toBeUndefined();
    harness.press('G', 'enter');
    expect(stageOf(harness, 'menu').all).toBe(true);
    harness.press('esc');
    expect(stageOf(harness, 'menu').all).toBe(false);
    harness.press('esc');
    expect(harness.state().write).toBeUndefined();
  });

  test('a word that comes in one piece is looked for, and does no verb by its letters', async () => {
    const harness = await on('projects');
    harness.press('x');
    pressKeys(harness.app, [...'Archi']);
    expect(stageOf(harness, 'menu').typed?.text).toBe('Archi');
    harness.press('esc');
    pressKeys(harness.app, ['A']);
    expect(stageOf(harness, 'preview').plan.title).toBe('Archive project HPAY');
  });

  test('a word typed into a preview never sends it by the enter behind it', async () => {
    const harness = await on('projects');
    harness.press('x', 'A', 'r');
    await harness.settle();
    beReady(harness);
    harness.press('b', 'enter');
    expect(stageOf(harness, 'preview').ready).toBe(false);
    expect(harness.state().notice?.text).toBe(
      'not sent: “rb” does nothing here; press enter again to apply',
    );
    beReady(harness);
    harness.press('enter');
    expect(harness.state().write?.stage).toBe('running');
  });

  test('a letter of the key table that no verb claims here says so', async () => {
    const harness = await on('webhooks');
    harness.press('M');
    expect(harness.state().notice?.text).toBe('no such action here: x lists the actions');
  });

  test('beside a list without verbs there are those of the object it is a tab of', async () => {
    const harness = await on('statuses');
    harness.press('j', 'enter');
    await harness.settle();
    harness.press('x');
    const {entries} = stageOf(harness, 'menu');
    const told = entries.map(({text, beside = ''}) => `${text} ${beside}`);
    expect(told.slice(0, 2)).toEqual([
      'Rename or describe… status In Progress',
      'Delete status In Progress',
    ]);
    harness.press('e');
    await harness.settle();
    expect(formText(harness)).toMatch(
      /^ Change status In Progress\n.*\n.*Name +In Progress\n.*Status category +In progress\n.*Description[^\n]*\n[^\n]*more \(1\) +statuses\n/,
    );
  });

  test('an update in which nothing was changed is not sent, and nothing is asked for', async () => {
    const harness = await on('projects');
    harness.press('e');
    await harness.settle();
    harness.press('ctrl+s');
    expect(harness.state().notice?.text).toBe('nothing sent: no changes');
    expect(formText(harness)).not.toContain('is required');
    expect(harness.state().write).toBeUndefined();
  });

  test('a rule between fields is said whole beside the field', async () => {
    const harness = await on('priorities');
    harness.press('a');
    await harness.settle();
    harness.press('Odd', 'tab', '#112233', 'ctrl+s');
    expect(formText(harness)).toMatch(/Avatar +.*give exactly one of --avatarId and --iconUrl/);
  });

  test('one command is shown at the bottom; the changes of several requests are one table, F2 shows each command', async () => {
    const harness = await on('projects');
    const body = () => {
      const lines = previewLines(stageOf(harness, 'preview'), harness.state()).body;
      return lines.map(line => line.map(({text}) => text).join('')).join('\n');
    };
    harness.press('x', 'A');
    await harness.settle();
    expect(body()).not.toContain('jr project archive');
    harness.press('esc', '*', 'A');
    await harness.settle();
    expect(
      body()
        .split('\n')
        .map(line => line.trimEnd()),
    ).toEqual([
      expect.stringMatching(/^ OBJECT +FIELD +BEFORE +AFTER$/),
      ...Array.from({length: 10}, () =>
        expect.stringMatching(/^ project \S.* State +active +archived$/),
      ),
    ]);
    harness.press('f2');
    expect(body().match(/ \$ jr project archive/g)).toHaveLength(10);
  });

  test('E writes the report of many to a file: each object, what became of it, its command', async () => {
    const world = ownWorld();
    world.setFaults('POST /rest/api/3/project/ITSD/archive: 403');
    const harness = await on('projects', world);
    harness.press(' ', ' ', ' ', 'x', 'A');
    await harness.settle();
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(stageOf(harness, 'report').outcomes).toHaveLength(3);
    harness.press('E');
    await harness.settle();
    const [[path = '', text = ''] = []] = harness.saved;
    expect(path).toMatch(/^report-archive-3-projects-\d{4}-\d\d-\d\d-\d+\.csv$/);
    const lines = text.trim().split(/\r?\n/);
    expect(lines[0]).toBe('WHAT,RESULT,SAID,COMMAND');
    expect(lines[1]).toMatch(/^project HPAY,done,204,jr project archive --projectIdOrKey HPAY/);
    expect(lines[2]).toMatch(/^project ITSD,failed,"?.*permission/);
    expect(lines).toHaveLength(4);
  });

  test('the form of a verb that was done is left for the list', async () => {
    const harness = await on('ver HPAY /2.4.0');
    choose(harness, 'Release');
    await harness.settle();
    harness.press('ctrl+s');
    await harness.settle();
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(harness.state().locations.at(-1)?.crumb).not.toBe('release');
    expect(harness.state().write).toBeUndefined();
  });
});

test('a version that is carried from a list of its own screen stops what that list reads', async () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'ver HPAY', 'enter');
  await harness.settle();
  harness.press('enter');
  await harness.settle();
  while (viewOf(harness.state(), 'list')?.resource.id !== 'version-fields') harness.press('tab');
  await harness.settle();
  const [left] = harness.state().locations.slice(-1);
  const keys = Object.values(left?.views ?? {}).map(({key}) => key);
  const {registry: parts} = harness.app;
  const up = parts.keys.find(one => one.keys.includes('alt+up') && one.scopes.includes('list'));
  const {state, effects} = up?.run(harness.state(), parts) ?? {};
  expect(state && viewOf(state, 'list')?.moving).toBeDefined();
  const stopped = effects?.flatMap(one => (one.kind === 'cancel' ? one.slots : []));
  expect(stopped).toEqual(expect.arrayContaining(keys.map(key => `load:${key}`)));
});

test('where no row is left an operation of the menu opens its form all the same', async () => {
  const harness = makeHarness(stillWorld());
  harness.press(':', 'ver HPAY', 'enter');
  await harness.settle();
  harness.press('/', 'no version has such a name', 'enter');
  await harness.settle();
  const {found} = openOperations(harness);
  expect(found.some(({kind}) => kind === 'operation')).toBe(true);
  harness.press('enter');
  expect(viewOf(harness.state(), 'form')).toBeDefined();
});
