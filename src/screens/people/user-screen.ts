import type {ObjectScreen} from '../../state/model/object-screen.ts';
import {describeTabs, listTabs} from '../../state/model/tabs.ts';

/** One user with the groups they are in. */
export const userScreen: ObjectScreen = {
  id: 'user',
  title: 'User',
  aliases: ['account'],
  needs: ['accountId'],
  about: 'One user by account id: profile, application roles, groups.',
  tabs: params => [...describeTabs('users', 'User', params), ...listTabs(['user-groups'], params)],
};
