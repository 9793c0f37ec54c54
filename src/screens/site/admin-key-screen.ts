import type {ObjectScreen} from '../../state/model/object-screen.ts';
import {adminKeyReader, readAdminKey} from './admin-key.ts';

/** The admin key of this user: whether it is active, and what it does. */
export const adminKeyScreen: ObjectScreen = {
  id: 'admin-key',
  title: 'Admin key',
  aliases: ['key'],
  needs: [],
  crumb: () => 'Admin key',
  about: 'Whether an admin key is active for this user, how long, and what it does.',
  tabs: params => [
    {
      title: 'Admin key',
      spec: {kind: 'describe', call: readAdminKey, params, reader: adminKeyReader},
    },
  ],
};
