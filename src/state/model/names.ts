import type {EntityKind} from '../../api/field.ts';
import {type NameSource, nameSources} from '../../api/naming/name-sources.ts';
import type {Service} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {NameReading, PerParent} from './resource.ts';

/**
 * Make the call that lists all entities of a kind, as the table of names says.
 *
 * @param inputs what else it is asked with, such as the size of a page
 * @param per the list of what the entities lie in, where the service lists them only there
 */
export function namesCall(
  service: Service,
  kind: EntityKind,
  inputs: OperationRef['inputs'] = {},
  per?: PerParent,
): NameReading {
  const [parent] = Object.keys(per?.params ?? {});
  return {
    service,
    kind,
    // The table is a bundle of its own, which the first frame does not need.
    get operation() {
      return nameSourceOf({service, kind}).list;
    },
    get inputs() {
      const {within} = nameSourceOf({service, kind});
      return {...(within && parent && {[within]: `{${parent}}`}), ...inputs};
    },
    ...(per && {per}),
  };
}

/** The entry of the table of names for what is read; there is always one. */
export function nameSourceOf({service, kind}: Pick<NameReading, 'service' | 'kind'>): NameSource {
  const source = nameSources[service][kind];
  if (source === undefined) throw new Error(`no name source for ${kind}`);
  return source;
}
