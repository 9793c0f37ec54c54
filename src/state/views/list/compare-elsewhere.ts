import {Failure} from '../../../base/failure.ts';
import {compactJson} from '../../../base/json-pretty.ts';
import {
  findJson,
  isArray,
  isObject,
  type JsonValue,
  parseJsonValue,
  readFirstOf,
} from '../../../base/json-value.ts';
import {fetchPages, fetchText} from '../../ask/ask.ts';
import {errorLine} from '../../ask/error-summary.ts';
import {readOnlyClient} from '../../ask/read-only-client.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {openLocation} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import type {Resource} from '../../model/resource.ts';
import {tabsOf} from '../../model/screens.ts';
import {type AppState, currentLocation, currentView, viewOf} from '../../model/state.ts';
import {noEffects, type Ports, type Task, type Transition} from '../../model/transition.ts';
import {rowAtCursor} from './list-update.ts';

/** The object to compare: one of a list, by id, or all rows. */
interface Here {
  readonly resource: Resource;
  readonly elsewhere: NonNullable<Resource['comparedElsewhere']>;
  readonly one?: {readonly id: string; readonly name: string};
}

/**
 * Find what can be compared here: the row under the cursor, the object on the screen, or the list;
 * else the reason.
 */
function comparedHere(state: AppState): Here | string {
  const list = viewOf(state, 'list');
  const elsewhere = list?.resource.comparedElsewhere;
  if (list !== undefined && elsewhere !== undefined) {
    const {resource} = list;
    if (elsewhere.call === undefined) return {resource, elsewhere};
    const row = rowAtCursor(list);
    return row ? {resource, elsewhere, one: {id: row.id, name: row.name}} : 'nothing is selected';
  }
  const {screen, crumb} = currentLocation(state);
  const view = currentView(state);
  const of = state.screens.lists.find(
    ({opens, comparedElsewhere}) =>
      opens?.screen === screen && comparedElsewhere?.call !== undefined,
  );
  const [param = ''] = Object.keys(of?.opens?.params ?? {});
  const id = 'params' in view ? view.params[param] : undefined;
  if (of?.comparedElsewhere === undefined || id === undefined) {
    return 'nothing to compare here, only schemes, statuses, resolutions and priorities';
  }
  return {resource: of, elsewhere: of.comparedElsewhere, one: {id, name: crumb}};
}

/** `:compare @profile` and `:compare FILE` compare with another site or a file. */
export const compareCommand = {
  name: 'compare',
  aliases: ['diff'],
  args: '@PROFILE|FILE',
  about:
    'Compare a scheme, or all statuses, resolutions or priorities, with another profile or a file.',
  takesProfile: true,
  choices: ({session}: AppState) =>
    session.profiles.filter(({name}) => name !== session.profile).map(({name}) => `@${name}`),
  problem(state: AppState, [word = '', ...more]: readonly string[]): string | undefined {
    const here = comparedHere(state);
    if (typeof here === 'string') return here;
    if (word === '' || more.length > 0) return 'needs @PROFILE or a JSON file';
    if (!word.startsWith('@')) return undefined;
    const isKnown = state.session.profiles.some(({name}) => `@${name}` === word);
    return isKnown ? undefined : `unknown profile ${word.slice(1)}`;
  },
  run(before: AppState, [word = '']: readonly string[]): Transition {
    const state = leaveWrite(before);
    const here = comparedHere(state);
    if (typeof here === 'string') return noEffects(showNotice(state, here, 'warn'));
    return {
      state: showNotice(state, `reading ${word}…`, 'dim'),
      effects: [{kind: 'task', slot: 'compare-elsewhere', run: readElsewhere(here, word)}],
    };
  },
} as const;

/** Read the other side, then open the comparison. */
function readElsewhere(found: Here, word: string): Task {
  return async (ports, {signal}) => {
    try {
      const here = await withName(found, ports, signal);
      const saved = word.startsWith('@')
        ? await fromProfile(here, word.slice(1), ports, signal)
        : await fromFile(here, word, ports);
      if (!signal.aborted)
        ports.dispatch({kind: 'taskResult', take: state => opened(state, here, word, saved)});
    } catch (thrown) {
      if (signal.aborted) return;
      const notice = {text: `not compared: ${errorLine(thrown)}`, tone: 'bad'} as const;
      ports.dispatch({kind: 'notice', notice});
    }
  };
}

/** The object of a screen that was opened by id has no name yet. */
async function withName(here: Here, ports: Ports, signal: AbortSignal): Promise<Here> {
  const {resource, elsewhere, one} = here;
  if (one === undefined || elsewhere.call === undefined || one.name !== one.id) return here;
  const text = await fetchText(elsewhere.call, {right: one.id}, ports, signal);
  const name = readFirstOf(parseJsonValue(text), resource.name);
  return {...here, one: {...one, name: String(name ?? one.id)}};
}

async function fromFile({one}: Here, path: string, ports: Ports): Promise<string> {
  const text = new TextDecoder().decode((await ports.readFile(path)).bytes);
  const value = findJson(text) ?? null;
  const items = itemsIn(value);
  if (one === undefined ? items.length > 0 : isObject(value)) {
    return one === undefined ? JSON.stringify(items) : compactJson(text);
  }
  const what = one === undefined ? 'a list' : 'an object';
  const message = `${path} does not contain ${what} as JSON in the format of the API.`;
  throw new Failure('validation_error', message);
}

/** The items of a list response: the array itself, or the one inside it. */
export function itemsIn(answer: JsonValue): readonly JsonValue[] {
  if (isArray(answer)) return answer;
  return isObject(answer) ? (Object.values(answer).find(isArray) ?? []) : [];
}

/** Read from another profile by name, since its ids differ. */
async function fromProfile(
  {resource, elsewhere, one}: Here,
  profile: string,
  ports: Ports,
  signal: AbortSignal,
): Promise<string> {
  const client = readOnlyClient(await ports.clientOf(profile, resource.service));
  const there: Ports = {...ports, client: () => client, flags: () => ['-p', profile]};
  const items: string[] = [];
  const [list] = resource.sources;
  if (list === undefined) return '[]';
  for await (const page of fetchPages(list, {}, there, signal)) {
    for (const item of page.items) items.push(item);
  }
  if (one === undefined || elsewhere.call === undefined) return `[${items.join(',')}]`;
  const found = items
    .map(text => parseJsonValue(text))
    .find(item => readFirstOf(item, resource.name) === one.name);
  const id = found === undefined ? undefined : readFirstOf(found, resource.identity);
  if (id === undefined)
    throw new Failure('not_found', `Profile ${profile} has no ${resource.noun} named ${one.name}.`);
  return fetchText(elsewhere.call, {right: String(id)}, there, signal);
}

function opened(state: AppState, {elsewhere, one}: Here, word: string, saved: string): Transition {
  const isProfile = word.startsWith('@');
  const own = state.session.profile || 'this session';
  const there = isProfile ? word.slice(1) : word.replace(/^.*[/\\]/, '');
  const leftName = one === undefined || !isProfile ? there : `${one.name} of ${there}`;
  const rightName = one === undefined ? own : isProfile ? `${one.name} of ${own}` : one.name;
  const crumb = `${leftName} and ${rightName}`;
  const params = {
    saved,
    leftName,
    rightName,
    ...(one && {right: one.id}),
    ...(isProfile && {elsewhere: 'true'}),
  };
  return openLocation(state, tabsOf(state.screens, elsewhere.list, {...params, crumb}));
}
