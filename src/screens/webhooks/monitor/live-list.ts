import {keptFor} from '../../../base/kept-for.ts';
import {quoteWord} from '../../../base/shell-words.ts';
import {minuteMs} from '../../../base/times.ts';
import {bodyLines} from '../../../state/model/room.ts';
import type {AppState} from '../../../state/model/state.ts';
import {moveCursor} from '../../../state/views/list/list-update.ts';
import {visibleRows} from '../../../state/views/list/rows.ts';
import type {ListView, LiveMarks} from '../../../state/views/list/state.ts';
import {alertsOf} from './alert-state.ts';
import {forwarding} from './forwarding.ts';
import {rowsOf} from './monitor-rows.ts';
import {type Monitor, monitorOf, refusalOf, serverNow, windowOf} from './monitor-state.ts';

/**
 * A list of the monitor made of what the monitor holds now. Followed, its newest row stays on the
 * screen; held still, the row under the cursor stays where it is on the screen and what comes in
 * is marked and counted.
 */
export function refreshLive(view: ListView, state: AppState): ListView {
  const {local} = view.resource;
  const makeRows = rowsOf[local ?? ''];
  if (makeRows === undefined) return view;
  const monitor = monitorOf(state);
  const sentAgain = forwarding.of(state).revision;
  const version = versionOf(monitor, sentAgain, serverNow(state)) + mutesOf(state);
  const marks = view.live ?? firstMarks(state);
  const load = loadOf(view, monitor);
  const sent = sentBy(view, monitorCommand(view, state));
  if (marks.version === version) {
    return load === view.load && sent === view.sent ? view : {...view, load, sent};
  }
  const {rows, freshSince} = makeRows(view, state);
  // Followed, what the last poll brought is new; read the first time, what came after the last look.
  const isMoved = marks.follow && marks.settled && monitor.seq > marks.shownSeq;
  const seenSeq = Math.max(monitor.oldSeq, isMoved ? marks.shownSeq : marks.seenSeq);
  const settled = monitor.caughtUp;
  const live: LiveMarks = {...marks, version, seenSeq, settled, shownSeq: monitor.seq};
  const resource = sentAgain > 0 ? withSentColumn(view.resource) : view.resource;
  const next: ListView = {...view, resource, load, sent, rows, live, fresh: freshSince(seenSeq)};
  return settle(view, next, bodyLines(state));
}

/** Once something was sent again its list says what became of it. */
const withSentColumn = keptFor((resource: ListView['resource']): ListView['resource'] => {
  const isHidden = resource.columns.some(({id, hidden}) => id === 'sent' && hidden);
  if (!isHidden) return resource;
  const columns = resource.columns.map(column => {
    const {hidden: _, ...shown} = column;
    return column.id === 'sent' ? shown : column;
  });
  return {...resource, columns};
});

/** The command that lists the same; the view's own while it has not changed. */
function sentBy({sent}: ListView, command: string): ListView['sent'] {
  return sent[0]?.command === command ? sent : [{service: 'tracker', command}];
}

/** Follow: the top. Hold still: the cursor stays on its row, and the row on its line. */
function settle(before: ListView, next: ListView, lines: number): ListView {
  if (next.live?.follow) return moveCursor({...next, top: 0}, 0, lines);
  const {rows} = visibleRows(next);
  const found = next.cursorId === undefined ? -1 : rows.findIndex(row => row.id === next.cursorId);
  const cursor = found === -1 ? next.cursor : found;
  const moved = moveCursor(next, cursor, lines);
  // Also where that leaves lines empty below: a row that moves under the cursor is worse.
  return {...moved, top: Math.max(0, moved.cursor - (before.cursor - before.top))};
}

/** Rows that came while the list is held still. */
export function unreadOf(view: ListView): number {
  return view.live === undefined || view.live.follow ? 0 : view.fresh.size;
}

function firstMarks(state: AppState): LiveMarks {
  const {openedSeq} = monitorOf(state);
  return {follow: true, version: '', shownSeq: openedSeq, seenSeq: openedSeq, settled: false};
}

function mutesOf(state: AppState): string {
  return ` ${[...alertsOf.of(state).mutes.keys()].join()}`;
}

function versionOf(monitor: Monitor, sent: number, nowMs: number): string {
  const {seq, dropped, window, caughtUp, groupedBy} = monitor;
  return `${seq} ${sent} ${dropped} ${window} ${groupedBy} ${caughtUp} ${Math.floor(nowMs / minuteMs)}`;
}

function loadOf(view: ListView, {status, caughtUp, held, polledMs}: Monitor): ListView['load'] {
  const isTold = status.kind === 'ended' || refusalOf({status}) !== undefined || !caughtUp;
  const trouble = 'trouble' in status && isTold ? status.trouble : undefined;
  if (trouble !== undefined && held.length === 0) {
    return view.load.status === 'failed' && view.load.trouble === trouble
      ? view.load
      : {status: 'failed', trouble};
  }
  const isThere = caughtUp || held.length > 0;
  if (!isThere) {
    return view.load.status === 'loading' ? view.load : {status: 'loading', shown: false};
  }
  const atMs = polledMs ?? 0;
  return view.load.status === 'ready' && view.load.atMs === atMs
    ? view.load
    : {status: 'ready', atMs};
}

/**
 * The one-shot command for a list of the monitor: the watch itself, or the listing of records with
 * the URL picked out by jq.
 */
function monitorCommand(view: ListView, state: AppState): string {
  const flags = state.session.flags.tracker.map(quoteWord);
  if (view.resource.local !== 'failed-records') {
    return ['jr watch webhook get-failed --interval 10s', ...flags].join(' ');
  }
  const {url, from, to, event, project, issue} = view.params;
  const after =
    from === undefined ? serverNow(state) - windowOf(monitorOf(state)).ms : Number(from) - 1;
  const picks = [
    ...(to === undefined ? [] : [`.failureTime < ${Number(to)}`]),
    ...(url === undefined ? [] : [`(.url | contains(${JSON.stringify(url)}))`]),
    ...(event === undefined ? [] : [inBody('.webhookEvent', event)]),
    ...(issue === undefined ? [] : [inBody('.issue.key', issue)]),
    ...(project === undefined ? [] : [inBody('.issue.key', `${project}-`)]),
  ];
  const jq =
    picks.length === 0 ? [] : ['--jq', quoteWord(`.values[] | select(${picks.join(' and ')})`)];
  return [`jr webhook get-failed --after ${after} --maxResults 1000`, ...jq, ...flags].join(' ');
}

/** Records of which the body holds a text there. */
function inBody(path: string, text: string): string {
  return `((.body | fromjson? | ${path}? // "") | contains(${JSON.stringify(text)}))`;
}
