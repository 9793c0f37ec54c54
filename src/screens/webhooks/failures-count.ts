import {groupedNumber} from '../../base/grouped-number.ts';
import type {Count} from '../../state/model/count.ts';

const hourMs = 3_600_000;

/** Deliveries that failed in the 72 hours they are listed, as far as they were counted. */
export interface Failures {
  readonly all: number;
  /** There are more of them. */
  readonly more: boolean;
  /** Of the last hour. */
  readonly recent: number;
  readonly moreRecent: boolean;
  /** Milliseconds since the UNIX epoch. */
  readonly nowMs: number;
}

/** What home says of failed deliveries. */
export function failuresCount({all, more, recent, moreRecent, nowMs}: Failures): Count {
  const text = `${groupedNumber(all)}${more ? '+' : ''}`;
  if (recent === 0) return {status: 'ready', text};
  const number = `${groupedNumber(recent)}${moreRecent ? '+' : ''}`;
  const look = {
    text: `${number} failed ${recent === 1 ? 'delivery' : 'deliveries'} in the last hour`,
    tone: 'bad',
    screen: 'failed-records',
    params: {from: String(nowMs - hourMs), to: String(nowMs + hourMs)},
    filter: '',
  } as const;
  return {status: 'ready', text, note: `${number} in the last hour`, tone: 'bad', looks: [look]};
}
