import {describe, expect, test} from 'vitest';
import {bodyOf, fieldsOf} from '../../../../src/api/body-of.ts';
import {operations} from '../../../../src/api/catalogue.ts';
import {checkGiven} from '../../../../src/api/check.ts';
import {inputsOf} from '../../../../src/api/inputs-of.ts';
import {planRequest} from '../../../../src/api/plan.ts';
import {Failure} from '../../../../src/base/failure.ts';
import {widthOf} from '../../../../src/base/width.ts';
import {families} from '../../../../src/screens/families.ts';
import {partsOf} from '../../../../src/state/app/parts.ts';
import {commandFor} from '../../../../src/state/ask/command-line.ts';
import {readTypedCommand} from '../../../../src/state/ask/typed-command.ts';
import {commandShown} from '../../../../src/state/layers/copy/copy.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {runForm} from '../../../../src/state/views/form/form-actions.ts';
import {formLinesOf} from '../../../../src/state/views/form/form-fields.ts';
import {formLines} from '../../../../src/state/views/form/form-lines.ts';
import {givenOf} from '../../../../src/state/views/form/form-values.ts';
import {formKind} from '../../../../src/state/views/form/kind.ts';
import {openForm} from '../../../../src/state/views/form/open-form.ts';
import {makeHarness, openProjects} from '../../../support/app-harness.ts';
import {fakeTracker} from '../../../support/app-world.ts';
import {formOf, goTo, lineText, openFormOf} from '../../../support/form-steps.ts';

describe('the form of an operation', () => {
  test('shows required inputs first and holds what is typed, as the command would', async () => {
    const harness = await openFormOf('jr version get');
    expect(formOf(harness).operation.name).toBe('get');
    harness.press('enter', '10042', 'enter');
    expect(formOf(harness).values).toEqual({id: ['10042']});
    expect(commandShown(harness.state())).toBe('jr version get --id 10042 -p test');
  });

  test('sends nothing while an input is missing, and goes to it', async () => {
    const harness = await openFormOf('jr version get');
    harness.press('j');
    harness.do(runForm);
    expect(formOf(harness)).toMatchObject({cursor: 0, tried: true});
    expect(harness.state().notice?.text).toBe('nothing sent: Version is required');
  });

  test('says what is wrong with a value while it is typed, and keeps the text', async () => {
    const harness = await openFormOf('jr priority search');
    goTo(harness, 'maxResults');
    harness.press('enter', 'many', 'enter');
    expect(harness.state().prompt).toMatchObject({kind: 'field', text: 'many'});
    expect(harness.state().prompt?.problem).toContain('whole number');
    harness.press('ctrl+c');
    expect(formOf(harness).values).toEqual({});
  });

  test('keeps what was typed when its line is left, also when it is wrong', async () => {
    const harness = await openFormOf('jr priority search');
    goTo(harness, 'maxResults');
    harness.press('enter', 'many', 'esc');
    expect(formOf(harness).values).toEqual({maxResults: ['many']});
    expect(lineText(harness, 'maxResults')).toContain('many  must be a whole number');
    harness.do(runForm);
    expect(harness.state().notice?.text).toContain('nothing sent: Max results must be');
  });

  test('typing into a value takes its place; an arrow or backspace goes on with it', async () => {
    const harness = await openFormOf('jr version get');
    harness.press('enter', '10042', 'enter', 'enter', '7', 'enter');
    expect(formOf(harness).values).toEqual({id: ['7']});
    harness.press('enter', 'right', '1', 'enter');
    expect(formOf(harness).values).toEqual({id: ['71']});
    harness.press('enter', 'backspace', '2', 'enter');
    expect(formOf(harness).values).toEqual({id: ['72']});
    harness.press('enter', 'enter');
    expect(formOf(harness).values).toEqual({id: ['72']});
  });

  test('a field with few values steps through them and back to none', async () => {
    const harness = await openFormOf('jr project delete');
    goTo(harness, 'enableUndo');
    const seen = ['true', 'false', undefined].map(() => {
      harness.press('enter');
      return formOf(harness).values.enableUndo;
    });
    expect(seen).toEqual([['true'], ['false'], undefined]);
  });

  test('several values have a line each, and one to add another', async () => {
    const harness = await openFormOf('cf labels add');
    goTo(harness, 'label');
    harness.press('enter', 'a', 'enter', 'b c', 'enter', 'd,e', 'enter', 'enter');
    expect(formOf(harness).values.label).toEqual(['a', 'b c', 'd', 'e']);
    goTo(harness, 'label', 1);
    harness.press('enter', 'b', 'enter');
    expect(formOf(harness).values.label).toEqual(['a', 'b', 'd', 'e']);
    harness.press('backspace');
    expect(formOf(harness).values.label).toEqual(['a', 'd', 'e']);
  });

  test('what the row before tells is filled in', async () => {
    const harness = await openProjects();
    harness.press('X', '/', 'command:"jr project get-all"');
    harness.press('enter', 'enter', 'esc');
    harness.do(state => openForm(state, 'jr project get'));
    const [value] = formOf(harness).values.projectIdOrKey ?? [];
    expect(value).toMatch(/^PRO\d$/);
  });

  test('a write is not sent: its preview opens, and esc leads back to what was filled in', async () => {
    const harness = await openFormOf('jr version delete');
    harness.press('enter', '10042', 'enter');
    harness.do(runForm);
    await harness.settle();
    const {write} = harness.state();
    expect(write?.stage === 'preview' && write.previews[0]?.text).toContain('"method":"DELETE"');
    harness.press('esc');
    expect(harness.state().write).toBeUndefined();
    expect(formOf(harness).values).toMatchObject({id: ['10042']});
  });

  test('goes on in the command line with what it holds', async () => {
    const harness = await openFormOf('jr version get');
    harness.press('enter', '10042', 'enter', 'e');
    expect(harness.state().prompt).toMatchObject({
      kind: 'run',
      text: 'jr version get --id 10042',
    });
  });

  test('an input that names another object is picked from the list of those', async () => {
    const harness = await openFormOf('jr project delete');
    harness.press('enter');
    await harness.settle();
    harness.press('number 3', 'down', 'enter');
    expect(formOf(harness).values.projectIdOrKey).toEqual(['PRO3']);
  });

  test('while nothing can be picked the value is typed, and why is said', async () => {
    const tracker = fakeTracker();
    tracker.answers['tracker/project/search'] = {
      failure: new Failure('server_error', 'down', {status: 503}),
    };
    const harness = await openFormOf('jr project delete', makeHarness({tracker}));
    harness.press('enter');
    await harness.settle();
    expect(formOf(harness).picks?.problem).toContain('down');
    harness.press('ACME', 'enter');
    expect(formOf(harness).values.projectIdOrKey).toEqual(['ACME']);
  });

  test('the answer of a list is a table with columns found in it', async () => {
    const harness = await openFormOf('jr project search');
    harness.do(runForm);
    await harness.settle();
    const view = currentView(harness.state());
    if (view.kind !== 'list') throw new Error(`a ${view.kind} is on the screen`);
    expect(view.resource.columns.slice(0, 2).map(c => c.id)).toEqual(['key', 'id']);
    expect(view.rows.length).toBeGreaterThan(1);
    expect(view.rows.map(row => row.name)).toContain(view.rows[0]?.name);
  });
});

describe('every form', () => {
  const forms = operations.map(operation => {
    const spec = {kind: 'form', operation, values: {}} as const;
    const view = formKind.make(1, spec, makeHarness().state(), partsOf(families));
    return {...view, toggled: new Set(['more'])};
  });

  test('fits the width of the screen, has a line per usable input and one to run', () => {
    for (const view of forms) {
      for (const columns of [40, 80, 120]) {
        const {head, fields, foot} = formLines({...view, tried: true}, columns);
        const usable = inputsOf(view.operation).filter(i => i.unavailable === undefined);
        const names = formLinesOf(view).map(line => line.name);
        const hasFields = fieldsOf(bodyOf(view.operation)).length > 0;
        const shown = usable.filter(({place}) => place !== 'body' || !hasFields);
        expect(names).toEqual(expect.arrayContaining(shown.map(({name}) => name)));
        expect(names.at(-1)).toBe('run');
        for (const line of [...head, ...fields, ...foot]) {
          expect(widthOf(line.map(s => s.text).join(''))).toBeLessThanOrEqual(columns);
        }
      }
    }
  });

  test('given its required inputs, shows a command that is read back as the same', () => {
    for (const view of forms) {
      const {operation} = view;
      const values = Object.fromEntries(
        operation.inputs
          .filter(i => i.required && i.place !== 'body')
          .map(i => [i.name, [i.values?.[0] ?? (i.type === 'boolean' ? 'true' : '1')]]),
      );
      const given = givenOf({operation, values, before: {}});
      const read = readTypedCommand(commandFor({operation, given}, []));
      const {problems} = checkGiven(operation, given);
      if ('problem' in read) {
        expect(read.problem).toBe(problems.map(p => p.message).join('; '));
        continue;
      }
      const target = {baseUrl: 'https://example.com/wiki'};
      expect(planRequest(operation, read.given, target)).toEqual(
        planRequest(operation, given, target),
      );
    }
  });
});
