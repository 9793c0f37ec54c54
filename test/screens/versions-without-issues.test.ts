import {expect, test} from 'vitest';
import {trackerRef} from '../../src/api/operation-ref.ts';
import {resolveCall} from '../../src/api/resolve-call.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import {makeHarness} from '../support/app-harness.ts';
import {drawApp} from '../support/draw-app.tsx';
import {settled} from '../support/live-app.ts';
import {ownWorld} from '../support/still-world.ts';

test('the form that releases a version without issues says that it has none', async () => {
  const world = ownWorld();
  const create = trackerRef('version create', {name: ['9.9.9'], projectId: ['10000']});
  await world.send(resolveCall(create, {}, 0));
  const harness = makeHarness({...world, columns: 120, rows: 40});
  await harness.settle();
  harness.do(goTo({screen: 'versions', args: ['HPAY']}));
  await settled(harness);
  harness.press('/', '9.9.9', 'enter');
  await settled(harness);
  harness.press('f');
  await settled(harness);
  expect(drawApp(harness)).toContain('The version has no issues.');
});
