import {clockText} from '../../base/times.ts';
import type {Message} from '../../components/Message.tsx';
import type {Load} from '../../state/model/load.ts';

export type MessageParts = Pick<
  Parameters<typeof Message>[0],
  'title' | 'tone' | 'lines' | 'advice'
>;

/** The message of a failed load: the reason, and what to do. */
export function failedMessage({trouble}: Extract<Load, {status: 'failed'}>): MessageParts {
  const {title, text, advice} = trouble;
  return {title, tone: 'bad', lines: text.split('\n'), advice};
}

/** The message of a running load, shown after a delay, with the reason if it is slow. */
export function loadingMessage(load: Load, what = ''): MessageParts {
  if (load.status !== 'loading') return {title: ' ', tone: 'dim', lines: [], advice: []};
  const {shown, again} = load;
  const title = shown || again !== undefined ? `${`Loading ${what}`.trim()}…` : ' ';
  if (again === undefined) return {title, tone: 'dim', lines: [], advice: []};
  const came =
    again.status === undefined ? 'No response' : `The server responded with ${again.status}`;
  const lines = [`${came}; next attempt at ${clockText(again.atMs)}.`];
  return {title, tone: 'dim', lines, advice: ['ctrl+c stops, esc goes back.']};
}
