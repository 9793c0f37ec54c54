import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {LocalSandbox} from '../../src/sandbox/start.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {screens} from '../../src/screens/features.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import {currentView, viewOf} from '../../src/state/model/state.ts';
import {showDuePreview} from '../../src/state/overlays/preview/preview.ts';
import type {AppHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {drawApp} from '../support/draw-app.tsx';
import {makeSandboxApp, settled, startAppSandbox} from '../support/live-app.ts';
import {screenArgs} from '../support/screen-args.ts';

const now = nowMs;
let sandbox: LocalSandbox;
let world: World;

beforeAll(async () => {
  world = makeWorld({seed: 1, size: 'small', now});
  sandbox = await startAppSandbox({size: 'small', seed: 1, now: () => now});
});
afterAll(() => sandbox.stop());

/** The share of columns of the screen, without header and footer, in which nothing stands. */
function blankShare(app: AppHarness): number {
  const {columns} = app.state();
  const body = drawApp(app).split('\n').slice(2, -3);
  const blank = Array.from({length: columns}, (_, at) => at).filter(at =>
    body.every(line => (line[at] ?? ' ') === ' '),
  );
  return blank.length / columns;
}

async function open(screen: string, ...args: readonly string[]): Promise<AppHarness> {
  const app = makeSandboxApp(sandbox);
  app.dispatch({kind: 'resized', columns: 200, rows: 60});
  app.do(goTo({screen, args}));
  await settled(app);
  return app;
}

describe('on a wide screen less than a third of the columns is empty', () => {
  test.each(['blog-posts', 'resolutions', 'statuses', 'priorities', 'users', 'projects'])(
    'in the form that creates an object in %s, which shows its request beside the fields',
    async id => {
      const app = await open(id);
      app.press('a');
      await settled(app);
      expect(currentView(app.state()).kind).toBe('form');
      expect(drawApp(app)).toContain('Request · nothing sent yet');
      expect(blankShare(app)).toBeLessThan(1 / 3);
    },
  );

  test.each([
    ...['statuses-elsewhere', 'priorities-elsewhere', 'space-posts', 'projects', 'users'],
    ...['grants', 'webhook-expiry'],
  ])('in the list %s beside its preview', async id => {
    const list = screens.lists.find(one => one.id === id);
    const app = await open(id, ...screenArgs(world, id, list?.needs ?? []));
    app.do(showDuePreview(app.state().preview?.about ?? ''));
    await settled(app);
    expect(viewOf(app.state(), 'list')?.rows.length).toBeGreaterThan(2);
    expect(blankShare(app)).toBeLessThan(1 / 3);
  });

  test('in a matrix, which explains the cell and names who else is in its row', async () => {
    const {permissionSchemes, notificationSchemes} = world.tracker;
    for (const [screen, schemes] of [
      ['permission-matrix', permissionSchemes],
      ['notification-matrix', notificationSchemes],
    ] as const) {
      for (const {id} of [...schemes.values()].slice(0, 2)) {
        const app = await open(screen, String(id));
        if (viewOf(app.state(), 'matrix') === undefined) continue;
        expect(blankShare(app), `${screen} ${id}`).toBeLessThan(1 / 3);
      }
    }
  });
});
