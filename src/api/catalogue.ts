import {versionOperations} from './catalogue/tracker/version.ts';
import type {Operation, Service} from './operation.ts';

const sections: readonly (readonly Operation[])[] = [versionOperations];

/** Every operation, in the order of the documents; the extras come after them. */
export const operations: readonly Operation[] = sections.flat();

/** The operation of that service, group and name; undefined when there is none. */
export function findOperation(
  service: Service,
  group: string,
  name: string,
): Operation | undefined {
  return operations.find(o => o.service === service && o.group === group && o.name === name);
}

/**
 * Group names of a service in the order of the documents.
 *
 * @param options.extras also the groups that only have extra operations; default false
 */
export function groupNames(service: Service, options: {readonly extras?: boolean} = {}): string[] {
  const names = new Set<string>();
  for (const operation of operations) {
    if (operation.service !== service) continue;
    if (operation.extra && !options.extras) continue;
    names.add(operation.group);
  }
  return [...names];
}
