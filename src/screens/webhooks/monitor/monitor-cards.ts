import type {DeliveryFacts} from '../../../api/watch/delivery-facts.ts';
import {unknownGroup} from '../../../api/watch/group-deliveries.ts';
import {age, number, text} from '../../../base/column.ts';
import {isObject, type JsonObject, type JsonValue} from '../../../base/json-value.ts';
import {dayMs} from '../../../base/times.ts';
import {bars, type Card, chart, field, group, inPhrase, rows} from '../../../state/model/card.ts';
import type {ReadAt} from '../../../state/model/line.ts';
import type {BufferedFailure} from './buffer.ts';
import {groupFailures} from './failure-counts.ts';
import {monitorOf} from './monitor-state.ts';
import {belongsTo, factsOfRecord, paramsOfRow} from './record-names.ts';

const mostShown = 5;

/** Card lines about failures: counts over time, then events, projects and addresses. */
const failureLines = [
  bars(
    {label: '15 min', from: '/inLastQuarterHour', tone: 'bad'},
    {label: '1 h', from: '/inLastHour', tone: 'bad'},
    {label: '24 h', from: '/inLastDay', tone: 'warn'},
    {label: '72 h', from: '/inLastThreeDays', tone: 'warn'},
  ),
  field(
    'Failed',
    inPhrase('last {} ago', age('', '/lastFailureTime')),
    inPhrase('first {} ago', age('', '/firstFailureTime', {tone: 'dim'})),
  ),
  group('Events that failed'),
  rows('/failedEvents', [number('', '/count'), text('', '/name')], mostShown),
  group('Projects'),
  rows('/projects', [number('', '/count'), text('', '/name')], mostShown),
  group('Addresses'),
  rows('/addresses', [number('', '/count'), text('', '/name')], mostShown),
];

/** Card of a failure group. */
export const groupCard: Card = {
  title: [text('', '/what')],
  lines: [chart('/overTime/failures', 'bad'), ...failureLines],
  adds(value, at) {
    if (!isObject(value)) return {};
    const {url, event, project} = value;
    const params = paramsOfRow(value);
    const buffered = monitorOf({own: at.own ?? {}}).buffered.filter(one => belongsTo(one, params));
    return {
      ...(event === undefined && {failedEvents: most(buffered, one => factsOfRecord(one).event)}),
      ...(project === undefined && {projects: most(buffered, one => factsOfRecord(one).project)}),
      ...(url === undefined && {addresses: most(buffered, one => one.target)}),
    };
  },
};

/** Card lines of a URL: failures in the last 24 hours; empty while not watching. */
export const addressLines = [
  group('Failed in 24 h', number('', '/inLastDay')),
  chart('/failures', 'bad'),
  ...failureLines.slice(1, 4),
];

/** Return the failure counts of an address for its card. */
export function failuresOf(target: string, {nowMs, own = {}}: ReadAt): JsonObject {
  const monitor = monitorOf({own});
  const buffered = monitor.buffered.filter(one => one.target === target);
  const groups = groupFailures({...monitor, buffered}, nowMs + monitor.skewMs, dayMs);
  const found = groups.find(({name}) => name === target);
  if (found === undefined) return {};
  return {
    inLastDay: found.in24h,
    failures: found.parts,
    firstFailureTime: found.firstMs,
    lastFailureTime: found.lastMs,
    failedEvents: most(buffered, one => factsOfRecord(one).event),
  };
}

/** Count names, most frequent first. */
function most(
  buffered: readonly BufferedFailure[],
  nameOf: (one: BufferedFailure) => DeliveryFacts[keyof DeliveryFacts],
): readonly JsonValue[] {
  const counts = new Map<string, number>();
  for (const one of buffered) {
    const name = nameOf(one) || unknownGroup;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => ({name, count}));
}
