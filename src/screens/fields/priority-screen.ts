import type {ObjectScreen} from '../../state/model/object-screen.ts';
import {describeTabs, listTabs} from '../../state/model/tabs.ts';

/** One priority and the schemes it belongs to. */
export const priorityScreen: ObjectScreen = {
  id: 'priority',
  title: 'Priority',
  aliases: [],
  needs: ['id'],
  about: 'One priority: overview, the schemes it belongs to.',
  tabs: params => [
    ...describeTabs('priorities', 'Overview', params),
    ...listTabs(['priority-schemes'], params),
  ],
};
