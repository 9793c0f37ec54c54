import {describe, expect, test} from 'vitest';
import {checkInputs} from '../../../../src/api/check.ts';
import {caretAfter, isCharacter} from '../../../../src/base/text-caret.ts';
import {pressKey} from '../../../../src/state/keys/route-key.ts';
import {keysOf} from '../../../../src/state/keys/terminal-input.ts';
import type {AppState} from '../../../../src/state/model/state.ts';
import type {AppEvent} from '../../../../src/state/model/transition.ts';
import {formLinesOf} from '../../../../src/state/views/form/form-fields.ts';
import {entryOf, inputValuesOf} from '../../../../src/state/views/form/form-values.ts';
import {openForm, openVerbForm} from '../../../../src/state/views/form/open-form.ts';
import {makeRow} from '../../../../src/state/views/list/rows.ts';
import {type AppHarness, makeHarness} from '../../../support/app-harness.ts';
import {formOf} from '../../../support/form-steps.ts';
import {operations} from '../../../support/operations.ts';
import {stillWorld} from '../../../support/still-world.ts';
import {waysToWrite} from '../../../support/ways-to-write.ts';

const whole = 'Sequoia qui N.1';
/** Kinds of fields on which every letter of the word was pressed. */
const typedOn = new Set<string>();

/**
 * Type the word. On a field of a known kind one letter is pressed, and of each of the others the
 * key router must say that the field takes it.
 */
function typeWord(harness: AppHarness, kind: string): readonly string[] {
  const [first = '', ...others] = whole;
  harness.press(first);
  const isKnown = typedOn.has(kind);
  typedOn.add(kind);
  if (!isKnown || harness.state().prompt === undefined) {
    harness.press(...others);
    return [];
  }
  const {store, registry} = harness.app;
  const commands = others.filter(letter => {
    const events: AppEvent[] = [];
    for (const key of keysOf(letter)) {
      pressKey({store, registry, dispatch: event => events.push(event)}, key);
    }
    return !events.every(one => one.kind === 'prompt' && one.event.kind === 'changed');
  });
  harness.dispatch({kind: 'prompt', event: {kind: 'changed', ...caretAfter(whole)}});
  return commands;
}

/**
 * What typing must leave alone: where one is, what lies over it, and what was asked of the outside.
 */
function around({locations, write, help, copyMenu, chooser, quitting, journal}: AppState) {
  const places = locations.map(({key, tab}) => [key, tab]);
  return {places, write, help, copyMenu, chooser, quitting, journal};
}

/** Type the word on each line of the form on the screen; what went wrong, as sentences. */
function typeEverywhere(harness: AppHarness): readonly string[] {
  const wrong: string[] = [];
  // All of it is unfolded.
  const view = formOf(harness);
  for (let at = 0; at < formLinesOf(view).length; at++) {
    const fresh = {...view, cursor: at, toggled: new Set(['more'])};
    const line = formLinesOf(fresh)[at];
    const place = harness.state().locations.at(-1);
    if (line === undefined || place === undefined) break;
    harness.do(state => ({
      state: {
        ...state,
        prompt: undefined,
        locations: [...state.locations.slice(0, -1), {...place, views: {0: fresh}}],
      },
      effects: [],
    }));
    const before = around(harness.state());
    const saved = [harness.copied.length, harness.browsed.length, harness.quits.length].join();
    const {values = [], ...input} = 'input' in line ? line.input : {};
    const {type, names, by, place: of} = input as Partial<Record<string, unknown>>;
    const commands = typeWord(
      harness,
      JSON.stringify([line.kind, type, names, by, of, values.length]),
    );
    if (commands.length > 0) wrong.push(`${line.name}: ${commands} are commands`);
    const {prompt} = harness.state();
    const name = `${line.kind} ${line.name}`;
    const isField = line.kind === 'value';
    if (isField && prompt?.text !== whole) wrong.push(`${name} holds ${prompt?.text}`);
    if (!isField && prompt !== undefined) wrong.push(`${name} opened ${prompt.kind}`);
    if (JSON.stringify(around(harness.state())) !== JSON.stringify(before)) {
      wrong.push(`${name}: something else happened`);
    }
    const later = [harness.copied.length, harness.browsed.length, harness.quits.length].join();
    if (later !== saved) wrong.push(`${name}: something was copied, opened or quit`);
  }
  return wrong;
}

describe('letters typed into a form are text', () => {
  test('on every line of the form of every operation', () => {
    const harness = makeHarness(stillWorld());
    for (const {service, group, name} of operations) {
      const command = `${service === 'tracker' ? 'jr' : 'cf'} ${group} ${name}`;
      harness.do(state => openForm({...state, locations: state.locations.slice(0, 1)}, command));
      expect([command, typeEverywhere(harness)]).toEqual([command, []]);
    }
  });

  test('on every line of the form of every verb', () => {
    const harness = makeHarness(stillWorld());
    const item = JSON.stringify({id: '1', key: 'A', name: 'one'});
    const row = makeRow({identity: ['/id'], name: ['/name']}, item);
    for (const {verbs} of waysToWrite()) {
      for (const {place, verb} of verbs.filter(way => way.verb.asks)) {
        const params = Object.fromEntries(place.needs.map(need => [need, '1']));
        const rows = verb.rows === 'none' ? [] : [row];
        harness.do(state =>
          openVerbForm(
            {...state, locations: state.locations.slice(0, 1)},
            {verb, noun: 'thing', rows, params},
          ),
        );
        const name = `${place.id} ${verb.id}`;
        expect([name, typeEverywhere(harness)]).toEqual([name, []]);
      }
    }
  });

  test('a form opens with its first field that needs a value being typed', () => {
    const harness = makeHarness(stillWorld());
    for (const {service, group, name} of operations) {
      const command = `${service === 'tracker' ? 'jr' : 'cf'} ${group} ${name}`;
      harness.do(state => openForm({...state, locations: state.locations.slice(0, 1)}, command));
      const view = formOf(harness);
      const lines = formLinesOf(view);
      const {problems} = checkInputs(view.operation, inputValuesOf(view));
      const missing = new Set(problems.map(({input}) => input));
      const first = lines.find(({kind, name: of}) => kind === 'value' && missing.has(of));
      const here = lines[view.cursor];
      expect([command, here?.name]).toEqual([command, (first ?? lines[0])?.name]);
      const isText = here?.kind === 'value' && entryOf(here.input).kind !== 'choice';
      expect([command, harness.state().prompt?.kind]).toEqual([
        command,
        isText ? 'field' : undefined,
      ]);
    }
  });

  test('no printable key is a command of a form, but for the space of a field of few values', () => {
    const harness = makeHarness(stillWorld());
    harness.do(state => openForm(state, 'jr version create'));
    const scopes = ['form', 'field'];
    const own = harness.app.registry.keys.filter(one => one.scopes.some(s => scopes.includes(s)));
    expect(own.flatMap(({keys}) => keys.filter(isCharacter))).toEqual(['space']);
  });
});
