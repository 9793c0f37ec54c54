import {uncapitalize} from '../../base/capital.ts';
import type {LineSpan} from '../../base/line-span.ts';
import {safeText} from '../../base/safe-text.ts';
import {clockText, timeText} from '../../base/times.ts';
import {cutText, widthOf} from '../../base/width.ts';
import {Header} from '../../components/Header.tsx';
import {SplitLine} from '../../components/SplitLine.tsx';
import type {AppRegistry} from '../../state/app/registry.ts';
import {currentPath} from '../../state/locations/current-path.ts';
import type {Line} from '../../state/model/line.ts';
import {isSlowLoad, type Load} from '../../state/model/load.ts';
import type {Location, View} from '../../state/model/location.ts';
import {type AppState, currentLocation, currentView, viewOf} from '../../state/model/state.ts';
import {isReading, kindOf, type Registry} from '../../state/model/transition.ts';
import {widthOfLine} from '../../state/show/line-shape.ts';
import {clearSelection} from '../../state/views/list/marks.ts';
import {isProtectedSession, writingLabel} from '../../state/write/permissions.ts';
import {useAppState, useScreenContext} from '../context.ts';

/** Header and breadcrumbs. */
export function TopLines() {
  const {app} = useScreenContext();
  const columns = useAppState(s => s.columns);
  const state = useAppState(s => s);
  return (
    <>
      <Header
        left={nameOf(state)}
        signs={signsOf(state, app.registry)}
        right={identityOf(state)}
        isProtected={isProtectedSession(state)}
        columns={columns}
      />
      <SplitLine
        left={crumbs(state, app.registry)}
        right={status(state, app.registry)}
        columns={columns}
      />
    </>
  );
}

function nameOf(state: AppState): string {
  const {sandbox, profile, profiles} = state.session;
  const isFirst = profile === (profiles[0]?.name ?? profile);
  const name = !sandbox ? profile : isFirst ? 'sandbox' : `sandbox as ${profile}`;
  const care = isProtectedSession(state) ? '  PROTECTED' : '';
  return name === '' ? 'steward' : `steward  ${safeText(name)}${care}`;
}

/** Status on every screen: the features' signs, running work, and write mode. */
function signsOf(state: AppState, registry: AppRegistry): Line {
  if (state.connection.status === 'connecting') return [];
  const runs: Line = state.write?.stage === 'running' ? [{text: '1 task', tone: 'title'}] : [];
  const {limitedUntilMs} = state;
  const waits: Line =
    limitedUntilMs === undefined
      ? []
      : [{text: `rate limit: waits until ${clockText(limitedUntilMs)}`, tone: 'title'}];
  return [...waits, ...registry.signs(state), ...runs, writingLabel(state) ?? []].flat();
}

/** User and site, the longest form first. */
function identityOf({connection}: AppState): readonly string[] {
  if (connection.status === 'connecting') return [safeText(connection.text)];
  const {tracker, content} = connection.identities;
  const known = tracker ?? content;
  if (known === undefined) return ['not connected'];
  const missing = tracker && content ? '' : tracker ? 'no content service' : 'no tracker';
  // Through the API gateway the site is the address that the user knows.
  const {baseUrl, siteUrl = baseUrl} = known;
  const host = safeText(siteUrl.replace(/^https?:\/\//, '').replace(/\/wiki.*$/, ''));
  const user = known.user === undefined ? '' : safeText(known.user);
  const whole = [user === '' ? host : `${user} @ ${host}`, missing].filter(Boolean).join('  ');
  // In a narrow header the user is dropped: a wrong site is worse than a wrong account.
  return [whole, [host, missing].filter(Boolean).join('  '), host];
}

/** Minimum width of a breadcrumb if there is room, and its maximum width. */
const shortCrumb = 24;
const widestCrumb = 48;

/** Minimum width of a breadcrumb beside tabs. */
const leastCrumb = 4;

/** Width reserved for a typical count, or for a loading text. */
const countColumns = (hasTabs: boolean): number => (hasTabs ? 16 : 28);
/** The same for a view without counts. */
const clockColumns = 12;

/** The breadcrumbs and tabs; distant locations are dropped first if the line is narrow. */
function crumbs(state: AppState, registry: Registry): LineSpan[] {
  const place = currentLocation(state);
  const hasTabs = place.tabs.length > 1;
  const names = currentPath(state).map(name => cutText(safeText(name), widestCrumb));
  // Reserve room for a typical count, so that nothing moves when it arrives.
  const counts = kindOf(currentView(state), registry).counts !== undefined;
  const usual = counts
    ? Math.min(countColumns(hasTabs), Math.floor(state.columns / 3))
    : clockColumns;
  const free = state.columns - Math.max(usual, widthOfLine(status(state, registry))) - 2;
  // Tabs get two thirds, or all but the name's natural width; selections and failures never hide a
  // tab.
  const whole =
    widthOf(names.map(name => cutText(name, hasTabs ? shortCrumb : widestCrumb)).join(' › ')) + 2;
  const usually = state.columns - Math.max(usual, widthOfLine(quietStatus(state, registry))) - 2;
  const forTabs = Math.max(usually - whole, Math.floor((usually * 2) / 3));
  const tabs = hasTabs ? tabTitles(place, Math.min(forTabs, free - leastCrumb - 2)) : [];
  const kept = fittingCrumbs(names, free - widthOfLine(tabs) - 2);
  const spans: LineSpan[] = [{text: ' '}];
  kept.forEach((name, i) => {
    if (i > 0) spans.push({text: ' › ', tone: 'dim'});
    const last = i === kept.length - 1;
    spans.push({text: name, tone: last ? 'title' : 'dim'});
  });
  return tabs.length === 0 ? spans : [...spans, {text: '  '}, ...tabs];
}

/** The breadcrumbs that fit: the first are dropped first, the last is cut. */
function fittingCrumbs(names: readonly string[], room: number): readonly string[] {
  const width = (list: readonly string[]) =>
    list.reduce((sum, name) => sum + widthOf(name) + 3, 0) - 3;
  if (width(names) <= room) return names;
  let kept = names.map(name => cutText(name, shortCrumb));
  while (kept.length > 1 && width(kept) > room) {
    kept = kept.length > 2 ? ['…', ...kept.slice(2)] : kept.slice(1);
  }
  const before = kept.slice(0, -1);
  const left = room - (before.length === 0 ? 0 : width(before) + 3);
  return [...before, cutText(names.at(-1) ?? '', Math.max(leastCrumb, left))];
}

/** The counts without a selection and with all data loaded. */
function quietStatus(state: AppState, registry: Registry): readonly LineSpan[] {
  const list = viewOf(state, 'list');
  const view = list === undefined ? currentView(state) : clearSelection(list);
  const {load} = view;
  if (load.status !== 'ready') return status(state, registry, view);
  return status(state, registry, {...view, load: {status: 'ready', atMs: load.atMs}});
}

function status(
  state: AppState,
  registry: Registry,
  view: View = currentView(state),
): readonly LineSpan[] {
  const spans = kindOf(view, registry).counts?.(view, state) ?? [];
  const when = loadText(view, loadedName(state), isReading(view, registry));
  if (when === '') return [...spans, {text: ' '}];
  const tone = isLeft(view.load) ? 'warn' : 'dim';
  return [...spans, {text: `${spans.length > 0 ? '  ' : ''}${when}`, tone}, {text: ' '}];
}

/** The name of the view being loaded: a list's title, an object's name; '' if there is no room. */
function loadedName(state: AppState): string {
  const view = currentView(state);
  const room = countColumns(currentLocation(state).tabs.length > 1) - 'loading … '.length;
  const name = 'resource' in view ? uncapitalize(view.resource.title) : currentPath(state).at(-1);
  const text = safeText(name ?? '');
  return widthOf(text) > room ? '' : text;
}

/** Whether the content may differ from the server's: failed, cancelled, retrying or slow. */
function isLeft(load: Load): boolean {
  return 'left' in load || 'again' in load || isSlowLoad(load);
}

function loadText({load}: View, name: string, stops: boolean): string {
  switch (load.status) {
    case 'loading':
      if (load.again !== undefined) return `${load.again.status ?? 'no response'}, retrying…`;
      if (load.ageMs !== undefined) return slowText(load.ageMs, stops, load.isAnswered);
      return load.shown ? `${`loading ${name}`.trim()}…` : '';
    case 'ready': {
      const time = timeText(load.atMs).slice(11);
      return load.left === undefined ? time : `${load.left}, as of ${time}`;
    }
    case 'failed':
    case 'idle':
      return '';
  }
}

/** Age in milliseconds from which a server counts as hung. */
const hungMs = 10_000;

function slowText(ageMs: number, stops: boolean, isAnswered = false): string {
  const seconds = `${Math.floor(ageMs / 1000)} s`;
  const what =
    ageMs < hungMs || isAnswered ? `loading for ${seconds}` : `no response for ${seconds}`;
  return stops ? `${what} · esc stops` : what;
}

const titleAtMost = 24;

/**
 * The tabs by name, as many around the current one as fit; `‹` and `›` indicate others, in reserved
 * columns, so that little moves.
 *
 * @param room width for them; at least the name of the current tab is shown
 */
export function tabTitles({tabs, tab}: Pick<Location, 'tabs' | 'tab'>, room: number): LineSpan[] {
  if (tabs.length < 2) return [];
  const texts = tabs.map(({title}, i) => ` ${i + 1} ${cutText(safeText(title), titleAtMost)} `);
  let [first, last] = [tab, tab];
  let left = room - 2 - widthOf(texts[tab] ?? '');
  const takes = (at: number): boolean => {
    const text = texts[at];
    if (text === undefined || widthOf(text) > left) return false;
    left -= widthOf(text);
    return true;
  };
  // Prefer showing the next tab; then fill from the first, which keeps positions stable.
  if (takes(last + 1)) last += 1;
  while (takes(first - 1)) first -= 1;
  while (takes(last + 1)) last += 1;
  return [
    {text: first > 0 ? '‹' : ' ', tone: 'accent'},
    ...texts.slice(first, last + 1).map((text, i): LineSpan => {
      const isHere = first + i === tab;
      return isHere ? {text, tone: 'accent', strong: true} : {text, tone: 'dim'};
    }),
    {text: last < tabs.length - 1 ? '›' : ' ', tone: 'accent'},
  ];
}
