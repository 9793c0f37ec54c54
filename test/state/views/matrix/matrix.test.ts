import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {Failure} from '../../../../src/base/failure.ts';
import {widthOf} from '../../../../src/base/width.ts';
import {currentLocation, currentView} from '../../../../src/state/model/state.ts';
import {commandShown} from '../../../../src/state/overlays/copy/copy.ts';
import {drawMatrix} from '../../../../src/state/views/matrix/matrix-lines.ts';
import {
  cellAtCursor,
  matrixCountText,
  shownMatrix,
} from '../../../../src/state/views/matrix/shown-matrix.ts';
import type {MatrixView} from '../../../../src/state/views/matrix/state.ts';
import {linesOfText} from '../../../../src/state/views/text/text-lines.ts';
import {type AppHarness, makeHarness, press} from '../../../support/app-harness.ts';
import {schemeTracker} from '../../../support/scheme-world.ts';
import {stillWorld} from '../../../support/still-world.ts';

const because =
  'a scheme with a holder of each kind and each finding, and grants that are refused or never come';

/** The matrix of the first permission scheme on the screen. */
async function permissionMatrix(
  options: Parameters<typeof makeHarness>[0] = {},
): Promise<AppHarness> {
  const harness = makeHarness({tracker: schemeTracker(because), ...options});
  await press(harness, ':', 'perm', 'enter', 'enter', '2');
  return harness;
}

function matrixOf(harness: AppHarness): MatrixView {
  const view = currentView(harness.state());
  if (view.kind !== 'matrix') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

function labels(harness: AppHarness): string[] {
  return shownMatrix(matrixOf(harness))?.columns.map(c => c.label) ?? [];
}

function at(harness: AppHarness): string {
  const cell = cellAtCursor(matrixOf(harness));
  return `${cell?.row.id} × ${cell?.column.label} ${cell?.cell.map(e => e.id).join(',')}`.trim();
}

function textOf(harness: AppHarness): string {
  const view = currentView(harness.state());
  if (view.kind !== 'text') throw new Error(`a ${view.kind} is on the screen`);
  return linesOfText(view, harness.state())
    .map(line => line.map(span => span.text).join(''))
    .join('\n');
}

describe('the permission matrix', () => {
  test('holders are columns with the glyph of their type, the widest circle first', async () => {
    const harness = await permissionMatrix();
    expect(labels(harness)).toEqual([
      'anyone',
      'signed in',
      'G:all-users',
      'G:developers',
      'G:leavers',
      'R:10099',
      'R:Administrators',
      'U:Gone Person',
      'U:Jo Öst',
      'project lead',
    ]);
  });

  test('every permission of the documents has a row, held or not, and others stand under Other', async () => {
    const harness = await permissionMatrix();
    const rows = shownMatrix(matrixOf(harness))?.rows ?? [];
    expect(rows).toHaveLength(37);
    expect(rows[0]).toMatchObject({name: 'Administer projects', group: 'Administration'});
    expect(rows.at(-1)).toMatchObject({id: 'com.example.app__sign-off', group: 'Other'});
    expect(matrixCountText(matrixOf(harness))).toBe('37 permissions × 10 holders');
  });

  test('h j k l move the cell cursor and the ends hold', async () => {
    const harness = await permissionMatrix();
    expect(at(harness)).toBe('ADMINISTER_PROJECTS × anyone');
    await press(harness, 'h', 'k');
    expect(at(harness)).toBe('ADMINISTER_PROJECTS × anyone');
    await press(harness, 'j', 'j', 'j');
    expect(at(harness)).toBe('BROWSE_PROJECTS × anyone 10302');
    await press(harness, ...'llllllllllll', 'G');
    expect(at(harness)).toBe('com.example.app__sign-off × project lead 10312,10313');
    await press(harness, 'g');
    expect(at(harness)).toBe('ADMINISTER_PROJECTS × project lead');
    await press(harness, '\x04');
    expect(matrixOf(harness).row).toBe(9);
  });

  test('words narrow the rows, col: narrows the columns, and the cursor stays on its cell', async () => {
    const harness = await permissionMatrix();
    await press(harness, 'l', 'l', 'l', ...'jjj', '/', 'comments col:G:');
    expect(labels(harness)).toEqual(['G:all-users', 'G:developers', 'G:leavers']);
    expect(at(harness)).toMatch(/ × G:developers/);
    expect(matrixCountText(matrixOf(harness))).toBe('5 of 37 permissions × 3 of 10 holders');
    await press(harness, 'enter', 'esc');
    expect(labels(harness)).toHaveLength(10);
  });

  test('a filter puts the cursor on the row with that name, else on its row or the first', async () => {
    const events = makeHarness(stillWorld());
    await press(events, ':', 'notification-matrix 10000', 'enter', '/', ...'issue updated');
    const names = shownMatrix(matrixOf(events))?.rows.map(({name}) => name);
    expect(names).toEqual(['Issue worklog updated', 'Issue updated']);
    expect(cellAtCursor(matrixOf(events))?.row.name).toBe('Issue updated');
    const harness = await permissionMatrix();
    await press(harness, 'G', '/', ...'project');
    const {row, rowId} = matrixOf(harness);
    await press(harness, 's');
    expect([row, matrixOf(harness).rowId]).toEqual([0, rowId]);
  });

  test('a filter takes alternatives and not', async () => {
    const harness = await permissionMatrix();
    await press(harness, '/', 'browse|sign !col:g:|u:');
    expect(shownMatrix(matrixOf(harness))?.rows.map(row => row.id)).toEqual([
      'BROWSE_PROJECTS',
      'ASSIGNABLE_USER',
      'ASSIGN_ISSUES',
      'com.example.app__sign-off',
    ]);
    expect(labels(harness)).toEqual([
      'anyone',
      'signed in',
      'R:10099',
      'R:Administrators',
      'project lead',
    ]);
  });

  test('enter explains a granted cell: by which grant, and the commands for it', async () => {
    const harness = await permissionMatrix({columns: 160});
    await press(harness, 'j', 'j', 'j', 'enter');
    const text = textOf(harness);
    expect(text).toMatch(/Permission +Browse projects \(BROWSE_PROJECTS\)/);
    expect(text).toMatch(/Holder +anyone, signed in or not/);
    expect(text).toContain(
      'jr permissionscheme get-permission-scheme-grant --schemeId 10000 --permissionId 10302 -p test',
    );
    expect(text).toContain('delete-permission-scheme-entity');
    expect(currentLocation(harness.state()).crumb).toBe('Browse projects × anyone');
  });

  test('an empty cell is explained by the command that would fill it', async () => {
    const harness = await permissionMatrix({columns: 160});
    await press(harness, 'l', 'l', 'j', 'd');
    expect(textOf(harness).replaceAll(/\s+/g, ' ')).toContain(
      `--body '{"holder":{"type":"group","value":"g-1"},"permission":"EDIT_WORKFLOW"}'`,
    );
  });

  test('y is the grant as the service sent it', async () => {
    const harness = await permissionMatrix();
    await press(harness, 'j', 'j', 'j', 'y');
    expect(textOf(harness).replaceAll(/\s+/g, '')).toBe(
      '{"id":10302,"permission":"BROWSE_PROJECTS","holder":{"type":"anyone"}}',
    );
  });

  test('Y copies the command of the matrix, c the id of the grant', async () => {
    const harness = await permissionMatrix();
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr permissionscheme get-permission-scheme-grants --schemeId 10000 --expand user,group,projectRole,field -p test',
    );
    await press(harness, 'j', 'j', 'j', 'c');
    expect(harness.copied).toEqual(['10302']);
  });

  test('a holder the service did not expand is gone only where a look-up finds nothing', async () => {
    const tracker = schemeTracker(because);
    const unexpanded = (type: string, value: string) => ({
      type,
      parameter: value,
      value,
      expand: type,
    });
    const permissions = ['10002', '10098']
      .map(value => unexpanded('projectRole', value))
      .concat([unexpanded('group', 'g-9'), unexpanded('user', 'u-9')])
      .map((holder, i) => ({id: 1 + i, permission: 'CREATE_ISSUES', holder}));
    tracker.answers['tracker/permissionscheme/get-permission-scheme-grants'] = {
      object: {permissions},
    };
    const shown = async () =>
      (shownMatrix(matrixOf(await permissionMatrix({tracker})))?.columns ?? []).map(
        ({label, problem}) => (problem === undefined ? label : `!${label}`),
      );
    expect(await shown()).toEqual(['G:g-9', '!R:10098', 'R:Administrators', 'U:u-9']);
    delete tracker.answers['tracker/role/get-all-project'];
    expect(await shown()).toEqual(['G:g-9', 'R:10002', 'R:10098', 'U:u-9']);
  });

  test('holders that are gone and people who are not signed in stand out', async () => {
    const harness = await permissionMatrix();
    const columns = shownMatrix(matrixOf(harness))?.columns ?? [];
    const problems = columns.filter(c => c.problem).map(c => `${c.label}: ${c.problem}`);
    expect(problems).toEqual([
      'anyone: people who are not signed in can change things',
      'R:10099: no longer exists',
      'U:Gone Person: the account is inactive',
    ]);
  });

  test('names that would move the terminal are shown escaped', async () => {
    const tracker = schemeTracker(because);
    const evil = 'ev\u001b[31mil\u202e\n';
    const holder = {type: 'group', value: 'g', group: {name: evil}};
    tracker.answers['tracker/permissionscheme/get-permission-scheme-grants'] = {
      pages: [[]],
      object: {permissions: [{id: 1, permission: evil, holder}]},
    };
    const harness = await permissionMatrix({tracker, columns: 200});
    await press(harness, 'G');
    const drawn = drawMatrix(matrixOf(harness), harness.state());
    const spans = [
      ...(drawn?.titles.flat() ?? []),
      ...(drawn?.lines.flatMap(line => line.spans) ?? []),
      ...(drawn?.info ?? []),
    ];
    const text = spans.map(span => span.text).join('');
    expect(text).toContain('\\u001b[31m');
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  test('a scheme without grants says so', async () => {
    const tracker = schemeTracker(because);
    tracker.answers['tracker/permissionscheme/get-permission-scheme-grants'] = {
      pages: [[]],
      object: {permissions: []},
    };
    const harness = await permissionMatrix({tracker});
    expect(matrixCountText(matrixOf(harness))).toBe('36 permissions × 0 holders');
    await press(harness, 'j', 'l', 'enter', 'y', 'n', 'c');
    expect(currentLocation(harness.state()).tabs).toHaveLength(4);
  });

  test('n and N go round the entries that have a problem', async () => {
    const harness = await permissionMatrix();
    const seen: string[] = [];
    for (let i = 0; i < 5; i++) {
      await press(harness, 'n');
      seen.push(at(harness));
    }
    expect(seen).toEqual([
      'CREATE_ISSUES × anyone 10303',
      'DELETE_ISSUES × R:10099 10311',
      'EDIT_ISSUES × U:Gone Person 10306',
      'CREATE_ISSUES × anyone 10303',
      'DELETE_ISSUES × R:10099 10311',
    ]);
    await press(harness, 'N');
    expect(at(harness)).toBe('CREATE_ISSUES × anyone 10303');
    await press(harness, '/', 'delete own', 'enter', 'n');
    expect(harness.state().notice?.text).toBe('no entry has a problem');
  });

  test('permissions of apps have the names the site gives them, held or not', async () => {
    const tracker = schemeTracker(because);
    tracker.answers['tracker/permissions/get-all'] = {
      object: {
        permissions: {
          ADMINISTER: {key: 'ADMINISTER', name: 'Administer', type: 'GLOBAL'},
          BROWSE_PROJECTS: {key: 'BROWSE_PROJECTS', name: 'Browse', type: 'PROJECT'},
          'com.example.app__sign-off': {name: 'Sign off', type: 'PROJECT'},
          'com.example.app__archive': {name: 'Archive', type: 'PROJECT'},
        },
      },
    };
    const harness = await permissionMatrix({tracker});
    const rows = shownMatrix(matrixOf(harness))?.rows.filter(row => row.group === 'Other');
    expect(rows?.map(row => `${row.name}: ${row.id}`)).toEqual([
      'Archive: com.example.app__archive',
      'Sign off: com.example.app__sign-off',
    ]);
    expect(shownMatrix(matrixOf(harness))?.rows).toHaveLength(38);
  });

  test('no line is wider than the screen, none more than it has, wherever the cursor is', async () => {
    for (const [columns, rows] of [
      [40, 10],
      [80, 24],
      [120, 40],
    ] as const) {
      const harness = await permissionMatrix({columns, rows});
      for (const key of ['g', ...'lllll', 'G', ...'lllllll', '\x15', ...'hhhhhhhhhh']) {
        harness.press(key);
        const drawn = drawMatrix(matrixOf(harness), harness.state());
        const pointer = {text: ' '};
        const lines = [
          ...(drawn?.titles ?? []),
          ...(drawn?.lines.map(l => [pointer, ...l.spans]) ?? []),
        ];
        for (const spans of lines) {
          const width = spans.reduce((sum, span) => sum + widthOf(span.text), 0);
          expect(width).toBeLessThanOrEqual(columns);
        }
        expect(lines.length).toBeLessThanOrEqual(rows - 6);
        expect(drawn?.lines.filter(line => line.here)).toHaveLength(1);
        expect(drawn?.lines.flatMap(l => l.spans.filter(s => s.cursor))).toHaveLength(1);
      }
    }
  });

  test('whatever is pressed, at whatever size, one cell is under the cursor and all of it fits', async () => {
    const key = fc.constantFrom(
      ...['h', 'j', 'k', 'l', 'g', 'G', '\x04', '\x15', '\x06', '\x02', 'esc', 'r'],
      ...['/comments', '/col:u', '/zzz', '/!col:g'],
    );
    const step = fc.oneof(
      {weight: 8, arbitrary: key},
      fc.tuple(fc.integer({min: 40, max: 160}), fc.integer({min: 10, max: 50})),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, {maxLength: 40}), async steps => {
        const harness = await permissionMatrix();
        for (const one of steps) {
          if (typeof one !== 'string') {
            harness.dispatch({kind: 'resized', columns: one[0], rows: one[1]});
          } else if (one.startsWith('/')) {
            harness.press('/', '\x15', one.slice(1), 'enter');
          } else if (one !== 'esc' || matrixOf(harness).filter !== '') {
            harness.press(one);
          }
          await harness.settle();
          const view = matrixOf(harness);
          const shown = shownMatrix(view);
          const drawn = drawMatrix(view, harness.state());
          const empty = shown?.rows.length === 0 || shown?.columns.length === 0;
          const cursors = drawn?.lines.flatMap(l => l.spans.filter(s => s.cursor)) ?? [];
          expect(cursors).toHaveLength(empty ? 0 : 1);
          for (const line of drawn?.lines ?? []) {
            const width = line.spans.reduce((sum, span) => sum + widthOf(span.text), 1);
            expect(width).toBeLessThanOrEqual(harness.state().columns);
          }
        }
      }),
      {numRuns: 25},
    );
  });

  test('a refresh keeps the cell; a failed one keeps what is there and says so', async () => {
    const tracker = schemeTracker(because);
    const harness = await permissionMatrix({tracker});
    await press(harness, 'l', 'j', 'j', 'r');
    expect(at(harness)).toBe('EDIT_ISSUE_LAYOUT × signed in');
    tracker.answers['tracker/permissionscheme/get-permission-scheme-grants'] = {
      failure: new Failure('server_error', 'down', {status: 503}),
    };
    await press(harness, 'r');
    expect(labels(harness)).toHaveLength(10);
    expect(harness.state().notice?.text).toContain('down');
  });
});

describe('the notification matrix', () => {
  async function notificationMatrix(tracker = schemeTracker(because)): Promise<AppHarness> {
    const harness = makeHarness({tracker, columns: 160});
    await press(harness, ':', 'notif', 'enter', 'enter', '2');
    return harness;
  }

  test('events that tell nobody come first, with those of the site that the scheme does not name', async () => {
    const harness = await notificationMatrix();
    const rows = shownMatrix(matrixOf(harness))?.rows.map(row => `${row.group}: ${row.name}`);
    expect(rows).toEqual([
      'No recipient: Issue created',
      'No recipient: Issue resolved',
      'With recipients: Issue updated',
      'With recipients: Issue assigned',
    ]);
  });

  test('where the events of the site may not be read, those of the scheme stand', async () => {
    const tracker = schemeTracker(because);
    tracker.answers['tracker/events/get'] = {
      failure: new Failure('auth_failed', 'no', {status: 403}),
    };
    const harness = await notificationMatrix(tracker);
    expect(shownMatrix(matrixOf(harness))?.rows).toHaveLength(3);
  });

  test('a plain address is marked: nothing is sent to it any more', async () => {
    const harness = await notificationMatrix();
    const column = shownMatrix(matrixOf(harness))?.columns.find(c => c.tone === 'bad');
    expect(column?.label).toBe('E:all@example.com');
    expect(column?.problem).toContain('no longer sent');
  });

  test('the cell names the notification and how to take it away', async () => {
    const harness = await notificationMatrix();
    await press(harness, 'G', 'enter');
    expect(textOf(harness)).toContain('remove-notification-from-notification-scheme');
    expect(textOf(harness)).toContain('--notificationId 505');
  });
});
