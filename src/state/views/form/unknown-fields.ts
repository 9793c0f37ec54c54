import type {EntityKind} from '../../../api/field.ts';
import {findInput} from '../../../api/inputs-of.ts';
import {labelOf} from './field-label.ts';
import {acceptsAnyText, isName} from './picks.ts';
import {nameKey} from './read-picks.ts';
import type {FilledForm, FormView} from './state.ts';

/** A value that refers to an unknown entity. */
export interface UnknownField {
  readonly name: string;
  readonly names: EntityKind;
  readonly text: string;
  /** Several entities match it. */
  readonly isAmbiguous: boolean;
  /** It is a name that was not found, or that is ambiguous: it blocks sending. */
  readonly stops: boolean;
}

/** The values of a form that match neither a name nor an id. */
export function unknownFieldsIn(view: FilledForm): readonly UnknownField[] {
  return Object.entries(view.values).flatMap(([name, texts]): UnknownField[] => {
    const input = findInput(view.operation, name);
    const names = input?.names;
    if (input === undefined || names === undefined || input.by === 'name') return [];
    const {missing, called = {}, picks} = view;
    const own = picks?.input === name && picks.isRead ? picks : undefined;
    const isStranger = (text: string): boolean => {
      if (text === '' || called[nameKey(names, text)]) return false;
      if (missing?.has(nameKey(names, text))) return true;
      if (own?.picks.some(({value}) => value === text)) return false;
      const isTyped = isName(view.operation, input, text);
      return own?.isAll === true ? isTyped : isTyped && !acceptsAnyText(view.operation, input);
    };
    const isVain = (text: string): boolean =>
      missing?.has(nameKey(names, text)) === true &&
      isName(view.operation, input, text) &&
      !acceptsAnyText(view.operation, input);
    return texts.filter(isStranger).map(text => ({
      name,
      names,
      text,
      isAmbiguous: missing?.get(nameKey(names, text)) === 'several',
      stops: view.destination !== undefined || isVain(text),
    }));
  });
}

/** Warnings shown before sending: the service may know more than it lists. */
export function unknownFieldNotes(view: FormView): readonly string[] {
  return unknownFieldsIn(view).map(({name, names, text}) => {
    const label = labelOf(findInput(view.operation, name) ?? {name});
    return `${label} ${text}: no ${names} with this id or name found`;
  });
}
