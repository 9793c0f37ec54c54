import {trackerRef} from '../../api/operation-ref.ts';
import {joinedList, number, text} from '../../base/column.ts';
import {type Card, field, group, rows} from '../../state/model/card.ts';
import {issuesOf} from './project-card.ts';

/** Card of a member of a role: the account with its groups, or the first members of the group. */
export const actorCard: Card = {
  after: {
    user: trackerRef(
      'user get',
      {accountId: '{answer/actorUser/accountId}', expand: ['groups']},
      {onFailure: 'omit'},
    ),
    members: trackerRef(
      'group get-users-from',
      {groupId: '{answer/actorGroup/groupId}', maxResults: '20'},
      {firstPage: true, onFailure: 'omit'},
    ),
    in: trackerRef(
      'project search',
      {keys: '{answer/project}', expand: ['lead', 'insight']},
      {onFailure: 'omit'},
    ),
  },
  title: [text('', ['/displayName', '/name'])],
  lines: [
    field('E-mail', text('', '/user/emailAddress')),
    field('Time zone', text('', '/user/timeZone')),
    field('Account ID', text('', '/actorUser/accountId')),
    field('Group ID', text('', '/actorGroup/groupId')),
    group('Groups', number('', '/user/groups/size')),
    field('Member of', joinedList('', '/user/groups/items/-/name')),
    group('Members', number('', '/members/total')),
    rows(
      '/members/values',
      [text('', '/displayName'), text('', '/emailAddress', {tone: 'dim'})],
      20,
    ),
    group('Project', text('', '/in/values/0/name')),
    field('Lead', text('', '/in/values/0/lead/displayName')),
    issuesOf('/in/values/0'),
  ],
};
