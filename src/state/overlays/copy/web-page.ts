import {
  addressOnSite,
  filledPath,
  isGateway,
  pagePointer,
  type SitePage,
} from '../../../api/site-page.ts';
import {isObject, type JsonValue, parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {ofKind} from '../../model/location.ts';
import {showNotice} from '../../model/notice.ts';
import type {Params} from '../../model/params.ts';
import {type AppState, currentView, viewBehind, viewOf} from '../../model/state.ts';
import {noEffects, type Transition} from '../../model/transition.ts';
import {rowAtCursor} from '../../views/list/list-update.ts';

/**
 * The web page of the object on the screen or under the cursor, on the site of the profile;
 * undefined if there is none. Content responses contain their own links.
 */
export function webUrl(state: AppState): string | undefined {
  const list = viewOf(state, 'list');
  if (list !== undefined) {
    const {service, page, issueOf} = list.resource;
    const value = rowAtCursor(list)?.value;
    const key = value === undefined ? '' : (issueOf?.(value) ?? '');
    return pageOf(state, service, page, key === '' ? value : {key}, list.params);
  }
  const view = viewOf(state, 'text');
  if (view === undefined) {
    const here = currentView(state);
    return pageOf(state, 'tracker', undefined, undefined, 'params' in here ? here.params : {});
  }
  const {call, text, params} = view;
  const behind = ofKind(viewBehind(state), 'list');
  const service = call?.service ?? behind?.resource.service;
  const value = text === '' ? undefined : parseJsonValue(text);
  const own = pageOf(
    state,
    service ?? 'tracker',
    pageReadBy(state, call?.operation),
    value,
    params,
  );
  if (own !== undefined || behind === undefined) return own;
  // A text opened from a row describes that row.
  const row = rowAtCursor(behind)?.value;
  return pageOf(state, behind.resource.service, behind.resource.page, row, behind.params);
}

function pageOf(
  state: AppState,
  service: 'tracker' | 'content',
  page: SitePage | undefined,
  value: JsonValue | undefined,
  params: Params,
): string | undefined {
  const named = readPointer(value, pagePointer);
  if (service === 'content') {
    return typeof named === 'string' ? onSite(state, 'content', named) : undefined;
  }
  const key = isObject(value) && typeof value.key === 'string' ? value.key : '';
  if (/^[A-Z][A-Z0-9_]+-\d+$/.test(key)) return onSite(state, 'tracker', `/browse/${key}`);
  const path =
    page && filledPath(page.path, name => readPointer(value, `/${name}`) ?? params[name]);
  if (path !== undefined) return onSite(state, 'tracker', path);
  const {project} = params;
  if (project === undefined || project === '') return undefined;
  return onSite(state, 'tracker', `/projects/${encodeURIComponent(project)}`);
}

/** A URL on the site of a profile. */
function onSite(state: AppState, service: 'tracker' | 'content', path: string): string | undefined {
  const {connection} = state;
  if (connection.status !== 'ready') return undefined;
  const identity = connection.identities[service];
  const base = identity?.siteUrl ?? identity?.baseUrl;
  return base === undefined ? undefined : addressOnSite(base, path);
}

function pageReadBy({screens}: AppState, operation: string | undefined): SitePage | undefined {
  const list = screens.lists.find(
    ({page}) => page?.readBy !== undefined && page.readBy === operation,
  );
  return list?.page;
}

/** Open the web page of the current object in a browser. */
export function browse(state: AppState): Transition {
  const url = webUrl(state);
  if (url === undefined) return noEffects(showNotice(state, whyNoPage(state), 'warn'));
  return {state, effects: [{kind: 'browse', url}]};
}

function whyNoPage({connection}: AppState): string {
  const identities = connection.status === 'ready' ? Object.values(connection.identities) : [];
  return identities.some(({baseUrl}) => isGateway(baseUrl))
    ? 'no page to open: the base URL is the API gateway, which does not name the site'
    : 'this object has no page on the site';
}
