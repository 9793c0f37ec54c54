import {ownPermissionsRef, permittedProjectsRef} from '../../api/account-requests.ts';
import {whyNotCaller} from '../../api/callers.ts';
import {allOperations} from '../../api/catalogue.ts';
import {listFlags} from '../../api/check-rules.ts';
import type {Operation} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {counted} from '../../base/counted.ts';
import {findJson, isArray, isObject, type JsonValue, readPointer} from '../../base/json-value.ts';
import {minuteMs} from '../../base/times.ts';
import {fetchText} from '../ask/ask.ts';
import type {Span} from '../model/line.ts';
import {type AppState, slice} from '../model/state.ts';
import {afterEvents, noEffects, type Ports, type Task} from '../model/transition.ts';

/** The permissions of the account, as the tracker reported them. Whatever is absent is unknown. */
interface OwnPermissions {
  /** Key → whether the account has it; a project permission in any project. */
  readonly held: Readonly<Record<string, boolean>>;
  /** Key → name. */
  readonly names: Readonly<Record<string, string>>;
  /** Key of a project permission → keys and ids of all projects where the account has it. */
  readonly projects: Readonly<Record<string, ReadonlySet<string>>>;
}

const unknown: OwnPermissions = {held: {}, names: {}, projects: {}};

const ownPermissions = slice<OwnPermissions>('own permissions', unknown);

/** Ask for the permissions of the account once it is connected. */
export const readPermissions = afterEvents(['connected'], (_, step) => {
  const {connection} = step.state;
  if (connection.status !== 'ready') return step;
  if (connection.identities.tracker === undefined) return step;
  const task = {kind: 'task', slot: 'own permissions', run: askPermissions, asks: true} as const;
  return {...step, effects: [...step.effects, task]};
});

const askPermissions: Task = async (ports, {signal}) => {
  const keys = [...new Set(allOperations().flatMap(({permissionKeys = []}) => permissionKeys))];
  const ask = askIn(ports, signal);
  const response = await ask(ownPermissionsRef(keys));
  const entries = Object.entries(membersAt(response, '/permissions'));
  const held = entries.flatMap(([key, entry]) => {
    const has = readPointer(entry, '/havePermission');
    return typeof has === 'boolean' ? [[key, has] as const] : [];
  });
  const names = entries.flatMap(([key, entry]) => {
    const name = readPointer(entry, '/name');
    return typeof name === 'string' ? [[key, name] as const] : [];
  });
  const isOfProject = (key: string): boolean =>
    readPointer(response, `/permissions/${key}/type`) === 'PROJECT';
  const isAdmin = held.some(([key, has]) => has && !isOfProject(key));
  // An administrator of the site needs no permission in a project.
  const partly = isAdmin ? [] : held.flatMap(([key, has]) => (has && isOfProject(key) ? key : []));
  const projects: [string, ReadonlySet<string>][] = [];
  for (const key of partly) {
    const answer = await ask(permittedProjectsRef(key));
    const list = readPointer(answer, '/projects');
    if (isArray(list)) projects.push([key, new Set(list.flatMap(idAndKey))]);
  }
  const found = {
    held: Object.fromEntries(held),
    names: Object.fromEntries(names),
    projects: Object.fromEntries(projects),
  };
  if (signal.aborted) return;
  ports.dispatch({
    kind: 'taskResult',
    take: state => noEffects(ownPermissions.with(state, found)),
  });
};

/** Any failure leaves the permissions unknown. */
const askIn =
  (ports: Ports, signal: AbortSignal) =>
  async (ref: OperationRef): Promise<JsonValue> => {
    const text = await fetchText(ref, {}, ports, signal).catch(() => '');
    return findJson(text) ?? null;
  };

const membersAt = (value: JsonValue, pointer: string): Readonly<Record<string, JsonValue>> => {
  const found = readPointer(value, pointer);
  return isObject(found) ? found : {};
};

const idAndKey = (project: JsonValue): readonly string[] =>
  ['/id', '/key'].flatMap(pointer => {
    const value = readPointer(project, pointer);
    return value === undefined || value === null ? [] : [String(value)];
  });

/**
 * Explain why the account may not call an operation: `needs the permission Administer Jira`.
 * Undefined if it may, or if that is unknown.
 *
 * @param findProject finds the id or key of the project that would be changed; undefined if unknown
 */
function whyNotPermitted(
  state: Pick<AppState, 'own'>,
  {permissionKeys = []}: Operation,
  findProject: () => string | undefined = () => undefined,
): string | undefined {
  const own = ownPermissions.of(state);
  if (permissionKeys.length === 0) return undefined;
  const held = permissionKeys.map(key => own.held[key]);
  if (held.includes(undefined)) return undefined;
  const inProjects = permissionKeys.filter((key, i) => held[i] && own.projects[key] !== undefined);
  // A permission that the account has, and not only in some projects.
  if (held.filter(Boolean).length > inProjects.length) return undefined;
  const names = listFlags(permissionKeys, 'or', key => own.names[key] ?? key);
  if (inProjects.length === 0) return `needs the permission ${names}`;
  const project = findProject();
  if (project === undefined) return undefined;
  const isPermitted = inProjects.some(key => own.projects[key]?.has(project.toUpperCase()));
  return isPermitted ? undefined : `needs the permission ${names} in this project`;
}

/**
 * The header's text for an account with few write permissions; undefined for administrators.
 */
export function permissionSign(state: Pick<AppState, 'own' | 'connection'>): Span | undefined {
  const {connection} = state;
  const own = ownPermissions.of(state);
  const held = Object.values(own.held);
  if (connection.status !== 'ready' || held.length === 0) return undefined;
  const {content} = connection.identities;
  // Whether it may change content depends on the item.
  const mayWriteContent = content !== undefined && content.authType !== 'none';
  if (!held.includes(true)) {
    return {text: mayWriteContent ? 'Jira read-only' : 'Read-only', tone: 'title'};
  }
  const [projects] = Object.values(own.projects);
  if (projects === undefined) return undefined;
  return {text: `Administers ${counted(projects.size / 2, 'project')}`};
}

/** Minutes a protected profile stays read-write. */
export const openMinutes = 15;

/** Whether the profile is protected: shown in red, read-only until writing is turned on. */
export function isProtectedSession({connection}: Pick<AppState, 'connection'>): boolean {
  if (connection.status !== 'ready') return false;
  const {tracker, content} = connection.identities;
  return tracker?.protected === true || content?.protected === true;
}

/** The state that decides whether a write may be sent. */
type Gate = Pick<AppState, 'connection' | 'writing' | 'nowMs'>;

/** Minutes a protected profile remains read-write, rounded up; 0 if read-only. */
function minutesOpen({writing, nowMs}: Gate): number {
  return Math.max(0, Math.ceil(((writing.openUntilMs ?? 0) - nowMs) / minuteMs));
}

/** Return why no write can be sent now; undefined if one can. */
export function whyNotSent(state: Gate): string | undefined {
  // Until the new profile is connected, the previous client would receive the write, without its
  // lock.
  if (state.connection.status !== 'ready') return 'Not connected yet: nothing is sent';
  if (state.writing.dry) return 'Dry run: nothing is sent; :dry off ends the dry run';
  return whyReadOnly(state);
}

/**
 * Return why the profile rejects writes until the user allows them; undefined if it accepts them,
 * or if it is not connected.
 */
function whyReadOnly(state: Gate): string | undefined {
  if (state.writing.dry || !isProtectedSession(state) || minutesOpen(state) > 0) return undefined;
  return `Protected profile: read-only until :write on (${openMinutes} minutes)`;
}

/**
 * The header's text about writing; undefined while no service is connected, and until one of them
 * has answered: a site that does not answer takes no writes.
 */
export function writingLabel(state: Gate & Pick<AppState, 'own'>): Span | undefined {
  if (state.writing.dry) return {text: 'Dry run: nothing is sent', tone: 'warn'};
  const {connection} = state;
  if (connection.status !== 'ready') return undefined;
  const {tracker, content} = connection.identities;
  if ((tracker ?? content) === undefined) return undefined;
  const isDenied = connection.deniesWrites === true;
  const minutes = minutesOpen(state);
  if (isDenied || (isProtectedSession(state) && minutes === 0)) {
    return {text: 'Read-only', tone: 'title'};
  }
  if (!isProtectedSession(state)) {
    return permissionSign(state) ?? (connection.hasAnswered ? {text: 'Read-write'} : undefined);
  }
  return {text: `Read-write for ${minutes} min`, tone: 'warn'};
}

/**
 * Explain why this session cannot call an operation: it has no credentials or the wrong ones, the
 * profile denies it, the profile is read-only now, or the account lacks the permission. A sentence
 * fragment; undefined when the call is possible, or nothing is connected.
 *
 * @param findProject as for `whyNotPermitted`
 */
export function whyNotCallable(
  state: Gate & Pick<AppState, 'own'>,
  operation: Operation,
  findProject?: () => string | undefined,
): string | undefined {
  const {connection} = state;
  if (connection.status !== 'ready') return undefined;
  const identity = connection.identities[operation.service];
  if (identity?.authType === 'none' && !operation.anonymous) return 'needs a sign-in';
  return (
    (identity && whyNotCaller(operation, identity)) ??
    whyForbidden(state, operation) ??
    whyNotPermitted(state, operation, findProject)
  );
}

/**
 * Explain why the profile forbids an operation now, whatever its credentials can do: its policy
 * denies the operation, or the operation writes and the profile is read-only.
 */
export function whyForbidden(state: Gate, operation: Operation): string | undefined {
  return (
    whyDenied(state, operation) ?? (operation.effect === 'read' ? undefined : whyReadOnly(state))
  );
}

/** Explain why the policy of the profile denies an operation; `:write on` cannot allow it. */
function whyDenied(
  {connection}: Pick<Gate, 'connection'>,
  operation: Operation,
): string | undefined {
  return connection.status === 'ready' ? connection.whyDenied?.(operation) : undefined;
}
