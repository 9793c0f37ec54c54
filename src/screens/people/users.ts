import type {Call} from '../../state/model/call.ts';
import {text} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';
import {users} from '../fields/fields.ts';

const firstThousand = 'Found among the first 1,000 users only; there may be more.';

/**
 * Users an operation found.
 *
 * @param limited the service looks through the first 1,000 users only
 */
export function foundUsers(
  operation: string,
  inputs: Call['inputs'],
  empty: string,
  limited: boolean,
): Resource {
  return {
    ...users,
    id: 'found-users',
    aliases: [],
    sources: [{service: 'tracker', operation, inputs}],
    empty,
    about: limited ? firstThousand : 'Users that fit the query.',
    ...(limited && {caveat: firstThousand}),
  };
}

/** Groups of one user. */
export const userGroups: Resource = {
  id: 'user-groups',
  title: 'Groups',
  noun: 'group',
  service: 'tracker',
  aliases: [],
  needs: ['accountId'],
  sources: [{service: 'tracker', operation: 'user get-groups', inputs: {accountId: '{accountId}'}}],
  identity: ['/groupId', '/name'],
  name: ['/name'],
  columns: [
    text('GROUP', '/name', {id: 'name', min: 20, max: 60, grows: true, worth: 0, tone: 'title'}),
    text('ID', '/groupId', {min: 12, max: 40, tone: 'dim'}),
  ],
  empty: 'This user is in no group that can be seen.',
  about: 'Groups the user is in.',
};
