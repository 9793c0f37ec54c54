import {operationNamed} from '../../api/catalogue.ts';
import {nameIn} from '../../api/journal/object-of.ts';
import type {Operation} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {type FailureKind, toFailure} from '../../base/failure.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {toMs} from '../../base/times.ts';
import {askPages, askText} from '../ask/ask.ts';
import {errorLine} from '../ask/error-summary.ts';
import {askInTurns} from '../ask/scan-pages.ts';
import type {AppState} from '../model/state.ts';
import {type Action, noEffects, type Ports, type Task} from '../model/transition.ts';
import type {CountedThing} from './counts.ts';
import type {Checked, PlannedPreview, ValuesBefore, WriteCheck, WriteRequest} from './state.ts';

/** Objects that are read before a write at most; beyond that nobody reads the table. */
export const maxRefetched = 50;

/** Reads what is there now, for each call of a plan that it is wanted for: a few at a time, in their order. */
export function refetchTask(
  looks: readonly {readonly call: ResolvedCall; readonly by: OperationRef}[],
): Task {
  return async (ports, {signal}) => {
    await askInTurns(looks, async ({call, by}) => {
      if (signal.aborted) return;
      const before = await readObject(by, ports, signal);
      if (!signal.aborted) ports.dispatch({kind: 'write', event: {kind: 'looked', call, before}});
    });
  };
}

/** Reads what things count, before a write or after it. */
export function countTask(things: readonly CountedThing[], when: 'before' | 'after'): Task {
  return async (ports, {signal}) => {
    for (const {by} of things) {
      const found = await readObject(by, ports, signal);
      if (signal.aborted) return;
      const take = counted(by, when, 'text' in found ? found.text : '');
      ports.dispatch({kind: 'taskResult', take});
    }
  };
}

/** What a thing counts, beside it. */
function counted(by: OperationRef, when: 'before' | 'after', text: string): Action {
  return state => {
    const {write} = state;
    if (write === undefined || !('plan' in write)) return noEffects(state);
    const {plan} = write;
    if (plan.counts === undefined) return noEffects(state);
    const things = plan.counts.things.map(one => (one.by === by ? {...one, [when]: text} : one));
    const counts = {...plan.counts, things};
    return noEffects({...state, write: {...write, plan: {...plan, counts}}});
  };
}

/** Reads what the object of a plan is called. */
export function nameTask(by: OperationRef): Task {
  return async (ports, {signal}) => {
    const found = await readObject(by, ports, signal);
    // Without it its id confirms it as well; what is wrong with it, sending tells.
    const name = 'text' in found ? nameIn(parseJsonValue(found.text)) : undefined;
    if (name === undefined || signal.aborted) return;
    ports.dispatch({kind: 'taskResult', take: state => noEffects(named(state, by, name))});
  };
}

/** The object's name in place of its id, while nothing of it was typed. */
export function named(state: AppState, by: OperationRef, name: string): AppState {
  if (state.write?.stage === 'confirm' && state.write.typed !== '') return state;
  return inPreview(state, preview => {
    const {plan} = preview;
    if (plan.namedBy !== by || plan.object === name) return preview;
    const requests = plan.requests.map(one => ({...one, label: `${one.label}: ${name}`}));
    return {...preview, plan: {...plan, object: name, requests}};
  });
}

/** The state with another preview, also below the dialog that asks for it. */
export function inPreview(
  state: AppState,
  change: <S extends PlannedPreview>(preview: S) => S,
): AppState {
  const {write} = state;
  return write && 'asRequest' in write ? {...state, write: change(write)} : state;
}

/** What a look finds. Never throws. */
export async function readObject(
  ref: OperationRef,
  ports: Ports,
  signal: AbortSignal,
): Promise<ValuesBefore> {
  try {
    return {text: await askText(ref, {}, ports, signal)};
  } catch (thrown) {
    const isGone = tellsGone(operationNamed(ref), toFailure(thrown).kind);
    return {problem: errorLine(thrown), ...(isGone && {isGone})};
  }
}

/**
 * Whether a failed read means that its object is gone: not of a part that may never have been set,
 * nor of content that a query finds in another state, such as a draft.
 */
function tellsGone({path, inputs}: Operation, kind: FailureKind): boolean {
  if (kind !== 'not_found' && kind !== 'gone') return false;
  const hasStates = inputs.some(({place, name}) => place === 'query' && /draft|status/.test(name));
  return path.endsWith('}') && !hasStates;
}

/** What an object held when it was read, as JSON text; undefined where that is not known. */
export function textOfBefore(before: WriteRequest['before']): string | undefined {
  return typeof before === 'object' && 'text' in before ? before.text : undefined;
}

/**
 * List the objects again and compare: those whose time is another one now, or the one the server
 * answered, changed; the others it ignored, which its answer does not say. Never throws.
 *
 * @param answered times in the answers, in epoch milliseconds
 */
export async function checkWritten(
  check: WriteCheck,
  answered: ReadonlySet<number>,
  ports: Ports,
  signal: AbortSignal,
): Promise<Checked> {
  const now = new Map<string, number>();
  try {
    for await (const page of askPages(check.list, {}, ports, signal)) {
      for (const item of page.items) {
        const value = parseJsonValue(item);
        const time = toMs(readPointer(value, check.value));
        if (time !== undefined) now.set(String(readPointer(value, check.identity)), time);
      }
    }
  } catch (thrown) {
    return {changed: [], ignored: [], time: undefined, problem: errorLine(thrown)};
  }
  const isChanged = ({id, time}: WriteCheck['before'][number]) => {
    const listed = now.get(id);
    return listed !== undefined && (listed !== time || answered.has(listed));
  };
  const changed = check.before.filter(isChanged).map(({id}) => id);
  const ignored = check.before.filter(one => !isChanged(one)).map(({id}) => id);
  const times = changed.map(id => now.get(id) ?? 0);
  return {changed, ignored, time: times.length === 0 ? undefined : Math.min(...times)};
}
