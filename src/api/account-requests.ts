import {makeLookup} from '../base/json-pointer.ts';
import {operationNamed} from './catalogue.ts';
import type {Service} from './operation.ts';
import {type OperationRef, trackerRef} from './operation-ref.ts';
import {planRequest} from './plan.ts';
import type {InputValues, RequestPlan} from './request-plan.ts';

/** A service and its base URL. */
interface Endpoint {
  readonly service: Service;
  readonly baseUrl: string;
}

/** Plan the request of a read operation, given its group and name. */
export function planReading(
  {service, baseUrl}: Endpoint,
  title: string,
  inputs: InputValues['inputs'] = {},
): RequestPlan {
  const operation = operationNamed({service, operation: title});
  return planRequest(operation, {inputs}, {baseUrl}, {paginate: false});
}

/**
 * Plan one cheap GET that needs credentials. The tracker responds with the user; the content
 * service only shows that it accepts the credentials.
 */
export function planIdentityRequest(place: Endpoint): RequestPlan {
  return place.service === 'tracker'
    ? planReading(place, 'myself get-current-user')
    : planReading(place, 'spaces get', {limit: ['1']});
}

/** Keys of the permissions that matter most to an administrator. */
const permissions = ['ADMINISTER', 'SYSTEM_ADMIN', 'ADMINISTER_PROJECTS', 'BROWSE_PROJECTS'];

/** Plan the GET for those permissions of the caller; tracker only. */
export function planOwnPermissions(place: Endpoint): RequestPlan {
  return planReading(place, 'mypermissions get-my-permissions', {permissions});
}

/** Map each permission key to whether the caller has it; null if the response does not say. */
export function permissionsIn(text: string): Readonly<Record<string, boolean | null>> {
  const response = makeLookup(text);
  const hasKey = (key: string) => response.boolean(`/permissions/${key}/havePermission`) ?? null;
  return Object.fromEntries(permissions.map(key => [key, hasKey(key)]));
}

/**
 * Refer to the read of whether the caller has these permissions; project permissions in any
 * project.
 */
export function ownPermissionsRef(keys: readonly string[]): OperationRef {
  return trackerRef('mypermissions get-my-permissions', {permissions: keys});
}

/** Refer to the read of all projects in which the caller has a permission. */
export function permittedProjectsRef(key: string): OperationRef {
  const body = [JSON.stringify({permissions: [key]})] as const;
  return trackerRef('permissions get-permitted-projects', {}, {body});
}
