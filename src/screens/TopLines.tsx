import {safeText} from '../base/safe-text.ts';
import {cutText} from '../base/width.ts';
import {Header} from '../components/Header.tsx';
import type {LineSpan} from '../components/LineText.tsx';
import {TwoSides} from '../components/TwoSides.tsx';
import {countText} from '../state/count-text.ts';
import {type AppState, currentPlace, currentView, type Load, type Place} from '../state/model.ts';
import {timeText} from '../state/times.ts';
import {useAppState, useScreenContext} from './context.ts';

/** Header and breadcrumb. */
export function TopLines() {
  const {theme} = useScreenContext();
  const columns = useAppState(s => s.columns);
  const state = useAppState(s => s);
  const {left, right} = headerTexts(state);
  const isProtected = isProtectedSession(state);
  return (
    <>
      <Header left={left} right={right} isProtected={isProtected} columns={columns} theme={theme} />
      <TwoSides left={crumbs(state)} right={status(state)} columns={columns} theme={theme} />
    </>
  );
}

function headerTexts(state: AppState): {left: string; right: string} {
  const {sandbox, profile} = state.session;
  const name = sandbox ? 'sandbox' : profile;
  const care = isProtectedSession(state) ? '  PROTECTED' : '';
  const left = name === '' ? 'steward' : `steward  ${safeText(name)}${care}`;
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

function isProtectedSession({connection}: AppState): boolean {
  if (connection.status !== 'ready') return false;
  const {tracker, content} = connection.identities;
  return tracker?.protected === true || content?.protected === true;
}

function crumbs(state: AppState): LineSpan[] {
  const spans: LineSpan[] = [{text: ' '}];
  state.places.forEach((place, i) => {
    const last = i === state.places.length - 1;
    if (i > 0) spans.push({text: ' › ', tone: 'dim'});
    const crumb = cutText(safeText(place.crumb), place.tabs.length > 1 ? 24 : 48);
    spans.push({text: crumb, tone: last ? 'title' : 'dim'});
  });
  const place = currentPlace(state);
  if (place.tabs.length > 1) {
    spans.push({text: '  '});
    const roomy = state.columns >= 60 + tabsWidth(place);
    place.tabs.forEach((tab, i) => {
      const here = i === place.tab;
      spans.push({
        text: here || roomy ? ` ${i + 1} ${tab.title}${here ? '•' : ' '}` : ` ${i + 1}`,
        tone: here ? 'accent' : 'dim',
      });
    });
  }
  return spans;
}

/** Columns of all tab titles. */
function tabsWidth(place: Place): number {
  return place.tabs.reduce((sum, tab) => sum + tab.title.length + 4, 0);
}

function status(state: AppState): LineSpan[] {
  const view = currentView(state);
  const spans: LineSpan[] = [];
  if (
    view.kind === 'list' &&
    view.load.status !== 'failed' &&
    !waits(view.load, view.rows.length)
  ) {
    const tone = view.filter === '' ? 'plain' : 'accent';
    spans.push({text: countText(view), tone});
  }
  if (view.kind === 'list' && view.auto) {
    const news = view.fresh.size > 0 ? `  ${view.fresh.size} new` : '';
    spans.push({text: `${news}  every 10 s`, tone: news === '' ? 'dim' : 'warn'});
  }
  const when = loadText(view.load);
  if (when !== '') spans.push({text: `${spans.length > 0 ? '  ' : ''}${when}`, tone: 'dim'});
  return [...spans, {text: ' '}];
}

function waits(load: Load, rows: number): boolean {
  return load.status === 'loading' && rows === 0;
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
