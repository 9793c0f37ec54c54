import type {Naming} from '../../api/field.ts';
import {acceptsList, isFromBody, offeredValues} from '../../api/given-values.ts';
import type {Input} from '../../api/operation.ts';
import type {FlagRow} from '../flags.ts';

/** A completion candidate: the whole word, and its description. */
export interface CompletionCandidate {
  readonly value: string;
  readonly help?: string;
}

/** The properties of a flag that completion needs. */
export interface CompletableFlag {
  readonly name: string;
  readonly short?: string;
  /** False for booleans. */
  readonly takesValue: boolean;
  /** The flag may be repeated, or have comma-separated values. */
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly help: string;
  readonly values: readonly string[];
  /** The source of its values, if they are dynamic; `body`: a file after @. */
  readonly suggests?: NonNullable<FlagRow['suggests']>;
  /** The kind of entity a value identifies. */
  readonly naming?: Naming;
}

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

export function flagOfInput(input: Input): CompletableFlag {
  const isBoolean = input.type === 'boolean';
  return {
    name: input.name,
    takesValue: !isBoolean,
    isList: acceptsList(input),
    isRequired: input.required === true,
    help: input.help ?? '',
    values: isBoolean ? ['true', 'false'] : offeredValues(input),
    ...(input.names !== undefined && {naming: input}),
    ...((input.type === 'json' || isFromBody(input)) && {suggests: 'body'}),
  };
}
