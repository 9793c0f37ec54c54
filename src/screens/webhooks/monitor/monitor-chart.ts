import {clamp} from '../../../base/clamp.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {keptLast} from '../../../base/kept-last.ts';
import type {Line} from '../../../state/model/line.ts';
import type {AppState} from '../../../state/model/state.ts';
import {lastText, rateOf} from './monitor-rate.ts';
import {timeBars} from './monitor-rows.ts';
import {type Monitor, monitorOf, serverNow, windowOf} from './monitor-state.ts';

const levels = ' ▁▂▃▄▅▆▇█';
/** Columns beside the bars, for what they are about. */
const beside = 24;
const halfMinuteMs = 30_000;

const last = keptLast<readonly Line[]>();

/** How many deliveries failed when, over the time window: bars of two lines across the lists of the monitor. */
export function monitorChart(state: AppState): readonly Line[] {
  const monitor = monitorOf(state);
  const columns = Math.max(10, state.columns - beside);
  const tick = Math.floor(serverNow(state) / halfMinuteMs);
  return last([monitor.held, monitor.letGo, monitor.window, columns, tick], () =>
    chartLines(monitor, serverNow(state), columns, lastText(rateOf(state), serverNow(state))),
  );
}

function chartLines(
  {held, letGo, window}: Monitor,
  nowMs: number,
  columns: number,
  lastSeen: string,
): Line[] {
  const {ms, name} = windowOf({window});
  const counts = timeBars(held, nowMs, ms, Math.max(1, Math.ceil(ms / columns)), letGo).map(
    ({count}) => count,
  );
  const most = Math.max(0, ...counts);
  const heights = counts.map(n => (n === 0 ? 0 : Math.max(1, Math.round((n / most) * 16))));
  const line = (height: (of: number) => number): string =>
    ` ${heights.map(of => levels[clamp(height(of), 0, 8)]).join('')}`;
  const sum = counts.reduce((a, b) => a + b, 0);
  return [
    [
      {text: line(of => of - 8), tone: 'bad'},
      {text: ` ${groupedNumber(sum)} in ${name}`, tone: 'dim'},
    ],
    [
      {text: line(of => of), tone: 'bad'},
      {text: most === 0 ? ' none' : ` peak ${groupedNumber(most)}`, tone: 'dim'},
      {text: most === 0 ? '' : `, last ${lastSeen}`, tone: 'dim'},
    ],
  ];
}
