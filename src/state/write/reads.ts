import {operationNamed} from '../../api/catalogue.ts';
import {nameIn} from '../../api/journal/object-of.ts';
import type {Operation} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {type FailureKind, toFailure} from '../../base/failure.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {parseInstantMs} from '../../base/times.ts';
import {fetchPages, fetchText} from '../ask/ask.ts';
import {errorLine} from '../ask/error-summary.ts';
import {requestEach} from '../ask/item-steps.ts';
import type {AppState} from '../model/state.ts';
import {type Action, noEffects, type Ports, type Task} from '../model/transition.ts';
import type {CountedEntity} from './counts.ts';
import type {
  Checked,
  Consequence,
  PlannedPreview,
  ValuesBefore,
  WriteCheck,
  WriteRequest,
} from './state.ts';

/** Limit of objects read before a write; longer tables are not useful. */
export const maxRefetched = 50;

/** Read the current values for each of the given calls, a few at a time, in order. */
export function refetchTask(
  looks: readonly {readonly call: ResolvedCall; readonly by: OperationRef}[],
): Task {
  return async (ports, {signal}) => {
    await requestEach(looks, async ({call, by}) => {
      if (signal.aborted) return;
      const before = await readObject(by, ports, signal);
      if (!signal.aborted) ports.dispatch({kind: 'write', event: {kind: 'looked', call, before}});
    });
  };
}

/** Read the counts before or after a write. */
export function countTask(things: readonly CountedEntity[], when: 'before' | 'after'): Task {
  return async (ports, {signal}) => {
    for (const {by} of things) {
      const found = await readObject(by, ports, signal);
      if (signal.aborted) return;
      const take = counted(by, when, 'text' in found ? found.text : '');
      ports.dispatch({kind: 'taskResult', take});
    }
  };
}

/** Read the further effects of a write, and add them to the warnings of the preview. */
export function consequencesTask(all: readonly Consequence[]): Task {
  return async (ports, {signal}) => {
    await requestEach(all, async ({by, says}) => {
      if (signal.aborted) return;
      const found = await readObject(by, ports, signal);
      const texts =
        'text' in found
          ? says(parseJsonValue(found.text))
          : [`Further effects could not be read: ${found.problem}`];
      if (signal.aborted || texts.length === 0) return;
      ports.dispatch({kind: 'taskResult', take: state => noEffects(warned(state, all, texts))});
    });
  };
}

/** Add warnings to the preview of the plan whose consequences were read. */
function warned(state: AppState, all: readonly Consequence[], texts: readonly string[]): AppState {
  return inPreview(state, preview => {
    const {plan} = preview;
    if (plan.consequences !== all) return preview;
    return {...preview, plan: {...plan, warnings: [...(plan.warnings ?? []), ...texts]}};
  });
}

/** Store the counts that were read. */
function counted(by: OperationRef, when: 'before' | 'after', text: string): Action {
  return state => {
    const {write} = state;
    if (write === undefined || !('plan' in write)) return noEffects(state);
    const {plan} = write;
    if (plan.counts === undefined) return noEffects(state);
    const entities = plan.counts.entities.map(one =>
      one.by === by ? {...one, [when]: text} : one,
    );
    const counts = {...plan.counts, entities};
    return noEffects({...state, write: {...write, plan: {...plan, counts}}});
  };
}

/** Read the name of a plan's object. */
export function nameTask(by: OperationRef): Task {
  return async (ports, {signal}) => {
    const found = await readObject(by, ports, signal);
    // Without a name, its id confirms it; sending reports any problem.
    const name = 'text' in found ? nameIn(parseJsonValue(found.text)) : undefined;
    if (name === undefined || signal.aborted) return;
    ports.dispatch({kind: 'taskResult', take: state => noEffects(showObjectName(state, by, name))});
  };
}

/** Replace the object's id by its name, unless the user has started typing. */
export function showObjectName(state: AppState, by: OperationRef, name: string): AppState {
  if (state.write?.stage === 'confirm' && state.write.typed.text !== '') return state;
  return inPreview(state, preview => {
    const {plan} = preview;
    if (plan.namedBy !== by || plan.object === name) return preview;
    const requests = plan.requests.map(one => ({...one, label: `${one.label}: ${name}`}));
    return {...preview, plan: {...plan, object: name, requests}};
  });
}

/** Change the preview, also below its confirmation dialog. */
export function inPreview(
  state: AppState,
  change: <S extends PlannedPreview>(preview: S) => S,
): AppState {
  const {write} = state;
  return write && 'asRequest' in write ? {...state, write: change(write)} : state;
}

/** Read the current values of an object. Never throws. */
export async function readObject(
  ref: OperationRef,
  ports: Ports,
  signal: AbortSignal,
): Promise<ValuesBefore> {
  try {
    return {text: await fetchText(ref, {}, ports, signal)};
  } catch (thrown) {
    const isGone = meansGone(operationNamed(ref), toFailure(thrown).kind);
    return {problem: errorLine(thrown), ...(isGone && {isGone})};
  }
}

/**
 * Whether a failed read means that the object is gone. Not for a part that may never have been set,
 * nor for content that a query finds in another state, such as a draft.
 */
function meansGone({path, inputs}: Operation, kind: FailureKind): boolean {
  if (kind !== 'not_found' && kind !== 'gone') return false;
  const hasStates = inputs.some(({place, name}) => place === 'query' && /draft|status/.test(name));
  return path.endsWith('}') && !hasStates;
}

/** The values of an object when it was read, as JSON text; undefined if unknown. */
export function textOfBefore(before: WriteRequest['before']): string | undefined {
  return typeof before === 'object' && 'text' in before ? before.text : undefined;
}

/**
 * List the objects again and compare: those whose time differs, or equals the time in the response,
 * changed; the others were ignored, which the response does not report. Never throws.
 *
 * @param answered times in the responses, in epoch milliseconds
 */
export async function checkWritten(
  check: WriteCheck,
  answered: ReadonlySet<number>,
  ports: Ports,
  signal: AbortSignal,
): Promise<Checked> {
  const now = new Map<string, number>();
  try {
    for await (const page of fetchPages(check.list, {}, ports, signal)) {
      for (const item of page.items) {
        const value = parseJsonValue(item);
        const time = parseInstantMs(readPointer(value, check.value));
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
