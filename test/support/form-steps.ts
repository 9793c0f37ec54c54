import {acceptsList} from '../../src/api/given-values.ts';
import {findInput} from '../../src/api/inputs-of.ts';
import {currentView} from '../../src/state/model/state.ts';
import {saveTypedText} from '../../src/state/views/form/form-actions.ts';
import {formLinesOf, textsOf} from '../../src/state/views/form/form-fields.ts';
import {formLines} from '../../src/state/views/form/form-lines.ts';
import {entryOf} from '../../src/state/views/form/form-values.ts';
import {openForm} from '../../src/state/views/form/open-form.ts';
import type {FormView} from '../../src/state/views/form/state.ts';
import {type AppHarness, makeHarness} from './app-harness.ts';
import {stillWorld} from './still-world.ts';

/** The app with the form of an operation on the screen: `jr version get`. */
export async function openFormOf(
  name: string,
  harness = makeHarness(stillWorld()),
): Promise<AppHarness> {
  await harness.settle();
  harness.do(state => openForm(state, name));
  return harness;
}

/** The form on the screen. */
export function formOf(harness: AppHarness): FormView {
  const view = currentView(harness.state());
  if (view.kind !== 'form') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

/**
 * Put the cursor on a field, by keys; what is folded is unfolded.
 *
 * @param name of the input, or `more`, `run`
 * @param index which of its values
 */
export function goTo(harness: AppHarness, name: string, index = 0): void {
  const find = (wanted: string): number =>
    formLinesOf(formOf(harness)).findIndex(
      line =>
        line.name === wanted &&
        line.kind !== 'add' &&
        (line.kind !== 'value' || line.index === index),
    );
  const move = (at: number): void => {
    for (let i = 0; i < 200 && formOf(harness).cursor !== at; i++) {
      const from = formOf(harness).cursor;
      harness.press(from < at ? 'tab' : 'shift+tab');
      // A heading that tab goes over is reached by an arrow.
      const to = formOf(harness).cursor;
      if (from < at === at < to && to !== at) harness.press(from < at ? 'up' : 'down');
    }
  };
  const unfold = (at: number): void => {
    const line = formLinesOf(formOf(harness))[at];
    if (line === undefined || !('isOpen' in line) || line.isOpen) return;
    move(at);
    harness.press('enter');
  };
  const parts = name.split('.');
  const around = parts.map((_, i) => parts.slice(0, i).join('.')).filter(part => part !== 'body');
  for (const part of ['more', parts[1] ?? '', ...around]) {
    if (find(name) === -1 && part !== name) unfold(find(part));
  }
  if (find(name) === -1) throw new Error(`no field ${name}`);
  move(find(name));
}

/** Type a value, as keys. */
export function fill(harness: AppHarness, name: string, text: string): void {
  goTo(harness, name);
  type(harness, text);
}

/** Type into the field under the cursor, in place of what is there, and keep it. */
export function type(harness: AppHarness, text: string): void {
  harness.press(...text);
  harness.do(saveTypedText);
}

/** Put a value into a field by keys, in place of what is there. */
export function put(harness: AppHarness, name: string, texts: readonly string[]): void {
  const {operation} = formOf(harness);
  const input = findInput(operation, name);
  if (input === undefined) throw new Error(`no input ${name}`);
  goTo(harness, name);
  const entry = entryOf(input);
  if (entry.kind === 'choice') {
    for (let i = 0; i <= entry.choices.length; i++) {
      if (textsOf(formOf(harness), name)[0] === texts[0]) return;
      harness.press('right');
    }
  }
  const held = textsOf(formOf(harness), name);
  if (held.length > 0 && String(held) === String(texts)) return;
  for (let i = 0; i < 5 && textsOf(formOf(harness), name).join('') !== ''; i++) {
    harness.press('ctrl+u');
    harness.do(saveTypedText);
  }
  if (acceptsList(input)) goTo(harness, name);
  if (texts[0] === '') harness.press('ctrl+u');
  type(harness, acceptsList(input) ? texts.join(',') : (texts[0] ?? ''));
}

/** What a field's line shows. */
export function lineText(harness: AppHarness, name: string, columns = 100): string {
  const view = formOf(harness);
  const at = formLinesOf(view).findIndex(line => line.name === name);
  return (formLines(view, columns).fields[at] ?? []).map(span => span.text).join('');
}
