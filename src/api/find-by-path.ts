import {operations} from './catalogue.ts';
import type {Operation, Service} from './operation.ts';

/**
 * The operation a raw request is, by its method and path; undefined when there is none in the
 * catalogue. Where several fit, the one with the fewest placeholders: `/project/search` is no
 * `/project/{projectIdOrKey}`.
 *
 * @param path below the base URL of the service, with or without a query
 */
export function findByPath(service: Service, method: string, path: string): Operation | undefined {
  const segments = segmentsOf(path.replace(/[?#].*$/s, ''));
  return operations
    .filter(one => one.service === service && one.method === method && one.root === service)
    .filter(one => fits(segmentsOf(one.path), segments))
    .sort((a, b) => placeholders(a) - placeholders(b))[0];
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const isSame = (part: string, at: number): boolean =>
    part.startsWith('{') ? segments[at] !== '' : part === segments[at];
  return pattern.length === segments.length && pattern.every(isSame);
}

function placeholders({path}: Operation): number {
  return path.split('{').length - 1;
}
