import {Failure} from '../base/failure.ts';
import {findJson, isArray, isObject} from '../base/json-value.ts';
import {safeText} from '../base/safe-text.ts';
import {findText, sitePath, writeSiteFiles} from '../host/site-files.ts';
import type {StepResult} from '../site/apply.ts';
import type {SitePlan} from '../site/plan.ts';
import type {Run} from './site-run.ts';
import {stepLine} from './site-text.ts';

/** @throws Failure 'validation_error' if the file is not a plan of this site */
export async function readPlan({context}: Run, named: string, origin: string): Promise<SitePlan> {
  const text = await findText(sitePath(named, context.host));
  const value = findJson(text);
  const isPlan = isObject(value) && value.format === 1 && isArray(value.steps);
  if (!isPlan) {
    const why = text === undefined ? 'does not exist' : 'is not a plan of jr site plan';
    throw new Failure('validation_error', `${named} ${why}.`, {attempts: 0});
  }
  if (value.site !== origin) {
    throw new Failure('validation_error', `The plan is for ${String(value.site)}, not ${origin}.`, {
      attempts: 0,
      hint: 'Choose the profile of that site with -p.',
    });
  }
  // The file was written by `plan`, or by people who follow docs/site.md; its requests are checked.
  const lists = {byHand: [], stay: [], notCompared: [], people: {}, names: {}};
  return {...lists, ...(value as unknown as SitePlan)};
}

const leftOutTitles: Readonly<Record<string, string>> = {
  byHand: 'To be done on the site',
  stay: 'Only on the site; deleted with --prune',
  notCompared: 'Not compared',
};

export async function confirm({line, context: {host}}: Run, plan: SitePlan): Promise<void> {
  if (line.own.yes) return;
  const count = `${plan.steps.length} ${plan.steps.length === 1 ? 'change' : 'changes'}`;
  if (!host.stdin.isTTY || !host.reporter.isTTY) {
    throw new Failure('command_error', `site apply would make ${count} on ${plan.site}.`, {
      attempts: 0,
      hint: 'Add --yes to apply them.',
    });
  }
  for (const step of plan.steps) host.reporter.lines(safeText(stepLine(step)));
  for (const [list, what] of Object.entries(unplannedOf(plan))) {
    host.reporter.lines(safeText(`${leftOutTitles[list] ?? list}: ${what.join(', ')}`));
  }
  const deletes = plan.steps.filter(({action}) => action === 'delete').length;
  // Deletions have the highest risk: a habit must not confirm them.
  const answer =
    deletes === 0
      ? await host.ask(`Apply ${count} to ${plan.site}? [y/N] `)
      : await host.ask(
          `Type ${deletes} to apply ${count} with as many deletions to ${plan.site}: `,
        );
  if (deletes === 0 ? /^y(?:es)?$/i.test(answer.trim()) : answer.trim() === String(deletes)) return;
  throw new Failure('interrupted', 'Nothing was changed.', {attempts: 0});
}

/**
 * Save the steps that are left in a file beside the plan, or remove that file after the last one.
 *
 * @param plan absent for a folder, whose next apply finds what is left
 * @returns the file, if there are any
 */
export async function saveRemaining(
  {context}: Run,
  plan: string | undefined,
  rest: SitePlan | undefined,
): Promise<string | undefined> {
  if (plan === undefined && rest === undefined) return undefined;
  const file = (plan ?? 'plan.json').replace(/(?:\.rest)?\.json$/, '.rest.json');
  const text = rest && `${JSON.stringify(rest, null, 2)}\n`;
  await writeSiteFiles('', new Map([[sitePath(file, context.host), text]]));
  return rest && file;
}

/** The lists of a plan that are not steps. */
export function unplannedOf({byHand, stay, notCompared}: SitePlan) {
  const lists = {byHand, stay, notCompared};
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

export function summaryOf(
  results: readonly StepResult[],
  plan: SitePlan,
  rest: string | undefined,
) {
  const done = results.filter(({status}) => status === 'done' || status === 'already').length;
  return {
    done,
    left: plan.steps.length - done,
    steps: results,
    ...unplannedOf(plan),
    ...(rest !== undefined && {rest}),
  };
}

export function addRemaining(
  failure: Failure,
  results: readonly StepResult[],
  rest: string | undefined,
): Failure {
  const {kind, message, details} = failure;
  const hint = [details.hint, rest && `The steps that are left are in ${rest}.`]
    .filter(Boolean)
    .join(' ');
  const at = results.find(one => one.message === message);
  return new Failure(kind, `Step ${at?.step} (${at?.label}): ${message}`, {...details, hint});
}
