import {operationTyped} from '../../ask/typed-command.ts';
import {openLocation} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import {type Step, stay} from '../../model/step.ts';
import {prefilled} from './prefill.ts';

/**
 * The form of an operation, with what the screen before knows filled in.
 *
 * @param row of the list on the screen that it is about. @default what its marks or its cursor say
 */
export function openForm(state: AppState, command: string, row?: Row): Step {
  const operation = operationTyped(command);
  if (operation === undefined) return stay(say(state, `no operation ${command}`, 'bad'));
  const values = prefilled(operation, state, row);
  const spec = {kind: 'form', operation, values} as const;
  return openLocation(state, {crumb: command, tabs: [{title: 'Form', spec}], tab: 0});
}
