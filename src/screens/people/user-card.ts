import {type Card, field, group} from '../../state/model/card.ts';
import {joined, number, recordColumns, text} from '../../state/model/column.ts';

const stateOf = recordColumns('users get-all').filter(({id}) => id === 'state');

/** What is told first about a user: whether the account is active, how it is reached, its groups. */
export const userCard: Card = {
  title: [text('', '/displayName'), text('', '/accountId')],
  lines: [
    field('State', ...stateOf, text('', '/accountType', {tone: 'dim'})),
    field('E-mail', text('', '/emailAddress')),
    field('Time zone', text('', '/timeZone'), text('', '/locale', {tone: 'dim'})),
    group('Groups', number('', '/groups/size')),
    field('In', joined('', '/groups/items/-/name')),
    group('Products', number('', '/applicationRoles/size')),
    field('May use', joined('', '/applicationRoles/items/-/name')),
  ],
};
