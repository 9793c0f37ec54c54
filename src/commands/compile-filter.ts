import type {Operation} from '../api/operation.ts';
import {inputFailure} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import {toFailure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import type {JqVariable} from '../output/jq-engine.ts';
import {compileFilter, type JqFilter} from '../output/select.ts';
import {readSource} from './body-source.ts';
import type {CommandHost} from './context.ts';
import {type FormattedItems, isFormatted} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import {problemsOfFormat} from './formatted.ts';

/** jq's own formats; a filter that starts with another text after @ is a file name. */
const formats = /^@(?:text|json|html|uri|urid|csv|tsv|sh|base32d?|base64d?)(?![\w./\\-])/;

/**
 * Compile the filter of --jq with its variables, and report its problems together with others.
 *
 * @param problems other problems of the line
 * @param items the output, if it is not the response of the operation
 * @param command the command that runs the operation, if it has flags of its own
 * @throws Failure 'validation_error' with all problems, or 'jq_error' if only the filter is invalid
 */
export async function compileWith(
  flags: GlobalValues,
  problems: readonly Problem[],
  host: CommandHost,
  operation?: Operation,
  items: FormattedItems = {operation},
  command?: string,
): Promise<JqFilter | undefined> {
  const filter = await readFilter(flags.jq, host);
  const format =
    isFormatted(flags) || flags.columns !== undefined || flags['no-guard']
      ? problemsOfFormat(flags, items)
      : [];
  const all = [...problems, ...format, ...filter.problems, ...problemsOfVariables(flags)];
  const compile = async () =>
    filter.text === undefined ? undefined : compileFilter(filter.text, variablesOf(flags));
  if (all.length === 0) return compile();
  // Nothing compiles with invalid variables.
  if (problemsOfVariables(flags).length > 0) throw inputFailure(operation, all, command);
  const wrong = await compile().then(
    () => [],
    (error: unknown) => [{input: 'jq', message: `--jq: ${toFailure(error).message}`}],
  );
  throw inputFailure(operation, [...all, ...wrong], command);
}

/** The variables of --arg and --argjson; `compileWith` rejects invalid ones. */
export function variablesOf({arg = [], argjson = []}: GlobalValues): readonly JqVariable[] {
  return [
    ...arg.map(([name, text]) => ({name, json: JSON.stringify(text)})),
    ...argjson.map(([name, json]) => ({name, json})),
  ];
}

async function readFilter(jq: string | undefined, host: CommandHost) {
  if (jq === undefined || !jq.startsWith('@') || formats.test(jq)) return {text: jq, problems: []};
  const {body, problems} = await readSource('jq', jq, 'text', host);
  return {text: typeof body === 'string' ? body : undefined, problems};
}

function problemsOfVariables({arg = [], argjson = []}: GlobalValues): Problem[] {
  const names = Object.entries({arg, argjson}).flatMap(([input, pairs]) =>
    pairs.flatMap(([name]) =>
      name === '' || /^[A-Za-z_]\w*$/.test(name)
        ? []
        : [{input, message: `--${input}: "${name}" is not a valid jq variable name`}],
    ),
  );
  const values = argjson.flatMap(([name, json]) => {
    const wrong = checkJson(json);
    const why = wrong && `$${name} is not valid JSON: column ${wrong.column}: ${wrong.message}`;
    return why ? [{input: 'argjson', message: `--argjson: ${why}; use --arg for a string`}] : [];
  });
  return [...names, ...values];
}
