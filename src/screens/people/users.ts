import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {trackerPages} from '../../api/site-page.ts';
import {joinedList, number, text} from '../../base/column.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {type Card, field, group} from '../../state/model/card.ts';
import {recordColumn} from '../../state/model/column.ts';
import {homeLine} from '../../state/model/count.ts';
import {listTabs, type ObjectScreen, objectTab} from '../../state/model/object-screen.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {trackerVerb} from '../../state/model/verb.ts';
import {numberText, readItems} from '../../state/views/home/count-entry.ts';
import {accessQuestion} from '../access/access-question.ts';

const stateOf = recordColumn('users get-all', 'state');

/** Card of a user: account state, e-mail address and groups. */
const userCard: Card = {
  title: [text('', '/displayName'), text('', '/accountId')],
  lines: [
    field('State', ...stateOf, text('', '/accountType', {tone: 'dim'})),
    field('E-mail', text('', '/emailAddress')),
    field('Time zone', text('', '/timeZone'), text('', '/locale', {tone: 'dim'})),
    group('Groups', number('', '/groups/size')),
    field('Member of', joinedList('', '/groups/items/-/name')),
    group('Products', number('', '/applicationRoles/size')),
    field('Access', joinedList('', '/applicationRoles/items/-/name')),
  ],
};

const firstThousand = 'Only the first 1,000 users were searched; there may be more.';

/**
 * Make a list of the users found by an operation.
 *
 * @param limited whether the service searches only the first 1,000 users
 */
export function foundUsers(
  operation: string,
  inputs: OperationRef['inputs'],
  limited: boolean,
): Resource {
  return {
    ...users,
    id: 'found-users',
    aliases: [],
    sources: [{service: 'tracker', operation, inputs}],
    empty: 'No users found.',
    about: limited ? firstThousand : 'Users that match the query.',
    ...(limited && {caveat: firstThousand}),
  };
}

/** Groups of one user. */
export const userGroups = list({
  id: 'user-groups',
  noun: 'group',
  sources: [trackerRef('user get-groups', {accountId: '{accountId}'})],
  identity: ['/groupId', '/name'],
  opens: {screen: 'group', params: {group: ['/groupId'], crumb: ['/name']}},
  verbs: [
    trackerVerb.many(
      'leave',
      'Remove the user from the group',
      'group remove-user-from',
      {groupId: '{row/groupId}', accountId: '{accountId}'},
      {title: 'Remove the user from {object}', key: 'D'},
    ),
    trackerVerb.create(
      'Add the user to a group…',
      'group add-user-to',
      {accountId: '{accountId}'},
      {groupId: ''},
      {id: 'join', title: 'Add the user to a group'},
    ),
  ],
  empty: 'No group of this user is visible. a joins one: a group is picked by name.',
  about: 'Groups the user is in.',
});

/** Users of the site. */
export const users = list({
  id: 'users',
  page: trackerPages.user,
  noun: 'user',
  aliases: ['user', 'u', 'people'],
  sources: [trackerRef('users get-all', {maxResults: '1000'})],
  identity: ['/accountId'],
  name: ['/displayName'],
  opens: {screen: 'user', params: {accountId: ['/accountId'], crumb: ['/displayName']}},
  describe: {
    call: trackerRef('user get', {
      accountId: '{accountId}',
      expand: ['groups', 'applicationRoles'],
    }),
  },
  card: userCard,
  sort: {column: 'name', reverse: false},
  asks: [accessQuestion],
  verbs: [
    trackerVerb.many(
      'join',
      'Add to a group…',
      'group add-user-to',
      {accountId: '{row/accountId}'},
      {title: 'Add {object} to a group', asks: {groupId: ''}},
    ),
    trackerVerb.create(
      'Invite…',
      'user create',
      {},
      {emailAddress: '', products: ''},
      {id: 'invite', title: 'Invite a user'},
    ),
  ],
  empty: 'No users are visible; listing users needs Browse users and groups. a invites one.',
  about: 'Users of the site; e-mail addresses are often hidden by their owners.',
});

/** One user with their groups. */
export const userScreen: ObjectScreen = {
  id: 'user',
  title: 'User',
  aliases: ['account'],
  needs: ['accountId'],
  about: 'One user by account id: profile, application roles, groups.',
  tabs: () => [objectTab('users', 'User'), ...listTabs('user-groups')],
};

const allUsers = trackerRef('users get-all', {maxResults: '1000'});

/** Users on the home screen, and how many of them are inactive. */
export const usersHome = homeLine('Site', users, 'names and groups', {
  call: allUsers,
  async count(_, ask) {
    const {items, more} = await readItems(allUsers, ask);
    const text = numberText(items.length, more);
    const isLeft = (item: string) => readPointer(parseJsonValue(item), '/active') === false;
    const left = items.filter(isLeft).length;
    return {status: 'ready', text, ...(left > 0 && {note: `${numberText(left, more)} inactive`})};
  },
});
