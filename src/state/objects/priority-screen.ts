import {describeTabs, listTabs} from '../tabs.ts';
import type {ObjectScreen} from './object-screen.ts';

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
