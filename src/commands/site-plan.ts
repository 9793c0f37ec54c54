import {operationNamed} from '../api/catalogue.ts';
import {planRequest} from '../api/plan.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {findJson, isArray, isObject, type JsonValue} from '../base/json-value.ts';
import {safeText} from '../base/safe-text.ts';
import {findText, readYamlFiles, sitePath, writeSiteFiles} from '../host/site-files.ts';
import type {StepResult} from '../site/apply.ts';
import {compareSites} from '../site/diff.ts';
import {readFiles} from '../site/files.ts';
import {type LockEntry, lockEntry} from '../site/lock.ts';
import {labelOf} from '../site/model.ts';
import type {People} from '../site/people.ts';
import {makePlan, type SitePlan} from '../site/plan.ts';
import {readSite, type SendRead} from '../site/read-site.ts';
import {compare} from './site-compare.ts';
import {folderOf, type OpenSite, type Run, scopeOf} from './site-run.ts';
import {stepLine} from './site-text.ts';

/** A plan, with the people of the files. */
export interface Planned {
  readonly plan: SitePlan;
  readonly people: JsonValue | undefined;
}

export async function planOf(run: Run): Promise<Planned> {
  const {differences, state, people, filedPeople, target} = await compare(run);
  const {prune, 'allow-lockout': allowLockout} = run.line.own;
  const {plan, problems} = makePlan({
    site: target.site,
    differences,
    state,
    people,
    prune: prune === true,
    allowLockout: allowLockout === true,
  });
  if (problems.length > 0) {
    throw new Failure('validation_error', `The plan is incomplete. ${problems[0]}`, {
      attempts: 0,
      errors: Object.fromEntries(problems.map((problem, i) => [String(i + 1), problem])),
    });
  }
  checkSteps(plan, target);
  return {plan, people: filedPeople};
}

/** Checks each request like a command does, before anything is sent. */
export function checkSteps(plan: SitePlan, {baseUrl}: OpenSite): void {
  const identity = {service: 'tracker', baseUrl} as const;
  for (const step of plan.steps) {
    const operation = operationNamed({service: 'tracker', operation: step.operation});
    const inputs = Object.entries(step.inputs).map(
      ([name, value]) => [name, (isArray(value) ? value : [value]).map(stand)] as const,
    );
    const body = step.body && JSON.stringify(withoutRefs(step.body));
    const given = {inputs: Object.fromEntries(inputs), ...(body !== undefined && {body})};
    try {
      planRequest(operation, given, identity, {});
    } catch (error) {
      const {kind, message, details} = toFailure(error);
      throw new Failure(kind, `${labelOf(step)}: ${message}`, {...details, attempts: 0});
    }
  }
}

/** An id in place of one that an earlier step returns. */
export const stand = (value: JsonValue): string => (isObject(value) ? '1' : String(value));

function withoutRefs(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(withoutRefs);
  if (!isObject(value)) return value;
  if (typeof value.step === 'number') return value.as === 'number' ? 1 : '1';
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutRefs(one)]));
}

/** @throws Failure 'validation_error' if the file is not a plan of this site */
export async function readPlan({context}: Run, named: string, origin: string): Promise<Planned> {
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
  return {plan: value as unknown as SitePlan, people: undefined};
}

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
  const answer = await host.ask(`Apply ${count} to ${plan.site}? [y/N] `);
  if (/^y(?:es)?$/i.test(answer.trim())) return;
  throw new Failure('interrupted', 'Nothing was changed.', {attempts: 0});
}

/** The lock entries of the objects that are equal in the files and on the site now. */
export async function entriesAfter(
  run: Run,
  read: SendRead,
  people: People,
): Promise<ReadonlyMap<string, LockEntry>> {
  const filed = readFiles(await readYamlFiles(folderOf(run)));
  const scope = scopeOf(run.line, filed.settings, filed.settings.kinds);
  const state = await readSite(read, people, scope);
  const differing = new Set(
    compareSites(filed.objects, state.objects).map(difference => labelOf(difference)),
  );
  return new Map(state.objects.filter(one => !differing.has(labelOf(one))).map(lockEntry));
}

export async function writeRest({context}: Run, plan: string, rest: SitePlan): Promise<string> {
  const file = plan.replace(/(?:\.rest)?\.json$/, '.rest.json');
  const path = sitePath(file, context.host);
  await writeSiteFiles('', new Map([[path, `${JSON.stringify(rest, null, 2)}\n`]]));
  return file;
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
    ...(plan.byHand.length > 0 && {byHand: plan.byHand}),
    ...(rest !== undefined && {rest}),
  };
}

export function withRest(
  failure: Failure,
  results: readonly StepResult[],
  rest: string | undefined,
): Failure {
  const {kind, message, details} = failure;
  const hint = [details.hint, rest && `The steps that are left are in ${rest}.`]
    .filter(Boolean)
    .join(' ');
  const at = results.at(-1);
  return new Failure(kind, `Step ${at?.step} (${at?.label}): ${message}`, {...details, hint});
}
