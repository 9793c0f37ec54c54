import {makeDutyReport} from '../../../api/watch/duty-report.ts';
import {type Grouping, groupingNames, readGrouping} from '../../../api/watch/group-deliveries.ts';
import {toFailure} from '../../../base/failure.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {type KeyBinding, key, type Need} from '../../../state/keys/binding.ts';
import {navigateTo, openLocation, withView} from '../../../state/model/locations.ts';
import {showNotice} from '../../../state/model/notice.ts';
import {tabsOf} from '../../../state/model/screens.ts';
import type {AppState} from '../../../state/model/state.ts';
import {noEffects, type Task, type Transition} from '../../../state/model/transition.ts';
import {bodyLines} from '../../../state/model/viewport.ts';
import {
  type PaletteCommand,
  switchCommand,
} from '../../../state/overlays/palette/palette-command.ts';
import {liveList, moveCursor, stopFollowing} from '../../../state/views/list/list-update.ts';
import {visibleRows} from '../../../state/views/list/rows.ts';
import {applyAlertSettings} from './alert-state.ts';
import {
  groupingWords,
  monitorOf,
  monitorWindows,
  serverNow,
  windowOf,
  withMonitor,
} from './monitor-state.ts';
import {isMonitorVisible, startWatch} from './monitor-update.ts';
import {changeWatch, persistWatch, watchSlot} from './watch-deliveries.ts';

/** Toggle between following the newest row and pausing. */
function toggleFollow(state: AppState): Transition {
  const view = liveList(state);
  if (view?.live === undefined) return noEffects(state);
  const {live} = view;
  if (live.follow) {
    const paused = stopFollowing(view);
    return noEffects(showNotice(withView(state, paused), 'paused; f follows', 'warn'));
  }
  const followed = {
    ...view,
    live: {...live, follow: true, seenSeq: live.shownSeq},
    fresh: new Set<string>(),
    top: 0,
  };
  const moved = moveCursor(followed, 0, bodyLines(state));
  return noEffects(showNotice(withView(state, moved), 'following the newest', 'good'));
}

/** Switch to the next longer time window, wrapping around. */
function nextWindow(state: AppState): Transition {
  if (liveList(state) === undefined) return noEffects(state);
  const before = monitorOf(state);
  const monitor = {...before, window: (before.window + 1) % monitorWindows.length};
  return noEffects(
    showNotice(withMonitor(state, monitor), `time window ${windowOf(monitor).name}`, 'good'),
  );
}

/** Switch to the next grouping. */
function nextGrouping(state: AppState): Transition {
  const at = (groupingNames as readonly Grouping[]).indexOf(monitorOf(state).groupedBy);
  return groupedBy(state, groupingNames[(at + 1) % groupingNames.length] ?? 'url');
}

function groupedBy(state: AppState, grouping: Grouping): Transition {
  const next = withMonitor(state, {...monitorOf(state), groupedBy: grouping});
  return noEffects(showNotice(next, `failures ${groupingWords(grouping)}`, 'good'));
}

const needsGroups: Need = state =>
  liveList(state)?.resource.local === 'failed-urls' ? undefined : 'only the first tab is grouped';

/** Go to the next or previous row with unseen failures. */
function nextNew(state: AppState, by: number): Transition {
  const view = liveList(state);
  if (view === undefined) return noEffects(state);
  const {rows} = visibleRows(view);
  const isNew = (index: number): boolean => view.fresh.has(rows[index]?.id ?? '');
  for (let step = 1; step <= rows.length; step++) {
    const index = (view.cursor + by * step + rows.length * 2) % rows.length;
    if (!isNew(index)) continue;
    // Keep all new rows marked while stepping through them.
    const stopped = view.live && {...view, live: {...view.live, follow: false}};
    const moved = moveCursor(stopped ?? view, index, bodyLines(state));
    return noEffects(withView(state, moved));
  }
  return noEffects(showNotice(state, 'no new failures', 'warn'));
}

/** Turn the bell for new URLs on or off; persisted per user. */
function setBell(state: AppState, on: boolean): Transition {
  const next = withMonitor(state, {...monitorOf(state), bell: on});
  const text = on ? 'bell on: rings when a URL starts to fail' : 'bell off';
  return applyAlertSettings(showNotice(next, text, 'good'));
}

/** Summarize the buffered failures of the time window. */
function reportOf(state: AppState): string {
  const {buffered, groupedBy, gaps, dropped} = monitorOf(state);
  const {connection} = state;
  const nowMs = serverNow(state);
  const fromMs = nowMs - windowOf(monitorOf(state)).ms;
  const report = makeDutyReport(groupedBy);
  for (const {fromMs: from, toMs} of gaps) report.add({type: 'gap', fromMs: from, toMs});
  for (const {text, timeMs} of buffered) {
    if (timeMs > fromMs) report.add({type: 'failure', item: text, failureTimeMs: timeMs});
  }
  const tracker = connection.status === 'ready' ? connection.identities.tracker : undefined;
  const site = tracker?.siteUrl ?? tracker?.baseUrl ?? '';
  const text = report.markdown({site, fromMs, nowMs});
  if (dropped === 0) return text;
  return `${text}\n${groupedNumber(dropped)} older failures are no longer stored and not included.\n`;
}

function saveReport(name: string, text: string): Task {
  return async ({saveFile, dispatch}) => {
    const tell = (message: string, tone: 'good' | 'bad'): void =>
      dispatch({kind: 'notice', notice: {text: message, tone}});
    try {
      const {path, exists} = await saveFile(name, text);
      if (exists) tell(`${path} already exists; not overwritten`, 'bad');
      else tell(`wrote the report to ${path}`, 'good');
    } catch (error) {
      tell(`report not saved: ${toFailure(error).message}`, 'bad');
    }
  };
}

/** Stop the watch, in later sessions too, until the monitor is opened again. */
function monitorOff(state: AppState): Transition {
  const monitor = {...monitorOf(state), status: {kind: 'off', stays: true} as const};
  // Leave the monitor's screens, which would restart the watch.
  const home = navigateTo(state, state.locations.slice(0, 1));
  return {
    state: showNotice(withMonitor(home, monitor), 'stopped watching failed deliveries', 'good'),
    effects: [{kind: 'cancel', slots: [watchSlot]}, persistWatch(monitor, false)],
  };
}

/** Poll now; restart a stopped watch. */
export function pollNow(state: AppState): Transition {
  const {kind} = monitorOf(state).status;
  if (kind === 'ended' || kind === 'off') return startWatch(state);
  return {state, effects: [changeWatch({now: true})]};
}

/** Read all listed failures again, for counts that are in doubt. */
function rereadAll(state: AppState): Transition {
  return startWatch(showNotice(state, 'reading the last 72 hours again…', 'dim'));
}

const monitor = {scopes: ['monitor']};

/** Keys of the monitor of failed deliveries. */
export const monitorKeys: readonly KeyBinding[] = [
  key('f', 'follow the newest, or pause; moving the cursor pauses too', toggleFollow, {
    ...monitor,
    hint: 'follow',
  }),
  key('t', 'time window: 15 minutes, 1, 24, 72 hours', nextWindow, {...monitor, hint: 'window'}),
  key(
    'b',
    'group failures by URL, event, project, issue, user or webhook; :group-by accepts a JSON pointer',
    nextGrouping,
    {
      ...monitor,
      needs: needsGroups,
    },
  ),
  key('R', 'read the failures of the last 72 hours again', rereadAll, monitor),
  key('n', 'next row with new failures', state => nextNew(state, 1), monitor),
  key('N', 'previous row with new failures', state => nextNew(state, -1), monitor),
];

/** `:bell on|off` and `:monitor on|off`. */
export const monitorCommands: readonly PaletteCommand[] = [
  switchCommand(
    'bell',
    [
      'Ring, and notify on the desktop, when deliveries to a URL start to fail.',
      'Stop ringing and notifying when deliveries start to fail.',
    ],
    setBell,
    ['notify', 'ring'],
  ),
  {
    name: 'group-by',
    aliases: [],
    args: 'NAME|/POINTER',
    about: 'Group failed deliveries by URL, event … or the value at a JSON pointer.',
    choices: () => groupingNames,
    problem: (_, [word = '']) =>
      readGrouping(word) === undefined
        ? `needs ${groupingNames.join(', ')} or a pointer such as /body/issue/fields/issuetype/name`
        : undefined,
    run(state, [word = '']) {
      const at = groupedBy(state, readGrouping(word) ?? 'url');
      const opened = openLocation(at.state, tabsOf(state.screens, 'failed-webhooks', {}));
      return isMonitorVisible(state) ? at : opened;
    },
  },
  {
    name: 'report',
    aliases: ['handover'],
    args: '[FILE]',
    about: 'Copy a Markdown report of the failures in the time window, or save it to a file.',
    problem: state => (monitorOf(state).caughtUp ? undefined : 'needs the monitor (:wh failed)'),
    run(state, [path]) {
      const text = reportOf(state);
      if (path === undefined)
        return {state, effects: [{kind: 'copy', text, what: 'the report as Markdown'}]};
      return {state, effects: [{kind: 'task', slot: 'report', run: saveReport(path, text)}]};
    },
  },
  switchCommand(
    'monitor',
    [
      'Watch failed deliveries, in this session and the next ones.',
      'Stop watching failed deliveries, in this session and the next ones.',
    ],
    (state, isOn) =>
      isOn ? openLocation(state, tabsOf(state.screens, 'failed-webhooks', {})) : monitorOff(state),
    ['watch'],
  ),
];
