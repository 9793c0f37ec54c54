import {lockoutsOf} from './lockout.ts';
import {type KindId, kindIds, labelOf} from './model.ts';
import type {PlanInput, SitePlan} from './plan.ts';
import {Planner} from './planner.ts';
import {orderRenames} from './renames.ts';
import {unknownNames} from './unknown-names.ts';

/** Make the plan; its steps can be sent only if there are no problems. */
export function makePlan(input: PlanInput): {
  readonly plan: SitePlan;
  /** Why it cannot be made: each a sentence that names the object. */
  readonly problems: readonly string[];
} {
  const {differences, prune = false, site, people} = input;
  const planner = new Planner(input);
  for (const kind of kindIds) {
    const own = differences.filter(one => one.kind === kind);
    const writes = own.filter(({action}) => action === 'create' || action === 'update');
    for (const one of orderRenames(writes, input.state.objects)) planner.write(one);
  }
  for (const difference of differences) if (difference.action === 'order') planner.move(difference);
  const removals = differences.filter(({action}) => action === 'remove');
  for (const difference of prune ? [...removals].reverse() : []) planner.remove(difference);
  const {steps, byHand} = planner;
  const sent = differences.filter(({action}) => prune || action !== 'remove');
  const lockouts = lockoutsOf(sent, input.state.objects, input.self);
  const plan: SitePlan = {
    format: 1,
    site,
    ...(input.readAt !== undefined && {readAt: input.readAt}),
    steps,
    byHand: [...(input.byHand ?? []), ...byHand, ...lockouts.unclear],
    stay: prune ? [] : removals.map(labelOf),
    notCompared: input.notCompared ?? [],
    people: people.accounts(),
    names: namesInFiles(input),
  };
  const problems = [
    ...planner.problems(),
    ...unknownNames(sent, input.state.objects),
    ...(input.allowLockout ? [] : lockouts.problems),
  ];
  return {plan, problems};
}

/** Names of renamed objects, and of those that share their name with others. */
function namesInFiles({differences, state}: PlanInput): SitePlan['names'] {
  const names: Record<string, Record<string, string>> = {};
  const set = (kind: KindId, id: string, name: string): void => {
    names[kind] = {...names[kind], [id]: name};
  };
  for (const {kind, id, name, siteName} of state.objects) {
    if (siteName !== undefined) set(kind, id, name);
  }
  for (const {kind, wanted, read} of differences) {
    if (wanted && read && wanted.name !== read.name) set(kind, read.id, wanted.name);
  }
  return names;
}
