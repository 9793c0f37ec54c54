import {compileFilter, type JqFilter} from '../output/select.ts';
import {variablesOf} from './compile-filter.ts';
import {filterOutputs} from './emit.ts';
import type {EmitHost} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';

/** The exit code of a command that found what it was asked for. */
const foundCode = 8;

/**
 * Compile the filter of --exit-on.
 *
 * @throws Failure 'jq_error'
 */
export function compileQuestion(text: string, globals: GlobalValues): Promise<JqFilter> {
  return compileFilter(text, variablesOf(globals));
}

/**
 * Return 8 if an output of the filter of --exit-on is neither false nor null, otherwise 0.
 *
 * @throws Failure 'jq_error'
 */
export async function answerQuestion(
  question: JqFilter,
  json: string,
  globals: GlobalValues,
  host: EmitHost,
): Promise<number> {
  const outputs = await filterOutputs(json, question, globals, host);
  return outputs.some(text => text !== 'false' && text !== 'null') ? foundCode : 0;
}
