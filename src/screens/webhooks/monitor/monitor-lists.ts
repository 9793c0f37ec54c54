import type {MonitorList, Resource} from '../../../state/model/resource.ts';

const lists: ReadonlySet<unknown> = new Set<MonitorList>([
  'failed-urls',
  'failed-records',
  'failed-times',
]);

/** Whether the rows of a list come from the monitor. */
export function isMonitorList(local: Resource['local']): local is MonitorList {
  return lists.has(local);
}
