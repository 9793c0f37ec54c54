import {unreadParts} from '../../api/access/access-facts.ts';
import {checkWithService, readRequestedAccess} from '../../api/access/permission-checks.ts';
import {type ReadResponse, readSite} from '../../api/access/read-access.ts';
import {isUserClass} from '../../api/access/who-holds.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {counted} from '../../base/counted.ts';
import {isObject, parseJsonValue, readPointer} from '../../base/json-value.ts';
import {fetchText} from '../../state/ask/ask.ts';
import {summarizeError} from '../../state/ask/error-summary.ts';
import {findView, loadSlot, markLoaded, openLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import type {Params} from '../../state/model/params.ts';
import {type Row, valueInRow} from '../../state/model/row.ts';
import {tabsOf} from '../../state/model/screens.ts';
import {type AppState, slice, viewOf} from '../../state/model/state.ts';
import {
  afterEvents,
  afterEveryEvent,
  andThen,
  type LocalList,
  noEffects,
  type Ports,
  type Task,
  type Transition,
} from '../../state/model/transition.ts';
import {withRowsIn} from '../../state/views/list/list-page.ts';
import {describeRow} from '../../state/views/list/open-row.ts';
import type {ListView} from '../../state/views/list/state.ts';
import {accessFindings, accessWhy, localAccess, personCrumb} from './access-lists.ts';
import {type AccessQuestion, coversQuestion, questionOf, reportCommand} from './access-question.ts';
import {accessRowsOf, checkName, type ReadAccess} from './access-rows.ts';

interface Reading {
  /** The view whose rows were requested last. */
  readonly view?: number;
  /** The question of the last read, and its facts. */
  readonly answered?: AccessQuestion;
  /** The question of the read in progress, and its view. */
  readonly pending?: {readonly view: number; readonly question: AccessQuestion};
  /** The view waits for that read. */
  readonly waits?: true;
  readonly read?: ReadAccess;
}

const reading = slice<Reading>(localAccess, {});

/** Requests at a time. */
const concurrency = 6;

function readerOf(ports: Ports, signal: AbortSignal): ReadResponse {
  return async (operation, inputs, body) => {
    const more = body === undefined ? {} : {body: [body] as const};
    return parseJsonValue(await fetchText(trackerRef(operation, inputs, more), {}, ports, signal));
  };
}

/** Read the facts that a list needs and that were not read before. */
async function readFor(
  {key, resource: {id}, params}: ListView,
  known: ReadAccess | undefined,
  ports: Ports,
  signal: AbortSignal,
): Promise<ReadAccess> {
  const read = readerOf(ports, signal);
  const {projects, users, permissions} = questionOf(params);
  const onProgress = (text: string): void => {
    if (signal.aborted) return;
    const take = (now: AppState) =>
      noEffects({...markLoaded(now, key), notice: {text: `${text}…`, tone: 'dim'}});
    ports.dispatch({kind: 'taskResult', take});
  };
  const scope = {projects, users, permissions, concurrency, onProgress};
  const {facts, site, checks = {}} = known ?? {facts: await readRequestedAccess(read, scope)};
  // A filter leaves out grants, so unused groups are unknown.
  const isWhole = projects === undefined && permissions.length === 0;
  const isMissing = id === accessFindings.id && isWhole && site === undefined;
  const whole = isMissing ? await readSite(read) : site;
  const {accountId = '', permission = ''} = params;
  const project = facts.projects.find(one => one.key === params.project);
  const name = checkName(params);
  const isGlobal = facts.globals?.keys.includes(permission) === true;
  const needsCheck =
    id === accessWhy.id && !isGlobal && !isUserClass(accountId) && checks[name] === undefined;
  const check =
    needsCheck && project
      ? {[name]: await checkWithService(read, accountId, permission, project.id)}
      : {};
  return {facts, ...(whole && {site: whole}), checks: {...checks, ...check}};
}

/** Fill the list on the screen. @param isFresh read everything again */
function fillAccess(state: AppState, isFresh: boolean): Transition {
  const view = viewOf(state, 'list');
  if (view?.resource.local !== localAccess) return noEffects(state);
  const question = questionOf(view.params);
  const {answered, read: last} = reading.of(state);
  const isKnown = !isFresh && answered !== undefined && coversQuestion(answered, question);
  const known = isKnown ? last : undefined;
  if (!isFresh && known === undefined && isBeingRead(state, question)) {
    return noEffects(reading.with(state, {...reading.of(state), view: view.key, waits: true}));
  }
  const run: Task = async (ports, {signal}) => {
    try {
      const command = reportCommand(view.params);
      ports.dispatch({kind: 'sent', view: view.key, sent: {service: 'tracker', command}});
      const read = await readFor(view, known, ports, signal);
      if (signal.aborted) return;
      const take = (now: AppState) => noEffects(shown(now, view, read, known === undefined));
      ports.dispatch({kind: 'taskResult', take});
    } catch (thrown) {
      if (signal.aborted) return;
      ports.dispatch({kind: 'failed', view: view.key, trouble: summarizeError(thrown)});
    }
  };
  const {waits: _, ...before} = reading.of(state);
  const pending = known === undefined && {pending: {view: view.key, question}};
  const next = reading.with(state, {...before, view: view.key, ...pending});
  return {state: next, effects: [{kind: 'task', slot: loadSlot(view.key), run, asks: true}]};
}

/** Whether a read in progress, for another tab or this one, answers a question. */
function isBeingRead(state: AppState, question: AccessQuestion): boolean {
  const {pending} = reading.of(state);
  if (pending === undefined || !coversQuestion(pending.question, question)) return false;
  const view = findView(state, pending.view);
  return view !== undefined && 'load' in view && view.load.status === 'loading';
}

function shown(state: AppState, view: ListView, read: ReadAccess, isNew: boolean): AppState {
  const before = reading.of(state);
  const answered = isNew ? questionOf(view.params) : before.answered;
  const next = reading.with(state, {...before, ...(answered && {answered}), read});
  const rows = accessRowsOf(view.resource.id, read, view.params);
  const shownRows = withRowsIn({...next, ...(isNew && {notice: undefined})}, view.key, rows);
  const unread = unreadParts(read.facts);
  const [first] = unread;
  if (!isNew || first === undefined) return shownRows;
  return showNotice(shownRows, `${counted(unread.length, 'part')} not read: ${first}`, 'bad');
}

/** The lists of access: filled from the facts read; enter opens the reasons. */
export const accessRows: LocalList = {
  again: state => fillAccess(state, true),
  open: openAccessRow,
};

/** Fill a list when it is opened or returned to. */
const fillOnOpen = afterEveryEvent((_, step) => {
  const view = viewOf(step.state, 'list');
  if (view?.resource.local !== localAccess) return step;
  const {view: last, waits} = reading.of(step.state);
  const isWaiting = waits === true && isBeingRead(step.state, questionOf(view.params));
  if (last === view.key && (waits === undefined || isWaiting)) return step;
  if (step.state.connection.status !== 'ready') return step;
  return andThen(step, state => fillAccess(state, false));
});

/** Read again after writes, of this feature or another. */
const readAfterWrites = afterEvents(['write'], (_, step, {event}) => {
  if (event.kind !== 'finished' || event.wrote.length === 0) return step;
  return {...step, state: reading.with(step.state, {})};
});

export const accessReactions = [readAfterWrites, fillOnOpen];

const textIn = (row: Row, pointer: string): string => String(valueInRow(row, [pointer]) ?? '');

/** Open what is behind a row: the person, the project, the permission, or the object of a step. */
function openAccessRow(state: AppState, row: Row): Transition {
  const view = viewOf(state, 'list');
  if (view === undefined) return noEffects(state);
  const {crumb: _, ...params} = view.params;
  const open = (screen: string, more: Params) => {
    const own = {...params, ...more};
    const made = tabsOf(state.screens, screen, {...own, crumb: personCrumb(own), ...more});
    return openLocation(state, {...made, of: {view: view.key, row: row.id}});
  };
  const {projects} = questionOf(params);
  switch (view.resource.id) {
    case 'access-people': {
      const more = {accountId: textIn(row, '/accountId'), userName: textIn(row, '/user')};
      const [only, ...others] = projects ?? [];
      if (valueInRow(row, ['/isGlobal']) === true) return open('access-permissions', more);
      return only === undefined || others.length > 0
        ? open('access-projects', more)
        : open('access-permissions', {...more, project: only});
    }
    case 'access-projects':
      return open('access-permissions', {project: textIn(row, '/key')});
    case 'access-permissions':
      return open('access-why', {
        permission: textIn(row, '/key'),
        crumb: `${textIn(row, '/name')}: ${personCrumb(params)}`,
      });
    default:
      return openStep(state, row) ?? describeRow(state, view);
  }
}

/** Open the object of a step of a path. */
function openStep(state: AppState, {value, name}: Row): Transition | undefined {
  const screen = readPointer(value, '/screen');
  const params = readPointer(value, '/params');
  if (typeof screen !== 'string' || !isObject(params)) return undefined;
  const texts = Object.entries(params).map(([key, one]) => [key, String(one)] as const);
  const made = tabsOf(state.screens, screen, {crumb: name, ...Object.fromEntries(texts)});
  return openLocation(state, made);
}
