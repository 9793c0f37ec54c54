import type {EntityKind} from '../../api/field.ts';
import {type NameSource, nameSources} from '../../api/naming/name-sources.ts';
import type {Service} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {NameReading, PerParent} from './resource.ts';

/**
 * Make the call that lists all entities of a kind, using the table of name sources.
 *
 * @param inputs further inputs, such as the page size
 * @param per the list of parents, for kinds that the service lists only per parent
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
    // Load lazily: the table is a separate bundle that the first frame does not need.
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

/** The entry of the table of name sources; it must exist. */
export function nameSourceOf({service, kind}: Pick<NameReading, 'service' | 'kind'>): NameSource {
  const source = nameSources[service][kind];
  if (source === undefined) throw new Error(`no name source for ${kind}`);
  return source;
}
