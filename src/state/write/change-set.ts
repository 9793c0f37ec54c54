import {accountOf} from '../../api/account.ts';
import {counted} from '../../base/counted.ts';
import type {AppState} from '../model/state.ts';
import {makePlan} from './make-plan.ts';
import {fillAwaited} from './start-write.ts';
import type {AwaitedValue, RunStage, WritePlan, WriteRequest} from './state.ts';

/** The name of the account's change set, which survives switching profiles. */
function nameOf({connection, session}: Pick<AppState, 'connection' | 'session'>): string {
  const identities = connection.status === 'ready' ? connection.identities : {};
  return JSON.stringify([session.profile, Object.values(identities).map(accountOf)]);
}

/** The writes staged with this account, in the order in which they will be sent. */
export function changeSetOf(state: AppState): readonly WritePlan[] {
  return state.changeSets?.[nameOf(state)] ?? [];
}

/** Set the writes staged with this account. */
export function withChangeSet(state: AppState, plans: readonly WritePlan[]): AppState {
  return {...state, changeSets: {...state.changeSets, [nameOf(state)]: plans}};
}

/** The number of writes staged with any account. */
export function countChangeSets({changeSets = {}}: AppState): number {
  return Object.values(changeSets).flat().length;
}

/** Add a write to the change set. */
export function stageWrite(state: AppState, plan: WritePlan): AppState {
  const {nextKey} = state;
  const requests = plan.requests.map(({rows: _, ...one}, i) => ({
    ...one,
    staged: `${nextKey}.${i}`,
  }));
  const next = {...state, nextKey: nextKey + 1};
  return withChangeSet(next, [...changeSetOf(state), {...plan, requests}]);
}

/** Make one write of all staged ones: their requests are sent one after the other. */
export function planOfChangeSet(state: AppState): WritePlan {
  const plans = changeSetOf(state);
  const requests: WriteRequest[] = [];
  for (const plan of plans) {
    const first = requests.length;
    for (const {before: _, ...one} of plan.requests) {
      const label = plan.requests.length === 1 ? plan.title : `${plan.title}: ${one.label}`;
      requests.push(withAwaited({...one, label}, request => request + first));
    }
  }
  const leftOut = plans.flatMap(plan => plan.leftOut ?? []).join(' ');
  return {
    ...makePlan(
      {
        title: `Apply ${counted(plans.length, 'staged change')}`,
        object: String(requests.length),
        requests,
        inOrder: true,
        risk: Math.max(1, ...plans.map(plan => plan.risk)) as WritePlan['risk'],
        notes: [...new Set(plans.flatMap(plan => plan.notes))],
        ...(leftOut !== '' && {leftOut}),
      },
      state,
    ),
    called: Object.assign({}, ...plans.map(plan => plan.called ?? {})),
    consequences: plans.flatMap(plan => plan.consequences ?? []),
  };
}

/** Remove the requests that were carried out; the others get the values that those returned. */
export function withoutSent(
  plans: readonly WritePlan[],
  {plan: sent, outcomes}: RunStage,
): readonly WritePlan[] {
  const done = new Map<string, string | undefined>();
  for (const [i, {staged}] of sent.requests.entries()) {
    const outcome = outcomes[i];
    if (staged !== undefined && outcome?.state === 'done') done.set(staged, outcome.answer);
  }
  return plans.flatMap(plan => {
    const {requests} = plan;
    const isLeft = ({staged = ''}: WriteRequest): boolean => !done.has(staged);
    const left = requests.filter(isLeft);
    if (left.length === requests.length) return [plan];
    const answerOf = (at: number) => done.get(requests[at]?.staged ?? '');
    const kept = left.map(one =>
      withAwaited(fillAwaited(one, answerOf), at => requests.slice(0, at).filter(isLeft).length),
    );
    return kept.length === 0 ? [] : [{...plan, requests: kept}];
  });
}

/** Change the indexes of the requests whose values a request awaits. */
function withAwaited(request: WriteRequest, indexOf: (request: number) => number): WriteRequest {
  const {awaits} = request;
  if (awaits === undefined) return request;
  const moved = Object.entries(awaits).map(([placeholder, value]): [string, AwaitedValue] => [
    placeholder,
    {...value, request: indexOf(value.request)},
  ]);
  return {...request, awaits: Object.fromEntries(moved)};
}
