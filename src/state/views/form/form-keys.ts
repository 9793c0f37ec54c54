import type {KeyBinding} from '../../keys/binding.ts';
import type {AppState} from '../../model/state.ts';
import {currentForm} from './form-actions.ts';
import {formFields} from './form-values.ts';

/** Keys of forms. */
export const formKeys: readonly KeyBinding[] = [
  {
    keys: ['enter'],
    scopes: ['form'],
    label: 'type the field’s value, or take its next one; on the last line run',
    hint: 'edit',
    command: {kind: 'editField'},
  },
  {
    keys: ['space'],
    scopes: ['form'],
    label: 'the same as enter',
    command: {kind: 'editField'},
  },
  {
    keys: ['backspace', 'delete'],
    scopes: ['form'],
    label: 'take the field’s value away',
    hint: 'clear',
    command: {kind: 'clearField'},
    disabled: needsValue,
  },
  {
    keys: ['ctrl+s'],
    scopes: ['form'],
    label: 'run: a read is sent and shown, a write opens its preview',
    hint: 'run',
    always: true,
    command: {kind: 'runForm'},
  },
  {
    keys: ['f2'],
    scopes: ['form'],
    label: 'the request as --dry-run prints it, or the fields',
    hint: 'request',
    command: {kind: 'formAsRequest'},
  },
  {
    keys: ['e'],
    scopes: ['form'],
    label: 'go on in the one-shot command line',
    hint: 'command line',
    command: {kind: 'formAsCommand'},
  },
  {
    keys: ['tab'],
    scopes: ['form'],
    label: 'next field',
    command: {kind: 'move', by: 1},
  },
  {
    keys: ['shift+tab'],
    scopes: ['form'],
    label: 'previous field',
    command: {kind: 'move', by: -1},
  },
];

function needsValue(state: AppState): string | undefined {
  const view = currentForm(state);
  const input = view && formFields(view.operation)[view.cursor];
  const isEmpty = input === undefined || (view?.values[input.name] ?? []).length === 0;
  return isEmpty ? 'there is no value here' : undefined;
}
