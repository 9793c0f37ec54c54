import {describe, expect, test} from 'vitest';
import {bodyOf, fieldsOf} from '../../../../src/api/body-of.ts';
import {findOperation} from '../../../../src/api/catalogue.ts';
import {checkInputs} from '../../../../src/api/check.ts';
import {commandFor} from '../../../../src/api/command-for.ts';
import {inputsOf} from '../../../../src/api/inputs-of.ts';
import {planRequest} from '../../../../src/api/plan.ts';
import {caretAfter} from '../../../../src/base/text-caret.ts';
import {widthOf} from '../../../../src/base/width.ts';
import {features} from '../../../../src/screens/features.ts';
import {makeRegistry} from '../../../../src/state/app/registry.ts';
import {readTypedCommand} from '../../../../src/state/ask/command-line.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {commandShown} from '../../../../src/state/overlays/copy/copy.ts';
import {runForm} from '../../../../src/state/views/form/form-actions.ts';
import {formLinesOf} from '../../../../src/state/views/form/form-fields.ts';
import {announceLine, formLines} from '../../../../src/state/views/form/form-lines.ts';
import {inputValuesOf} from '../../../../src/state/views/form/form-values.ts';
import {formKind} from '../../../../src/state/views/form/kind.ts';
import {openForm} from '../../../../src/state/views/form/open-form.ts';
import {type AppHarness, makeHarness, openProjects} from '../../../support/app-harness.ts';
import {fill, formOf, goTo, lineText, openFormOf, type} from '../../../support/form-steps.ts';
import {operations} from '../../../support/operations.ts';
import {ownWorld} from '../../../support/still-world.ts';

describe('the form of an operation', () => {
  test('shows required inputs first and holds what is typed, as the command would', async () => {
    const harness = await openFormOf('jr version get');
    expect(formOf(harness).operation.name).toBe('get');
    type(harness, '10042');
    expect(formOf(harness).values).toEqual({id: ['10042']});
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr version get --id 10042 -p test',
    );
  });

  test('sends nothing while an input is missing, and goes to it', async () => {
    const harness = await openFormOf('jr version get');
    harness.press('tab');
    harness.do(runForm);
    expect(formOf(harness)).toMatchObject({cursor: 0, tried: true});
    expect(harness.state().notice?.text).toBe('nothing sent: Version is required');
  });

  test('says what is wrong with a value while it is typed, and keeps the text', async () => {
    const harness = await openFormOf('jr priority search');
    goTo(harness, 'maxResults');
    harness.press('many', 'enter');
    expect(harness.state().prompt).toMatchObject({kind: 'field', text: 'many'});
    expect(harness.state().prompt?.problem).toContain('whole number');
    harness.press('ctrl+c');
    expect(formOf(harness).values).toEqual({});
  });

  test('shows what the service says of a value as text, whatever it holds', async () => {
    const harness = await openFormOf('jr version get');
    type(harness, '10042');
    const view = formOf(harness);
    const problem = 'taken: \u001b[31m\u202e would do';
    const told = {...view, checked: {id: {text: '10042', problem}}};
    const shown = formLines(told, 100).fields.flat();
    expect(shown.map(({text}) => text).join('')).toContain('taken: \\u001b[31m\\u202e would do');
    expect(announceLine({...told, cursor: 0})).toContain('taken: \\u001b[31m\\u202e would do');
  });

  test('takes null where that is a value of the field, and no name for it', async () => {
    const harness = await openFormOf('jr priority set-default');
    harness.press(...'null');
    await harness.settle();
    expect(harness.state().prompt?.problem).toBeUndefined();
    harness.press('ctrl+s');
    await harness.settle();
    const {write} = harness.state();
    expect(write?.stage === 'preview' && write.plan.requests[0]?.planned?.text).toContain(
      '"id":null',
    );
  });

  test('keeps what was typed when its line is left, also when it is wrong', async () => {
    const harness = await openFormOf('jr priority search');
    goTo(harness, 'maxResults');
    harness.press('many', 'tab');
    expect(formOf(harness).values).toEqual({maxResults: ['many']});
    expect(lineText(harness, 'maxResults')).toContain('many  must be a whole number');
    harness.do(runForm);
    expect(harness.state().notice?.text).toContain('nothing sent: Max results must be');
  });

  test('typing into a value takes its place; an arrow or backspace goes on with it', async () => {
    const harness = await openFormOf('jr version get');
    harness.press('10042', 'tab', 'shift+tab', '7', 'tab');
    expect(formOf(harness).values).toEqual({id: ['7']});
    harness.press('shift+tab', 'right', '1', 'tab');
    expect(formOf(harness).values).toEqual({id: ['71']});
    harness.press('shift+tab', 'backspace', '2', 'tab');
    expect(formOf(harness).values).toEqual({id: ['72']});
    harness.press('shift+tab', 'tab');
    expect(formOf(harness).values).toEqual({id: ['72']});
  });

  test('a field with few values steps through them and back to none', async () => {
    const harness = await openFormOf('jr project delete');
    goTo(harness, 'enableUndo');
    const seen = [' ', 'right', 'right', 'left', 'left', 'ctrl+u'].map(key => {
      harness.press(key);
      return formOf(harness).values.enableUndo?.[0];
    });
    const [yes, no] = ['true', 'false'];
    expect(seen).toEqual([yes, no, undefined, no, yes, undefined]);
  });

  test('several values have a line each, and one to add another', async () => {
    const harness = await openFormOf('cf labels add');
    goTo(harness, 'label');
    harness.press('a', 'enter', 'b c', 'enter', 'd,e', 'enter');
    expect(formOf(harness).values.label).toEqual(['a', 'b c', 'd', 'e']);
    goTo(harness, 'label', 1);
    harness.press('b', 'enter');
    expect(formOf(harness).values.label).toEqual(['a', 'b', 'd', 'e']);
    goTo(harness, 'label', 1);
    harness.press('ctrl+u', 'tab');
    expect(formOf(harness).values.label).toEqual(['a', 'd', 'e']);
  });

  test('what the row before tells is filled in', async () => {
    const harness = await openProjects();
    harness.press('X', '/', 'command:"jr project get-all"');
    harness.press('enter', 'enter', 'esc');
    harness.do(state => openForm(state, 'jr project get'));
    const [value] = formOf(harness).values.projectIdOrKey ?? [];
    expect(value).toBe('HPAY');
  });

  test('a write is not sent: its preview opens, and esc leads back to what was filled in', async () => {
    const harness = await openFormOf('jr version delete');
    harness.press('10042', 'ctrl+s');
    await harness.settle();
    const {write} = harness.state();
    expect(write?.stage === 'preview' && write.plan.requests[0]?.planned?.text).toContain(
      '"method":"DELETE"',
    );
    harness.press('esc');
    expect(harness.state().write).toBeUndefined();
    expect(formOf(harness).values).toMatchObject({id: ['10042']});
  });

  test('goes on in the command line with what it holds', async () => {
    const harness = await openFormOf('jr version get');
    harness.press('10042', 'f3');
    expect(harness.state().prompt).toMatchObject({
      kind: 'run',
      text: 'jr version get --id 10042',
    });
  });

  test('an input that names another object is picked from the list of those', async () => {
    const harness = await openFormOf('jr project delete');
    await harness.settle();
    harness.press('lantern', 'down', 'enter');
    expect(formOf(harness).values.projectIdOrKey).toEqual(['LMA']);
  });

  test('while nothing can be picked the value is typed, and why is said', async () => {
    const world = ownWorld();
    world.setFaults('GET /rest/api/3/project/search: 503');
    const harness = await openFormOf('jr project delete', makeHarness(world));
    await harness.settle();
    expect(formOf(harness).picks?.problem).toContain('temporarily unavailable');
    harness.press('ACME', 'tab');
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
    const spec = {kind: 'form', operation, values: {}, place: {}} as const;
    const view = formKind.make(1, spec, makeHarness().state(), makeRegistry(features));
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
      const given = inputValuesOf({operation, values, before: {}});
      const read = readTypedCommand(commandFor({operation, given}, []), 0);
      const {problems} = checkInputs(operation, given);
      if ('problem' in read) {
        expect(read.problem).toBe(problems.map(p => p.message).join('; '));
        continue;
      }
      const to = {baseUrl: 'https://example.com/wiki'};
      expect(planRequest(operation, read.given, to)).toEqual(planRequest(operation, given, to));
    }
  });
});

test('a text emptied in a form is emptied by the command that is shown', () => {
  for (const [title, given, shown] of [
    ['version update', {inputs: {id: ['1'], description: ['']}}, '--clear description'],
    ['blogposts update-blog-post', {inputs: {id: ['1']}, body: ''}, '--clear body'],
  ] as const) {
    const [group = '', name = ''] = title.split(' ');
    const service = group === 'version' ? 'tracker' : 'content';
    const operation = findOperation(service, group, name);
    if (operation === undefined) throw new Error(title);
    const command = commandFor({operation, given}, []);
    expect(command).toContain(shown);
    expect(readTypedCommand(command, 0)).toEqual({operation, given});
  }
});

describe('what was typed into a form', () => {
  const typed = {name: ['2.1'], description: ['One\nTwo'], releaseDate: ['2026-12-05']};

  async function typeVersion(): Promise<AppHarness> {
    const harness = await openFormOf('jr version create');
    fill(harness, 'name', '2.1');
    fill(harness, 'releaseDate', 'in two weeks');
    goTo(harness, 'description');
    type(harness, 'One\rTwo');
    expect(formOf(harness).values).toEqual(typed);
    return harness;
  }

  test('is there again when the form is opened again; ctrl+n starts over, and back', async () => {
    const harness = await typeVersion();
    harness.press('esc');
    harness.do(state => openForm(state, 'jr version create'));
    expect(formOf(harness).values).toEqual(typed);
    expect(footText(harness)).toContain('Draft restored · ctrl+n starts over');
    harness.press('ctrl+n');
    expect(formOf(harness).values).toEqual({});
    harness.press('ctrl+n');
    expect(formOf(harness).values).toEqual(typed);
  });

  test('is asked about before it is lost by quitting', async () => {
    const harness = await typeVersion();
    harness.press('esc', 'q');
    expect(harness.quits).toEqual([]);
    expect(harness.state().notice?.text).toBe('Press q again to quit; 1 unsent form');
    harness.press('q');
    expect(harness.quits).toEqual([1]);
  });

  test('is JSON by F2, and what is written there goes back into the fields', async () => {
    const harness = await typeVersion();
    harness.press('f2');
    const {prompt} = harness.state();
    expect(JSON.parse(prompt?.text ?? '')).toEqual({
      name: '2.1',
      description: 'One\nTwo',
      releaseDate: '2026-12-05',
    });
    write(harness, '{"name": "3.0", "released": true, "projectId": 10000}');
    harness.press('esc');
    expect(formOf(harness).values).toEqual({
      name: ['3.0'],
      released: ['true'],
      projectId: ['10000'],
    });
  });

  test('as JSON that is none is kept, said, and never sent', async () => {
    const harness = await typeVersion();
    harness.press('f2');
    write(harness, '{"name": ');
    expect(harness.state().prompt?.problem).toMatch(/^not JSON: line 1/);
    harness.press('esc');
    expect(formOf(harness).values).toEqual(typed);
    harness.press('ctrl+s');
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().prompt?.text).toBe('{"name": ');
  });

  test('as JSON with a member nobody knows is refused as the command would', async () => {
    const harness = await typeVersion();
    harness.press('f2');
    write(harness, '{"name": "3.0", "projectId": 1, "relased": true}');
    harness.press('esc', 'ctrl+s');
    expect(harness.state().notice?.text).toContain(
      'relased is not a known field; did you mean released?',
    );
    expect(commandShown(harness.state(), harness.app.registry)).toContain(
      `--body '{"relased":true}'`,
    );
  });

  test('goes to the editor and comes back: a field, or the whole body', async () => {
    const harness = await typeVersion();
    const asked: string[] = [];
    harness.editor = (text, suffix) => {
      asked.push(suffix, text);
      return {text: suffix === '.json' ? text.replace('2.1', '2.2') : `${text}\nThree\n`};
    };
    goTo(harness, 'description');
    harness.press('ctrl+e');
    await harness.settle();
    expect(formOf(harness).values.description).toEqual(['One\nTwo\nThree']);
    goTo(harness, 'run');
    harness.press('ctrl+e');
    await harness.settle();
    expect(formOf(harness).values.name).toEqual(['2.2']);
    expect(asked.slice(0, 3)).toEqual(['.txt', 'One\nTwo', '.json']);
  });

  test('comes back from the editor wrong: it stays there to be put right', async () => {
    const harness = await typeVersion();
    harness.editor = () => ({text: '{'});
    goTo(harness, 'run');
    harness.press('ctrl+e');
    await harness.settle();
    expect(harness.state().prompt).toMatchObject({text: '{', whole: true});
    expect(harness.state().prompt?.problem).toMatch(/^not JSON/);
    harness.editor = () => ({problem: 'vi did not start'});
    harness.press('ctrl+e');
    await harness.settle();
    expect(harness.state().notice?.text).toBe('vi did not start');
    expect(harness.state().prompt?.text).toBe('{');
  });

  test('in a list of objects has lines of its own, another, and can be taken away', async () => {
    const harness = await openFormOf('jr webhook register-dynamic');
    fill(harness, 'body.webhooks.0.jqlFilter', 'project = A');
    const at = formLinesOf(formOf(harness)).findIndex(line => line.kind === 'add');
    while (formOf(harness).cursor < at) harness.press('tab');
    harness.press('enter');
    fill(harness, 'body.webhooks.1.jqlFilter', 'project = B');
    expect(commandShown(harness.state(), harness.app.registry)).toContain(
      `--body.webhooks.0.jqlFilter 'project = A' --body.webhooks.1.jqlFilter 'project = B'`,
    );
    goTo(harness, 'body.webhooks.1');
    harness.press('backspace');
    expect(formOf(harness).values).toEqual({'body.webhooks.0.jqlFilter': ['project = A']});
  });

  test('of a choice that is not made shows which one counts then, and never as another', async () => {
    const harness = await openFormOf('cf blogposts create-blog-post');
    expect(lineText(harness, 'status')).toMatch(/Status +current \(default\) \| draft$/);
    goTo(harness, 'status');
    expect(announceLine(formOf(harness))).toBe('Status: current (default)');
    harness.press('d', 'tab', 'shift+tab');
    expect(lineText(harness, 'status')).toMatch(/Status +draft$/);
    harness.press('right');
    expect(formOf(harness).values).toEqual({});
    expect(lineText(harness, 'status')).toMatch(/Status +current \(default\) \| draft$/);
  });

  test('of a day shows which day it is, while it is typed and after', async () => {
    const harness = await typeVersion();
    expect(lineText(harness, 'releaseDate')).toContain('2026-12-05  Sat 5 Dec 2026');
    goTo(harness, 'startDate');
    harness.press(...'soon');
    expect(harness.state().prompt?.problem).toContain('must be a day');
  });

  function write(harness: AppHarness, text: string): void {
    harness.dispatch({kind: 'prompt', event: {kind: 'changed', ...caretAfter(text)}});
  }

  function footText(harness: AppHarness): string {
    return formLines(formOf(harness), 100)
      .foot.map(line => line.map(span => span.text).join(''))
      .join('\n');
  }
});
