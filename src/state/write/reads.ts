import {bodyOf, fieldsOf} from '../../api/body-of.ts';
import {operationNamed} from '../../api/catalogue.ts';
import {inputsOf} from '../../api/inputs-of.ts';
import {type InverseRead, inversesOf} from '../../api/inverse.ts';
import {elementsOfUpdate, idsOfElements} from '../../api/known-elements.ts';
import type {Operation} from '../../api/operation.ts';
import {type Reader, readerAt} from '../../api/uncertain-write.ts';
import {type FailureKind, toFailure} from '../../base/failure.ts';
import {findJson, isObject, parseJsonValue, readPointer} from '../../base/json-value.ts';
import {toMs} from '../../base/times.ts';
import {answerOf, askPages, askText} from '../ask/ask.ts';
import {errorLine} from '../ask/error-summary.ts';
import {callAbout} from '../ask/resolve-call.ts';
import {askInTurns} from '../ask/scan-pages.ts';
import type {Call, ResolvedCall} from '../model/call.ts';
import type {AppState} from '../model/state.ts';
import {type Action, noEffects, type Ports, type Task} from '../model/transition.ts';
import type {CountedThing} from './counts.ts';
import {nameIn, objectOf} from './object-of.ts';
import type {Checked, PlannedPreview, ValuesBefore, WriteCheck, WriteRequest} from './state.ts';

/** Objects that are read before a write at most; beyond that nobody reads the table. */
export const maxRefetched = 50;

/** A read, and one that follows it with what it answered. The last answer counts. */
export interface Refetch extends ResolvedCall {
  readonly next?: Call;
  /** Reads of what fields name that the object's own read leaves out: member of the answer → read. */
  readonly beside?: Readonly<Record<string, ResolvedCall>>;
}

/**
 * The read that tells what a write finds: that of its own path, of what takes something away that
 * of the object. Undefined of what makes something new, and where no operation reads one object.
 */
export function refetchOf(call: ResolvedCall): Refetch | undefined {
  const {operation} = call;
  if (operation.effect === 'read') return undefined;
  const reads = inversesOf(operation).find(one => one.reads !== undefined)?.reads;
  if (reads !== undefined) return lookFor(reads, call);
  if (operation.effect === 'create') return undefined;
  const own = readOfUpdate(call) ?? readBy(operation, objectOf(call).reader);
  return own && {...own, beside: besideOf(call)};
}

/**
 * The reads of things that an update's fields name and that have a path of their own below the
 * object's: `notificationScheme` of a project at `/project/{key}/notificationscheme`.
 */
function besideOf({operation, given}: ResolvedCall): Readonly<Record<string, ResolvedCall>> {
  if (operation.effect !== 'update') return {};
  const body = typeof given.body === 'string' ? findJson(given.body) : undefined;
  const found = inputsOf(operation).flatMap(input => {
    const {name, names, place} = input;
    const isGiven = given.inputs[name] !== undefined || (isObject(body) && name in body);
    if (place !== 'field' || names === undefined || !isGiven) return [];
    const below = `${operation.path}/${names.replaceAll(' ', '')}`;
    const reader = readerAt(operation.service, below, given.inputs);
    if (reader === undefined) return [];
    return [[name, {operation: reader.operation, given: {inputs: reader.inputs}}] as const];
  });
  return Object.fromEntries(found);
}

/**
 * The read that tells what an update finds: that of the objects its body names by their ids, else
 * that of its own path. Undefined where there is none, or it is not said of what.
 */
export function readOfUpdate({operation, given}: ResolvedCall): ResolvedCall | undefined {
  const {service, path} = operation;
  const elements = elementsOfUpdate(operation);
  if (elements !== undefined) {
    const id = [...idsOfElements(elements, given.inputs).values()];
    const reader = id.length === 0 ? undefined : readerAt(service, path, {id});
    return reader && {operation: reader.operation, given: {inputs: reader.inputs}};
  }
  const isOfOne = path.includes('}');
  return isOfOne ? readBy(operation, readerAt(service, path, given.inputs)) : undefined;
}

/** A read of one object, with what a write says of its query, and all that the write may change. */
function readBy(write: Operation, reader: Reader | undefined): ResolvedCall | undefined {
  if (reader === undefined || reader.operation.items !== undefined) return undefined;
  const {operation} = reader;
  const query = Object.entries(write.readFirst?.query ?? {}).map(([name, text]) => [name, [text]]);
  const expand = expandedFor(write, operation);
  const inputs = {...reader.inputs, ...(expand && {expand}), ...Object.fromEntries(query)};
  return {operation, given: {inputs}};
}

/**
 * What a read answers only when its `expand` asks for it, as far as the write has a field of that name;
 * not the list it replaces: one who changes a name sends no grants.
 */
function expandedFor(write: Operation, read: Operation): readonly string[] | undefined {
  const known = read.inputs.find(({name}) => name === 'expand')?.values ?? [];
  if (known.length === 0) return undefined;
  const fields = new Set(fieldsOf(bodyOf(write)).map(({name}) => name));
  const wanted = known.map(String).filter(name => fields.has(name) && name !== write.replaces);
  return wanted.length === 0 ? undefined : wanted;
}

/** The read of a rule; undefined where the write was not given what that needs. */
function lookFor({operation: title, inputs, next}: InverseRead, call: ResolvedCall) {
  const {
    operation: {service},
    given,
  } = call;
  const filled = Object.entries(inputs).map(([name, template]) => {
    const own = /^\{(.*)\}$/.exec(template)?.[1];
    return [name, own === undefined ? [template] : (given.inputs[own] ?? [])] as const;
  });
  if (filled.some(([, texts]) => texts.length === 0)) return undefined;
  return {
    operation: operationNamed({service, operation: title}),
    given: {inputs: Object.fromEntries(filled)},
    ...(next && {next: {service, ...next}}),
  };
}

/** Reads what is there now, for each call of a plan that it is wanted for: a few at a time, in their order. */
export function refetchTask(
  looks: readonly {readonly call: ResolvedCall; readonly by: Refetch}[],
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
function counted(by: ResolvedCall, when: 'before' | 'after', text: string): Action {
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
export function nameTask(by: ResolvedCall): Task {
  return async (ports, {signal}) => {
    const found = await readObject(by, ports, signal);
    // Without it its id confirms it as well; what is wrong with it, sending tells.
    const name = 'text' in found ? nameIn(parseJsonValue(found.text)) : undefined;
    if (name === undefined || signal.aborted) return;
    ports.dispatch({kind: 'taskResult', take: state => noEffects(named(state, by, name))});
  };
}

/** The object's name in place of its id, while nothing of it was typed. */
export function named(state: AppState, by: ResolvedCall, name: string): AppState {
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
  return write && 'previews' in write ? {...state, write: change(write)} : state;
}

/** What a look finds. Never throws. */
export async function readObject(
  {next, beside = {}, ...first}: Refetch,
  ports: Ports,
  signal: AbortSignal,
): Promise<ValuesBefore> {
  try {
    const text = await answerOf(first, ports, signal);
    if (next === undefined) return {text: await withBeside(text, beside, ports, signal)};
    const about = callAbout(next, parseJsonValue(text));
    if (about === undefined) return {problem: 'the response does not name the object to check'};
    return {text: await askText(about.call, about.params, ports, signal)};
  } catch (thrown) {
    const isGone = tellsGone(first.operation, toFailure(thrown).kind);
    return {problem: errorLine(thrown), ...(isGone && {isGone})};
  }
}

/** An object as JSON text, with what is read beside it as further members; what cannot be read is left out. */
async function withBeside(
  text: string,
  beside: Readonly<Record<string, ResolvedCall>>,
  ports: Ports,
  signal: AbortSignal,
): Promise<string> {
  const members: string[] = [];
  for (const [name, call] of Object.entries(beside)) {
    const found = await answerOf(call, ports, signal).catch(() => undefined);
    if (found !== undefined) members.push(`${JSON.stringify(name)}:${found}`);
  }
  const inner = text.trim().slice(1, -1).trim();
  if (members.length === 0 || !text.trim().startsWith('{')) return text;
  return `{${[...(inner === '' ? [] : [inner]), ...members].join(',')}}`;
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
