import type {ObjectScreen} from '../../state/model/object-screen.ts';
import {describeTabs, listTabs} from '../../state/model/tabs.ts';

/** One status: where it is used. */
export const statusScreen: ObjectScreen = {
  id: 'status',
  title: 'Status',
  aliases: [],
  needs: ['status'],
  about: 'One status: the projects with the issue types that use it, workflows, overview.',
  tabs: params => [
    ...listTabs(['status-projects', 'status-workflows'], params),
    ...describeTabs('statuses', 'Overview', params),
  ],
};
