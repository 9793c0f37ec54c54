import {isGroup, textsOfField} from '../../src/api/body-texts.ts';
import {exampleOf} from '../../src/api/example.ts';
import {findInput} from '../../src/api/inputs-of.ts';
import type {FieldInput, Input} from '../../src/api/operation.ts';
import {ofKind} from '../../src/state/model/location.ts';
import {textsOf} from '../../src/state/views/form/form-fields.ts';
import {entryOf, formProblems} from '../../src/state/views/form/form-values.ts';
import {picksFor} from '../../src/state/views/form/picks.ts';
import type {FormValues} from '../../src/state/views/form/state.ts';
import {formOf, goTo, put} from './form-steps.ts';
import type {Job} from './jobs.ts';

/**
 * Fill the form on the screen in: what is given, or else another value in the field that is asked
 * first, of something new in all that are; and one in every field that must hold something and does
 * not.
 *
 * @param given texts by the names of fields
 */
export async function fillForm(job: Job, given: Readonly<Record<string, string>> = {}) {
  const {harness} = job;
  for (const [name, text] of Object.entries(given)) put(harness, name, [text]);
  const {operation, use} = formOf(harness);
  const asked = Object.keys(use?.verb.asks ?? {});
  const changed = operation.effect === 'create' ? asked : asked.slice(0, 1);
  if (Object.keys(given).length === 0) for (const name of changed) await change(job, name);
  for (let i = 0; i < 9; i++) {
    const [missing] = Object.keys(formProblems(formOf(harness), true).fields);
    if (missing === undefined) return;
    await change(job, missing);
  }
}

/** Put another value into a field: what a picker offers, the next choice, or an example. */
async function change(job: Job, name: string): Promise<void> {
  const {harness} = job;
  const view = formOf(harness);
  const input = findInput(view.operation, name);
  if (input === undefined) throw new Error(`no input ${name}`);
  const held = textsOf(view, name);
  if (isGroup(input)) {
    for (const [deeper, texts] of Object.entries(exampleTexts(input))) put(harness, deeper, texts);
    return;
  }
  goTo(harness, name);
  const entry = entryOf(input);
  if (entry.kind === 'choice') {
    put(harness, name, [entry.choices.find(choice => !held.includes(choice)) ?? '']);
    return;
  }
  // What is made is called as nothing is yet.
  const isNew = view.operation.effect === 'create' && (input.by === 'name' || input.by === 'key');
  const other =
    (input.names ?? input.values) === undefined || isNew ? undefined : await offered(job, held);
  put(harness, name, other === undefined ? anotherText(input, held) : [other]);
}

/** What the picker of the field under the cursor offers, beside what is there. */
async function offered({harness, keys}: Job, held: readonly string[]): Promise<string | undefined> {
  const picks = () => {
    const prompt = ofKind(harness.state().prompt, 'field');
    return prompt === undefined ? [] : picksFor(formOf(harness), prompt);
  };
  await keys('ctrl+o');
  // Some are looked for by a part of their name alone.
  if (picks().length === 0) await keys('"a"');
  const other = picks().find(({value}) => !held.includes(value));
  await keys('ctrl+u');
  return other?.value;
}

function anotherText(input: Input, held: readonly string[]): readonly string[] {
  if (input.type === 'image') return ['/avatar.png'];
  const {example} = input as {readonly example?: string};
  if (example !== undefined && !held.includes(example)) return [example];
  const {[input.name]: texts = []} = input.place === 'field' ? exampleTexts(input) : {};
  if (texts.length === 0) return [input.type === 'integer' ? '1' : '{"changed":true}'];
  if (texts.join() !== held.join()) return texts;
  return input.type === 'date' ? ['2026-12-24'] : [`${held[0]} anew`];
}

function exampleTexts(input: FieldInput): FormValues {
  const {shape = {type: 'json'}, example} = input;
  return textsOfField(input, exampleOf({...shape, ...(example && {example})})) ?? {};
}
