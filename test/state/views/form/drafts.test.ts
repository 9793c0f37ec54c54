import {describe, expect, test} from 'vitest';
import {goTo} from '../../../../src/state/locations/go-to.ts';
import {type AppState, currentView} from '../../../../src/state/model/state.ts';
import {type Action, noEffects} from '../../../../src/state/model/transition.ts';
import {withValue} from '../../../../src/state/views/form/field-prompt.ts';
import {formLinesOf} from '../../../../src/state/views/form/form-fields.ts';
import {openForm, openVerbForm} from '../../../../src/state/views/form/open-form.ts';
import type {FormValues, FormView} from '../../../../src/state/views/form/state.ts';
import {makeRow} from '../../../../src/state/views/list/rows.ts';
import {type AppHarness, connect, makeHarness} from '../../../support/app-harness.ts';
import {formOf} from '../../../support/form-steps.ts';
import {operations} from '../../../support/operations.ts';
import {stillWorld} from '../../../support/still-world.ts';
import {waysToWrite} from '../../../support/ways-to-write.ts';

const typed = 'Sequoia qui N.1';
const places = {A: 'HPAY', B: 'ITSD'} as const;
type Place = keyof typeof places;

function formIn(state: AppState): FormView {
  const view = currentView(state);
  if (view.kind !== 'form') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

/** Give every field on the screen another value. */
const typeEverywhere: Action = state =>
  noEffects(
    formLinesOf(formIn(state)).reduce(
      (now, {kind, name}) => (kind === 'value' ? withValue(now, formIn(now), name, [typed]) : now),
      state,
    ),
  );

/**
 * A form that is left with something typed: what it holds in another place, and in its own again.
 */
function abandon(harness: AppHarness, open: (place: Place) => Action) {
  const opened = (place: Place): FormValues => {
    harness.do(goTo({screen: 'versions', args: [places[place]]}));
    harness.do(open(place));
    return formOf(harness).values;
  };
  const fresh = {A: opened('A'), B: opened('B')};
  opened('A');
  harness.do(typeEverywhere);
  const {opened: given, use, values} = formOf(harness);
  const asked = use?.verb.asks ?? {};
  const place = Object.entries(given).filter(([name]) => asked[name] === undefined);
  const left = {...values, ...Object.fromEntries(place)};
  return {fresh, left, elsewhere: opened('B'), back: opened('A')};
}

describe('a draft that was abandoned in one place', () => {
  test('never shows in another, whatever the operation; its own shows it with the values of the place', () => {
    const harness = makeHarness(stillWorld());
    for (const {service, group, name} of operations) {
      const command = `${service === 'tracker' ? 'jr' : 'cf'} ${group} ${name}`;
      const {fresh, left, elsewhere, back} = abandon(harness, () => at => openForm(at, command));
      expect([command, elsewhere]).toEqual([command, fresh.B]);
      expect([command, back]).toEqual([command, left]);
    }
  });

  test('never shows in another, whatever the verb; neither on another row of the same list', () => {
    const harness = makeHarness(stillWorld());
    const ways = waysToWrite().flatMap(({verbs}) => verbs.filter(({verb}) => verb.asks));
    expect(ways.length).toBeGreaterThan(50);
    for (const {place, verb} of ways) {
      const row = (id: string) =>
        makeRow(
          {identity: ['/id'], name: ['/name']},
          JSON.stringify({id, key: id, name: `n${id}`}),
        );
      const sameList = Object.fromEntries(place.needs.map(need => [need, '1']));
      for (const params of [places, {A: 'HPAY', B: 'HPAY'}]) {
        const isRows = params.A === params.B;
        if (isRows && verb.rows === 'none') continue;
        const {fresh, elsewhere, back, left} = abandon(
          harness,
          at => state =>
            openVerbForm(state, {
              verb,
              noun: 'thing',
              rows: verb.rows === 'none' ? [] : [row(isRows ? at : 'same')],
              params: isRows ? sameList : {...sameList, at: params[at]},
            }),
        );
        const name = `${place.id} ${verb.id}`;
        expect([name, elsewhere]).toEqual([name, fresh.B]);
        expect([name, back]).toEqual([name, left]);
      }
    }
  });

  test('never shows on another site or to another account of the same profile', () => {
    const {tracker, content} = stillWorld();
    const harness = makeHarness({tracker, content});
    const opened = (): FormValues => {
      harness.do(state => openForm(state, 'jr version create'));
      return formOf(harness).values;
    };
    opened();
    harness.do(typeEverywhere);
    const left = formOf(harness).values;
    const others = [{baseUrl: 'https://other.example'}, {user: 'somebody@site.example'}];
    for (const other of others) {
      harness.clients.tracker = {...tracker, identity: {...tracker.identity, ...other}};
      connect(harness);
      expect(opened()).toEqual({});
    }
    harness.clients.tracker = tracker;
    connect(harness);
    expect(opened()).toEqual(left);
  });
});
