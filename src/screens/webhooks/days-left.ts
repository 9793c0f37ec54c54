import {clamp} from '../../base/clamp.ts';
import {daysLeftText, toMs} from '../../base/times.ts';
import {timeKind} from '../../output/column-kind.ts';
import {columnOf} from '../../state/model/column.ts';

const dayMs = 86_400_000;
const lifeDays = 30;
const longestBar = 10;
/** `expired !` */
const longestText = 9;

/** A point in time as the days left until it, behind a bar of 30 days: `██████░░░░ 18d`. */
export const daysLeft = columnOf(
  timeKind((ms, {nowMs, columns}) => daysBarText(ms, nowMs, columns), {
    tone: (value, nowMs) => {
      const ms = toMs(value);
      if (ms === undefined) return 'dim';
      const days = (ms - nowMs) / dayMs;
      return days < 3 ? 'bad' : days < 7 ? 'warn' : 'good';
    },
    width: 20,
  }),
);

/** Without the bar where there is no room. */
function daysBarText(ms: number | undefined, nowMs: number, columns: number): string {
  const text = daysLeftText(ms, nowMs);
  const width = Math.min(longestBar, columns - longestText - 1);
  if (ms === undefined || width < 4) return text;
  const share = clamp((ms - nowMs) / (lifeDays * dayMs), 0, 1);
  const filled = share > 0 ? Math.max(1, Math.round(share * width)) : 0;
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${text}`;
}
