import {compileFilter, type JqFilter} from '../output/select.ts';
import {variablesOf} from './compile-filter.ts';
import {filterOutputs} from './emit.ts';
import type {EmitHost} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';

/** The exit code of a successful command whose response matches --exit-on or --exit-status. */
const matchCode = 8;

/** The conditions of --exit-on and --exit-status. */
export interface ExitQuestion {
  /** Record the outputs of the filter that formats the response. */
  watch(filter: JqFilter | undefined): JqFilter | undefined;
  /**
   * Return the exit code of the printed response, 0 or 8.
   *
   * @param json the response, unfiltered
   * @throws Failure 'jq_error' if the filter of --exit-on fails
   */
  answer(json: string): Promise<number>;
}

/**
 * Compile the conditions of a command; undefined if it has none.
 *
 * @throws Failure 'jq_error'
 */
export async function compileQuestion(
  globals: GlobalValues,
  host: EmitHost,
): Promise<ExitQuestion | undefined> {
  const {'exit-on': text, 'exit-status': asksStatus} = globals;
  if (text === undefined && !asksStatus) return undefined;
  const asked = text === undefined ? undefined : await compileFilter(text, variablesOf(globals));
  let printed: readonly string[] | undefined;
  const isFound = async (json: string): Promise<boolean> =>
    asked !== undefined && (await filterOutputs(json, asked, globals, host)).some(isTrue);
  return {
    watch: filter =>
      filter && {
        ...filter,
        async apply(...of) {
          const result = await filter.apply(...of);
          printed = result.outputs;
          return result;
        },
      },
    async answer(json) {
      const last = (printed ?? [json]).at(-1);
      const isMissing = asksStatus === true && (last === undefined || !isTrue(last));
      return isMissing || (await isFound(json)) ? matchCode : 0;
    },
  };
}

/** Whether jq treats a JSON text as true. */
function isTrue(json: string): boolean {
  return !/^\s*(?:false|null)\s*$/.test(json);
}
