import {type KeyBinding, key, type Need} from '../../keys/binding.ts';
import {inView} from '../../model/acts.ts';
import {stay} from '../../model/step.ts';
import {
  clearField,
  currentForm,
  editField,
  formAsCommand,
  moveInForm,
  runForm,
  toggleRequest,
} from './form-actions.ts';
import {formFields} from './form-values.ts';

const form = {scopes: ['form']};

const needsValue: Need = state => {
  const view = currentForm(state);
  const input = view && formFields(view.operation)[view.cursor];
  const isEmpty = input === undefined || (view?.values[input.name] ?? []).length === 0;
  return isEmpty ? 'there is no value here' : undefined;
};

const toField = (by: number) =>
  inView('form', (state, view) => stay(moveInForm(state, view, view.cursor + by)));

/** Keys of forms. */
export const formKeys: readonly KeyBinding[] = [
  key('enter', 'type the field’s value, or take its next one; on the last line run', editField, {
    ...form,
    hint: 'edit',
  }),
  key('space', 'the same as enter', editField, form),
  key('backspace delete', 'take the field’s value away', clearField, {
    ...form,
    hint: 'clear',
    needs: needsValue,
  }),
  key('ctrl+s', 'run: a read is sent and shown, a write opens its preview', runForm, {
    ...form,
    hint: 'run',
    always: true,
  }),
  key('f2', 'the request as --dry-run prints it, or the fields', toggleRequest, {
    ...form,
    hint: 'request',
  }),
  key('e', 'go on in the one-shot command line', formAsCommand, {...form, hint: 'command line'}),
  key('tab', 'next field', toField(1), form),
  key('shift+tab', 'previous field', toField(-1), form),
];
