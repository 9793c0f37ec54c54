import {findOperation} from '../api/catalogue.ts';
import type {Reply} from '../api/client.ts';
import {planRequest} from '../api/plan.ts';
import type {InputValues, RequestPlan} from '../api/request-plan.ts';
import {Failure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import type {Host} from '../host/host.ts';
import type {Target} from '../host/settings.ts';
import type {GlobalValues} from './flags.ts';
import {interruptible} from './interruptible.ts';
import {openClient, sendingOf} from './open-client.ts';

type Place = Pick<Target, 'service' | 'baseUrl'>;

/** The request of a reading operation, named by its group and name. */
export function planReading(
  {service, baseUrl}: Place,
  title: string,
  inputs: InputValues['inputs'] = {},
): RequestPlan {
  const [group = '', name = ''] = title.split(' ');
  const operation = findOperation(service, group, name);
  if (operation === undefined) throw new Failure('bug', `there is no operation ${title}`);
  return planRequest(operation, {inputs}, {baseUrl}, {paginate: false});
}

/** One cheap GET that needs credentials: who asks; the content service only says that it knows them. */
export function planWho(place: Place): RequestPlan {
  return place.service === 'tracker'
    ? planReading(place, 'myself get-current-user')
    : planReading(place, 'spaces get', {limit: ['1']});
}

/** Keys of the permissions that say most of what a user may do. */
const permissions = ['ADMINISTER', 'SYSTEM_ADMIN', 'ADMINISTER_PROJECTS', 'BROWSE_PROJECTS'];

/** What of that the caller may do; of the tracker alone. */
export function planMay(place: Place): RequestPlan {
  return planReading(place, 'mypermissions get-my-permissions', {permissions});
}

/** Key of a permission → whether the caller has it; null where the answer does not say. */
export function permissionsIn(text: string): Readonly<Record<string, boolean | null>> {
  const answer = makeLookup(text);
  const isHeld = (key: string) => answer.boolean(`/permissions/${key}/havePermission`) ?? null;
  return Object.fromEntries(permissions.map(key => [key, isHeld(key)]));
}

/**
 * Read something a command needs to know; an interrupt stops it.
 *
 * @throws Failure of any kind
 */
export async function askQuietly(
  plan: RequestPlan,
  target: Target,
  globals: GlobalValues,
  host: Host,
): Promise<Reply> {
  const client = await openClient(target, globals, host);
  const sending = {...sendingOf(globals, host), paginate: false};
  return interruptible(host, signal => client.request(plan, {...sending, signal}));
}
