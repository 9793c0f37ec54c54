import {findInput} from '../../../api/inputs-of.ts';
import {elementsOfUpdate, idsOfElements, type KnownElements} from '../../../api/known-elements.ts';
import {readerAt} from '../../../api/look-first.ts';
import type {Operation} from '../../../api/operation.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {itemSpans, kindOf, rootSpan, sliceSpan} from '../../../base/json-scan.ts';
import {fetchAnswer} from '../../ask/ask.ts';
import {withView} from '../../model/locations.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {type Effect, type Step, stay} from '../../model/step.ts';
import {fits, textsOfAnswer, textsOfField} from './body-texts.ts';
import {textsOf} from './form-fields.ts';
import type {FormValues, FormView} from './state.ts';

/**
 * The read that tells what an update finds: the catalogue's read of the same path, with the inputs
 * that the path was filled with. Undefined where there is none, or an input of the path is missing.
 */
export function readingOf(
  view: Pick<FormView, 'operation' | 'values' | 'before' | 'use'>,
): FormView['reads'] {
  const {operation, use} = view;
  const {service, path, effect} = operation;
  // Several rows hold each something else.
  if (use !== undefined && use.rows.length > 1) return undefined;
  if (effect !== 'update' && effect !== 'replaceAll') return undefined;
  const elements = elementsOfUpdate(operation);
  if (elements !== undefined) return readingOfElements(operation, elements, view.values);
  const names = operation.inputs.filter(({place}) => place === 'path').map(({name}) => name);
  const inputs = Object.fromEntries(names.map(name => [name, textsOf(view, name)]));
  if (names.length === 0 || Object.values(inputs).some(([text = '']) => text === ''))
    return undefined;
  const reader = readerAt(service, path, inputs);
  if (reader === undefined || reader.operation.items !== undefined) return undefined;
  const expansions = Object.entries(operation.readFirst?.query ?? {});
  const expanded = expansions.map(([name, text]) => [name, [text]] as const);
  return readBy(reader.operation, {...reader.inputs, ...Object.fromEntries(expanded)});
}

/** The read of the objects that a body names by their ids. */
function readingOfElements(
  {service, path}: Operation,
  elements: KnownElements,
  values: FormView['values'],
): FormView['reads'] {
  const ids = [...idsOfElements(elements, values).values()];
  const reader = ids.length === 0 ? undefined : readerAt(service, path, {id: ids});
  return reader?.inputs.id && readBy(reader.operation, {id: ids});
}

/** A read with its inputs as parameters, so that no text is taken for a place to fill. */
function readBy({service, group, name}: Operation, inputs: FormValues): FormView['reads'] {
  const params: Record<string, string> = {};
  const places = Object.entries(inputs).map(([input, texts]) => {
    const names = texts.map(text => {
      const param = `p${Object.keys(params).length}`;
      params[param] = text;
      return `{${param}}`;
    });
    return [input, names] as const;
  });
  const call = {service, operation: `${group} ${name}`, inputs: Object.fromEntries(places)};
  return {call, params};
}

/** Read what the object of the form on the screen holds, when it is another than the one that was read. */
export function withReading(state: AppState): Step {
  const view = currentView(state);
  if (view.kind !== 'form') return stay(state);
  const reads = readingOf(view);
  if (JSON.stringify(reads) === JSON.stringify(view.reads)) return stay(state);
  const load = reads ? ({status: 'loading', shown: false} as const) : view.load;
  const next = withView(state, {...view, reads, before: {}, load});
  return {state: next, effects: loadForm({...view, reads})};
}

/** The effects that read what the object holds; none where nothing tells. */
export function loadForm({key, reads}: FormView): readonly Effect[] {
  return reads === undefined ? [] : fetchAnswer(key, reads.call, reads.params);
}

/** The form with what its object holds. */
export function withBefore(view: FormView, answer: string): FormView {
  return {...view, before: heldBy(view.operation, answer, view.values)};
}

/**
 * What an object that was read holds in the fields of an operation.
 *
 * @param values which of several objects in the body is which
 */
export function heldBy(operation: Operation, answer: string, values: FormValues = {}): FormValues {
  const elements = elementsOfUpdate(operation);
  return elements === undefined
    ? textsOfAnswer(operation, answer)
    : textsOfElements(operation, elements, values, answer);
}

/**
 * What objects that were read hold, as the values of their fields.
 *
 * @param answer JSON text: the list of them
 */
function textsOfElements(
  operation: Operation,
  elements: KnownElements,
  values: FormValues,
  answer: string,
): FormValues {
  const root = rootSpan(answer);
  if (kindOf(answer, root) !== 'array') return {};
  const items = itemSpans(answer, root).map(span => makeLookup(sliceSpan(answer, span)));
  const texts: Record<string, readonly string[]> = {};
  for (const [index, id] of idsOfElements(elements, values)) {
    const item = items.find(one => (one.string('/id') ?? one.number('/id')) === id);
    for (const field of elements.fields) {
      const input = findInput(operation, `${elements.way}.${index}.${field.name}`);
      const json = item?.json(`/${field.name}`);
      if (input?.place !== 'field' || json === undefined || json === 'null') continue;
      if (fits(json, field)) Object.assign(texts, textsOfField(input, json));
    }
  }
  return texts;
}
