import {operationNamed} from '../../../api/catalogue.ts';
import {findInput} from '../../../api/inputs-of.ts';
import {findTypedOperation} from '../../ask/command-line.ts';
import {openLocation} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import type {RowQuestion} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import {noEffects, type Transition} from '../../model/transition.ts';
import type {VerbUse} from '../../model/verb.ts';
import {initialFormValues, labelWithoutEllipsis, textOf} from '../../write/make-plan.ts';
import {whyForbidden} from '../../write/permissions.ts';
import {inWireForm} from './field-prompt.ts';
import {currentParams, prefillValues} from './prefill.ts';

/**
 * Open the form of an operation, prefilled from the current screen.
 *
 * @param row row of the list on the screen. @default the selection or the row under the cursor
 */
export function openForm(state: AppState, command: string, row?: Row): Transition {
  const operation = findTypedOperation(command);
  if (operation === undefined)
    return noEffects(showNotice(state, `unknown operation ${command}`, 'bad'));
  const reason = whyForbidden(state, operation);
  if (reason !== undefined) return noEffects(showNotice(state, `${command}: ${reason}`, 'warn'));
  const values = prefillValues(operation, state, row);
  const spec = {kind: 'form', operation, values, place: currentParams(state)} as const;
  return openLocation(state, {crumb: command, tabs: [{title: 'Form', spec}], tab: 0});
}

/** Open the form of a question about some rows. */
export function openQuestion(
  state: AppState,
  {operation, destination, values, given, words}: RowQuestion,
  rows: readonly Row[],
): Transition {
  const known = Object.entries(values).flatMap(([name, pointer]) => {
    const texts = rows.flatMap(row => textOf(row, pointer) || []);
    return texts.length === 0 ? [] : [[name, texts] as const];
  });
  const filled = {...given, ...Object.fromEntries(known)};
  const spec = {
    kind: 'form',
    operation,
    values: filled,
    place: currentParams(state),
    destination,
  } as const;
  const crumb = labelWithoutEllipsis({words}).toLowerCase();
  return openLocation(state, {crumb, tabs: [{title: 'Form', spec}], tab: 0});
}

/** Open the form of a verb on its rows. */
export function openVerbForm(state: AppState, use: VerbUse): Transition {
  const operation = operationNamed(use.verb);
  const reason = whyForbidden(state, operation);
  if (reason !== undefined) {
    return noEffects(showNotice(state, `${labelWithoutEllipsis(use.verb)}: ${reason}`, 'warn'));
  }
  const known = Object.entries(prefillValues(operation, state, use.rows[0])).filter(
    ([name]) => findInput(operation, name)?.place === 'field',
  );
  const opened = Object.fromEntries(
    Object.entries(initialFormValues(use)).map(([name, texts]) => {
      const input = findInput(operation, name);
      return [name, input ? texts.map(text => inWireForm(input, text, state)) : texts];
    }),
  );
  const values = {...Object.fromEntries(known), ...opened};
  const spec = {kind: 'form', operation, values, place: use.params, use} as const;
  const crumb = labelWithoutEllipsis(use.verb).toLowerCase();
  return openLocation(state, {crumb, tabs: [{title: 'Form', spec}], tab: 0});
}
