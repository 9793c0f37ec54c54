import type {Naming} from '../../api/field.ts';
import {isFromBody, offeredValues, takesMany} from '../../api/given-values.ts';
import type {Input} from '../../api/operation.ts';
import type {FlagRow} from '../flags.ts';

/** One way to go on: the whole word, and what it is. */
export interface Candidate {
  readonly value: string;
  readonly help?: string;
}

/** A flag as completion needs it. */
export interface CompletableFlag {
  readonly name: string;
  readonly short?: string;
  /** False for flags that are true or false. */
  readonly takesValue: boolean;
  /** Several values: the flag may be repeated, or its values separated by commas. */
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly help: string;
  readonly values: readonly string[];
  /** What its values are, where that is not known beforehand; `body`: a file after @. */
  readonly suggests?: NonNullable<FlagRow['suggests']>;
  /** What a value names. */
  readonly naming?: Naming;
}

/** A row of the flag tables. */
export function flagOfRow(row: FlagRow): CompletableFlag {
  const {name, short, type, help, values = [], suggests} = row;
  return {
    name,
    ...(short !== undefined && {short}),
    takesValue: type !== 'boolean',
    isList: type === 'list' || type === 'pair',
    isRequired: false,
    help,
    values: type === 'boolean' ? ['true', 'false'] : values,
    ...(suggests && {suggests}),
  };
}

/** An input of an operation. */
export function flagOfInput(input: Input): CompletableFlag {
  const isBoolean = input.type === 'boolean';
  return {
    name: input.name,
    takesValue: !isBoolean,
    isList: takesMany(input),
    isRequired: input.required === true,
    help: input.help ?? '',
    values: isBoolean ? ['true', 'false'] : offeredValues(input),
    ...(input.names !== undefined && {naming: input}),
    ...((input.type === 'json' || isFromBody(input)) && {suggests: 'body'}),
  };
}
