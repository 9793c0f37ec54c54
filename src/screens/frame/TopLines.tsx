import {safeText} from '../../base/safe-text.ts';
import {timeText} from '../../base/times.ts';
import {cutText, widthOf} from '../../base/width.ts';
import {Header} from '../../components/Header.tsx';
import type {LineSpan} from '../../components/LineText.tsx';
import {TwoSides} from '../../components/TwoSides.tsx';
import type {Load} from '../../state/model/row.ts';
import {type AppState, currentLocation, currentView} from '../../state/model/state.ts';
import {kindOf, type Parts} from '../../state/model/step.ts';
import {isProtectedSession, writingBadge} from '../../state/write/gate.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {adminKeyBadge} from '../site/admin-key.ts';
import {newsText, watchText} from '../webhooks/monitor/monitor-line.ts';

/** Header and breadcrumb. */
export function TopLines() {
  const {app, theme} = useScreenContext();
  const columns = useAppState(s => s.columns);
  const state = useAppState(s => s);
  const {left, right} = headerTexts(state);
  const isProtected = isProtectedSession(state);
  return (
    <>
      <Header
        left={left}
        badge={adminKeyBadge(state)}
        right={right}
        isProtected={isProtected}
        columns={columns}
        theme={theme}
      />
      <TwoSides
        left={crumbs(state, app.parts)}
        right={status(state, app.parts)}
        columns={columns}
        theme={theme}
      />
    </>
  );
}

function headerTexts(state: AppState): {left: string; right: string} {
  const {sandbox, profile} = state.session;
  const name = sandbox ? 'sandbox' : profile;
  const care = isProtectedSession(state) ? '  PROTECTED' : '';
  const named = name === '' ? 'steward' : `steward  ${safeText(name)}${care}`;
  const said = [watchText(state), writingBadge(state), newsText(state)];
  const left = [named, ...said.filter(text => text !== '')].join('  ');
  const {connection} = state;
  if (connection.status === 'connecting') return {left, right: connection.text};
  const {tracker, content} = connection.identities;
  const site = (tracker ?? content)?.baseUrl ?? 'not connected';
  const user = (tracker ?? content)?.user;
  const missing =
    tracker && content ? '' : tracker ? '  no content service' : content ? '  no tracker' : '';
  const host = safeText(site.replace(/^https?:\/\//, '').replace(/\/wiki.*$/, ''));
  return {left, right: (user === undefined ? host : `${safeText(user)} @ ${host}`) + missing};
}

/** Where one is, and the tabs of it; what is far away is left out first when it is tight. */
function crumbs(state: AppState, parts: Parts): LineSpan[] {
  const hasTabs = currentLocation(state).tabs.length > 1;
  const names = state.locations.map(place => cutText(safeText(place.crumb), hasTabs ? 24 : 48));
  const here = names.at(-1) ?? '';
  // Room for a usual count is kept, so that nothing moves when it arrives.
  const usual = Math.min(28, Math.floor(state.columns / 3));
  const free = state.columns - Math.max(usual, widthOfSpans(status(state, parts))) - 2;
  const titled = tabSpans(state, true);
  const tabs = widthOf(here) + widthOfSpans(titled) <= free ? titled : tabSpans(state, false);
  const room = free - widthOfSpans(tabs);
  const kept = fittingCrumbs(names, room);
  const spans: LineSpan[] = [{text: ' '}];
  kept.forEach((name, i) => {
    if (i > 0) spans.push({text: ' › ', tone: 'dim'});
    const last = i === kept.length - 1;
    spans.push({text: name, tone: last ? 'title' : 'dim'});
  });
  return [...spans, ...tabs];
}

/** The crumbs that fit: the first ones go first, the last one is cut only when it stands alone. */
function fittingCrumbs(names: readonly string[], room: number): readonly string[] {
  const width = (list: readonly string[]) =>
    list.reduce((sum, name) => sum + widthOf(name) + 3, 0) - 3;
  let kept = names;
  while (kept.length > 1 && width(kept) > room) {
    kept = kept.length > 2 ? ['…', ...kept.slice(2)] : kept.slice(1);
  }
  return kept.length === 1 ? kept.map(name => cutText(name, Math.max(4, room))) : kept;
}

function tabSpans(state: AppState, titled: boolean): LineSpan[] {
  const place = currentLocation(state);
  if (place.tabs.length < 2) return [];
  const titles = place.tabs.map((tab, i): LineSpan => {
    const here = i === place.tab;
    return {
      text: here || titled ? ` ${i + 1} ${tab.title}${here ? '•' : ' '}` : ` ${i + 1}`,
      tone: here ? 'accent' : 'dim',
    };
  });
  return [{text: '  '}, ...titles];
}

function widthOfSpans(spans: readonly LineSpan[]): number {
  return spans.reduce((sum, span) => sum + widthOf(span.text), 0);
}

function status(state: AppState, parts: Parts): readonly LineSpan[] {
  const view = currentView(state);
  const spans = kindOf(view, parts).counts?.(view, state) ?? [];
  const when = loadText(view.load);
  if (when === '') return [...spans, {text: ' '}];
  return [...spans, {text: `${spans.length > 0 ? '  ' : ''}${when}`, tone: 'dim'}, {text: ' '}];
}

function loadText(load: Load): string {
  switch (load.status) {
    case 'loading':
      return load.shown ? 'loading…' : '';
    case 'ready':
      return timeText(load.atMs).slice(11);
    case 'failed':
    case 'idle':
      return '';
  }
}
